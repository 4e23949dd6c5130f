/** `contacts` of planar engines: closed forms, `hullstorm/pair2d` as the oracle, and features that last. */
import { type ContactResults, NO_FEATURE, type PlanarEngine } from 'hullstorm';
import {
  box2,
  capsule2,
  circle,
  contacts,
  createPairContacts,
  type Pose,
  polygon,
  type Shape,
  Status,
} from 'hullstorm/pair2d';
import { afterEach, describe, expect, test } from 'vitest';
import { between } from '../../../scenes/random.ts';
import { type Body, fixtureOf, type PlanarFixture, pairedBodies, setPaired } from '../../support/planarFixture.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const REPEATS = sweep(12, 200);
const MARGIN = 0.3;

const open: PlanarEngine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

async function fixture(bodies: readonly Body[]): Promise<PlanarFixture> {
  const made = await fixtureOf(bodies);
  open.push(made.engine);
  return made;
}

const at = (x: number, y: number, angle = 0): Pose => ({ x, y, angle });

/** The points of row p: x y on A, x y on B, separation, of each. */
function pointsOf({ pointCount, pointsA, pointsB }: ContactResults, p: number): number[][] {
  return Array.from({ length: pointCount[p] }, (_, k) => {
    const slot = 16 * p + 4 * k;
    expect([pointsA[slot + 2], pointsB[slot + 2], pointsB[slot + 3]]).toEqual([0, 0, 0]);
    return [pointsA[slot], pointsA[slot + 1], pointsB[slot], pointsB[slot + 1], pointsA[slot + 3]];
  });
}

describe('closed forms', () => {
  const wide = { shape: box2(2, 1), pose: at(0, 0) };
  const round = { shape: circle(1), pose: at(0, 0) };
  test.each<[string, Body, Body, number, number[][]]>([
    [
      'a box on a box: both ends of the common range',
      wide,
      { shape: box2(1, 1), pose: at(1.5, 1.75) },
      -0.25,
      [
        [0.5, 1, -1, -1, -0.25],
        [2, 1, 0.5, -1, -0.25],
      ],
    ],
    ['a circle on a box: one point', wide, { shape: circle(0.5), pose: at(0.5, 1.4) }, -0.1, [[0.5, 1, 0, -0.5, -0.1]]],
    [
      'a lying capsule on a box: two points',
      wide,
      { shape: capsule2(1, 0.5), pose: at(0, 1.5, Math.PI / 2) },
      0,
      [
        [-1, 1, -1, -0.5, 0],
        [1, 1, 1, -0.5, 0],
      ],
    ],
    ['circles within the margin', round, { shape: circle(1), pose: at(2.2, 0) }, 0.2, [[1, 0, -1, 0, 0.2]]],
    ['circles beyond the margin', round, { shape: circle(1), pose: at(2.4, 0) }, 0.4, []],
  ])('%s', async (_, a, b, distance, points) => {
    const { engine } = await fixture([a, b]);
    engine.pairs.set([0, 1]);
    const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
    if (points.length > 0) expect(results.distance(0)).toBeCloseTo(distance, 6);
    else expect(results.status[0]).toBe(Status.BeyondMaxDistance);
    const found = pointsOf(results, 0).sort((one, other) => one[0] - other[0]);
    expect(found.length).toBe(points.length);
    for (const [k, point] of points.entries())
      for (const [c, x] of point.entries()) expect(found[k][c]).toBeCloseTo(x, 6);
  });

  test('the true depth of a deep box is that of the plane, with its normal', async () => {
    const { engine } = await fixture([
      { shape: box2(4, 4), pose: at(0, 0) },
      { shape: box2(1, 1), pose: at(0, 4) },
    ]);
    engine.pairs.set([0, 1]);
    const { distance, normal, points } = engine.contactsSync(engine.pairs).read(0);
    expect(distance).toBe(-1);
    expect(normal).toEqual([0, 1, 0]);
    expect(points.map(({ pointA }) => pointA[2])).toEqual([0, 0]);
  });
});

/** A polygon without points that are on a line between two others, but for rounding to f32. Others as they are. */
function straightened(shape: Shape): Shape {
  if (shape.kind !== 'polygon') return shape;
  let points = Array.from({ length: shape.points.length / 2 }, (_, k) => [
    shape.points[2 * k],
    shape.points[2 * k + 1],
  ]);
  const slack = 2 ** -22 * Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
  for (const point of points) {
    const others = points.filter((other) => other !== point);
    if (others.some((p) => others.some((q) => p !== q && isBetween(p, point, q, slack)))) points = others;
  }
  return { ...shape, points: points.flatMap((point) => Array.from(point)) };
}

function isBetween(p: ArrayLike<number>, point: ArrayLike<number>, q: ArrayLike<number>, slack: number): boolean {
  const [x, y] = [q[0] - p[0], q[1] - p[1]];
  const [u, v] = [point[0] - p[0], point[1] - p[1]];
  const part = x * u + y * v;
  return part >= 0 && part <= x * x + y * y && Math.abs(x * v - y * u) <= slack * Math.hypot(x, y);
}

test('the points of hullstorm/pair2d, to f32: every kind with every kind', async () => {
  const made = await fixture(pairedBodies(seeded(21), REPEATS));
  setPaired(made);
  const { engine, bodies } = made;
  const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
  const twin = createPairContacts();
  const counts = [0, 0, 0];
  let others = 0;
  for (let p = 0; p < engine.pairs.count; p++) {
    const [i, j] = engine.pairs.ids.subarray(2 * p, 2 * p + 2);
    const [a, b] = [bodies[i], bodies[j]];
    contacts(straightened(a.shape), a.pose, straightened(b.shape), b.pose, twin, { margin: MARGIN });
    const found = pointsOf(results, p);
    counts[found.length]++;
    // the least separation is the distance
    if (found.length > 0) expect(Math.min(...found.map((point) => point[4]))).toBeCloseTo(results.distance(p), 5);
    // where two directions are equally good, the order of the pair decides
    const [nx, ny] = results.separation.subarray(4 * p, 4 * p + 2);
    if (Math.hypot(nx - twin.normal[0], ny - twin.normal[1]) > 1e-6) {
      others++;
      continue;
    }
    for (const [ax, ay, bx, by, separation] of found) {
      const offset = [bodies[j].pose.x - bodies[i].pose.x, bodies[j].pose.y - bodies[i].pose.y];
      expect(Math.abs(bx + offset[0] - ax - separation * nx)).toBeLessThan(3e-6);
      expect(Math.abs(by + offset[1] - ay - separation * ny)).toBeLessThan(3e-6);
    }
    expect(found.length, `pair ${p}`).toBe(twin.pointCount);
    const own = found.map((point) => point[4]).sort((x, y) => x - y);
    const its = [...twin.separations.subarray(0, twin.pointCount)].sort((x, y) => x - y);
    for (const [k, separation] of its.entries()) {
      expect(Math.abs(own[k] - separation), `pair ${p}: ${JSON.stringify([a, b])}`).toBeLessThan(1e-6);
    }
  }
  expect(others / engine.pairs.count).toBeLessThan(0.1);
  for (const count of counts) expect(count / engine.pairs.count).toBeGreaterThan(0.05);
});

test('a side with points on its line, rounded to f32: two points, at the ends of the side (seed 9)', async () => {
  const random = seeded(9);
  const bodies = Array.from({ length: sweep(40, 600) }, (_, k): Body[] => {
    const [cos, sin] = [Math.cos(k), Math.sin(k)];
    const inner = Array.from({ length: 4 }, () => [between(random, -0.98, 0.98), -1]);
    const points = [[-1, -1], ...inner, [1, -1], [1, 1], [-1, 1]].flatMap(([x, y]) => [
      x * cos - y * sin,
      x * sin + y * cos,
    ]);
    // its side lies on a floor, level but for the rounding of an angle
    const pose = at(0, 2 - 1e-4, -k + 1e-8 * between(random, -1, 1));
    return [
      { shape: box2(5, 1), pose: at(0, 0) },
      { shape: polygon(points), pose },
    ];
  }).flat();
  const made = await fixture(bodies);
  setPaired(made);
  const results = made.engine.contactsSync(made.engine.pairs, { margin: 0.01 });
  for (let p = 0; p < made.engine.pairs.count; p++) {
    const found = pointsOf(results, p);
    expect(found.length, `pair ${p}`).toBe(2);
    expect(Math.abs(found[1][0] - found[0][0]), `pair ${p}`).toBeCloseTo(2, 6);
  }
});

describe('features', () => {
  /** A crate on a floor: pairs in both orders. */
  async function crateFixture(ids: readonly number[]) {
    const { engine } = await fixture([
      { shape: box2(10, 1), pose: at(0, 0) },
      { shape: polygon([-1, -1, 1, -1, 1, 1, -1, 1]), pose: at(0, 1.99) },
    ]);
    engine.pairs.set(ids);
    return engine;
  }

  test('they last while a crate slides, and name the points of the user', async () => {
    const engine = await crateFixture([0, 1]);
    const first = engine.contactsSync(engine.pairs);
    expect([...first.previous.subarray(0, 4)]).toEqual([-1, -1, -1, -1]);
    expect([first.beganCount, first.stayedCount]).toEqual([1, 0]);
    // vertices 0 and 1 of B, the crate, are below
    const before = [...first.features.subarray(0, 4)];
    expect(before.slice(0, 2).sort()).toEqual([(2 << 30) >>> 0, ((2 << 30) | 1) >>> 0].sort());
    expect(before.slice(2)).toEqual([NO_FEATURE, NO_FEATURE]);
    engine.scene.positions[2] += 0.1;
    const { features, previous, stayedCount } = engine.contactsSync(engine.pairs);
    expect([...features.subarray(0, 4)]).toEqual(before);
    expect([...previous.subarray(0, 4)]).toEqual([0, 1, -1, -1]);
    expect(stayedCount).toBe(1);
    engine.scene.positions[3] += 1;
    const { endedCount, ended } = engine.contactsSync(engine.pairs);
    expect([endedCount, ended[0]]).toEqual([1, 0]);
  });

  test('A of a feature is the collider with the smaller id, in either order of the pair', async () => {
    const forth = (await crateFixture([0, 1])).contactsSync().features.slice(0, 4);
    const back = (await crateFixture([1, 0])).contactsSync().features.slice(0, 4);
    expect(back).toEqual(forth);
  });

  test('with found pairs: carried from list to list', async () => {
    const { engine } = await fixture([
      { shape: box2(10, 1), pose: at(0, 0) },
      { shape: box2(1, 1), pose: at(0, 1.99) },
      { shape: circle(0.25), pose: at(50, 50) },
    ]);
    engine.contactsSync({ margin: 0.1 });
    expect(engine.pairs.count).toBe(1);
    engine.scene.setPose(2, [-3, 1.24], 0);
    const { previous, beganCount, stayedCount } = engine.contactsSync({ margin: 0.1 });
    expect(engine.pairs.count).toBe(2);
    expect([...previous.subarray(0, 2)]).toEqual([0, 1]);
    expect([beganCount, stayedCount]).toEqual([1, 1]);
  });
});

test('too many pairs: the error names the capacity', async () => {
  const { engine } = await fixture([0, 1, 2, 3, 4, 5].map(() => ({ shape: circle(1), pose: at(0, 0) })));
  expect(() => engine.findPairsSync()).toThrow(/^engine\.findPairsSync: .*raise capacity\.pairs/);
  expect(() => engine.scene.addCollider(0)).toThrow(/^scene\.addCollider: colliders: .*raise capacity\.colliders/);
  expect(() => engine.scene.addShape(circle(1))).toThrow(/^scene\.addShape: shapes: .*raise capacity\.shapes/);
});
