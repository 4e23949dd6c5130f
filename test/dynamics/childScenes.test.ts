/** Bodies on a mesh, a height field and compounds, stepped by any number of threads: the same bytes. */
import { Worker } from 'node:worker_threads';
import {
  box,
  capsule,
  compound,
  createEngine,
  type Engine,
  halfSpace,
  heightField,
  hull,
  mesh,
  type Shape,
  sphere,
} from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeded } from '../../scenes/random.ts';
import { square } from '../../scenes/surfaces.ts';
import { PORTABLE } from '../support/kernels.ts';
import { same } from '../support/mixedScene.ts';
import { sweep } from '../support/sweep.ts';
import { repeatUntil } from '../support/waiting.ts';
import { bytesIn, DT, type Vec } from '../support/world.ts';

const SEED = 0x34d3;
const BODIES = 40;
const STEPS = 60;
/** Steps that are looked at however early a worker dies. */
const FEW_STEPS = 15;
const DYING = new URL('../support/dyingWorker.mjs', import.meta.url);
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));

const TABLE = compound([
  { shape: box(0.4, 0.05, 0.3), position: [0, 0.2, 0] },
  ...[-1, 1].map((x) => ({ shape: box(0.05, 0.2, 0.3), position: [0.3 * x, 0, 0] as Vec })),
]);

interface Stage {
  readonly engine: Engine;
  readonly dynamics: Dynamics;
}

type Options = NonNullable<Parameters<typeof createEngine>[0]>;

/** A half-space under a dish of triangles and a field, a kinematic compound that stirs, and bodies that fall. */
async function stage(options: Options): Promise<Stage> {
  const random = seeded(SEED);
  const engine = await createEngine({ warmUp: false, tuning: { shareFrom: 0, blockPairs: 16 }, ...options });
  const dynamics = await createDynamics(engine);
  dynamics.addBody(halfSpace(), { type: 'static', position: [0, -1, 0] });
  const dish = square(16, 0.25, (x, z) => Math.fround(0.15 * (x * x + z * z)));
  dynamics.addBody(mesh(dish), { type: 'static', position: [-1.5, 0, 0] });
  const heights = Float32Array.from({ length: 17 * 17 }, () => 0.1 * random());
  const field = heightField({ rows: 17, columns: 17, spacing: [0.25, 0.25], heights });
  dynamics.addBody(field, { type: 'static', position: [2.5, 0, 0] });
  const stirrer = compound([box(1, 0.05, 0.05), box(0.05, 0.05, 1)]);
  dynamics.addBody(stirrer, { type: 'kinematic', position: [-1.5, 0.3, 0], spin: [0, 1, 0] });
  const points = Array.from({ length: 36 }, () => 0.5 * (random() - 0.5));
  const kinds: Shape[] = [box(0.2, 0.1, 0.15), TABLE, sphere(0.2), capsule(0.2, 0.1), hull(points)];
  for (let k = 0; k < BODIES; k++) {
    const rotation = [0, 1, 2, 3].map(() => random() - 0.5) as [number, number, number, number];
    const position: Vec = [4 * (k % 2) - 1.5 + random() - 0.5, 0.5 + 0.2 * k, 2 * (random() - 0.5)];
    dynamics.addBody(kinds[k % kinds.length]!, { position, rotation });
  }
  return { engine, dynamics };
}

function bytesOf({ engine: { scene }, dynamics }: Stage): Uint8Array {
  const { positions, rotations, rows } = scene;
  const columns = [positions, rotations, dynamics.velocities, dynamics.spins].map((c) => c.subarray(0, 4 * rows));
  return new Uint8Array(Buffer.concat([...columns, dynamics.awake.subarray(0, rows)].map(bytesIn)));
}

describe.each(PORTABLE)(`kernel %s, seed ${SEED}`, (kernel) => {
  let calm: Stage;
  const known: Uint8Array[] = [];
  beforeAll(async () => {
    calm = await stage({ kernel, workers: 0 });
    want(STEPS);
    expect(calm.dynamics.stats.contacts).toBeGreaterThan(30);
  });
  afterAll(() => calm.engine.close());

  /** The bytes after a step on one thread. */
  function want(step: number): Uint8Array {
    while (known.length <= step) {
      calm.dynamics.stepSync(DT);
      known.push(bytesOf(calm));
    }
    return known[step]!;
  }

  const ways: readonly (readonly [number, number])[] = [
    [0, 1],
    [1, 256],
    [2, 4],
    [3, 16],
  ];
  test.each(sweep(kernel === 'simd' ? ways.slice(0, 3) : ways.slice(3), ways))(
    '%d workers, blocks of %d pairs: the same bytes in every step',
    async (workers, blockPairs) => {
      const made = await stage({ kernel, workers, tuning: { shareFrom: 0, blockPairs } });
      for (let step = 0; step < STEPS; step++) {
        await made.dynamics.step(DT);
        expect(same(bytesOf(made), want(step)), `step ${step}`).toBe(true);
      }
      await made.engine.close();
    },
  );

  test.each(sweep([20], [1, 5, 20, 60]))('a worker that exits with block %d: the same bytes', async (block) => {
    const workerData = { moment: 'claimed', block, how: 'exit' };
    let isFirst = true;
    const createWorker = () => {
      const worker = isFirst ? new Worker(DYING, { workerData }) : new Worker(ENTRY);
      isFirst = false;
      return worker;
    };
    const made = await stage({ kernel, workers: 2, createWorker });
    let step = 0;
    // on a busy machine a worker may come too late for its blocks, step after step
    const isDone = () => step >= FEW_STEPS && made.engine.info.restarts > 0;
    await repeatUntil('a worker to die', isDone, async () => {
      await made.dynamics.step(DT);
      expect(same(bytesOf(made), want(step)), `step ${step++}`).toBe(true);
    });
    await made.engine.close();
  });
});

test('restored in the middle of contact, worlds go on with the same bytes', async () => {
  const made = await stage({ workers: 0 });
  for (let step = 0; step < STEPS; step++) made.dynamics.stepSync(DT);
  const snapshot = made.engine.scene.snapshot();
  const [one, other] = [await stage({ workers: 0 }), await stage({ workers: 1 })];
  for (const { engine, dynamics } of [one, other]) {
    engine.scene.restore(snapshot);
    dynamics.velocities.set(made.dynamics.velocities);
    dynamics.spins.set(made.dynamics.spins);
    expect(same(bytesOf({ engine, dynamics }), bytesOf(made))).toBe(true);
  }
  for (let step = 0; step < 300; step++) {
    one.dynamics.stepSync(DT);
    other.dynamics.stepSync(DT);
    if (step === 0) expect(one.dynamics.stats.contacts).toBeGreaterThan(20);
    expect(same(bytesOf(one), bytesOf(other)), `step ${step}`).toBe(true);
  }
  for (const { engine } of [made, one, other]) await engine.close();
});
