/** `engine.moveAndSlide`: walks of 600 steps, rows, the same bytes on all threads, and refusals. */
import {
  box,
  type CastList,
  capsule,
  createEngine,
  type Engine,
  halfSpace,
  QueryError,
  type SlideOptions,
  type SlideResults,
  SlideStatus,
} from 'hullstorm';
import { createPairDistance, distance } from 'hullstorm/pair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askUntilReplaced, cast, dying } from '../../support/deaths.ts';
import { everyShape, fillMixed, SMALL } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';

const { Free, Slid, Blocked, Unresolved, StartsInside, Invalid } = SlideStatus;
const SKIN = 1e-3;
const STEPS = 600;
const RADIUS = 0.3;
/** Height of the center of a capsule that stands on y = 0. */
const STANDING = 0.5 + RADIUS + SKIN;
const WALKER = capsule(0.5, RADIUS);
/** What a mover falls in a step (m). */
const FALL = -0.01;

type Vector = readonly [number, number, number];

describe('a capsule', () => {
  let engine: Engine;
  let movers: CastList;
  /** Colliders and their shapes, for `hullstorm/pair`. */
  let solids: { id: number; shape: ReturnType<typeof box> }[];
  beforeEach(async () => {
    engine = await createEngine({ workers: 0, capacity: { colliders: 512, pairs: 16, probes: 8, casts: 8 } });
    movers = engine.createCastList(4);
    solids = [];
    movers.set(engine.scene.addShape(WALKER), [0, STANDING, 0]);
  });
  afterEach(() => engine.close());

  const add = (half: Vector, position: Vector, rotation: readonly number[] = [0, 0, 0, 1]) => {
    const shape = box(...half);
    const id = engine.scene.addCollider(engine.scene.addShape(shape), { position, rotation, static: true });
    solids.push({ id, shape });
    return id;
  };
  const about = (axis: 'y' | 'z', angle: number) =>
    axis === 'y' ? [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] : [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

  /** The distance from mover 0 to the nearest collider, by `hullstorm/pair`. */
  const nearest = () => {
    const out = createPairDistance();
    const { positions, rotations } = engine.scene;
    let least = Infinity;
    for (const { id, shape } of solids) {
      const pose = {
        position: positions.subarray(4 * id, 4 * id + 3),
        rotation: rotations.subarray(4 * id, 4 * id + 4),
      };
      distance(shape, pose, WALKER, { position: movers.positions.subarray(0, 3) }, out);
      least = Math.min(least, out.distance);
    }
    return least;
  };

  /** Takes one step. @returns the status */
  const step = (motion: readonly number[], options?: SlideOptions) => {
    movers.moves.set(motion);
    const { displacements, status } = engine.moveAndSlideSync(movers, options);
    expect([...movers.moves.subarray(0, 3)]).toEqual([...motion]);
    for (let c = 0; c < 3; c++) movers.positions[c] += displacements[c]!;
    return status[0];
  };

  /** Walks 600 steps: no step overlaps anything. @returns the positions, and how often each status was seen */
  const walk = (motion: readonly number[]) => {
    const path = [[...movers.positions.subarray(0, 3)]];
    const seen = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < STEPS; k++) {
      seen[step(motion)!]!++;
      path.push([...movers.positions.subarray(0, 3)]);
      expect(nearest(), `step ${k}`).toBeGreaterThan(0.4 * SKIN);
    }
    return { path, seen };
  };
  /** The least and the largest step along an axis. */
  const strides = (path: number[][], c: number, from = 0) => {
    const steps = path.slice(from + 1).map((place, k) => place[c]! - path[from + k]![c]!);
    return [Math.min(...steps), Math.max(...steps)] as const;
  };

  test('walks along a wall that it presses against', () => {
    add([50, 0.5, 5], [0, -0.5, 0]);
    add([50, 2, 0.5], [0, 2, RADIUS + SKIN + 0.5]);
    const { path, seen } = walk([0.05, FALL, 0.03]);
    expect(seen[Slid]).toBe(STEPS);
    const [least, most] = strides(path, 0);
    expect(least).toBeGreaterThan(0.05 - 1e-6);
    expect(most).toBeLessThan(0.05 + 1e-6);
    for (const c of [1, 2]) {
      const [down, up] = strides(path, c);
      expect(Math.max(-down, up)).toBeLessThan(3e-6);
    }
  });

  test('stops in a corner, and stays there', () => {
    add([50, 0.5, 5], [0, -0.5, 0]);
    add([0.5, 2, 5], [3, 2, 0]);
    // 60° to the first wall
    add([5, 2, 0.5], [0, 2, 3], about('y', Math.PI / 6));
    const { path, seen } = walk([0.06, FALL, 0.05]);
    expect(seen[Blocked]).toBeGreaterThan(STEPS / 2);
    expect(seen[Unresolved]! + seen[StartsInside]! + seen[Invalid]!).toBe(0);
    const end = path.at(-1)!;
    for (const place of path.slice(STEPS / 2)) {
      for (let c = 0; c < 3; c++) expect(Math.abs(place[c]! - end[c]!)).toBeLessThan(2e-6);
    }
    // it walks out again
    expect(step([-0.06, 0, -0.05])).toBe(Free);
  });

  test('walks up a slope, and down again', () => {
    add([50, 0.5, 5], [0, -0.5, 0]);
    const angle = 0.4;
    // its upper face passes through (2, 0, 0)
    const middle = [2 + 20 * Math.cos(angle) + 0.5 * Math.sin(angle), 20 * Math.sin(angle) - 0.5 * Math.cos(angle)];
    add([20, 0.5, 5], [middle[0]!, middle[1]!, 0], about('z', angle));
    const up = walk([0.03, FALL, 0]);
    const [least, most] = strides(up.path, 1, STEPS / 3);
    expect(up.path.at(-1)![1]).toBeGreaterThan(2);
    expect(most - least).toBeLessThan(4e-6);
    expect(strides(up.path, 0)[0]).toBeGreaterThan(0.01);
    const down = walk([-0.03, -0.03, 0]);
    expect(down.path.at(-1)![1]).toBeLessThan(STANDING + 1e-5);
    expect(strides(down.path, 0)[1]).toBeLessThan(-0.01);
  });

  test.each([0.4, 3])('walks through a corridor that is wider than itself by %s skins on each side', (room) => {
    add([50, 0.5, 5], [0, -0.5, 0]);
    const wall = RADIUS + room * SKIN + 0.5;
    add([50, 2, 0.5], [0, 2, wall]);
    add([50, 2, 0.5], [0, 2, -wall]);
    for (let k = 0; k < STEPS; k++) {
      const before = movers.positions[0]!;
      // to and fro between the walls
      step([0.05, FALL, k % 3 === 0 ? 0.02 : -0.02]);
      expect(Math.abs(movers.positions[0]! - before - 0.05), `step ${k}`).toBeLessThan(1e-6);
      expect(nearest(), `step ${k}`).toBeGreaterThan(Math.min(1, room) * SKIN - 1e-5);
    }
  });

  test('walks over a floor of tiles without a stop', () => {
    for (let k = -1; k < 100; k++) add([0.15, 0.5, 1], [0.3 * k, -0.5, 0]);
    const { path } = walk([0.045, FALL, 0]);
    const [least, most] = strides(path, 0);
    expect(least).toBeGreaterThan(0.045 - 1e-6);
    expect(most).toBeLessThan(0.045 + 1e-6);
    const [down, up] = strides(path, 1);
    expect(Math.max(-down, up)).toBeLessThan(3e-6);
  });

  test('climbs stairs: up, on, and down', () => {
    for (let k = -2; k < 40; k++) add([0.2, 0.5, 1], [0.4 * k, 0.2 * Math.max(0, k - 2) - 0.5, 0]);
    let x = movers.positions[0]!;
    for (let k = 0; k < 200; k++) {
      step([0, 0.25, 0]);
      step([0.03, 0, 0]);
      step([0, -0.25, 0]);
      expect(Math.abs(movers.positions[0]! - x - 0.03), `step ${k}`).toBeLessThan(0.03);
      expect(nearest(), `step ${k}`).toBeGreaterThan(0.4 * SKIN);
      expect(movers.positions[0]).toBeGreaterThan(x);
      x = movers.positions[0]!;
    }
    // as high as the stairs are there
    expect(Math.abs(movers.positions[1]! - STANDING - 0.2 * Math.floor(x / 0.4 - 1.5))).toBeLessThan(0.2);
  });

  test('slides under a low edge until it is wedged', () => {
    add([50, 0.5, 5], [0, -0.5, 0]);
    // a ceiling that sinks
    add([20, 0.5, 5], [2, 2.4, 0], about('z', -0.1));
    const { path, seen } = walk([0.05, FALL, 0]);
    expect(seen[Blocked]).toBeGreaterThan(STEPS / 4);
    expect(Math.abs(path.at(-1)![0]! - path.at(-50)![0]!)).toBeLessThan(2e-6);
  });

  test('rows: the free, the blocked, the sunken, the invalid', () => {
    const floor = engine.scene.addCollider(engine.scene.addShape(halfSpace()), { static: true });
    const walker = movers.shapes[0]!;
    movers.set(walker, [0, STANDING, 0, 0, 5, 0, 0, 0.5, 0, 0, 9, 0]);
    movers.moves.set([0, -1, 0, 0, 1, -1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
    movers.turns[12] = 0.1;
    const results = engine.moveAndSlideSync(movers);
    expect([...results.status.subarray(0, 4)]).toEqual([Blocked, Free, StartsInside, Invalid]);
    const { planes } = results.read(0);
    expect(planes.map(({ id }) => id)).toEqual([floor]);
    expect([...planes[0]!.normal].map((x) => x + 0)).toEqual([0, 1, 0]);
    expect(Math.abs(planes[0]!.distance - SKIN)).toBeLessThan(2e-6);
    expect([...results.displacements.subarray(4, 7)]).toEqual([1, -1, 0]);
    expect([...results.displacements.subarray(8, 11)]).toEqual([0, 0, 0]);
    expect(results.displacements[12]).toBeNaN();
    movers.count = 0;
    expect(engine.moveAndSlideSync(movers).count).toBe(0);
    expect(() => results.read(0)).toThrow('slides.read: mover');
  });

  test('the options: skin, slides, mask; the ignored collider', () => {
    const floor = engine.scene.addCollider(engine.scene.addShape(halfSpace()), { static: true, membership: 4 });
    movers.set(movers.shapes[0]!, [0, 1, 0]);
    expect(step([0.3, -1, 0], { skin: 0.1 })).toBe(Slid);
    expect(Math.abs(movers.positions[1]! - 0.9)).toBeLessThan(2e-4);
    expect(Math.abs(movers.positions[0]! - 0.3)).toBeLessThan(1e-5);
    movers.positions.set([0, 1, 0]);
    expect(step([0.3, -1, 0], { slides: 0 })).toBe(Unresolved);
    expect(Math.abs(movers.positions[0]! - 0.3 * (0.2 - SKIN))).toBeLessThan(1e-5);
    expect(step([0, -9, 0], { mask: 3 })).toBe(Free);
    movers.positions.set([0, 1, 0]);
    movers.ignored[0] = floor;
    expect(step([0, -9, 0])).toBe(Free);
  });

  test('the results of castShapes stay as they are', () => {
    engine.scene.addCollider(engine.scene.addShape(halfSpace()), { static: true });
    movers.moves.set([0, -1, 0]);
    const hits = engine.castShapesSync(movers);
    const before = hits.read(0);
    engine.moveAndSlideSync(movers);
    expect(hits.read(0)).toEqual(before);
    expect(engine.castShapesSync(movers).read(0)).toEqual(before);
  });

  test('bad input: a sentence', async () => {
    const bad: [unknown, unknown, string][] = [
      [undefined, undefined, 'movers: expected a cast list of this engine, got undefined'],
      [movers, { skin: 0 }, 'skin: expected a finite number > 0 (m), got 0'],
      [movers, { slides: 16 }, 'slides: expected an integer in 0..15, got 16'],
      [movers, { mask: -1 }, 'mask: expected an integer in 0..65535, got -1'],
      [
        movers,
        { skins: 1 },
        'options: expected skin, slides, mask, got the unknown option `skins`; did you mean `skin`?',
      ],
    ];
    for (const [list, options, sentence] of bad) {
      const call = () => engine.moveAndSlideSync(list as CastList, options as object);
      expect(call).toThrow(new QueryError(`engine.moveAndSlideSync: ${sentence}`));
      await expect(engine.moveAndSlide(list as CastList, options as object)).rejects.toThrow(
        new QueryError(`engine.moveAndSlide: ${sentence}`),
      );
    }
    const running = engine.moveAndSlide(movers);
    expect(() => movers.set(0, [0, 0, 0])).toThrow('expected a list that no query is running on');
    await expect(engine.moveAndSlide(engine.createCastList(1))).rejects.toThrow(
      'engine.moveAndSlide: expected results that no query is filling, got those of one that is running',
    );
    expect((await running).count).toBe(1);
    await engine.close();
    await expect(engine.moveAndSlide(movers)).rejects.toThrow(QueryError);
    expect(() => engine.moveAndSlideSync(movers)).toThrow(QueryError);
  });
});

describe('the same bytes', () => {
  const MOVERS = 80;
  const SEED = 0x51de;
  const make = async (workers: number, options: object = {}) => {
    const tuning = { shareFrom: 0 };
    const engine = await createEngine({ workers, capacity: SMALL, tuning, warmUp: false, ...options });
    fillMixed(engine, 150, SEED);
    const shapes = everyShape().length;
    const random = seeded(SEED);
    const movers = engine.createCastList(MOVERS);
    const numbers = (count: number, scale: number, shift: number) =>
      Array.from({ length: count }, () => scale * (random() - shift));
    const kinds = Array.from({ length: MOVERS }, () => Math.floor(shapes * random()));
    movers.set(kinds, numbers(3 * MOVERS, 9, 0), numbers(4 * MOVERS, 1, 0.4));
    movers.moves.set(numbers(4 * MOVERS, 4, 0.5));
    return { engine, movers };
  };
  const bytesOf = ({ count, displacements, status, planeCounts, planes, planeIds }: SlideResults) => {
    const used = Array.from({ length: count }, (_, k) => [
      planes.subarray(64 * k, 64 * k + 4 * planeCounts[k]!).join(),
      planeIds.subarray(16 * k, 16 * k + planeCounts[k]!).join(),
    ]);
    return [displacements.subarray(0, 4 * count).join(), status.subarray(0, count).join(), used.join()].join();
  };

  test('for every number of workers, and both calls', async () => {
    const answers: string[] = [];
    const seen = new Set<number>();
    for (const workers of [0, 1, 3]) {
      const { engine, movers } = await make(workers);
      const sync = engine.moveAndSlideSync(movers);
      for (const status of sync.status.subarray(0, MOVERS)) seen.add(status);
      answers.push(bytesOf(sync), bytesOf(await engine.moveAndSlide(movers)));
      await engine.close();
    }
    expect(new Set(answers).size).toBe(1);
    for (const status of [Free, Slid, Blocked, StartsInside]) expect(seen).toContain(status);
  });

  test('when a worker dies in the middle', async () => {
    const healthy = await make(0);
    const expected = bytesOf(healthy.engine.moveAndSlideSync(healthy.movers));
    await healthy.engine.close();
    for (const moment of ['claimed', 'computed', 'booked']) {
      const { createWorker } = cast([dying({ moment, block: 2, how: 'exit' })]);
      const { engine, movers } = await make(1, { createWorker });
      await askUntilReplaced(engine, async () => {
        expect(bytesOf(await engine.moveAndSlide(movers))).toBe(expected);
      });
      expect(engine.info.restarts, moment).toBe(1);
      await engine.close();
    }
  });
});
