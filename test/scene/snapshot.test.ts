import { crc32 } from 'node:zlib';
import {
  box,
  createEngine,
  cylinder,
  type Engine,
  halfSpace,
  hull,
  QueryError,
  rounded,
  type Shape,
  sphere,
} from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_UNBOUNDED } from '../../src/memory/capacity.ts';
import { bytesOf, everyShape, fillMixed, same, stir } from '../support/mixedScene.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x54a95;
const CAPACITY = { shapes: 40, vertices: 1024, parts: 16, colliders: 64, pairs: 4096 };
const COLLIDERS = 40;
/** Byte offsets in a snapshot. */
const CHECKSUM = 12;
const COUNTS = 16;
const COLUMNS = 80;

const engines: Engine[] = [];
async function anEngine(capacity: object = CAPACITY): Promise<Engine> {
  const engine = await createEngine({ workers: 0, capacity });
  engines.push(engine);
  return engine;
}
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

/** A scene with all that a snapshot can hold: every shape, removed rows, a bad pose. */
function fillScene(engine: Engine): void {
  fillMixed(engine, COLLIDERS, SEED);
  for (const id of [3, 17, 5]) engine.scene.removeCollider(id);
  engine.scene.positions[4 * 20] = NaN;
}

let source: Engine;
let bytes: Uint8Array;
beforeAll(async () => {
  source = await anEngine();
  fillScene(source);
  bytes = source.scene.snapshot();
});

/** Every answer about a scene, from cold. */
function answersOf(engine: Engine): Uint8Array[] {
  engine.pairs.set([]);
  engine.findPairsSync({ margin: 0.2 });
  const found = Uint8Array.from(engine.pairs.ids.subarray(0, 2 * engine.pairs.count));
  const gaps = engine.distanceSync();
  for (let p = 0; p < engine.pairs.count; p += 7) gaps.read(p);
  return [found, bytesOf(gaps), bytesOf(engine.intersectSync())];
}

const equal = (left: Uint8Array[], right: Uint8Array[]) => left.every((answer, k) => same(answer, right[k]));

describe('round trip', () => {
  test('restore and snapshot again: the same bytes', async () => {
    const engine = await anEngine();
    engine.scene.restore(bytes);
    expect(same(engine.scene.snapshot(), bytes)).toBe(true);
    expect([engine.scene.count, engine.scene.rows, engine.scene.shapeCount]).toEqual([COLLIDERS - 3, COLLIDERS, 17]);
    expect([...engine.scene.shapes.subarray(0, COLLIDERS)]).toEqual([...source.scene.shapes.subarray(0, COLLIDERS)]);
  });

  test('a round shape after a hull comes back', async () => {
    const [from, to] = [await anEngine(), await anEngine()];
    for (const shape of [hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), cylinder(0.5, 0.2), box(1, 1, 1)]) {
      from.scene.addCollider(from.scene.addShape(shape));
    }
    const taken = from.scene.snapshot();
    to.scene.restore(taken);
    expect(same(to.scene.snapshot(), taken)).toBe(true);
  });

  test('a fresh engine gives the same bytes of answers, in any memory that is large enough', async () => {
    const want = answersOf(source);
    expect(want[0].length).toBeGreaterThan(60);
    for (const capacity of [CAPACITY, { shapes: 17, vertices: 320, parts: 4, colliders: COLLIDERS, pairs: 2000 }]) {
      const engine = await anEngine(capacity);
      engine.scene.restore(bytes);
      expect(equal(answersOf(engine), want)).toBe(true);
    }
  });

  test('what follows a restore does not depend on what came before it', async () => {
    const want = answersOf(source);
    const engine = await anEngine();
    fillScene(engine);
    engine.findPairsSync({ margin: 0.2 });
    for (let k = 0; k < 5; k++) {
      engine.distanceSync();
      stir(engine, 0.1, k);
    }
    engine.scene.restore(bytes);
    // the list kept its ids and lost its warm start
    expect(same(bytesOf(engine.distanceSync()), want[1])).toBe(true);
    expect(equal(answersOf(engine), want)).toBe(true);
  });

  test('colliders can be added afterwards, on the removed rows first', async () => {
    const engine = await anEngine();
    engine.scene.restore(bytes);
    expect([0, 1, 2, 3].map(() => engine.scene.addCollider(0))).toEqual([5, 17, 3, COLLIDERS]);
  });

  test('an empty scene, and bytes at an odd offset or in shared memory', async () => {
    const empty = (await anEngine()).scene.snapshot();
    expect(empty.length).toBe(COLUMNS);
    const engine = await anEngine();
    const shifted = new Uint8Array(new SharedArrayBuffer(bytes.length + 3), 3);
    shifted.set(bytes);
    engine.scene.restore(shifted);
    expect(same(engine.scene.snapshot(), bytes)).toBe(true);
    engine.scene.restore(empty);
    expect([engine.scene.count, engine.scene.rows, engine.scene.shapeCount]).toEqual([0, 0, 0]);
    expect(same(engine.scene.snapshot(), empty)).toBe(true);
  });

  test('as many half-spaces as a scene may have', async () => {
    const engine = await anEngine({ ...CAPACITY, colliders: MOST_UNBOUNDED });
    const floor = engine.scene.addShape(halfSpace());
    for (let k = 0; k < MOST_UNBOUNDED; k++) engine.scene.addCollider(floor, { position: [0, -k, 0], static: true });
    const full = engine.scene.snapshot();
    engine.scene.restore(full);
    expect(same(engine.scene.snapshot(), full)).toBe(true);
    expect(engine.scene.count).toBe(MOST_UNBOUNDED);
  });

  test('shapes of every size survive', async () => {
    const shapes: Shape[] = [
      box(1e-44, 1, 1),
      box(1e-45, 1e-45, 1e-45),
      sphere(1e-45),
      sphere(1e18),
      box(1e18, 1, 1e-30),
    ];
    shapes.push(rounded(hull([0, 0, 0, 1e-40, 0, 0, 0, 1e-40, 0, 0, 0, 1e-40]), 1e-6), hull([7, 8, 9]));
    const engine = await anEngine();
    for (const shape of shapes) engine.scene.addShape(shape);
    const copy = engine.scene.snapshot();
    engine.scene.restore(copy);
    expect(same(engine.scene.snapshot(), copy)).toBe(true);
  });
});

/** Restores; @returns the error's message, or '' */
function tryRestore(engine: Engine, damaged: Uint8Array): string {
  try {
    engine.scene.restore(damaged);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError);
    return (error as Error).message;
  }
}

/** The same bytes with a checksum that fits them. */
function signed(damaged: Uint8Array): Uint8Array {
  const sum = crc32(damaged.subarray(CHECKSUM + 4), crc32(damaged.subarray(0, CHECKSUM)));
  new DataView(damaged.buffer, damaged.byteOffset).setUint32(CHECKSUM, sum, true);
  return damaged;
}

/** Damaged snapshots. */
const ROUNDS = sweep(2000, 10_000);

describe('refused, and the scene as it was', () => {
  test(`${ROUNDS} flipped bytes and truncations (seed 0x${SEED.toString(16)})`, async () => {
    const random = seeded(SEED);
    const engine = await anEngine();
    engine.scene.addCollider(engine.scene.addShape(sphere(1)));
    const before = engine.scene.snapshot();
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const cut = round % 4 === 0 ? Math.floor(bytes.length * random()) : bytes.length;
      const damaged = bytes.slice(0, cut);
      for (let flips = round % 4 === 0 ? 0 : 1 + (round % 3); flips > 0; flips--) {
        const at = Math.floor(cut * random());
        damaged[at] = damaged[at] ^ (1 + Math.floor(255 * random()));
      }
      if (same(damaged, bytes)) continue; // two flips of one byte undid each other
      const message = tryRestore(engine, damaged);
      expect(message, `round ${round}`).toMatch(/^scene\.restore: bytes: expected /);
      refused++;
      if (round % 50 === 0) expect(same(engine.scene.snapshot(), before), `round ${round}`).toBe(true);
    }
    expect(refused).toBeGreaterThan(0.999 * ROUNDS);
    expect(same(engine.scene.snapshot(), before)).toBe(true);
  });

  test('bytes of another origin', async () => {
    const engine = await anEngine();
    const sentence = (damaged: unknown) => tryRestore(engine, damaged as Uint8Array);
    expect(sentence(new Uint8Array(0))).toBe('scene.restore: bytes: expected a snapshot, got 0 bytes');
    expect(sentence(new Uint8Array(500))).toBe(
      'scene.restore: bytes: expected a snapshot made by snapshot(), got other bytes',
    );
    expect(sentence('HSTM')).toBe("scene.restore: bytes: expected a Uint8Array made by snapshot(), got 'HSTM'");
    expect(sentence(null)).toBe('scene.restore: bytes: expected a Uint8Array made by snapshot(), got null');
    expect(sentence(bytes.slice(0, -1))).toBe(
      `scene.restore: bytes: expected ${bytes.length} bytes, got ${bytes.length - 1}: cut off or run together`,
    );
    expect(sentence(Uint8Array.from([...bytes, 0]))).toMatch(/cut off or run together$/);
    const newer = bytes.slice();
    newer[4] = 200;
    expect(sentence(signed(newer))).toMatch(/expected a snapshot of version 2 to 6, got version 200$/);
    const torn = bytes.slice();
    torn[COLUMNS] = torn[COLUMNS] ^ 1;
    expect(sentence(torn)).toBe(
      'scene.restore: bytes: expected bytes as snapshot() made them, got damaged ones (checksum)',
    );
  });

  test.each([
    ['shapes', 16, 17],
    ['vertices', 100, undefined],
    ['colliders', COLLIDERS - 1, COLLIDERS],
  ])('an engine with too little room for %s', async (name, most, needed) => {
    const engine = await anEngine({ ...CAPACITY, [name]: most });
    const before = engine.scene.snapshot();
    const message = tryRestore(engine, bytes);
    expect(message).toMatch(
      new RegExp(
        `^scene\\.restore: bytes: expected a scene of at most ${most} ${name} \\(raise capacity\\.${name}\\), got \\d+$`,
      ),
    );
    // the number it names is enough
    const got = Number(/got (\d+)$/.exec(message)![1]);
    if (needed) expect(got).toBe(needed);
    expect(same(engine.scene.snapshot(), before)).toBe(true);
    (await anEngine({ ...CAPACITY, [name]: got })).scene.restore(bytes);
  });
});

describe('damage that the checksum does not see', () => {
  /** Values that are an edge of something, as u32. */
  const EDGES = [
    0, 1, 3, 4, 7, 255, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0x7f800000, 0x7fc00000, 0xff800000,
    0x7f7fffff, 0x00000001, 0x3f800000,
  ];

  /** Changes bytes or words anywhere, more often where there are counts and shapes. */
  function damage(random: () => number): Uint8Array {
    const damaged = bytes.slice();
    const view = new DataView(damaged.buffer);
    for (let changes = 1 + Math.floor(3 * random()); changes > 0; changes--) {
      const end = random() < 0.2 ? COLUMNS : random() < 0.5 ? COLUMNS + 17 * 64 : bytes.length;
      const at = COUNTS + Math.floor((end - COUNTS) * random());
      if (random() < 0.4) damaged[at] = Math.floor(256 * random());
      else if (random() < 0.3) view.setUint32(at - (at % 4), Math.floor(2000 * random()), true);
      else if (random() < 0.5) view.setUint32(at - (at % 4), EDGES[Math.floor(EDGES.length * random())], true);
      else view.setUint32(at - (at % 4), view.getUint32(at - (at % 4), true) + (random() < 0.5 ? 1 : -1), true);
    }
    return signed(damaged);
  }

  test('every index of the pools and of the colliders, pointed beyond', async () => {
    const engine = await anEngine();
    const counts = new DataView(bytes.buffer);
    const [shapes, vertices, neighbors, cells, rows] = [0, 1, 2, 3, 4].map((k) =>
      counts.getUint32(COUNTS + 4 * k, true),
    );
    const pools = COLUMNS + 4 * (16 * shapes! + 3 * vertices!);
    const cellPool = pools + 4 * neighbors!;
    const colliders = cellPool + 2 * cells! + (4 * 8 + 2 * 8) * vertices! + (4 * 8 + 4 * 4) * rows!;
    const indices = [
      ...Array.from({ length: neighbors! }, (_, k) => pools + 4 * k),
      ...Array.from({ length: cells! }, (_, k) => cellPool + 2 * k),
      ...Array.from({ length: rows! }, (_, k) => colliders + 4 * k),
    ];
    expect(cells).toBeGreaterThan(100);
    for (const at of indices) {
      const damaged = bytes.slice();
      const view = new DataView(damaged.buffer);
      if (at >= cellPool && at < cellPool + 2 * cells!) view.setUint16(at, 0xffff, true);
      else view.setUint32(at, 0xffffff, true);
      expect(tryRestore(engine, signed(damaged)), `byte ${at}`).toMatch(/^scene\.restore: bytes: expected /);
    }
    expect(engine.scene.rows).toBe(0);
  });

  test('vertices that two shapes share, and a direction cell without a vertex', async () => {
    const engine = await anEngine();
    const view = new DataView(bytes.buffer);
    const word = (row: number, k: number) => COLUMNS + 64 * row + 4 * k;
    const hulls = Array.from({ length: view.getUint32(COUNTS, true) }, (_, row) => row).filter(
      (row) => view.getUint32(word(row, 9), true) > 0,
    );
    expect(hulls.length).toBeGreaterThan(1);
    const [first, second] = hulls as [number, number];
    const shared = bytes.slice();
    const begin = view.getUint32(word(first, 5), true);
    new DataView(shared.buffer).setUint32(word(second, 5), begin, true);
    expect(tryRestore(engine, signed(shared))).toMatch(
      new RegExp(`^scene\\.restore: bytes: expected vertices of shape ${second} at \\d+, got elsewhere$`),
    );
    const [vertices, neighbors] = [1, 2].map((k) => view.getUint32(COUNTS + 4 * k, true));
    const cellPool = word(view.getUint32(COUNTS, true), 0) + 12 * vertices! + 4 * neighbors!;
    const start = cellPool + 2 * view.getUint32(word(first, 8), true);
    const empty = bytes.slice();
    new DataView(empty.buffer).setUint16(start + 2, 0, true);
    expect(tryRestore(engine, signed(empty))).toBe(
      `scene.restore: bytes: expected sound shapes, got a bad shape ${first}`,
    );
  });

  test('contact faces: their number, their loops, their planes', async () => {
    const engine = await anEngine();
    const view = new DataView(bytes.buffer);
    const [shapes, vertices, neighbors, cells] = [0, 1, 2, 3].map((k) => view.getUint32(COUNTS + 4 * k, true));
    const word = (row: number, k: number) => COLUMNS + 64 * row + 4 * k;
    const planes = COLUMNS + 64 * shapes! + 12 * vertices! + 4 * neighbors! + 2 * cells!;
    const loops = planes + 32 * vertices!;
    const rows = Array.from({ length: shapes! }, (_, row) => row);
    const solid = rows.filter((row) => view.getUint32(word(row, 12), true) > 3);
    expect(solid.length).toBeGreaterThan(2);
    const refusal = (change: (damaged: DataView) => void) => {
      const damaged = bytes.slice();
      change(new DataView(damaged.buffer));
      return tryRestore(engine, signed(damaged));
    };
    for (const row of solid) {
      const begin = view.getUint32(word(row, 5), true);
      const count = view.getUint32(word(row, 12), true);
      const padded = 4 * Math.ceil(count / 4);
      const plane = (k: number, face: number) => planes + 4 * (8 * begin + k * padded + face);
      const loop = (k: number) => loops + 2 * (8 * begin + k);
      const ids = view.getUint16(loop(count), true);
      const sentence = `scene.restore: bytes: expected sound contact faces, got bad ones of shape ${row}`;
      const changes: [string, (damaged: DataView) => void][] = [
        ['many faces', (d) => d.setUint32(word(row, 12), 0xffffffff, true)],
        ['more faces than the vertices can have', (d) => d.setUint32(word(row, 12), 2 * 8 * 4096, true)],
        ['one face more', (d) => d.setUint32(word(row, 12), count + 1, true)],
        ['NaN in a normal', (d) => d.setFloat32(plane(1, 2), NaN, true)],
        ['a normal that is not unit', (d) => d.setFloat32(plane(2, count - 1), 3, true)],
        ['an infinite offset', (d) => d.setFloat32(plane(3, 1), Infinity, true)],
        ['a NaN offset', (d) => d.setFloat32(plane(3, 0), NaN, true)],
        ['loops that do not begin at 0', (d) => d.setUint16(loop(0), 1, true)],
        ['a loop of two', (d) => d.setUint16(loop(1), 2, true)],
        ['a loop that ends beyond the block', (d) => d.setUint16(loop(count), 0xffff, true)],
        ['a first vertex that is none', (d) => d.setUint16(loop(count + 1), 0xfffe, true)],
        ['a last vertex that is none', (d) => d.setUint16(loop(count + ids), 0xfffe, true)],
      ];
      // else faces that are none: what follows the last one
      if (padded > count) changes.push(['padding', (d) => d.setFloat32(plane(3, count), 77, true)]);
      for (const [what, change] of changes) expect(refusal(change), `${what}, shape ${row}`).toBe(sentence);
    }
    const box = rows.find((row) => view.getUint32(word(row, 0), true) === 2)!;
    expect(refusal((d) => d.setUint32(word(box, 12), 1, true))).toBe(
      `scene.restore: bytes: expected sound contact faces, got bad ones of shape ${box}`,
    );
    expect(engine.scene.rows).toBe(0);
  });

  test('an error, or a scene that queries run on and that reads nothing beyond itself (seed 0xdaea6e)', async () => {
    const random = seeded(0xdaea6e);
    const clean = await anEngine();
    const dirty = await anEngine();
    // what lies behind the scene in the pools of the other engine
    const other = await anEngine();
    for (const shape of [...everyShape(), ...everyShape()]) other.scene.addShape(shape);
    other.scene.addColliders(20, 64);
    const rubbish = other.scene.snapshot();
    const nothing = (await anEngine()).scene.snapshot();

    let accepted = 0;
    let asked = 0;
    for (let round = 0; round < sweep(300, 800); round++) {
      const damaged = damage(random);
      dirty.scene.restore(rubbish);
      clean.scene.restore(nothing);
      const before = dirty.scene.snapshot();
      const message = tryRestore(dirty, damaged);
      expect(tryRestore(clean, damaged), `round ${round}`).toBe(message);
      if (message !== '') {
        expect(message).toMatch(/^scene\.restore: bytes: expected /);
        if (round % 20 === 0) expect(same(dirty.scene.snapshot(), before), `round ${round}`).toBe(true);
        continue;
      }
      accepted++;
      expect(same(clean.scene.snapshot(), damaged), `round ${round}`).toBe(true);
      const answers = answersOf(clean);
      expect(equal(answersOf(dirty), answers), `round ${round}: memory behind the scene was read`).toBe(true);
      expect(answers[1].subarray(0, clean.pairs.count).every((status) => status <= 4)).toBe(true);
      asked += clean.pairs.count;
    }
    // both happen often, or the test shows nothing
    expect(accepted).toBeGreaterThan(sweep(40, 100));
    expect(accepted).toBeLessThan(sweep(260, 700));
    expect(asked).toBeGreaterThan(sweep(1000, 3000));
  });
});
