/** `castPairs({ pivots })`: shapes that turn about points beside their positions. */
import { box, type CastPairResults, CastStatus, createEngine, type Engine, hull, sphere } from 'hullstorm';
import { castShape } from 'hullstorm/pair';
import { describe, expect, test } from 'vitest';
import { fillMixed, randomPairs, SMALL } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';
import { rotate, turn } from '../../support/world.ts';

const COLLIDERS = 120;
const PAIRS = 400;
const SEED = 0x91f0;

function bytesOf({ status, t, normals, offsetsA, offsetsB, count }: CastPairResults): Buffer {
  const columns = [status.slice(0, count), t.slice(0, count)];
  const vectors = [normals, offsetsA, offsetsB].map((column) => column.slice(0, 4 * count));
  return Buffer.concat([...columns, ...vectors].map((c) => Buffer.from(c.buffer, c.byteOffset, c.byteLength)));
}

async function mixedEngine(workers: number, options: object = {}): Promise<Engine> {
  const engine = await createEngine({ workers, capacity: SMALL, tuning: { shareFrom: 0 }, warmUp: false, ...options });
  fillMixed(engine, COLLIDERS, SEED);
  engine.pairs.set(randomPairs(COLLIDERS, PAIRS, SEED));
  return engine;
}

/** Numbers of all colliders in −most … most, and in the last half of each eight turns: none for a third of them. */
function randomColumn(stride: number, most: number, seed: number): Float64Array {
  const random = seeded(seed);
  return Float64Array.from({ length: stride * COLLIDERS }, (_, k) => {
    const isTurn = stride === 8 && k % 8 > 3;
    const value = most * (2 * random() - 1);
    return isTurn && Math.floor(k / 8) % 3 === 0 ? 0 : value;
  });
}

describe('closed forms', () => {
  test('a rod that turns about its end by a quarter meets a ball where its tip comes', async () => {
    const engine = await createEngine({ workers: 0, capacity: SMALL });
    const { scene } = engine;
    // the rod lies along x from the origin, which is its end and its pivot
    const rod = scene.addCollider(scene.addShape(box(1, 0.01, 0.01)), { position: [1, 0, 0] });
    const ball = scene.addCollider(scene.addShape(sphere(0.25)), { position: [0, 2.25, 0] });
    const motions = new Float64Array(16);
    motions[8 * rod + 6] = Math.PI / 2;
    const pivots = new Float64Array(8);
    pivots[4 * rod] = -1;
    engine.pairs.set([rod, ball]);
    const found = engine.castPairsSync(engine.pairs, motions, { pivots });
    expect(found.status[0]).toBe(CastStatus.Hit);
    // the tip meets the ball when the corner (2, −0.01) turned by 90° is as far from the ball's center as its radius
    const { t, pointA, pointB } = found.read(0);
    expect(t).toBeGreaterThan(0.9);
    expect(t).toBeLessThan(1);
    for (const p of [pointA, pointB]) expect(Math.hypot(p[0]!, p[1]! - 2.25, p[2]!)).toBeCloseTo(0.25, 5);
    expect(Math.abs(Math.hypot(pointA[0]!, pointA[1]!) - 2)).toBeLessThan(1e-3);
    // about its own middle it never comes near
    expect(engine.castPairsSync(engine.pairs, motions).status[0]).toBe(CastStatus.Free);
    await engine.close();
  });

  test('a hull about its pivot is the hull whose points are shifted, about its position', async () => {
    const random = seeded(SEED);
    const some = (most: number) => [0, 1, 2].map(() => most * (2 * random() - 1)) as [number, number, number];
    const engine = await createEngine({ workers: 0, capacity: { ...SMALL, shapes: 256, vertices: 8192 } });
    const { scene } = engine;
    const moves: { move: number[]; turn: number[]; pivot: number[] }[] = [];
    const ids: number[] = [];
    for (let k = 0; k < 60; k++) {
      const points = Array.from({ length: 10 }, () => some(0.5)).flat();
      const pivot = some(0.7);
      const rotation = turn([0.36, 0.48, 0.8], 6 * random());
      const position = some(2);
      const shifted = points.map((c, n) => c - pivot[n % 3]!);
      const at = rotate(rotation, pivot);
      const pose = { rotation, position };
      const moved = { rotation, position: position.map((c, n) => c + at[n]!) };
      const target = scene.addCollider(scene.addShape(k % 2 === 0 ? sphere(0.3) : box(0.2, 0.3, 0.1)), {
        position: some(0.2),
      });
      const one = scene.addCollider(scene.addShape(hull(points)), pose);
      const two = scene.addCollider(scene.addShape(hull(shifted)), moved);
      ids.push(one, target, two, target);
      const motion = { move: position.map((c) => -1.5 * c), turn: some(3), pivot };
      moves[one] = motion;
      moves[two] = { ...motion, pivot: [0, 0, 0] };
    }
    const motions = new Float64Array(8 * scene.rows);
    const pivots = new Float64Array(4 * scene.rows);
    for (const [id, motion] of moves.entries()) {
      if (!motion) continue;
      motions.set(motion.move, 8 * id);
      motions.set(motion.turn, 8 * id + 4);
      pivots.set(motion.pivot, 4 * id);
    }
    engine.pairs.set(ids);
    const { status, t, normals } = engine.castPairsSync(engine.pairs, motions, { pivots });
    let hits = 0;
    for (let k = 0; k < 120; k += 2) {
      expect(status[k], `pair ${k}`).toBe(status[k + 1]);
      if (status[k] !== CastStatus.Hit) continue;
      hits++;
      // vertices are f32; a time is off by a gap of 1e-5 m over the speed at which it closes
      expect(Math.abs(t[k]! - t[k + 1]!)).toBeLessThan(1e-3);
      for (let c = 0; c < 3; c++) expect(Math.abs(normals[4 * k + c]! - normals[4 * k + 4 + c]!)).toBeLessThan(0.05);
    }
    expect(hits).toBeGreaterThan(20);
    await engine.close();
  });
});

test('each row is the cast of its pair by `hullstorm/pair`', async () => {
  const engine = await createEngine({ workers: 0, capacity: { ...SMALL, shapes: 64 } });
  const { scene } = engine;
  const shapes = [box(0.3, 0.2, 0.1), hull([0, 0, 0, 0.5, 0, 0, 0, 0.6, 0, 0, 0, 0.4]), sphere(0.3)];
  const random = seeded(SEED + 1);
  const some = (most: number) => [0, 1, 2].map(() => most * (2 * random() - 1)) as [number, number, number];
  const bodies = Array.from({ length: 40 }, (_, k) => ({
    shape: shapes[k % 3]!,
    pose: { position: some(1), rotation: turn([0.36, 0.48, 0.8], 6 * random()) },
    motion: { move: some(1), turn: some(k % 4 === 0 ? 0 : 2), pivot: some(0.5) },
  }));
  for (const { shape, pose } of bodies) scene.addCollider(scene.addShape(shape), pose);
  const motions = new Float64Array(8 * 40);
  const pivots = new Float64Array(4 * 40);
  for (const [id, { motion }] of bodies.entries()) {
    motions.set(motion.move, 8 * id);
    motions.set(motion.turn, 8 * id + 4);
    pivots.set(motion.pivot, 4 * id);
  }
  engine.pairs.set(Array.from({ length: 20 }, (_, k) => [2 * k, 2 * k + 1]).flat());
  const found = engine.castPairsSync(engine.pairs, motions, { pivots });
  for (let k = 0; k < 20; k++) {
    const [a, b] = [bodies[2 * k]!, bodies[2 * k + 1]!];
    const pose = (id: number) => ({
      position: scene.positions.slice(4 * id, 4 * id + 3),
      rotation: scene.rotations.slice(4 * id, 4 * id + 4),
    });
    const hit = castShape(a.shape, pose(2 * k), a.motion, b.shape, pose(2 * k + 1), b.motion);
    expect([found.status[k], found.t[k]], `row ${k}`).toEqual([hit.status, hit.t]);
    if (hit.status !== CastStatus.Hit) continue;
    const { pointA, pointB, distance, normal } = found.read(k);
    for (let c = 0; c < 3; c++) expect(Math.abs(pointB[c]! - pointA[c]! - distance * normal[c]!)).toBeLessThan(1e-5);
  }
  await engine.close();
});

describe('one engine', () => {
  const motions = randomColumn(8, 1.5, 1);
  const pivots = randomColumn(4, 0.5, 2);

  test('the same bytes for 0 to 3 workers, by both kernels, in both calls', async () => {
    const all: Buffer[] = [];
    for (const [workers, kernel] of [
      [0, 'auto'],
      [1, 'auto'],
      [2, 'auto'],
      [3, 'auto'],
      [0, 'scalar'],
    ] as const) {
      const engine = await mixedEngine(workers, { kernel });
      all.push(bytesOf(engine.castPairsSync(engine.pairs, motions, { pivots, skin: 0.01 })));
      all.push(bytesOf(await engine.castPairs(engine.pairs, motions, { pivots: [...pivots], skin: 0.01 })));
      await engine.close();
    }
    for (const other of all) expect(Buffer.compare(other, all[0]!)).toBe(0);
  });

  test('zeros are the default, to the bit, also after a query with pivots', async () => {
    const engine = await mixedEngine(0);
    const plain = bytesOf(engine.castPairsSync(engine.pairs, motions));
    const zeros = bytesOf(engine.castPairsSync(engine.pairs, motions, { pivots: new Float64Array(4 * COLLIDERS) }));
    expect(Buffer.compare(zeros, plain)).toBe(0);
    const turned = bytesOf(engine.castPairsSync(engine.pairs, motions, { pivots }));
    expect(Buffer.compare(turned, plain)).not.toBe(0);
    for (const options of [undefined, {}, { pivots: undefined }]) {
      expect(Buffer.compare(bytesOf(engine.castPairsSync(engine.pairs, motions, options)), plain)).toBe(0);
    }
    expect(Buffer.compare(bytesOf(await engine.castPairs(engine.pairs, motions)), plain)).toBe(0);
    await engine.close();
  });

  test('a pivot that is not finite makes the rows of its collider invalid, if it turns', async () => {
    const engine = await mixedEngine(0);
    const { pairs } = engine;
    const bad = pairs.ids[0]!;
    for (const value of [Number.NaN, Infinity]) {
      const own = pivots.slice();
      own[4 * bad + 1] = value;
      const turning = motions.slice();
      turning[8 * bad + 4] = 1;
      const { status, count } = engine.castPairsSync(pairs, turning, { pivots: own });
      for (let k = 0; k < count; k++) {
        const isBad = pairs.ids[2 * k] === bad || pairs.ids[2 * k + 1] === bad;
        expect(status[k] === CastStatus.Invalid, `row ${k}`).toBe(isBad);
      }
      turning.fill(0, 8 * bad + 4, 8 * bad + 8);
      expect(engine.castPairsSync(pairs, turning, { pivots: own }).status[0]).not.toBe(CastStatus.Invalid);
    }
    await engine.close();
  });

  test('refusals name what was expected, and move nothing', async () => {
    const engine = await mixedEngine(0);
    const { pairs } = engine;
    const cast = (given: unknown) => () => engine.castPairsSync(pairs, motions, { pivots: given as number[] });
    const expected = `engine.castPairsSync: pivots: expected 4 numbers per collider: x y z –, of ${COLLIDERS} colliders, got`;
    expect(cast(new Float64Array(8))).toThrow(`${expected} 8 numbers`);
    expect(cast(Object.assign(new Array(4 * COLLIDERS).fill(0), { 5: 'x' }))).toThrow(
      'engine.castPairsSync: pivots[5]: expected a number',
    );
    expect(cast(3)).toThrow('engine.castPairsSync: pivots: expected 4 numbers per collider');
    await expect(engine.castPairs(pairs, motions, { pivots: [1] })).rejects.toThrow('pivots: expected 4 numbers');
    await engine.close();
  });
});
