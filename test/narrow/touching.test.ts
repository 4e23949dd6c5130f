/**
 * Boxes that touch exactly, as users stack them: flags are those of the scalar kernel, and nearly no row is left to it.
 */
import { box, createEngine, type Engine, Status, verify } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import { SWEPT_KERNELS } from '../support/kernels.ts';
import { sweep } from '../support/sweep.ts';
import { World } from '../support/world.ts';

const SEED = 0x70c4;

type Vec = readonly [number, number, number];
type Quat = readonly [number, number, number, number];

/** A box with half extents, at a position, with a rotation that all boxes of a scene share or one of its own. */
interface Placed {
  readonly half: Vec;
  readonly position: Vec;
  readonly rotation: Quat;
}
type Pair = readonly [Placed, Placed];

const LEVEL: Quat = [0, 0, 0, 1];

/** v turned by a quaternion of any length, in f64. */
function turned([x, y, z, w]: Quat, v: Vec): Vec {
  const s = 2 / (x * x + y * y + z * z + w * w);
  const [tx, ty, tz] = [s * (y * v[2] - z * v[1]), s * (z * v[0] - x * v[2]), s * (x * v[1] - y * v[0])];
  return [v[0] + w * tx + (y * tz - z * ty), v[1] + w * ty + (z * tx - x * tz), v[2] + w * tz + (x * ty - y * tx)];
}

const QUARTERS = 64;
/** A number of quarters of a unit: sums of them are exact. */
const quarters = (random: () => number, low: number, high: number) =>
  Math.round(between(random, low * QUARTERS, high * QUARTERS)) / QUARTERS;

/**
 * Boxes with parallel sides that touch in a face, an edge or a corner, and overlap across the others by a part. `gap` is
 * added along all axes in which they touch.
 */
function parallelPair(random: () => number, rotation: Quat, gap: number): Pair {
  const halfOf = (): Vec => [quarters(random, 0.25, 2), quarters(random, 0.25, 2), quarters(random, 0.25, 2)];
  const a = halfOf();
  const b = random() < 0.5 ? a : halfOf();
  const touching = 1 + Math.floor(random() * 7);
  const offset = a.map((own, k) => {
    const reach = own + b[k];
    if ((touching >> k) & 1) return (random() < 0.5 ? -1 : 1) * (reach + gap * reach);
    // no, a part of, or nearly all of the side
    return random() < 0.3 ? 0 : quarters(random, -0.95 * reach, 0.95 * reach);
  }) as unknown as Vec;
  const origin: Vec = [quarters(random, -500, 500), quarters(random, -500, 500), quarters(random, -500, 500)];
  const at = turned(rotation, offset);
  return [
    { half: a, position: origin, rotation },
    { half: b, position: [origin[0] + at[0], origin[1] + at[1], origin[2] + at[2]], rotation },
  ];
}

/** A corner or an edge of B in the middle of a face of A, which is level. */
function standingPair(random: () => number, isOnEdge: boolean, gap: number): Pair {
  const unit = new Float64Array(4);
  randomUnit(unit, 0, 4, random);
  const angle = between(random, 0.2, 1.2);
  const rotation = Float32Array.from(isOnEdge ? [Math.sin(angle), 0, 0, Math.cos(angle)] : unit) as unknown as Quat;
  const half: Vec = [between(random, 0.2, 1), between(random, 0.2, 1), between(random, 0.2, 1)].map(
    Math.fround,
  ) as unknown as Vec;
  let lowest = Infinity;
  for (let corner = 0; corner < 8; corner++) {
    const signs = half.map((h, k) => ((corner >> k) & 1 ? -h : h)) as unknown as Vec;
    lowest = Math.min(lowest, turned(rotation, signs)[1]);
  }
  const base: Vec = [3, 0.5, 3];
  return [
    { half: base, position: [0, 0, 0], rotation: LEVEL },
    { half, position: [between(random, -1, 1), base[1] - lowest + gap, between(random, -1, 1)], rotation },
  ];
}

/** One engine for pairs: each is two colliders, and the caller's order alternates. */
async function engineOf(kernel: 'scalar' | 'simd' | 'relaxed', pairs: readonly Pair[], flip = 0): Promise<Engine> {
  const capacity = { colliders: 2 * pairs.length, shapes: 2 * pairs.length, vertices: 16, pairs: pairs.length };
  const engine = await createEngine({ workers: 0, kernel, capacity, warmUp: false });
  const ids = pairs.map((pair) =>
    pair.map(({ half, position, rotation }) =>
      engine.scene.addCollider(engine.scene.addShape(box(...half)), { position, rotation }),
    ),
  );
  engine.pairs.set(ids.flatMap(([a, b], k) => (k % 2 === flip ? [a, b] : [b, a])));
  return engine;
}

/** Gaps as parts of the reach of both boxes. */
const GAPS = [0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3];

interface Contact {
  readonly pair: Pair;
  readonly gap: number;
  readonly isLevel: boolean;
}

/** Exact contacts of all classes, most without a gap, others a little apart or a little into each other. */
function contactsOf(count: number): Contact[] {
  const random = seeded(SEED);
  const unit = new Float64Array(4);
  return Array.from({ length: count }, (_, k) => {
    const gap = (random() < 0.5 ? -1 : 1) * GAPS[random() < 0.5 ? 0 : Math.floor(random() * GAPS.length)];
    if (k % 4 === 3) return { pair: standingPair(random, k % 8 === 3, gap), gap, isLevel: false };
    randomUnit(unit, 0, 4, random);
    const isLevel = k % 4 === 0;
    const rotation = isLevel ? LEVEL : (Float32Array.from(unit) as unknown as Quat);
    return { pair: parallelPair(random, rotation, gap), gap, isLevel };
  });
}

/** The signed distance of level boxes: the largest of the gaps along the axes, or the length of the positive ones. */
function levelDistance([a, b]: Pair): number {
  const gaps = a.half.map((half, k) => Math.abs(b.position[k] - a.position[k]) - (half + b.half[k]));
  const most = Math.max(...gaps);
  return most <= 0 ? most : Math.hypot(...gaps.map((gap) => Math.max(gap, 0)));
}

const sizeOf = (pair: Pair) => pair.reduce((sum, { half }) => sum + Math.hypot(...half), 0);

describe.each(SWEPT_KERNELS.filter((kernel) => kernel !== 'scalar'))('kernel %s', (kernel) => {
  const contacts = contactsOf(sweep(1200, 20_000));
  const pairs = contacts.map(({ pair }) => pair);
  let wide: Engine;
  let truth: Engine;
  beforeAll(async () => {
    wide = await engineOf(kernel, pairs);
    truth = await engineOf('scalar', pairs);
  });
  afterAll(async () => {
    await wide.close();
    await truth.close();
  });

  test(`overlap flags are those of the scalar kernel, and it gets no row (seed ${SEED})`, () => {
    const { status } = wide.intersectSync();
    expect(status).toEqual(truth.intersectSync().status);
    expect(wide.info.refined).toBe(0);
    for (const [p, { gap, isLevel }] of contacts.entries()) {
      if (isLevel) expect(status[p], JSON.stringify(pairs[p])).toBe(gap > 0 ? Status.Separated : Status.Overlapping);
    }
  });

  test.each([true, false])(`depth %s: flags and distances of the scalar kernel (seed ${SEED})`, (depth) => {
    // from a cold start, and from the simplexes of the last query
    for (let time = 0; time < 3; time++) {
      const before = wide.info.refined;
      const got = wide.distanceSync(wide.pairs, { depth });
      const refined = wide.info.refined - before;
      const want = truth.distanceSync(truth.pairs, { depth });
      const wrong = contacts.flatMap(({ pair, gap, isLevel }, p) => {
        const distance = got.distance(p);
        const isNear = Math.abs(distance - want.distance(p)) <= 1e-5 * sizeOf(pair);
        const error = isLevel && depth ? Math.abs(distance - levelDistance(pair)) : 0;
        const isInBound = error === 0 || error <= got.offsetA[4 * p + 3] + 1e-12;
        const isRight = got.status[p] === want.status[p] && isNear && isInBound;
        return isRight ? [] : [{ p, time, gap, pair, distance, error }];
      });
      expect(wrong).toEqual([]);
      expect(verify(got).worstError).toBeLessThan(1e-5);
      // those a little apart in an edge or a corner
      expect(refined).toBeLessThanOrEqual(0.1 * contacts.length);
    }
  });

  test(`exact contacts: the scalar kernel gets no row (seed ${SEED})`, async () => {
    const exact = contacts.filter(({ gap }) => gap === 0).map(({ pair }) => pair);
    expect(exact.length).toBeGreaterThan(0.4 * contacts.length);
    const engine = await engineOf(kernel, exact);
    for (let time = 0; time < 3; time++) {
      engine.distanceSync();
      engine.distanceSync(engine.pairs, { depth: true });
      engine.contactsSync(engine.pairs, { margin: 0.01, touching: 0.005, recycle: time * 1e-3 });
    }
    expect(engine.info.refined).toBe(0);
    await engine.close();
  });

  test(`(a, b) and (b, a) mirror each other (seed ${SEED})`, async () => {
    const swapped = await engineOf(kernel, pairs, 1);
    const same = await engineOf(kernel, pairs);
    const got = same.distanceSync(same.pairs, { depth: true });
    const twin = swapped.distanceSync(swapped.pairs, { depth: true });
    expect(twin.status).toEqual(got.status);
    const negative = (column: Float32Array) => column.map((x, k) => (k % 4 === 3 ? x : 0 - x));
    const plain = (column: Float32Array) => column.map((x) => x + 0);
    expect(plain(twin.separation)).toEqual(negative(got.separation));
    const offsets = (column: Float32Array) => column.filter((_, k) => k % 4 !== 3);
    expect(offsets(twin.offsetA)).toEqual(offsets(got.offsetB));
    expect(offsets(twin.offsetB)).toEqual(offsets(got.offsetA));
    await swapped.close();
    await same.close();
  });
});

/** Rows of a pyramid of crates without gaps, each on two. */
const ROWS = 25;

function pyramid(world: World): number[] {
  world.ground();
  const crate = box(0.5, 0.5, 0.5);
  const ids: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let k = 0; k < ROWS - row; k++) {
      ids.push(world.add(crate, { position: [k - (ROWS - 1 - row) / 2, 0.5 + row, 0] }));
    }
  }
  return ids;
}

const CAPACITY = { capacity: { pairs: 16_384 }, kernel: 'simd' } as const;

test('a pyramid of 25 rows without gaps: the scalar kernel gets no row of the first step, and 1 % later', () =>
  World.with(CAPACITY, (world) => {
    pyramid(world);
    const left: number[] = [];
    world.run(20, () => {
      left.push(world.engine.info.refined);
      expect(world.dynamics.stats.pairs).toBeGreaterThan(900);
    });
    expect(left[0]).toBe(0);
    expect(left[19]).toBeLessThan(0.01 * 20 * 900);
  }));

test('a pyramid without gaps: the same bytes for every number of workers', async () => {
  const run = (workers: number) =>
    World.with({ ...CAPACITY, workers }, (world) => {
      const ids = pyramid(world);
      world.run(10);
      return ids.map((id) => world.position(id));
    });
  expect(await run(2)).toEqual(await run(0));
});
