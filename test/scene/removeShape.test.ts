/** Removed shapes: ids and memory are used again, and nothing kept of a former shape is taken for a new one's. */
import {
  box,
  CastStatus,
  createEngine,
  cylinder,
  type Engine,
  hull,
  hullOf,
  ProbeStatus,
  SeparateStatus,
  type Shape,
  SlideStatus,
  sphere,
  sum,
} from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { box2, circle, polygon } from 'hullstorm/pair2d';
import { afterEach, describe, expect, test } from 'vitest';
import { ball, everyShape, same } from '../support/mixedScene.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x5e40;
const CAPACITY = { shapes: 6, vertices: 256, parts: 8, colliders: 8, pairs: 64, probes: 8, casts: 8, rays: 8 };

const engines: Engine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

async function anEngine(capacity: object = CAPACITY, options: object = {}): Promise<Engine> {
  const engine = await createEngine({ workers: 0, capacity, ...options });
  engines.push(engine);
  return engine;
}

async function fresh(add: (engine: Engine) => void, capacity: object = CAPACITY): Promise<Uint8Array> {
  const engine = await anEngine(capacity);
  add(engine);
  return engine.scene.snapshot();
}

describe('which shapes can be removed', () => {
  test('those that no collider has', async () => {
    const { scene } = await anEngine();
    const [first, second] = [scene.addShape(sphere(1)), scene.addShape(box(1, 1, 1))];
    const ids = [scene.addCollider(first), scene.addCollider(second), scene.addCollider(second)];
    expect(() => scene.removeShape(first)).toThrow(
      'scene.removeShape: id: expected a shape that no collider has, got 0, the shape of collider 0',
    );
    expect(() => scene.removeShape(second)).toThrow('got 1, the shape of collider 1 and 1 more');
    scene.removeCollider(ids[1]);
    expect(() => scene.removeShape(second)).toThrow('got 1, the shape of collider 2');
    scene.removeCollider(ids[2]);
    scene.removeShape(second);
    expect([scene.shapeCount, scene.count]).toEqual([1, 1]);
  });

  test('a restore counts the colliders again', async () => {
    const { scene } = await anEngine();
    const shape = scene.addShape(sphere(1));
    const without = scene.snapshot();
    scene.addColliders(shape, 3);
    const withThree = scene.snapshot();
    scene.restore(without);
    scene.removeShape(shape);
    scene.restore(withThree);
    expect(() => scene.removeShape(shape)).toThrow('got 0, the shape of collider 0 and 2 more');
  });

  test('unknown and removed ids', async () => {
    const engine = await anEngine();
    const { scene } = engine;
    expect(() => scene.removeShape(0)).toThrow('scene.removeShape: id: expected the id of a shape added before, got 0');
    scene.addShape(sphere(1));
    for (const id of [1, -1, 0.5, Number.NaN, '0' as unknown as number]) {
      expect(() => scene.removeShape(id)).toThrow('scene.removeShape: id: expected a shape id (0..0), got ');
    }
    scene.removeShape(0);
    const removed = 'expected the id of a shape, got 0, which was removed';
    expect(() => scene.removeShape(0)).toThrow(`scene.removeShape: id: ${removed}`);
    expect(() => scene.addCollider(0)).toThrow(`scene.addCollider: shape: ${removed}`);
    expect(() => scene.addColliders(0, 2)).toThrow(`scene.addColliders: shape: ${removed}`);
    const probes = engine.createProbeList(1);
    expect(() => probes.set(0, [0, 0, 0])).toThrow(`probes.set: shapes: ${removed}`);
    expect(() => probes.set([0], [0, 0, 0])).toThrow(`probes.set: shapes[0]: ${removed}`);
    expect([scene.shapeCount, scene.count]).toEqual([0, 0]);
  });

  test('not while a query runs', async () => {
    const engine = await anEngine();
    engine.scene.addShape(sphere(1));
    const query = engine.findPairs();
    expect(() => engine.scene.removeShape(0)).toThrow(/^scene\.removeShape: /);
    await query;
    engine.scene.removeShape(0);
  });

  test('not that of a body', async () => {
    const engine = await anEngine({
      shapes: 4,
      vertices: 64,
      colliders: 8,
      pairs: 64,
      contacts: 64,
      passBytes: 2 ** 20,
    });
    const dynamics = await createDynamics(engine, { contacts: 64 });
    const shape = dynamics.addShape(box(1, 1, 1));
    const body = dynamics.addBody(shape, { position: [0, 5, 0] });
    expect(() => engine.scene.removeShape(shape)).toThrow(`got ${shape}, the shape of collider ${body}`);
    dynamics.removeBody(body);
    engine.scene.removeShape(shape);
    expect(() => dynamics.addBody(shape, { position: [0, 5, 0] })).toThrow(/^dynamics\.addBody: shape/);
    // the same id by another way: its mass is not that of the box
    expect(engine.scene.addShape(sphere(1))).toBe(shape);
    expect(() => dynamics.addBody(shape, { position: [0, 5, 0] })).toThrow(/^dynamics\.addBody: shape/);
  });
});

describe('ids and memory', () => {
  test('the lowest free id is taken first', async () => {
    const { scene } = await anEngine();
    for (let k = 0; k < 6; k++) scene.addShape(sphere(1 + k));
    for (const id of [4, 1, 3]) scene.removeShape(id);
    expect(scene.shapeCount).toBe(3);
    expect(scene.addShapesSync([box(1, 1, 1), box(1, 1, 2)])).toEqual([1, 3]);
    expect(scene.addShape(box(1, 1, 3))).toBe(4);
    expect(() => scene.addShape(sphere(7))).toThrow(
      'scene.addShape: shapes: expected at most 6 (raise capacity.shapes), got 7',
    );
    scene.removeShape(5);
    expect(await scene.addShapes([box(1, 1, 4)])).toEqual([5]);
  });

  test('the bytes of a scene do not depend on what was removed before', async () => {
    const shapes = everyShape();
    const capacity = { shapes: 32, vertices: 2048, parts: 16, colliders: 8, pairs: 8 };
    const want = await fresh(({ scene }) => void scene.addShapesSync(shapes), capacity);
    const { scene } = await anEngine(capacity);
    scene.addShapesSync([...shapes].reverse());
    for (const id of [0, 5, 16, 7, 2, 9, 11]) scene.removeShape(id);
    for (let id = 0; id < shapes.length; id++) {
      if (![0, 5, 16, 7, 2, 9, 11].includes(id)) scene.removeShape(id);
    }
    for (const shape of shapes) scene.addShape(shape);
    expect(same(scene.snapshot(), want)).toBe(true);
  });

  test('a snapshot with removed shapes: round trip, and the free ids are known', async () => {
    const engine = await anEngine({ ...CAPACITY, shapes: 32, vertices: 2048 });
    const { scene } = engine;
    scene.addShapesSync(everyShape());
    for (const id of [16, 3, 8, 6]) scene.removeShape(id);
    const bytes = scene.snapshot();
    const other = await anEngine({ ...CAPACITY, shapes: 17, vertices: 512 });
    other.scene.restore(bytes);
    expect(other.scene.shapeCount).toBe(13);
    expect(same(other.scene.snapshot(), bytes)).toBe(true);
    for (const { scene: its } of [engine, other]) {
      expect(() => its.addCollider(8)).toThrow('got 8, which was removed');
      expect(its.addShapesSync([ball(24, 1, 1), sphere(2), ball(8, 1, 2), box(1, 2, 3)])).toEqual([3, 6, 8, 16]);
    }
    expect(same(other.scene.snapshot(), scene.snapshot())).toBe(true);
  });

  test('holes that are too small one by one are closed: answers stay', async () => {
    const engine = await anEngine({ ...CAPACITY, vertices: 64 });
    const { scene } = engine;
    const ids = scene.addShapesSync([ball(12, 1, 1), ball(16, 1, 2), ball(12, 1, 3), ball(16, 1, 4), ball(8, 1, 5)]);
    scene.addCollider(ids[1]);
    scene.addCollider(ids[3], { position: [2.5, 0.3, 0.2], rotation: [0.1, 0.2, 0.3, 1] });
    const fromCold = () => {
      engine.pairs.set([]);
      engine.pairs.set([0, 1]);
      return engine.distanceSync().read(0);
    };
    const before = fromCold();
    const drop = [ids[0], ids[2]];
    for (const id of drop) scene.removeShape(id);
    // 24 rows are free, 12 and 12
    expect(scene.addShape(ball(24, 1, 6))).toBe(ids[0]);
    expect(fromCold()).toEqual(before);
    expect(() => scene.addShape(sphere(1))).toThrow(/^scene\.addShape: vertices: expected at most 64 in all/);
  });

  test('a list that does not fit, or has a bad hull, changes nothing', async () => {
    const { scene } = await anEngine({ ...CAPACITY, vertices: 64 });
    scene.addShapesSync([
      ball(12, 1, 1),
      ball(12, 1, 2),
      sum(cylinder(1, 1), sphere(1)),
      hullOf(sphere(1), cylinder(1, 1)),
    ]);
    scene.removeShape(0);
    scene.removeShape(3);
    const bytes = scene.snapshot();
    const { calls } = scene.changes;
    const tooMany = [ball(8, 1, 3), ball(24, 1, 4), ball(32, 1, 5)];
    expect(() => scene.addShapesSync(tooMany)).toThrow('at most 64 in all');
    await expect(scene.addShapes(tooMany)).rejects.toThrow('at most 64 in all');
    const bad = [ball(8, 1, 3), ball(8, 1, 4), hull([1e30, 0, 0, 0, 1e30, 0, 0, 0, 1e30])];
    expect(() => scene.addShapesSync(bad)).toThrow('scene.addShapesSync: shapes[2](hull)');
    await expect(scene.addShapes(bad)).rejects.toThrow('scene.addShapes: shapes[2](hull)');
    expect(same(scene.snapshot(), bytes)).toBe(true);
    expect([scene.shapeCount, scene.changes.calls]).toEqual([2, calls]);
  });

  test(`a stream of all kinds through a full engine, seed ${SEED}`, async () => {
    const random = seeded(SEED);
    const capacity = { shapes: 12, vertices: 200, parts: 8, colliders: 8, pairs: 8 };
    const { scene } = await anEngine(capacity);
    const kinds = everyShape();
    const live = new Map<number, Shape>();
    let rows = 0;
    for (let k = 0; k < sweep(400, 20_000); k++) {
      const shape = kinds[Math.floor(kinds.length * random())];
      try {
        const id = scene.addShape(shape);
        live.set(id, shape);
        rows = Math.max(rows, id + 1);
      } catch (error) {
        expect(String(error)).toMatch(/\(raise capacity\.(shapes|vertices|parts)/);
        const ids = [...live.keys()];
        const id = ids[Math.floor(ids.length * random())];
        scene.removeShape(id);
        live.delete(id);
      }
      expect(scene.shapeCount).toBe(live.size);
      if (k % sweep(40, 400) !== 0) continue;
      const want = await fresh(({ scene: its }) => {
        for (let id = 0; id < rows; id++) its.addShape(live.get(id) ?? box(1, 1, 1));
        for (let id = 0; id < rows; id++) if (!live.has(id)) its.removeShape(id);
      }, capacity);
      expect(same(scene.snapshot(), want), `step ${k}`).toBe(true);
      await engines.pop()!.close();
    }
  });
});

describe('what names a removed id', () => {
  test('probes, casts and movers are Invalid, and find the new shape of the id', async () => {
    const engine = await anEngine();
    const { scene } = engine;
    scene.addCollider(scene.addShape(box(1, 1, 1)));
    const small = scene.addShape(sphere(0.1));
    const probes = engine.createProbeList(1);
    const casts = engine.createCastList(1);
    probes.set(small, [1.5, 0, 0]);
    casts.set(small, [4, 0, 0]);
    casts.moves.set([-8, 0, 0]);
    const answers = () => ({
      near: [engine.overlapShapesSync(probes).status[0], engine.overlapShapesSync(probes).starts[1]],
      push: engine.separateSync(probes).status[0],
      cast: [engine.castShapesSync(casts).status[0], engine.castShapesSync(casts).t[0]],
      slide: engine.moveAndSlideSync(casts).status[0],
    });
    const before = answers();
    expect(before.near).toEqual([ProbeStatus.Answered, 0]);
    expect(before.cast[0]).toBe(CastStatus.Hit);
    scene.removeShape(small);
    const gone = answers();
    expect(gone.near).toEqual([ProbeStatus.Invalid, 0]);
    expect([gone.push, gone.cast[0], gone.slide]).toEqual([
      SeparateStatus.Invalid,
      CastStatus.Invalid,
      SlideStatus.Invalid,
    ]);
    expect(scene.addShape(sphere(1))).toBe(small);
    const after = answers();
    expect(after.near).toEqual([ProbeStatus.Answered, 1]);
    expect(after.cast[1]).toBeLessThan(before.cast[1] - 0.05);
  });
});

/** Shapes that differ in kind, vertices and size. */
function nextShape(random: () => number, k: number): Shape {
  const size = 0.3 + 0.7 * random();
  if (k % 7 === 0) return box(size, 0.5, size);
  if (k % 7 === 1) return sphere(size);
  if (k % 7 === 2) return cylinder(size, 0.5);
  if (k % 7 === 3) return sum(cylinder(0.3, 0.2), sphere(0.1));
  if (k % 7 === 4) return hullOf({ shape: sphere(0.2), position: [0, size, 0] }, cylinder(0.2, 0.4));
  return ball(4 + Math.floor(20 * random()), size, k);
}

describe('streams', () => {
  test.each(['simd', 'scalar'] as const)(`%s: answers of a fresh scene, seed ${SEED}`, async (kernel) => {
    const random = seeded(SEED);
    const engine = await anEngine({ ...CAPACITY, vertices: 300, contacts: 64, polytopes: 64 }, { kernel });
    const twin = await anEngine({ ...CAPACITY, vertices: 600, contacts: 64, polytopes: 64 }, { kernel });
    const BODIES = 4;
    const pairs = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];
    const places = Array.from({ length: BODIES }, () => [random(), random(), random()]);
    for (let k = 0; k < BODIES; k++)
      engine.scene.addCollider(engine.scene.addShape(nextShape(random, k)), { position: places[k] });
    const lists = [engine, twin].map((its) => its.createPairList(6));
    const rays = [engine, twin].map((its) => its.createRayList(1));
    lists[0].set(pairs);
    const steps = sweep(kernel === 'simd' ? 1_000 : 150, kernel === 'simd' ? 500_000 : 10_000);
    for (let k = 0; k < steps; k++) {
      const { scene } = engine;
      // the same rows, shape ids and poses: other shapes of two of the bodies
      const first = Math.floor(BODIES * random());
      const news = [first, (first + 1 + Math.floor((BODIES - 1) * random())) % BODIES];
      for (const [n, id] of news.entries()) {
        const shape = scene.shapes[id];
        scene.removeCollider(id);
        scene.removeShape(shape);
        const added = scene.addShape(nextShape(random, 2 * k + n));
        const row = scene.addCollider(shape, { position: places[id] });
        if (added !== shape || row !== id) expect([added, row], `step ${k}`).toEqual([shape, id]);
      }
      const isChecked = k < 40 || k % 31 === 0;
      if (isChecked) {
        twin.scene.restore(scene.snapshot());
        if (k === 0) lists[1].set(pairs);
        for (const list of rays) list.set([-3, 0.5, 0.5], [1, 0, 0]);
      }
      const recycle = k % 2;
      const [gaps, wanted] = [engine, twin].map((its, e) =>
        e === 0 || isChecked ? its.distanceSync(lists[e]) : undefined,
      );
      if (isChecked) {
        for (let p = 0; p < 6; p++) {
          const isNew = news.includes(pairs[2 * p]) || news.includes(pairs[2 * p + 1]);
          const [got, want] = [gaps!.read(p), wanted!.read(p)];
          const at = `step ${k}, pair ${p}`;
          expect(got.status, at).toBe(want.status);
          if (isNew) expect(got, at).toEqual(want);
          else expect(got.distance, at).toBeCloseTo(want.distance, 4);
        }
        const [hit, wantedHit] = [engine, twin].map((its, e) => its.castRaysSync(rays[e]));
        expect([hit.ids[0], hit.t[0]], `step ${k}`).toEqual([wantedHit.ids[0], wantedHit.t[0]]);
        const found = [engine, twin].map((its) => {
          its.findPairsSync({ margin: 0.1 });
          return [...its.pairs.ids.subarray(0, 2 * its.pairs.count)];
        });
        expect(found[0], `step ${k}`).toEqual(found[1]);
      }
      const [contacts, fromCold] = [engine, twin].map((its, e) =>
        e === 0 || isChecked ? its.contactsSync(lists[e], { margin: 0.05, recycle: recycle * 0.01 }) : undefined,
      );
      if (!isChecked) continue;
      for (let p = 0; p < 6; p++) {
        if (!news.includes(pairs[2 * p]) && !news.includes(pairs[2 * p + 1])) continue;
        expect(contacts!.read(p).points, `step ${k}, contacts of pair ${p}`).toEqual(fromCold!.read(p).points);
      }
    }
  });

  test(`planar: answers of a fresh scene, seed ${SEED}`, async () => {
    const random = seeded(SEED);
    const capacity = { shapes: 4, vertices: 64, colliders: 4, pairs: 8 };
    const [engine, twin] = await Promise.all(
      [0, 1].map(() => createEngine({ workers: 0, planar: true, capacity, kernel: 'scalar' })),
    );
    const next = (k: number) =>
      k % 3 === 0
        ? circle(0.3 + random())
        : k % 3 === 1
          ? box2(0.3 + random(), 0.5)
          : polygon(Array.from({ length: 6 + 2 * Math.floor(5 * random()) }, () => random()));
    engine.scene.addCollider(engine.scene.addShape(box2(1, 1)));
    engine.scene.addCollider(engine.scene.addShape(circle(1)), { position: [1.8, 0.4], angle: 0.3 });
    const lists = [engine, twin].map((its) => its.createPairList(1));
    lists[0].set([0, 1]);
    for (let k = 0; k < sweep(200, 100_000); k++) {
      const { scene } = engine;
      const shape = scene.shapes[1];
      scene.removeCollider(1);
      scene.removeShape(shape);
      expect(scene.addShape(next(k))).toBe(shape);
      scene.addCollider(shape, { position: [1.8, 0.4], angle: 0.3 });
      twin.scene.restore(scene.snapshot());
      if (k === 0) lists[1].set([0, 1]);
      const [got, want] = [engine, twin].map((its, e) => its.distanceSync(lists[e]).read(0));
      expect(got, `step ${k}`).toEqual(want);
      expect(engine.findPairsSync({ margin: 0.1 }).count).toBe(twin.findPairsSync({ margin: 0.1 }).count);
    }
    await Promise.all([engine.close(), twin.close()]);
  });
});
