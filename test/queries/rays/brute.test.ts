/**
 * The closest hit of very many rays against brute force over all bodies: no hit is wrong, none is missed. Rays go
 * through vertices, edges, seams and face planes, along axes, and come from up to 10,000 km away.
 */
import { box, createEngine, hull, RayStatus, sphere } from 'hullstorm';
import { expect, test } from 'vitest';
import { type Body, boxBody, hullBody, place, type Quat, sphereBody, type Vec3 } from '../../oracle/body.ts';
import { bruteBody, castBrute, found } from '../../oracle/rayBrute.ts';
import { seeded } from '../../support/random.ts';
import { ballPoints } from '../../support/rayBodies.ts';
import { sweep } from '../../support/sweep.ts';

const RAYS = sweep(40_000, 10_000_000);
const PER_CALL = 20_000;
/** Cells of the wall along x and y: boxes of 1 m that touch. */
const WALL = 6;
const LOOSE = 48;

test('the closest hits of many rays (seed 0xb2)', async () => {
  const random = seeded(0xb2);
  const engine = await createEngine({
    workers: 1,
    capacity: { shapes: 32, vertices: 1024, colliders: 128, pairs: 1, rays: PER_CALL, rayHits: 1 },
  });
  const { scene } = engine;
  const bodies: Body[] = [];
  const add = (shape: number, body: Body, position: Vec3, rotation: Quat) => {
    const id = scene.addCollider(shape, { position, rotation });
    bodies[id] = place(body, position, [...scene.rotations.subarray(4 * id, 4 * id + 4)] as Quat);
  };
  const cell = scene.addShape(box(0.5, 0.5, 0.5));
  for (let k = 0; k < WALL * WALL; k++) {
    add(
      cell,
      boxBody(0.5, 0.5, 0.5),
      [(k % WALL) + 0.5 - WALL / 2, Math.floor(k / WALL) + 0.5 - WALL / 2, 0],
      [0, 0, 0, 1],
    );
  }
  const points = ballPoints(20, 0.6, random);
  const kinds: [number, Body][] = [
    [scene.addShape(box(0.5, 0.3, 0.2)), boxBody(0.5, 0.3, 0.2)],
    [scene.addShape(hull(points)), hullBody(points)],
    [scene.addShape(sphere(0.5)), sphereBody(0.5)],
  ];
  for (let k = 0; k < LOOSE; k++) {
    const [shape, body] = kinds[k % kinds.length]!;
    const position = [0, 0, 0].map((_, c) => 8 * (random() - 0.5) + (c === 2 ? 6 : 0)) as Vec3;
    add(shape, body, position, [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]);
  }
  const brute = bodies.map(bruteBody);
  const rays = engine.createRayList(PER_CALL);
  const { origins, directions } = rays;
  const unit = new Float64Array(3);
  const counts = { hits: 0, throughWall: 0, wrong: 0, missed: 0, leaks: 0 };
  for (let cast = 0; cast < RAYS; cast += PER_CALL) {
    for (let k = 0; k < PER_CALL; k++) {
      // a point of the wall: anywhere, on a seam, or on a corner; else one among the loose bodies, or one of their vertices
      const kind = k % 8;
      const target = [0, 0, 0].map((_, c) => 7 * (random() - 0.5) + (c === 2 ? 6 : 0));
      if (kind < 4) {
        for (let c = 0; c < 2; c++) target[c] = WALL * 0.999 * (random() - 0.5);
        target[2] = random() - 0.5;
        if (kind > 0) target[0] = Math.round(target[0]!);
        if (kind > 1) target[1] = Math.round(target[1]!);
        if (kind === 3) target[2] = random() < 0.5 ? 0.5 : -0.5;
      } else if (kind === 4) {
        const body = bodies[WALL * WALL + Math.floor(random() * LOOSE)]!;
        const vertex = 3 * Math.floor((random() * body.vertices.length) / 3);
        for (let c = 0; c < 3; c++) target[c] = body.position[c]! + body.vertices[vertex + c]!;
      }
      const away = [3, 30, 1e4, 1e7][Math.floor(4 * random())]!;
      const axis = Math.floor(random() * 3);
      const isAlong = random() < 0.3;
      for (let c = 0; c < 3; c++) {
        const part = isAlong ? Number(c === axis) * (random() < 0.5 ? 1 : -1) : random() - 0.5;
        directions[4 * k + c] = part;
        origins[4 * k + c] = target[c]! - away * part;
      }
      origins[4 * k + 3] = Infinity;
    }
    rays.count = PER_CALL;
    const { status, ids, t } = engine.castRaysSync(rays);
    for (let k = 0; k < PER_CALL; k++) {
      const length = Math.hypot(directions[4 * k]!, directions[4 * k + 1]!, directions[4 * k + 2]!);
      for (let c = 0; c < 3; c++) unit[c] = directions[4 * k + c]! / length;
      const origin = origins.subarray(4 * k, 4 * k + 3);
      const far = Math.abs(origin[0]!) + Math.abs(origin[1]!) + Math.abs(origin[2]!);
      /** Rounding of both (m). */
      const tiny = 1e-12 + 2e-15 * far;
      const isHit = status[k] !== RayStatus.Miss;
      const s = isHit ? t[k]! * length : Infinity;
      if (isHit) {
        counts.hits++;
        castBrute(brute[ids[k]!]!, origin, unit);
        const blur = (100 * tiny) / Math.max(found.slope, 1e-6) + Math.sqrt(tiny);
        if (!(found.entry <= found.exit + blur && Math.abs(Math.max(found.entry, 0) - s) <= blur)) counts.wrong++;
      }
      for (const body of brute) {
        castBrute(body, origin, unit);
        const blur = (100 * tiny) / Math.max(found.slope, 1e-6) + Math.sqrt(tiny);
        if (found.exit - found.entry > blur && found.exit > blur && Math.max(found.entry, 0) < s - blur)
          counts.missed++;
      }
      // from outside through a point of the wall, wherever its seams are
      if (k % 8 < 3) {
        counts.throughWall++;
        if (!isHit) counts.leaks++;
      }
    }
  }
  expect(counts).toMatchObject({ wrong: 0, missed: 0, leaks: 0 });
  expect(counts.hits).toBeGreaterThan(RAYS / 2);
  expect(counts.throughWall).toBeGreaterThan(RAYS / 3);
  await engine.close();
});
