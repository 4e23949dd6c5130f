/**
 * What broke other people's collision code (sources in test/fixtures/publishedFailures.ts), one test each: the expected
 * number where there is one, the oracle and a certificate always; through `hullstorm/pair`, the engine's columns and
 * `verify`. Then the published classes that are not single pairs: walks, sweeps, scales, shifts, swaps, bad numbers.
 */
import { createEngine, type Engine, Status, UNUSED, verify } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPairDistance, distance, intersect, type PairDistance } from '../../src/pair.ts';
import { publishedFailures } from '../fixtures/publishedFailures.ts';
import {
  type Body,
  boxBody,
  capsuleBody,
  extent,
  hullBody,
  place,
  type Quat,
  sphereBody,
  type Vec3,
} from '../oracle/body.ts';
import { generatePair, PAIR_CLASSES } from '../oracle/generate.ts';
import {
  boundsOf,
  checkAnswer,
  columnAnswer,
  EXACT,
  flagIsRight,
  mirrored,
  pairAnswer,
  SCALAR,
  truthOf,
} from '../support/checkAnswer.ts';
import { KERNELS } from '../support/kernels.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';
import { shapeOf, TableFixture } from '../support/tables.ts';

const SEED = 0xfa11;
/**
 * Parts of the summed extents. Cores nearer than 1e-8 of them are touching for GJK, and their distance is that of the
 * best plane, which is less by up to all of it (a tip over an edge); elsewhere the bounds meet far closer.
 */
const CLOSE = 1e-8;

/** One of each kernel. */
let engines: Engine[];

beforeAll(async () => {
  const capacity = { shapes: 512, vertices: 8192, colliders: 512, pairs: 1024 };
  engines = await Promise.all(KERNELS.map((kernel) => createEngine({ workers: 0, kernel, capacity })));
  expect(engines.map(({ info }) => info.kernel)).toEqual(KERNELS);
});

afterAll(() => Promise.all(engines.map((engine) => engine.close())));

function measure(a: Body, b: Body, out?: PairDistance): PairDistance {
  return distance(shapeOf(a), a, shapeOf(b), b, out);
}

/** Adds a body as it is and returns its id. */
function addTo(engine: Engine, body: Body): number {
  const { position, rotation } = body;
  const id = engine.scene.addCollider(engine.scene.addShape(shapeOf(body)));
  engine.scene.positions.set(position, 4 * id);
  engine.scene.rotations.set(rotation, 4 * id);
  return id;
}

const bySystem = new Map<string, typeof publishedFailures>();
for (const row of publishedFailures) {
  const system = row.source.replace(/^after /, '').split(/[# ]/)[0];
  bySystem.set(system, [...(bySystem.get(system) ?? []), row]);
}

describe.each([...bySystem])('%s', (_, rows) => {
  test.each(rows.map((row) => [row.source, row.name, row] as const))('%s: %s', (_source, _name, row) => {
    const { a, b, expected, overlapping } = row;
    const size = Math.max(extent(a), extent(b), 1e-3);
    const truth = truthOf(a, b, size);
    const answers = [measure(a, b), measure(b, a)];
    expect(checkAnswer(a, b, truth, pairAnswer(answers[0]), EXACT).faults).toEqual([]);
    expect(checkAnswer(b, a, truth, pairAnswer(answers[1]), EXACT).faults).toEqual([]);
    for (const answer of answers) {
      if (expected !== undefined)
        expect(Math.abs(answer.distance - expected)).toBeLessThanOrEqual(CLOSE * reachOf(a, b));
      if (overlapping !== undefined) expect(answer.status === Status.Overlapping).toBe(overlapping);
    }
    for (const hit of [intersect(shapeOf(a), a, shapeOf(b), b), intersect(shapeOf(b), b, shapeOf(a), a)]) {
      expect(flagIsRight(hit ? Status.Overlapping : Status.Separated, truth)).toBe(true);
    }

    for (const engine of engines) {
      const { kernel } = engine.info;
      const bounds = boundsOf(kernel);
      const empty = engine.scene.snapshot();
      const [idA, idB] = [addTo(engine, a), addTo(engine, b)];
      engine.pairs.set([idA, idB, idB, idA]);
      for (const start of ['cold', 'warm']) {
        const results = engine.distanceSync();
        expect(checkAnswer(a, b, truth, columnAnswer(results, 0), bounds).faults, `${kernel}, ${start}`).toEqual([]);
        expect(mirrored(results, 0, 1), `${kernel}, ${start}`).toBe(true);
        const { checked, worstError } = verify(results);
        expect(checked).toBe(2);
        expect(worstError, `${kernel}, ${start}`).toBeLessThanOrEqual(bounds.witness);
      }
      const { status } = engine.intersectSync();
      expect(
        [status[0], status[1]].map((s) => flagIsRight(s, truth, bounds)),
        kernel,
      ).toEqual([true, true]);
      engine.pairs.set([]);
      engine.scene.restore(empty);
    }
  });
});

/** Sum of the largest distances of vertices from the local origins, and radii: the size that the kernels know. */
function reachOf(...bodies: Body[]): number {
  let sum = 0;
  for (const { vertices, radius } of bodies) {
    let far = 0;
    for (let k = 0; k < vertices.length; k += 3) far = Math.max(far, Math.hypot(...vertices.subarray(k, k + 3)));
    sum += far + radius;
  }
  return sum;
}

describe('danfis/libccd#25: cubes of side 2 on a lattice of k / 20, all three axes', () => {
  const cube = boxBody(1, 1, 1);
  // one hull of the same corners: the polytope search on exactly the ties that boxes settle by axes
  const hull = hullBody(cube.vertices);
  const steps = [0, 1, 7, 19, 20, 38, 39, 40, 41, 45];

  test.each([
    ['boxes', cube, cube],
    ['box and hull', cube, hull],
    ['hulls', hull, hull],
  ] as const)('%s: within 1e-14 of the closed form', (_, a, b) => {
    const out = createPairDistance();
    const wrong: string[] = [];
    for (const i of steps) {
      for (const j of steps) {
        for (const k of steps) {
          const at: Vec3 = [i / 20, -j / 20, k / 20];
          const apart = at.map((c) => Math.abs(c) - 2);
          const gap = Math.hypot(...apart.map((c) => Math.max(c, 0)));
          const expected = gap > 0 ? gap : Math.max(...apart);
          const { distance: found, status } = measure(a, place(b, at), out);
          if (!(Math.abs(found - expected) <= 1e-14)) wrong.push(`${at}: ${found} for ${expected}`);
          if (Math.abs(expected) > 1e-14 && (status === Status.Overlapping) !== expected < 0)
            wrong.push(`${at}: ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('flexible-collision-library/fcl#495, coal#604, Bullet#1703: gaps of ±1 ulp to 1e-6', () => {
  const gaps = [0, 2 ** -53, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 2 ** -25, 1e-7, 1e-6];
  const turned: Quat = [Math.fround(0.3), Math.fround(-0.2), Math.fround(0.1), Math.fround(0.9)];
  const pyramid = hullBody([0, -0.5, 0, -1, 0.5, -1, 1, 0.5, -1, -1, 0.5, 1, 1, 0.5, 1]);
  const roof = hullBody([-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1, 0, 0.5, -1, 0, 0.5, 1]);
  // the lower one's top is at y = 0.5, the upper one's bottom at −0.5
  const lower: [string, Body][] = [
    ['box', boxBody(1, 0.5, 1)],
    ['hull', hullBody(boxBody(1, 0.5, 1).vertices)],
    ['roof', roof],
  ];
  const upper: [string, Body][] = [
    ['box', boxBody(0.75, 0.5, 0.75)],
    ['pyramid', pyramid],
    ['sphere', sphereBody(0.5)],
    ['capsule', capsuleBody(0.25, 0.25)],
    ['rounded box', boxBody(0.25, 0.25, 0.25, 0.25)],
  ];
  const rows = lower.flatMap(([l, below]) => upper.map(([u, above]) => [u, l, above, below] as const));

  test.each(rows)('%s on %s', (_u, _l, above, below) => {
    const out = createPairDistance();
    for (const gap of gaps.flatMap((g) => [g, -g])) {
      const y = 1 + gap;
      const exact = y - 1;
      const straight = measure(
        below,
        place(above, [0.125, y, 0.25].map((c, k) => (k === 1 || below.kind === 'box' ? c : 0)) as Vec3),
        out,
      );
      // out of a roof the way is shorter along its slope: there the oracle alone says how deep
      if (exact >= 0 || below !== roof) {
        expect(Math.abs(straight.distance - exact), `gap ${gap}`).toBeLessThanOrEqual(CLOSE * 2.5);
      }
      if (Math.abs(exact) > CLOSE * 2.5)
        expect(straight.status).toBe(exact > 0 ? Status.Separated : Status.Overlapping);
      const a = place(below, [1, 2, 3], turned);
      const [x, yy, z] = turn(turned, [0, y, 0]);
      const b = place(above, [1 + x, 2 + yy, 3 + z], turned);
      const truth = truthOf(a, b, Math.max(extent(a), extent(b)));
      expect(checkAnswer(a, b, truth, pairAnswer(measure(a, b, out)), EXACT).faults, `turned, gap ${gap}`).toEqual([]);
    }
  });
});

/** v turned by q, of any length. */
function turn(q: Quat, v: Vec3): Vec3 {
  const length = Math.hypot(...q);
  const [x, y, z, w] = q.map((c) => c / length);
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

describe('dimforge/parry#253, ncollide#181: a cuboid on a long walk', () => {
  const STEPS = sweep(5000, 100_000);
  const STRIDE = 0.1;
  const TURN = 0.01;

  test.each([
    ['box', boxBody(1, 0.5, 2)],
    ['hull', hullBody([0, 1, 0, 1, -1, 0.5, -1, -1, 0.5, 0, -1, -1, 0.5, 0.5, 0.5])],
    ['capsule', capsuleBody(1, 0.5)],
  ] as const)(`${STEPS} steps about a %s, seed ${SEED}: no failure, no leap`, (_, fixed) => {
    const random = seeded(SEED);
    const fixture = new TableFixture();
    const walker = boxBody(0.5, 0.75, 0.25);
    const [a, b] = [fixture.addBody(fixed), fixture.addBody(walker)];
    fixture.setPairs([a, b]);
    const position: Vec3 = [1.5, 0, 0];
    const rotation: Quat = [0, 0, 0, 1];
    const { separation, status } = fixture.list.results;
    // no point of the walker moves farther than its stride and its turn (half angle TURN / 2 per component) carry it
    const farthest = Math.hypot(0.5, 0.75, 0.25);
    let before = Number.NaN;
    const leaps: string[] = [];
    let [touched, apart] = [0, 0];
    for (let step = 0; step < STEPS; step++) {
      const old = [...rotation];
      let moved = 0;
      for (let c = 0; c < 3; c++) {
        // drawn back towards the middle, so that it stays about the surface
        const by = STRIDE * (random() - 0.5 - 0.005 * position[c]);
        position[c] += by;
        moved += by * by;
      }
      for (let c = 0; c < 4; c++) rotation[c] += TURN * (random() - 0.5);
      const length = Math.hypot(...rotation);
      for (let c = 0; c < 4; c++) rotation[c] = Math.fround(rotation[c] / length);
      const turned = 2 * Math.hypot(...rotation.map((c, k) => c - old[k]));
      fixture.pose(b, position, rotation);
      fixture.distance();
      const found = separation[3];
      if (status[0] === Status.Overlapping) touched++;
      else if (status[0] === Status.Separated) apart++;
      else leaps.push(`step ${step}: status ${status[0]}`);
      // the distance of two bodies changes by no more than the way of the fastest point; 1 % for the chord, f32 twice
      const limit = 1.01 * (Math.sqrt(moved) + turned * farthest) + 1e-6;
      if (step > 0 && !(Math.abs(found - before) <= limit)) leaps.push(`step ${step}: ${before} → ${found}, ${limit}`);
      before = found;
      if (step % 500 === 0) {
        const walking = place(walker, position, rotation);
        const truth = truthOf(fixed, walking, 4);
        const { faults } = checkAnswer(fixed, walking, truth, columnAnswer(fixture.results(), 0), SCALAR);
        leaps.push(...faults.map((fault) => `step ${step}: ${fault}`));
      }
    }
    expect(leaps.slice(0, 5)).toEqual([]);
    expect(touched).toBeGreaterThan(STEPS / 100);
    expect(apart).toBeGreaterThan(STEPS / 100);
  });
});

describe('bulletphysics/bullet3#1703, #2579, #889: scale', () => {
  test.each(PAIR_CLASSES)(`%s, times 1e-3 … 1e4, seed ${SEED}: as right at every scale`, (cls) => {
    const random = seeded(SEED);
    const faults: string[] = [];
    for (let k = 0; k < (/^hull-(64|128|256)$/.test(cls) ? sweep(2, 4) : sweep(6, 12)); k++) {
      const { a, b, size } = generatePair(cls, random);
      const base = measure(a, b).distance;
      for (const scale of [1e-3, 1e-2, 0.1, 10, 100, 1e4]) {
        const [s, t] = [scaled(a, scale), scaled(b, scale)];
        const truth = truthOf(s, t, size * scale);
        const found = checkAnswer(s, t, truth, pairAnswer(measure(s, t)), EXACT).faults;
        faults.push(...found.map((fault) => `pair ${k}, times ${scale}: ${fault}`));
      }
      // powers of two change no rounding, so the answer is the same to the last bit
      for (const scale of [2 ** -10, 2 ** 13]) {
        const found = measure(scaled(a, scale), scaled(b, scale)).distance;
        if (found !== base * scale) faults.push(`pair ${k}, times ${scale}: ${found / scale} for ${base}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

/** The body `scale` times as large, rounded to f32 again. */
function scaled(body: Body, scale: number): Body {
  const larger = { ...body, position: body.position.map((c) => c * scale) as Vec3 };
  larger.radius = Math.fround(body.radius * scale);
  larger.vertices = body.vertices.map((c) => Math.fround(c * scale));
  if (body.half) larger.half = body.half.map((c) => Math.fround(c * scale)) as Vec3;
  // rounding may make a hull's faces no longer its hull's
  return body.kind === 'hull'
    ? place({ ...hullBody(larger.vertices), radius: larger.radius }, larger.position, body.rotation)
    : larger;
}

describe('google-deepmind/mujoco_warp#1546: moved, swapped', () => {
  /** Rows of all classes with positions on a lattice of 2^-20 m, where adding whole metres is exact. */
  function loadAll(fixture: TableFixture, shift: Vec3, perClass: number): number {
    fixture.clear();
    const random = seeded(SEED);
    const ids: number[] = [];
    for (const cls of PAIR_CLASSES) {
      if (cls === 'far-origin' || cls === 'hull-128' || cls === 'hull-256') continue;
      for (let k = 0; k < perClass; k++) {
        const { a, b } = generatePair(cls, random);
        for (const body of [a, b]) {
          const position = body.position.map((c, i) => Math.round(c * 2 ** 20) / 2 ** 20 + shift[i]) as Vec3;
          ids.push(fixture.addBody({ ...body, position }));
        }
      }
    }
    fixture.setPairs(ids);
    return ids.length / 2;
  }

  const PER_CLASS = sweep(5, 10);
  const ROWS = 2 * PER_CLASS * PAIR_CLASSES.length;
  const capacity = { shapes: ROWS, vertices: 64 * ROWS, colliders: ROWS, pairs: 2 * ROWS };
  const columnsOf = ({ list: { results }, simplex, count }: TableFixture) =>
    [
      results.status.slice(0, count),
      results.separation.slice(0, 4 * count),
      results.offsetA.slice(0, 4 * count),
      results.offsetB.slice(0, 4 * count),
      simplex.slice(0, 8 * count),
    ].map((column) => Buffer.from(column.buffer));

  test.each([[[1, 0, 0]], [[0, 1000, 0]], [[-4096, 2 ** 20, 12_345]], [[1e7, -1e7, 1e7]]] as [Vec3][])(
    `by %j m, seed ${SEED}: the same bits`,
    (shift) => {
      const fixture = new TableFixture(capacity);
      loadAll(fixture, [0, 0, 0], PER_CLASS);
      fixture.distance();
      const here = columnsOf(fixture);
      loadAll(fixture, shift, PER_CLASS);
      fixture.distance();
      const there = columnsOf(fixture);
      here.forEach((column, k) => {
        expect(column.length).toBeGreaterThan(0);
        expect(there[k].equals(column), `column ${k}`).toBe(true);
      });
    },
  );

  test(`(b, a), seed ${SEED}: mirrored bits, simplexes as well, cold and warm`, () => {
    const fixture = new TableFixture(capacity);
    const n = loadAll(fixture, [0, 0, 0], PER_CLASS);
    const ids = [...fixture.list.pairs.ids.subarray(0, 2 * n)];
    fixture.setPairs([...ids, ...ids.map((_, k) => ids[k ^ 1])]);
    for (let run = 0; run < 2; run++) {
      fixture.distance();
      const results = fixture.results();
      for (let p = 0; p < n; p++) {
        expect(mirrored(results, p, n + p), `row ${p}, run ${run}`).toBe(true);
        const [row, twin] = [
          fixture.simplex.subarray(8 * p, 8 * p + 8),
          fixture.simplex.subarray(8 * (n + p), 8 * (n + p) + 8),
        ];
        expect([...twin.subarray(4), ...twin.subarray(0, 4)]).toEqual([...row]);
        expect(row[0]).not.toBe(UNUSED);
      }
    }
  });
});

describe('jrouwe/JoltPhysics#1383, sch-core#28: bad numbers', () => {
  const good = [boxBody(1, 1, 1), sphereBody(1), capsuleBody(1, 0.5), hullBody([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])];
  const bad = [Number.NaN, Infinity, -Infinity, 1e308, -1.7e308];
  const pairsOfKinds = good.flatMap((_, i) => good.map((__, j) => [i, j] as const));

  test.each(KERNELS)(
    '%s: in any component of either pose: Invalid, NaN, and the next row untouched',
    async (kernel) => {
      const engine = engines[KERNELS.indexOf(kernel)];
      const add = (body: Body) => addTo(engine, body);
      // a warm start may end on another last bit of f64, never of more than one of f32; wide kernels compute in f32
      const tolerance = (x: number) =>
        kernel === 'scalar' ? 2 ** -23 * Math.abs(x) + 1e-15 : boundsOf(kernel).distance;
      const empty = engine.scene.snapshot();
      for (const [i, j] of pairsOfKinds) {
        const [a, b] = [add(place(good[i], [0, 0, 0])), add(place(good[j], [1.5, 0.25, 0]))];
        const [c, d] = [add(place(good[i], [0, 0, 0])), add(place(good[j], [1.5, 0.25, 0]))];
        const list = engine.pairs;
        list.set([a, b, c, d, b, a]);
        const right = [...(await engine.distance(list)).separation.subarray(4, 8)];
        for (const id of [a, b]) {
          for (let component = 0; component < 7; component++) {
            const column = component < 3 ? engine.scene.positions : engine.scene.rotations;
            const at = 4 * id + (component < 3 ? component : component - 3);
            const kept = column[at];
            for (const value of bad) {
              column[at] = value;
              const results = await engine.distance(list);
              expect([...results.status.subarray(0, 3)]).toEqual([
                Status.Invalid,
                right[3] > 0 ? 0 : 1,
                Status.Invalid,
              ]);
              for (const columns of [results.separation, results.offsetA, results.offsetB]) {
                for (const row of [0, 2]) expect(columns.subarray(4 * row, 4 * row + 4).every(Number.isNaN)).toBe(true);
              }
              right.forEach((x, k) => {
                expect(Math.abs(results.separation[4 + k] - x)).toBeLessThanOrEqual(tolerance(x));
              });
              const flags = await engine.intersect(list);
              expect([flags.status[0], flags.status[2]]).toEqual([Status.Invalid, Status.Invalid]);
            }
            column[at] = kept;
          }
        }
        list.set([]);
        engine.scene.restore(empty);
      }
    },
  );

  test.each(KERNELS)('%s: a quaternion of zeros: Invalid; one of tiny or huge numbers: as good as any', (kernel) => {
    const engine = engines[KERNELS.indexOf(kernel)];
    const add = (body: Body) => addTo(engine, body);
    const empty = engine.scene.snapshot();
    const [a, b] = [add(boxBody(1, 1, 1)), add(place(boxBody(1, 1, 1), [3, 0, 0]))];
    engine.pairs.set([a, b]);
    for (const scale of [1, 1e-30, 1e30, -1]) {
      engine.scene.rotations.set([0, scale, 0, scale], 4 * b);
      const results = engine.distanceSync();
      expect(results.status[0]).toBe(Status.Separated);
      expect(Math.abs(results.distance(0) - 1)).toBeLessThanOrEqual(boundsOf(kernel).distance);
    }
    engine.scene.rotations.fill(0, 4 * b, 4 * b + 4);
    expect(engine.distanceSync().status[0]).toBe(Status.Invalid);
    expect(engine.distanceSync().distance(0)).toBeNaN();
    expect(engine.intersectSync().status[0]).toBe(Status.Invalid);
    engine.pairs.set([]);
    engine.scene.restore(empty);
  });

  test.each(pairsOfKinds)('kinds %i and %i a light year apart: Separated, and by how much', (i, j) => {
    const far = 9.46e15;
    const [a, b] = [good[i], place(good[j], [far, far, -far])];
    const { status, distance: found } = measure(a, b);
    expect(status).toBe(Status.Separated);
    // the shapes take off a few metres, f64 keeps a few more
    expect(Math.abs(found - Math.sqrt(3) * far)).toBeLessThanOrEqual(20);
    expect(intersect(shapeOf(a), a, shapeOf(b), b)).toBe(false);
  });
});
