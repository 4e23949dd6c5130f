/** `overlapShapes` with `children`, against every triangle and part by a solver of its own. */
import {
  box,
  compound,
  createEngine,
  heightField,
  mesh,
  ProbeStatus,
  SeparateStatus,
  type ShapeOverlapResults,
  sphere,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { square } from '../../../scenes/surfaces.ts';
import { type Body, place, type Vec3 } from '../../oracle/body.ts';
import { signedDistance } from '../../oracle/signedDistance.ts';
import { aTurn, CONVEX, CONVEX_WORLD_CAPACITY, fillConvexWorld } from '../../support/convexWorld.ts';
import { messageOf } from '../../support/messageOf.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xc41d5;
const BODIES = 60;
const PROBES = sweep(60, 400);
/** Nearer to the margin than this (m) either answer is right. */
const UNSURE = 1e-5;

const listsOf = (results: ShapeOverlapResults) =>
  Array.from({ length: results.count }, (_, k) => results.readChildren(k).map(({ id, child }) => `${id} ${child}`));

describe.each(['scalar', 'simd'] as const)('%s', (kernel) => {
  test.each([0, 0.2])(`margin %s (seed ${SEED})`, async (margin) => {
    const random = seeded(SEED);
    const engine = await createEngine({
      kernel,
      workers: 1,
      capacity: CONVEX_WORLD_CAPACITY,
      tuning: { shareFrom: 0 },
    });
    const world = fillConvexWorld(engine, random, BODIES);
    const shapes = CONVEX.map(([shape]) => engine.scene.addShape(shape));
    const probes = engine.createProbeList(PROBES);
    const places = Array.from({ length: PROBES }, (): Vec3 => [8, 3, 8].map((x) => x * (random() - 0.4)) as Vec3);
    const turns = places.map(() => aTurn(random));
    const kinds = places.map((_, k) => k % CONVEX.length);
    probes.set(
      kinds.map((k) => shapes[k]!),
      places.flat(),
      turns.flat(),
    );
    const bodies: Body[] = kinds.map((kind, k) => place(CONVEX[kind]![1](), places[k]!, turns[k]!));
    const found = engine.overlapShapesSync(probes, { margin, children: true });
    const lists = listsOf(found);
    let several = 0;
    bodies.forEach((body, k) => {
      const expected: string[] = [];
      for (const { id, children } of world) {
        const near = children.flatMap(({ child, body: own }) => {
          const gap = signedDistance(own, body).distance - margin;
          const name = `${id} ${child}`;
          return (Math.abs(gap) < UNSURE ? lists[k]!.includes(name) : gap < 0) ? [[child, name] as const] : [];
        });
        expected.push(...near.sort(([p], [q]) => p - q).map(([, name]) => name));
        if (near.length > 1) several++;
      }
      expect(lists[k], `probe ${k}`).toEqual(expected);
    });
    expect(several).toBeGreaterThan(PROBES / 4);
    const status = [...found.status.subarray(0, PROBES)];
    expect(new Set(status)).toEqual(new Set([ProbeStatus.Answered]));

    // once per collider without children, by the same ids
    const plain = engine.overlapShapesSync(probes, { margin });
    const ids = Array.from({ length: PROBES }, (_, k) => [...plain.read(k)]);
    expect(new Set(plain.child.subarray(0, plain.starts[PROBES]))).toEqual(new Set([-1]));
    const again = await engine.overlapShapes(probes, { margin, children: true });
    expect(listsOf(again)).toEqual(lists);
    expect(Array.from({ length: PROBES }, (_, k) => [...new Set(again.read(k))])).toEqual(ids);
    await engine.close();
  });

  test('a compound as a probe: each child once', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: { colliders: 8, pairs: 16, overlaps: 4 } });
    const { scene } = engine;
    const row = compound([-1, 0, 1].map((x) => ({ shape: box(0.4, 0.4, 0.4), position: [x, 0, 0] as const })));
    const ground = scene.addCollider(scene.addShape(mesh(square(1, 4))), { static: true });
    const boxes = scene.addCollider(scene.addShape(row), { position: [0, 1, 0] });
    const ball = scene.addCollider(scene.addShape(sphere(0.3)), { position: [-1, 1, 0.85] });
    const probes = engine.createProbeList(1);
    probes.set(scene.addShape(row), [0.5, 1, 0]);
    expect(engine.overlapShapesSync(probes, { children: true }).readChildren(0)).toEqual([
      { id: boxes, child: 0 },
      { id: boxes, child: 1 },
      { id: boxes, child: 2 },
    ]);
    probes.set(scene.addShape(row), [0, 0.95, 0.2]);
    const found = engine.overlapShapesSync(probes, { children: true });
    expect(found.readChildren(0)).toEqual([
      { id: boxes, child: 0 },
      { id: boxes, child: 1 },
      { id: boxes, child: 2 },
      { id: ball, child: -1 },
    ]);
    expect(messageOf(() => found.readChildren(1))).toBe(
      'overlaps.readChildren: probe: expected an integer in 0..0, got 1',
    );
    probes.positions[1] = 0.1;
    const onGround = [0, 1].map((child) => ({ id: ground, child }));
    expect(engine.overlapShapesSync(probes, { children: true }).readChildren(0)).toEqual(onGround);
    probes.positions[1] = 0.5;
    expect(messageOf(() => engine.overlapShapesSync(probes, { children: true, margin: 0.2 }))).toBe(
      'engine.overlapShapesSync: overlaps: expected at most 4 (raise capacity.overlaps), got 6',
    );
    expect(messageOf(() => engine.overlapShapesSync(probes, { children: 1 as never }))).toBe(
      'engine.overlapShapesSync: children: expected true or false, got 1',
    );
    await engine.close();
  });

  test('surfaces in the columns of a list are no probes and no movers', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: { colliders: 8, pairs: 16 } });
    const { scene } = engine;
    const ball = scene.addShape(sphere(1));
    scene.addCollider(ball);
    const surfaces = [mesh(square(2, 1)), heightField({ rows: 2, columns: 2, spacing: [1, 1], heights: [0, 0, 0, 0] })];
    const probes = engine.createProbeList(3);
    probes.set(ball, new Float64Array(9));
    for (const [k, surface] of surfaces.entries()) probes.shapes[k] = scene.addShape(surface);
    const found = engine.overlapShapesSync(probes);
    expect([...found.status.subarray(0, 3)]).toEqual([ProbeStatus.Invalid, ProbeStatus.Invalid, ProbeStatus.Answered]);
    expect([...found.starts.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
    const pushed = engine.separateSync(probes);
    const { Invalid } = SeparateStatus;
    expect([...pushed.status.subarray(0, 2)]).toEqual([Invalid, Invalid]);
    expect(pushed.status[2]).not.toBe(Invalid);
    expect(pushed.pushes[0]).toBeNaN();
    await engine.close();
  });
});
