/**
 * Bodies on a large ground: the rounding of f32 is larger than the depth at which they rest. Their flags are those of
 * the scalar kernel, and nearly no row is left to it.
 */
import { box, cone, createEngine, cylinder, type Engine, hull, type Shape, Status, verify } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { createHeap } from '../../scenes/heap.ts';
import { ellipsoidPoints } from '../../scenes/hulls.ts';
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import { SWEPT_KERNELS } from '../support/kernels.ts';
import { World } from '../support/world.ts';

const SEED = 0x6a0d;
const BODIES = 256;
/** Half the height of the ground, and the distance at which bodies start above its center (m). */
const THICK = 2;
const LIFT = 3;

const KINDS: Readonly<Record<string, (random: () => number) => Shape>> = {
  boxes: (random) => box(between(random, 0.25, 0.5), between(random, 0.25, 0.5), between(random, 0.25, 0.5)),
  hulls: (random) => hull(ellipsoidPoints(16, random)),
  cylinders: (random) => cylinder(between(random, 0.2, 0.5), between(random, 0.2, 0.5)),
  cones: (random) => cone(between(random, 0.2, 0.5), between(random, 0.2, 0.5)),
};

type Rotation = readonly [number, number, number, number];
const LEVEL: Rotation = [0, 0, 0, 1];
const TILTED: Rotation = [0.1, 0.2, 0.3, 0.9];

/** v turned by a quaternion of any length. */
function turned([x, y, z, w]: Rotation, v: readonly number[]): number[] {
  const s = 2 / (x * x + y * y + z * z + w * w);
  const cross = (a: readonly number[], b: readonly number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const t = cross([x, y, z], v).map((part) => s * part);
  const u = cross([x, y, z], t);
  return v.map((part, k) => part + w * t[k] + u[k]);
}

/** A ground of side 2 `half`, and bodies over it: half of their ids come before that of the ground, and half after. */
interface Ground {
  readonly engine: Engine;
  readonly ids: readonly number[];
  /** Moves body k to this height of its position, seen by the ground. */
  lift(k: number, height: number): void;
}

async function groundOf(kernel: 'scalar' | 'simd' | 'relaxed', kind: string, half: number, rotation: Rotation) {
  const random = seeded(SEED);
  const turn = new Float64Array(4);
  const capacity = { colliders: BODIES + 1, shapes: BODIES + 1, vertices: 16 * BODIES + 8, pairs: BODIES };
  const engine = await createEngine({ workers: 0, kernel, capacity });
  const { scene } = engine;
  const places: [number, number][] = [];
  const ids: number[] = [];
  let ground = -1;
  for (let k = 0; k < BODIES; k++) {
    if (k === BODIES / 2) ground = scene.addCollider(scene.addShape(box(half, THICK, half)), { rotation });
    // every second body stands upright on a level ground
    randomUnit(turn, 0, 4, random);
    const upright: Rotation = [0, Math.sin(k), 0, Math.cos(k)];
    const isUpright = rotation === LEVEL && k % 2 === 1;
    const own: Rotation = isUpright ? upright : [turn[0], turn[1], turn[2], turn[3]];
    ids.push(scene.addCollider(scene.addShape(KINDS[kind](random)), { rotation: own }));
    places.push([between(random, -0.8 * half, 0.8 * half), between(random, -0.8 * half, 0.8 * half)]);
  }
  engine.pairs.set(ids.flatMap((id, k) => (k % 3 === 0 ? [id, ground] : [ground, id])));
  const lift = (k: number, height: number) => {
    const [x, z] = places[k];
    scene.positions.set(turned(rotation, [x, height, z]), 4 * ids[k]);
  };
  return { engine, ids, lift };
}

/** Moves the bodies of all grounds to these distances from them, by the distances that the first one measures. */
function bringTo(grounds: readonly Ground[], gaps: readonly number[]): void {
  const heights = gaps.map(() => LIFT);
  for (let time = 0; time < 6; time++) {
    for (const { lift } of grounds) for (const [k, height] of heights.entries()) lift(k, height);
    const { engine } = grounds[0];
    const results = engine.distanceSync();
    gaps.forEach((gap, k) => {
      heights[k] += gap - results.distance(k);
    });
  }
}

describe.each(SWEPT_KERNELS.filter((kernel) => kernel !== 'scalar'))('kernel %s', (kernel) => {
  describe.each(Object.keys(KINDS))('%s', (kind) => {
    test.each([
      ['of 4 m', 2, LEVEL],
      ['of 48 m', 24, LEVEL],
      ['of 48 m, tilted', 24, TILTED],
      ['of 1 km, tilted', 500, TILTED],
    ])(`a ground %s: flags and distances of the scalar kernel (seed ${SEED})`, async (_, half, rotation) => {
      const wide = await groundOf(kernel, kind, half, rotation);
      const truth = await groundOf('scalar', kind, half, rotation);
      const random = seeded(SEED + 1);
      const size = half + 0.5;
      // from far below to far above what f32 resolves, and below what f64 does
      const gaps = Array.from(
        { length: BODIES },
        () => (random() < 0.5 ? -1 : 1) * size * 10 ** between(random, -14, -3),
      );
      bringTo([truth, wide], gaps);
      let overlapping = 0;
      for (const depth of [true, true, false]) {
        const want = truth.engine.distanceSync(truth.engine.pairs, { depth });
        const got = wide.engine.distanceSync(wide.engine.pairs, { depth });
        for (let k = 0; k < BODIES; k++) {
          const at = `body ${k}, gap ${gaps[k]}, depth ${depth}`;
          expect(got.status[k], at).toBe(want.status[k]);
          expect(Math.abs(got.distance(k) - want.distance(k)), at).toBeLessThanOrEqual(1e-5 * size);
          overlapping += Number(got.status[k] === Status.Overlapping);
        }
        if (depth) expect(verify(got).worstError).toBeLessThan(1e-5);
      }
      expect(overlapping).toBeGreaterThan(BODIES);
      expect(wide.engine.intersectSync().status).toEqual(truth.engine.intersectSync().status);
      await wide.engine.close();
      await truth.engine.close();
    });

    test(`at the depths of rest, on a ground of 48 m: the scalar kernel gets at most 1 % (seed ${SEED})`, async () => {
      const random = seeded(SEED + 2);
      const gaps = Array.from({ length: BODIES }, () => between(random, -3e-4, 1e-4));
      const ground = await groundOf(kernel, kind, 24, LEVEL);
      bringTo([ground], gaps);
      const { engine } = ground;
      const before = engine.info.refined;
      const times = 4;
      for (let time = 0; time < times; time++) engine.contactsSync(engine.pairs, { margin: 0.02 });
      const left = (engine.info.refined - before) / (times * BODIES);
      // smooth cores nearer than 1e-7 of the size are left
      expect(left).toBeLessThanOrEqual(/cylinders|cones/.test(kind) ? 0.04 : 0.01);
      await engine.close();
    });
  });
});

test.each([
  [300, 240],
  [1000, 120],
])(
  '%d cuboids, %d steps on a ground of 48 m: the scalar kernel gets at most 1 %% of the rows',
  async (count, steps) => {
    const { bodies } = createHeap(count, 1);
    const colliders = bodies.length;
    const capacity = { colliders, shapes: colliders, pairs: 1024 + 16 * count };
    await World.with({ capacity, kernel: 'simd' }, (world) => {
      world.addAll(bodies);
      let rows = 0;
      world.run(steps, () => {
        rows += world.dynamics.stats.pairs;
      });
      expect(rows).toBeGreaterThan(20 * count);
      expect(world.engine.info.refined).toBeLessThanOrEqual(0.01 * rows);
    });
  },
);
