/**
 * What searches see of sensors. Two twins of each answer, in a scene of every shape and half-spaces: with the flags
 * cleared, and with the sensors in no group.
 */
import type { Engine } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PORTABLE } from '../support/kernels.ts';
import { probeWorld, sideOf } from '../support/probeWorld.ts';
import { seeded } from '../support/random.ts';

const BODIES = 300;
const ROWS = 120;
const SEED = 0x5e45;
type Random = () => number;

const CAPACITY = { rays: 256, probes: 512, casts: 256, points: 256, volumes: 256, neighbors: 8 * BODIES };
const SIDE = sideOf(BODIES);

interface Sensors {
  readonly sensors?: boolean;
}

/** One query: its answers as plain values. */
type Ask = (options: Sensors) => unknown[];

const numbers = (random: Random, count: number, scale: number, shift = 0) =>
  Array.from({ length: count }, () => scale * (random() - shift));

/** All answers of results with `read`. */
function readAll(results: { readonly read: (row: number) => unknown }, count = ROWS): unknown[] {
  return Array.from({ length: count }, (_, row) => results.read(row));
}

/** The queries that have the option, by name. */
function questionsOf(engine: Engine): Record<string, Ask> {
  const random = seeded(SEED);
  const rays = engine.createRayList(ROWS);
  const casts = engine.createCastList(ROWS);
  const probes = engine.createProbeList(ROWS);
  const places = numbers(random, 3 * ROWS, SIDE);
  const directions = numbers(random, 3 * ROWS, 2, 0.5);
  const shapes = Array.from({ length: ROWS }, (_, k) => k % 7);
  rays.set(places, directions);
  probes.set(shapes, places);
  casts.set(shapes, places);
  for (let k = 0; k < ROWS; k++) for (let c = 0; c < 3; c++) casts.moves[4 * k + c] = 3 * directions[3 * k + c]!;
  const masks = Array.from({ length: ROWS }, (_, k) => (k % 5 === 0 ? 0xfffb : 0xffff));
  for (const list of [rays, casts, probes]) list.masks.set(masks);
  const boxes = Array.from({ length: ROWS }, (_, k) => places.slice(3 * k, 3 * k + 3)).flatMap((place) => [
    ...place.map((x) => x - 0.4),
    ...place.map((x) => x + 0.4),
  ]);
  const spheres = Array.from({ length: ROWS }, (_, k) => [...places.slice(3 * k, 3 * k + 3), 0.7]).flat();
  return {
    'castRays closest': (options) => readAll(engine.castRaysSync(rays, options)),
    'castRays any': (options) => [...engine.castRaysSync(rays, { ...options, hits: 'any' }).status.subarray(0, ROWS)],
    'castRays all': (options) => readAll(engine.castRaysSync(rays, { ...options, hits: 'all' })),
    castShapes: (options) => readAll(engine.castShapesSync(casts, options)),
    closestPoints: (options) => readAll(engine.closestPointsSync(places, options)),
    'closestPoints within 0.3 m': (options) =>
      readAll(engine.closestPointsSync(places, { ...options, maxDistance: 0.3 })),
    overlapShapes: (options) => readAll(engine.overlapShapesSync(probes, options)),
    'overlapShapes with a margin': (options) => readAll(engine.overlapShapesSync(probes, { ...options, margin: 0.4 })),
    overlapBox: (options) => readAll(engine.overlapBoxSync(boxes, options)),
    overlapSphere: (options) => readAll(engine.overlapSphereSync(spheres, options)),
    nearest: (options) => {
      const nearest = engine.nearestSync({ ...options, k: 4, maxDistance: 2 });
      // the twin that has sensors in no group finds nothing for them
      return Array.from({ length: engine.scene.rows }, (_, id) => (id % 3 === 1 ? [] : nearest.read(id)));
    },
  };
}

/** Queries without the option, which never see sensors. */
function moversOf(engine: Engine): Record<string, Ask> {
  const random = seeded(SEED + 1);
  const movers = engine.createCastList(ROWS);
  const probes = engine.createProbeList(ROWS);
  const places = numbers(random, 3 * ROWS, SIDE);
  const shapes = Array.from({ length: ROWS }, (_, k) => k % 7);
  movers.set(shapes, places);
  probes.set(shapes, places);
  for (let k = 0; k < ROWS; k++) movers.moves.set(numbers(random, 3, 4, 0.5), 4 * k);
  return {
    separate: () => readAll(engine.separateSync(probes)),
    moveAndSlide: () => readAll(engine.moveAndSlideSync(movers)),
  };
}

describe.each(PORTABLE)('kernel %s', (kernel) => {
  describe.each([0, 2])('%i workers', (workers) => {
    let engine: Engine;
    let asks: Record<string, Ask>;
    let movers: Record<string, Ask>;
    let flags: number[];
    beforeAll(async () => {
      ({ engine } = await probeWorld(BODIES, CAPACITY, kernel, workers));
      asks = questionsOf(engine);
      movers = moversOf(engine);
      // one of the two half-spaces is a sensor
      flags = Array.from({ length: engine.scene.rows }, (_, id) => (id % 3 === 1 ? 1 + (id % 200) : 0));
      expect(flags.slice(-2).filter((flag) => flag !== 0)).toHaveLength(1);
    });
    afterAll(() => engine.close());

    /** The answer while `flags` are set, or none; and while these colliders are in no group. */
    function answer(ask: Ask, options: Sensors, isFlagged: boolean, inGroups = true): unknown[] {
      const { scene } = engine;
      const groups = scene.groups.slice();
      if (isFlagged) scene.sensors.set(flags);
      if (!inGroups) for (const [id, flag] of flags.entries()) if (flag !== 0) scene.groups[2 * id] = 0;
      const result = ask(options);
      scene.sensors.fill(0);
      scene.groups.set(groups);
      return result;
    }

    const names = [
      'castRays closest',
      'castRays any',
      'castRays all',
      'castShapes',
      'closestPoints',
      'closestPoints within 0.3 m',
      'overlapShapes',
      'overlapShapes with a margin',
      'overlapBox',
      'overlapSphere',
      'nearest',
    ];
    test.each(names)('%s skips sensors, and sees them with `sensors: true`', (name) => {
      const ask = asks[name]!;
      const all = answer(ask, {}, false);
      const others = answer(ask, {}, false, false);
      expect(answer(ask, {}, true)).toEqual(others);
      expect(answer(ask, { sensors: false }, true)).toEqual(others);
      expect(answer(ask, { sensors: true }, true)).toEqual(all);
      expect(others).not.toEqual(all);
    });

    test.each(['separate', 'moveAndSlide'])('%s never sees sensors', (name) => {
      const ask = movers[name]!;
      const others = answer(ask, {}, false, false);
      expect(answer(ask, {}, true)).toEqual(others);
      expect(others).not.toEqual(answer(ask, {}, false));
    });

    test('the queries that have the option are all tested', () => {
      expect(Object.keys(asks)).toEqual(names);
    });
  });
});
