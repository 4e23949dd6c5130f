/** `distance` and `intersect` of planar engines against the oracle of test/dim2/queries, and against `hullstorm/pair2d`. */
import { createEngine, type DistanceResults, type PlanarEngine, verify } from 'hullstorm';
import { box2, circle, distance, type Pose, polygon, rounded, Status, segment2 } from 'hullstorm/pair2d';
import { afterEach, describe, expect, test } from 'vitest';
import { between } from '../../../scenes/random.ts';
import { type Body, fixtureOf, type PlanarFixture, pairedBodies, setPaired } from '../../support/planarFixture.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { bodyOf, pointDistance, reachOf, signedDistance } from '../queries/oracle.ts';

/** Pairs of each kind with each kind. */
const REPEATS = sweep(12, 200);
/** Rounding of f32 columns. */
const F32 = 2 ** -24;
const ORACLE = 2e-15;

const open: PlanarEngine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

async function fixture(bodies: readonly Body[]): Promise<PlanarFixture> {
  const made = await fixtureOf(bodies);
  open.push(made.engine);
  return made;
}

/** Checks row p by the oracle. @returns the distance */
function checkRow({ engine, bodies }: PlanarFixture, results: DistanceResults, p: number): number {
  const [i, j] = engine.pairs.ids.subarray(2 * p, 2 * p + 2);
  const [one, other] = [bodies[i], bodies[j]];
  const a = bodyOf(one.shape, one.pose, one.pose);
  const b = bodyOf(other.shape, other.pose, one.pose);
  const offset = { x: other.pose.x - one.pose.x, y: other.pose.y - one.pose.y };
  const length = reachOf(one.shape) + reachOf(other.shape) + Math.hypot(offset.x, offset.y);
  const { separation, offsetA, offsetB, status } = results;
  const [nx, ny, nz, found] = separation.subarray(4 * p, 4 * p + 4);
  const bound = offsetA[4 * p + 3];
  const within = bound + ORACLE * length;
  const truth = signedDistance(a, b);
  expect(bound).toBeLessThan(1e-14 * length + F32 * 1.01 * Math.abs(found) + 1e-38);
  expect(Math.abs(found - truth), `distance ${found}, oracle ${truth}`).toBeLessThanOrEqual(within);
  if (Math.abs(truth) > 2 * within) expect(status[p]).toBe(truth > 0 ? Status.Separated : Status.Overlapping);
  // f32 columns: witness points on the shapes, `distance` apart along the normal, in the plane
  const rough = within + 4 * F32 * length;
  expect(nz).toBe(0);
  expect(Math.abs(Math.hypot(nx, ny) - 1)).toBeLessThan(2e-7);
  const pointA = { x: offsetA[4 * p], y: offsetA[4 * p + 1] };
  const pointB = { x: offset.x + offsetB[4 * p], y: offset.y + offsetB[4 * p + 1] };
  expect([offsetA[4 * p + 2], offsetB[4 * p + 2], offsetB[4 * p + 3]]).toEqual([0, 0, 0]);
  expect(Math.abs(pointB.x - pointA.x - found * nx)).toBeLessThanOrEqual(rough);
  expect(Math.abs(pointB.y - pointA.y - found * ny)).toBeLessThanOrEqual(rough);
  expect(pointDistance(pointA, a)).toBeLessThanOrEqual(2 * rough);
  expect(pointDistance(pointB, b)).toBeLessThanOrEqual(2 * rough);
  return found;
}

function checkAll(made: PlanarFixture): number[] {
  const { engine, bodies } = made;
  setPaired(made);
  const results = engine.distanceSync();
  return Array.from({ length: engine.pairs.count }, (_, p) => {
    let found = 0;
    const pair = JSON.stringify(bodies.slice(2 * p, 2 * p + 2));
    expect(() => {
      found = checkRow(made, results, p);
    }, `pair ${p}: ${pair}`).not.toThrow();
    return found;
  });
}

describe('agrees with the oracle', () => {
  const seed = 1;
  test(`every kind with every kind, seed ${seed}`, async () => {
    const made = await fixture(pairedBodies(seeded(seed), REPEATS));
    const found = checkAll(made);
    const overlaps = found.filter((distance) => distance <= 0).length / found.length;
    expect(overlaps).toBeGreaterThan(0.2);
    expect(overlaps).toBeLessThan(0.7);
    const { engine } = made;
    const { checked, worstError, worstReason } = verify(engine.distanceSync());
    expect(checked).toBe(found.length);
    expect(worstError, worstReason).toBeLessThan(1e-6);
    // a distance of rounding alone may have either sign
    const overlapping = engine.intersectSync().status;
    for (const [p, distance] of found.entries()) {
      if (Math.abs(distance) > 1e-12) expect(overlapping[p]).toBe(distance > 0 ? Status.Separated : Status.Overlapping);
    }
  });

  test.each([1e-3, 1, 1e3])(`size %d, 1e6 m from the origin, seed ${seed}`, async (size) => {
    checkAll(await fixture(pairedBodies(seeded(seed), Math.ceil(REPEATS / 6), size, 1e6)));
  });
});

test('the numbers of hullstorm/pair2d, to f32', async () => {
  const made = await fixture(pairedBodies(seeded(2), REPEATS));
  const { engine, bodies } = made;
  setPaired(made);
  const { separation, status } = engine.distanceSync();
  for (let p = 0; p < engine.pairs.count; p++) {
    const [i, j] = engine.pairs.ids.subarray(2 * p, 2 * p + 2);
    const twin = distance(bodies[i].shape, bodies[i].pose, bodies[j].shape, bodies[j].pose);
    expect(Math.abs(separation[4 * p + 3] - twin.distance)).toBeLessThan(2e-14 + 1e-7 * Math.abs(twin.distance));
    if (Math.abs(twin.distance) > 1e-12) expect(status[p]).toBe(twin.status);
  }
});

/** The row of one pair, the answers of which are known. */
async function rowOf(a: Body, b: Body) {
  const { engine } = await fixture([a, b]);
  engine.pairs.set([0, 1]);
  return engine.distanceSync().read(0);
}
const at = (x: number, y: number, angle = 0): Pose => ({ x, y, angle });

describe('closed forms', () => {
  test.each([
    ['circles apart', circle(1), at(0, 0), circle(2), at(3, 4), 2, [0.6, 0.8]],
    ['circles deep', circle(1), at(0, 0), circle(2), at(0.5, 0), -2.5, [1, 0]],
    ['boxes: the true depth in the plane', box2(1, 1), at(0, 0), box2(1, 1), at(1.5, 0.2), -0.5, [1, 0]],
    ['a box turned by 45°', box2(1, 1), at(0, 0), box2(1, 1), at(3, 0, Math.PI / 4), 2 - Math.SQRT2, [1, 0]],
    ['a segment above a box', box2(2, 1), at(0, 0), segment2(1), at(0.5, 3, 0), 1, [0, 1]],
    [
      'a rounded triangle',
      rounded(polygon([0, 0, 4, 0, 0, 4]), 0.5),
      at(0, 0),
      circle(0.5),
      at(4, 4),
      2 * Math.SQRT2 - 1,
    ],
    ['the same circle twice', circle(1), at(5, 5), circle(1), at(5, 5), -2],
  ] as const)('%s', async (_, shapeA, poseA, shapeB, poseB, expected, normal?: readonly number[]) => {
    const row = await rowOf({ shape: shapeA, pose: poseA }, { shape: shapeB, pose: poseB });
    expect(row.distance).toBeCloseTo(expected, 6);
    expect(Math.abs(row.distance - expected)).toBeLessThanOrEqual(row.errorBound);
    if (normal) for (const c of [0, 1]) expect(row.normal[c]).toBeCloseTo(normal[c], 6);
    expect(row.normal[2]).toBe(0);
    expect(row.pointA[2]).toBe(0);
  });

  test('the simplex names points of the user, and their weights', async () => {
    const triangle = polygon([0.1, 0.1, 2, 2, 0, 0, 2, -2]);
    const { simplex } = await rowOf({ shape: triangle, pose: at(0, 0) }, { shape: circle(0.5), pose: at(4, 1) });
    expect(simplex.map(({ vertexA, weight }) => [vertexA, weight.toFixed(3)]).sort()).toEqual([
      [1, '0.750'],
      [3, '0.250'],
    ]);
  });
});

describe('options and statuses', () => {
  test('beyond maxDistance: a lower bound, and a direction that proves it', async () => {
    const made = await fixture(pairedBodies(seeded(3), 4));
    setPaired(made);
    const { engine, bodies } = made;
    const truths = engine.distanceSync().separation.slice();
    const { status, separation, offsetA } = engine.distanceSync(engine.pairs, { maxDistance: 0.2 });
    let beyond = 0;
    for (let p = 0; p < engine.pairs.count; p++) {
      const truth = truths[4 * p + 3];
      if (Math.abs(truth - 0.2) > 1e-6) expect(status[p] === Status.BeyondMaxDistance, `pair ${p}`).toBe(truth > 0.2);
      if (status[p] !== Status.BeyondMaxDistance) continue;
      beyond++;
      expect(offsetA[4 * p + 3]).toBe(Infinity);
      const [nx, ny, , lower] = separation.subarray(4 * p, 4 * p + 4);
      expect(lower).toBeGreaterThan(0.2 - 1e-6);
      const [i, j] = engine.pairs.ids.subarray(2 * p, 2 * p + 2);
      const a = bodyOf(bodies[i].shape, bodies[i].pose);
      const b = bodyOf(bodies[j].shape, bodies[j].pose);
      const gap =
        Math.min(...b.points.map(({ x, y }) => nx * x + ny * y)) -
        Math.max(...a.points.map(({ x, y }) => nx * x + ny * y));
      expect(Math.abs(gap - a.radius - b.radius - lower)).toBeLessThan(1e-5);
    }
    expect(beyond / engine.pairs.count).toBeGreaterThan(0.2);
  });

  test('without depth: distance 0 and NaN', async () => {
    const { engine } = await fixture([
      { shape: box2(1, 1), pose: at(0, 0) },
      { shape: circle(1), pose: at(0.5, 0) },
    ]);
    engine.pairs.set([0, 1]);
    const { status, separation } = engine.distanceSync(engine.pairs, { depth: false });
    expect(status[0]).toBe(Status.Overlapping);
    expect([...separation.subarray(0, 4)]).toEqual([Number.NaN, Number.NaN, 0, 0]);
  });

  test.each([
    ['x', (e: PlanarEngine) => e.scene.positions.fill(Number.NaN, 2, 3)],
    ['y', (e: PlanarEngine) => e.scene.positions.fill(Infinity, 3, 4)],
    ['angle', (e: PlanarEngine) => e.scene.angles.fill(Number.NaN, 1, 2)],
    ['removed', (e: PlanarEngine) => e.scene.removeCollider(1)],
  ])('an invalid collider: %s', async (name, spoil) => {
    const circles = [0, 1, 2].map((x) => ({ shape: circle(1), pose: at(x, 0) }));
    const { engine } = await fixture(circles);
    engine.pairs.set([0, 1, 1, 2, 0, 2]);
    spoil(engine);
    const { Invalid, Overlapping } = Status;
    expect([...engine.intersectSync().status.subarray(0, 3)]).toEqual([Invalid, Invalid, Overlapping]);
    const { status, separation } = engine.distanceSync();
    expect([...status.subarray(0, 3)]).toEqual([Invalid, Invalid, Overlapping]);
    expect(separation.subarray(0, 8).every(Number.isNaN)).toBe(true);
    expect(engine.findPairsSync().count).toBe(1);
    expect(engine.info.invalidColliders).toBe(name === 'removed' ? 0 : 1);
  });
});

describe('properties', () => {
  test('(a, b) and (b, a) have mirrored answers, to the bit', async () => {
    const bodies = pairedBodies(seeded(4), 4);
    const { engine } = await fixture(bodies);
    const forth = bodies.map((_, id) => id);
    engine.pairs.set(forth);
    const { separation, offsetA, offsetB } = engine.distanceSync();
    const [normals, onA, onB] = [separation.slice(), offsetA.slice(), offsetB.slice()];
    engine.pairs.set(forth.map((id) => id ^ 1));
    engine.distanceSync();
    for (let k = 0; k < 2 * bodies.length; k++) {
      const isVector = k % 4 < 3;
      expect(separation[k]).toBe(isVector ? 0 - normals[k] : normals[k]);
      if (isVector) expect([offsetA[k], offsetB[k]]).toEqual([onB[k], onA[k]]);
    }
  });

  test('moving a whole scene by a vector that f64 adds exactly changes no bit', async () => {
    const bodies = pairedBodies(seeded(5), 2).map(({ shape, pose }) => ({
      shape,
      pose: { ...pose, x: Math.fround(pose.x), y: Math.fround(pose.y) },
    }));
    const made = await fixture(bodies);
    setPaired(made);
    const { engine } = made;
    const before = engine.distanceSync().separation.slice();
    for (let k = 0; k < engine.scene.positions.length; k++) engine.scene.positions[k] += 2 ** 22;
    expect(engine.distanceSync().separation).toEqual(before);
  });

  test('turning a whole scene turns its answers', async () => {
    const bodies = pairedBodies(seeded(6), 2);
    const made = await fixture(bodies);
    setPaired(made);
    const { engine } = made;
    const before = engine.distanceSync().separation.slice();
    const turn = 1.234;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    for (const [id, { pose }] of bodies.entries()) {
      engine.scene.setPose(id, [c * pose.x - s * pose.y, s * pose.x + c * pose.y], (pose.angle ?? 0) + turn);
    }
    const { separation } = engine.distanceSync();
    for (let p = 0; p < engine.pairs.count; p++) {
      expect(Math.abs(separation[4 * p + 3] - before[4 * p + 3])).toBeLessThan(1e-6);
    }
  });

  test.each([1, 3, 4, 5, 63, 64, 65])('%d pairs: no row beyond the last is written', async (count) => {
    const bodies = pairedBodies(seeded(7), 1).slice(0, 2 * count);
    const { engine } = await fixture(bodies);
    const results = engine.distanceSync();
    results.status.fill(77);
    engine.pairs.set(bodies.map((_, id) => id));
    engine.distanceSync();
    expect(results.status.subarray(0, count).includes(77)).toBe(false);
    expect(results.status.subarray(count).every((status) => status === 77)).toBe(true);
  });
});

test('after a restore the shapes are those of the snapshot', async () => {
  const { engine } = await fixture([0, 1].map((k) => ({ shape: circle(1), pose: at(3 * k, 0) })));
  engine.pairs.set([0, 1]);
  expect(engine.distanceSync().distance(0)).toBe(1);
  const other = await fixture([0, 1].map((k) => ({ shape: box2(1.25, 1), pose: at(3 * k, 0) })));
  engine.scene.restore(other.engine.scene.snapshot());
  expect(engine.distanceSync().distance(0)).toBe(0.5);
});

test('a planar engine says what it runs on', async () => {
  const { engine } = await fixture([{ shape: circle(1), pose: at(0, 0) }]);
  expect(engine.info).toMatchObject({ kernel: 'scalar', fallbacks: [] });
  expect(Object.keys(engine.capacity)).not.toContain('planar');
  const asked = await createEngine({ planar: true, workers: 0, kernel: 'simd' });
  open.push(asked);
  expect(asked.info.kernel).toBe('scalar');
  expect(asked.info.fallbacks).toEqual(["expected kernel 'simd', got 'scalar': planar scenes have no other"]);
});

test('angles far from 0 have their remainders', async () => {
  const random = seeded(8);
  const bodies = pairedBodies(random, 1);
  const { engine } = await fixture(bodies);
  engine.pairs.set(bodies.map((_, id) => id));
  const before = engine.distanceSync().separation.slice();
  for (let id = 0; id < bodies.length; id++)
    engine.scene.angles[id] += 2 * Math.PI * Math.floor(between(random, -99, 99));
  const { separation } = engine.distanceSync();
  for (let k = 3; k < 2 * bodies.length; k += 4) expect(Math.abs(separation[k] - before[k])).toBeLessThan(1e-6);
});
