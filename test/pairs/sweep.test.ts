import { readFileSync } from 'node:fs';
import { box, createEngine, type Engine, type PairList, rounded } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { Sweep } from '../../src/pairs/sweep.ts';
import { BOUNDS_STRIDE, type BoundsTable, bindBounds, boundsTableBytes } from '../../src/scene/boundsTable.ts';
import { seeded } from '../random.ts';

function tableOf(rows: number): BoundsTable {
  return bindBounds(new ArrayBuffer(boundsTableBytes(rows)), 0, rows);
}

/** Pairs as one sorted list of numbers: a · 2³² + b would not be exact, a · 2²⁰ + b is. */
function keys(ids: Uint32Array, count: number): number[] {
  return Array.from({ length: count }, (_, p) => ids[2 * p]! * 2 ** 20 + ids[2 * p + 1]!).sort((p, q) => p - q);
}

/** Oracle: every box against every other, by the largest gap along an axis. NaN is near nothing. */
function bruteForce(boxes: Float64Array, rows: number, margin: number): number[] {
  const found: number[] = [];
  for (let a = 0; a < rows; a++) {
    for (let b = a + 1; b < rows; b++) {
      let near = true;
      for (let c = 0; c < 3; c++) {
        const p = BOUNDS_STRIDE * a + c;
        const q = BOUNDS_STRIDE * b + c;
        if (!(Math.max(boxes[p]! - boxes[q + 3]!, boxes[q]! - boxes[p + 3]!) <= margin)) near = false;
      }
      if (near) found.push(a * 2 ** 20 + b);
    }
  }
  return found;
}

function check(sweep: Sweep, bounds: BoundsTable, rows: number, margin: number): number {
  const count = sweep.run(bounds, rows, margin, Infinity);
  expect(keys(sweep.found, count)).toEqual(bruteForce(bounds.boxes, rows, margin));
  for (let p = 0; p < count; p++) expect(sweep.found[2 * p]!).toBeLessThan(sweep.found[2 * p + 1]!);
  return count;
}

interface World {
  readonly rows: number;
  /** Where (m). */
  readonly origin: number;
  /** Ratio of the largest size to the smallest. */
  readonly ratio: number;
  /** Side of the world, in mean sizes. */
  readonly side: number;
  /** Part of the rows that is NaN. */
  readonly gone: number;
}

function fill({ boxes }: BoundsTable, world: World, random: () => number): void {
  for (let row = 0; row < world.rows; row++) {
    const at = BOUNDS_STRIDE * row;
    const size = world.ratio ** (random() - 1);
    for (let c = 0; c < 3; c++) {
      const low = world.origin + world.side * random();
      boxes[at + c] = low;
      boxes[at + 3 + c] = low + size * (0.2 + random());
    }
    if (random() < world.gone) boxes.fill(NaN, at, at + BOUNDS_STRIDE);
  }
}

/** Moves every row along by up to `by`. */
function drift({ boxes }: BoundsTable, rows: number, by: number, random: () => number): void {
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < 3; c++) {
      const step = by * (2 * random() - 1);
      boxes[BOUNDS_STRIDE * row + c]! += step;
      boxes[BOUNDS_STRIDE * row + 3 + c]! += step;
    }
  }
}

describe('the same pairs as brute force', () => {
  const worlds: [string, World][] = [
    ['boxes of one size', { rows: 300, origin: 0, ratio: 1, side: 6, gone: 0 }],
    ['sizes from 1 to 10,000', { rows: 300, origin: 0, ratio: 1e4, side: 2, gone: 0 }],
    ['10,000 km from the origin', { rows: 300, origin: 1e7, ratio: 100, side: 3, gone: 0 }],
    ['beyond the origin', { rows: 300, origin: -1e9, ratio: 10, side: 4, gone: 0.1 }],
    ['half of them removed', { rows: 300, origin: 0, ratio: 10, side: 3, gone: 0.5 }],
    ['nearly all removed', { rows: 64, origin: 0, ratio: 10, side: 1, gone: 0.97 }],
  ];
  test.each(worlds)('%s, at rest, in motion, with margins (seed 0x53ee9)', (_, world) => {
    const random = seeded(0x53ee9);
    const sweep = new Sweep(); // one for all frames: it keeps its order
    const bounds = tableOf(world.rows);
    let most = 0;
    for (let scene = 0; scene < 3; scene++) {
      fill(bounds, world, random);
      for (let frame = 0; frame < 4; frame++) {
        most = Math.max(most, check(sweep, bounds, world.rows, [0, 0.05, 0.3, 1e-9][frame]!));
        drift(bounds, world.rows, 0.1, random);
        if (world.gone > 0) bounds.boxes.fill(NaN, 6 * frame, 6 * frame + 6);
      }
    }
    if (world.gone < 0.9) expect(most).toBeGreaterThan(100);
  });

  test.each([
    ['a cube', 2000, [20, 20, 20]],
    ['a plain', 2000, [150, 1, 150]],
    ['a pole', 2000, [1, 400, 1]],
    ['one place', 300, [0, 0, 0]],
  ])('stones in %s, among walls and floors that are large (seed 0x9120d)', (_, rows, sides) => {
    const random = seeded(0x9120d);
    const sweep = new Sweep();
    const bounds = tableOf(rows);
    for (const margin of [0, 0.2]) {
      for (let row = 0; row < rows; row++) {
        // every hundredth is a wall, a beam or a floor across all of it, or nearly
        const wide = row % 100 === 0 ? [0, 1, 2].map(() => random() < 0.6) : [false, false, false];
        for (let c = 0; c < 3; c++) {
          const at = BOUNDS_STRIDE * row + c;
          bounds.boxes[at] = wide[c] ? -random() : sides[c]! * random();
          bounds.boxes[at + 3] = wide[c] ? sides[c]! * (0.7 + 0.5 * random()) + 1 : bounds.boxes[at]! + 0.3 + random();
        }
      }
      expect(check(sweep, bounds, rows, margin)).toBeGreaterThan(1000);
      drift(bounds, rows, 0.05, random);
      check(sweep, bounds, rows, margin);
    }
  });

  test('sizes vary in number from frame to frame', () => {
    const random = seeded(0x512e);
    const sweep = new Sweep();
    const bounds = tableOf(200);
    for (const rows of [0, 1, 2, 3, 200, 5, 0, 64, 65, 200, 63]) {
      fill(bounds, { rows, origin: 0, ratio: 10, side: 1.5, gone: 0.1 }, random);
      check(sweep, bounds, rows, 0);
    }
  });

  test('touching and tied boxes on a grid; margins that just reach', () => {
    // a 6 × 6 × 6 lattice of unit cubes, face to face: every comparison is a tie
    const bounds = tableOf(216);
    const random = seeded(0x71e5);
    const order = Array.from({ length: 216 }, (_, k) => k).sort(() => random() - 0.5);
    for (const [row, cell] of order.entries()) {
      const low = [cell % 6, Math.floor(cell / 6) % 6, Math.floor(cell / 36)];
      bounds.boxes.set([...low, ...low.map((x) => x + 1)], BOUNDS_STRIDE * row);
    }
    // neighbours in a lattice, corners included: ((3·6 − 2)³ − 6³) / 2
    expect(check(new Sweep(), bounds, 216, 0)).toBe((16 ** 3 - 216) / 2);
    for (let row = 0; row < 216; row++) {
      for (let c = 3; c < 6; c++) bounds.boxes[BOUNDS_STRIDE * row + c]! -= 0.25;
    }
    const sweep = new Sweep();
    expect(check(sweep, bounds, 216, 0)).toBe(0);
    expect(check(sweep, bounds, 216, 0.25)).toBe((16 ** 3 - 216) / 2);
    expect(check(sweep, bounds, 216, 0.25 - 2 ** -54)).toBe(0);
  });

  test('a margin at the edge of rounding does not depend on the order', () => {
    // gap 0.1 + 0.2 style numbers: whichever box comes first, the same answer
    const random = seeded(0xed9e);
    for (let round = 0; round < 2000; round++) {
      const margin = random();
      const bounds = tableOf(2);
      const low = 10 * random();
      // b begins one margin behind a's end on y, up to an ulp; on x both begin together, so either may come first
      const gapEnd = low + 1 + margin;
      const a = [0, low, 0, 1, low + 1, 1];
      const b = [0, gapEnd, 0, 1, gapEnd + 1, 1];
      bounds.boxes.set([...a, ...b]);
      const one = new Sweep().run(bounds, 2, margin, 9);
      bounds.boxes.set([...b, ...a]);
      expect(new Sweep().run(bounds, 2, margin, 9)).toBe(one);
    }
  });
});

test.each([0, 1, 2])('%i colliders', (rows) => {
  const bounds = tableOf(4);
  bounds.boxes.set([0, 0, 0, 1, 1, 1, 0.5, 0.5, 0.5, 2, 2, 2]);
  expect(new Sweep().run(bounds, rows, 0, 9)).toBe(rows === 2 ? 1 : 0);
});

test('beyond the limit pairs are counted, and not kept', () => {
  const rows = 400;
  const bounds = tableOf(rows);
  for (let row = 0; row < rows; row++) bounds.boxes.set([0, 0, 0, 1, 1, 1], BOUNDS_STRIDE * row);
  const sweep = new Sweep();
  const held = sweep.found.length;
  expect(sweep.run(bounds, rows, 0, 10)).toBe((rows * (rows - 1)) / 2);
  expect(sweep.found.length).toBe(held);
  expect(sweep.run(bounds, rows, 0, Infinity)).toBe((rows * (rows - 1)) / 2);
});

// ---- findPairs -------------------------------------------------------------------------------------------------------

function listOf(pairs: PairList): number[] {
  const found = Array.from(pairs.ids.subarray(0, 2 * pairs.count));
  for (let p = 1; p < pairs.count; p++) {
    const [a, b, c, d] = found.slice(2 * p - 2, 2 * p + 2) as [number, number, number, number];
    expect(a < c || (a === c && b < d), `row ${p} is ordered`).toBe(true);
  }
  return found;
}

describe('findPairs', () => {
  const small = { shapes: 8, vertices: 64, colliders: 400, pairs: 20_000 };

  test('is ordered, and depends on the scene alone, not on what came before', async () => {
    const random = seeded(0xf19d);
    const engines = await Promise.all([0, 0, 0].map(() => createEngine({ workers: 0, capacity: small })));
    for (const engine of engines) engine.scene.addColliders(engine.scene.addShape(box(0.5, 0.4, 0.3)), 400);
    const [steady, jumpy, fresh] = engines as [Engine, Engine, Engine];
    const place = (engine: Engine, seed: number) => {
      const next = seeded(seed);
      engine.scene.positions.forEach((_, k, positions) => {
        positions[k] = 6 * next();
      });
    };
    place(steady, 1);
    for (let frame = 0; frame < 20; frame++) {
      const { positions } = steady.scene;
      positions.forEach((_, k) => {
        positions[k]! += 0.02 * (random() - 0.5);
      });
      const want = listOf(steady.findPairsSync({ margin: 0.1 }));
      expect(want.length).toBeGreaterThan(200);
      expect(listOf(steady.findPairsSync({ margin: 0.1 }))).toEqual(want);
      place(jumpy, frame);
      jumpy.findPairsSync();
      jumpy.scene.positions.set(positions);
      expect(listOf(jumpy.findPairsSync({ margin: 0.1 }))).toEqual(want);
      if (frame === 19) {
        fresh.scene.positions.set(positions);
        expect(listOf(await fresh.findPairs({ margin: 0.1 }))).toEqual(want);
      }
    }
    await Promise.all(engines.map((engine) => engine.close()));
  });

  test('leaves out removed colliders and bad poses, and takes them back', async () => {
    const engine = await createEngine({ workers: 0, capacity: small });
    const { scene } = engine;
    const shape = scene.addShape(box(1, 1, 1));
    scene.addColliders(shape, 4);
    expect(listOf(engine.findPairsSync())).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]);
    scene.removeCollider(1);
    scene.positions[8] = NaN;
    expect(listOf(engine.findPairsSync())).toEqual([0, 3]);
    expect(engine.info.invalidColliders).toBe(1);
    expect(scene.addCollider(shape)).toBe(1);
    scene.positions[8] = 0;
    expect(listOf(engine.findPairsSync())).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]);
    expect(engine.info.invalidColliders).toBe(0);
    await engine.close();
  });

  test('one collider under all others', async () => {
    const engine = await createEngine({ workers: 0, capacity: small });
    const { scene } = engine;
    scene.addCollider(scene.addShape(box(1000, 1, 1000)));
    const random = seeded(0x960d);
    const crate = scene.addShape(box(0.5, 0.5, 0.5));
    for (let k = 0; k < 300; k++)
      scene.addCollider(crate, { position: [1800 * random() - 900, 1.2, 1800 * random() - 900] });
    const found = listOf(engine.findPairsSync());
    expect(found.filter((_, k) => k % 2 === 0).filter((a) => a === 0)).toHaveLength(300);
    await engine.close();
  });
});

// ---- recorded scenes -------------------------------------------------------------------------------------------------

/** 10 f32 per cuboid, little-endian: half extents, position, quaternion x y z w. */
function recorded(name: string): Float32Array {
  const bytes = readFileSync(new URL(`../../scenes/data/boxes-${name}.bin`, import.meta.url));
  return Float32Array.from({ length: bytes.length / 4 }, (_, k) => bytes.readFloatLE(4 * k));
}

/** Rounded by 2 % of the largest full extent, as f32. */
const roundingOf = (half: ArrayLike<number>) => Math.fround(0.04 * Math.max(half[0]!, half[1]!, half[2]!));

/** World bounds in f64 by rotation matrices from quaternions, independent of the library. */
function exactBounds(data: Float32Array): Float64Array {
  const boxes = new Float64Array((data.length / 10) * BOUNDS_STRIDE);
  for (let k = 0; k < data.length / 10; k++) {
    const [hx, hy, hz, px, py, pz, qx, qy, qz, qw] = [...data.subarray(10 * k, 10 * k + 10)] as number[];
    const n = Math.hypot(qx!, qy!, qz!, qw!);
    const [x, y, z, w] = [qx! / n, qy! / n, qz! / n, qw! / n];
    const rows = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
      [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
      [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ];
    const radius = roundingOf([hx!, hy!, hz!]);
    for (const [c, [r0, r1, r2]] of rows.entries()) {
      const reach = Math.abs(r0!) * hx! + Math.abs(r1!) * hy! + Math.abs(r2!) * hz! + radius;
      boxes[BOUNDS_STRIDE * k + c] = [px, py, pz][c]! - reach;
      boxes[BOUNDS_STRIDE * k + 3 + c] = [px, py, pz][c]! + reach;
    }
  }
  return boxes;
}

describe('5,000 recorded cuboids', () => {
  test.each([
    ['falling', 22_292],
    ['settled', 29_602],
  ])('%s: %i pairs, as by brute force', async (name, expected) => {
    const data = recorded(name);
    const count = data.length / 10;
    expect(count).toBe(5000);
    const capacity = { shapes: count, vertices: 4, colliders: count, pairs: 40_000 };
    const engine = await createEngine({ workers: 0, capacity });
    for (let k = 0; k < count; k++) {
      const at = 10 * k;
      const half = data.subarray(at, at + 3);
      const shape = engine.scene.addShape(rounded(box(half[0]!, half[1]!, half[2]!), roundingOf(half)));
      // the columns themselves, so that the recorded bits are what is asked about
      const id = engine.scene.addCollider(shape);
      engine.scene.positions.set(data.subarray(at + 3, at + 6), 4 * id);
      engine.scene.rotations.set(data.subarray(at + 6, at + 10), 4 * id);
    }
    const { ids, count: found } = engine.findPairsSync();
    expect(found).toBe(expected);
    listOf(engine.pairs);
    expect(keys(ids, found)).toEqual(bruteForce(exactBounds(data), count, 0));
    await engine.close();
  });
});
