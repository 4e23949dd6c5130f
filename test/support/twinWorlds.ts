/**
 * Two worlds of the same bodies. In the second one a body far away spins, so no step of it may leave its passes out.
 * That body is static in the first world, has the same id in both, and is in no group: nothing else depends on it.
 */
import { box, createEngine, type Engine, type Passes } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { bytesIn } from './world.ts';

export const CAPACITY = { shapes: 256, vertices: 8192, colliders: 64, pairs: 4096, passBytes: 1 << 22 };

export interface TwinOptions {
  readonly workers: number;
  /** Rows from which on workers take part: 0 makes `step` asynchronous throughout. */
  readonly shareFrom: number;
}

export interface Twin {
  readonly engine: Engine;
  readonly dynamics: Dynamics;
  /** Programs of passes so far. */
  programs: number;
}

/**
 * The ground, and the body that spins in the second world. A restore disturbs both. A disturbed static body makes a
 * step query contacts twice, which this order hides: the ground comes first and is static in both worlds.
 */
export const GROUND = 0;
const ANCHOR = 1;

async function makeTwin({ workers, shareFrom }: TwinOptions, spins: boolean): Promise<Twin> {
  const tuning = { shareFrom, blockPairs: 16 };
  const engine = await createEngine({ workers, capacity: CAPACITY, tuning, warmUp: false });
  let programs = 0;
  const load = engine.loadPasses.bind(engine);
  engine.loadPasses = async (...given) => counting(await load(...given), () => programs++);
  const dynamics = await createDynamics(engine);
  dynamics.addBody(box(20, 1, 20), { type: 'static', position: [0, -1, 0], membership: 3, mask: 3 });
  const place = { position: [0, 1000, 0], membership: 0, mask: 0 };
  dynamics.addBody(
    box(1, 1, 1),
    spins ? { ...place, type: 'kinematic', spin: [0, 1, 0] } : { ...place, type: 'static' },
  );
  return {
    engine,
    dynamics,
    get programs() {
      return programs;
    },
  };
}

/** The first and the second world. */
export function makeTwins(options: TwinOptions): Promise<[Twin, Twin]> {
  return Promise.all([makeTwin(options, false), makeTwin(options, true)]);
}

/** Counts the programs that run. */
function counting(passes: Passes, count: () => void): Passes {
  const run = passes.run.bind(passes);
  const runSync = passes.runSync.bind(passes);
  passes.run = (program) => {
    count();
    return run(program);
  };
  passes.runSync = (program) => {
    count();
    runSync(program);
  };
  return passes;
}

/** What users can read after a step, by name. Columns are without the body that differs. */
export function readTwin({ engine, dynamics }: Twin): Record<string, unknown> {
  const { positions, rotations, groups, statics, shapes, rows } = engine.scene;
  const { velocities, spins, awake, stats, contacts } = dynamics;
  const { dt, substeps, bodies, awake: moving, invalid, swept, pairs, contacts: solved, points, colors } = stats;
  const { invalidColliders, pairsByThread, refined } = engine.info;
  const column = (values: Column, stride: number) =>
    hex(values.subarray(0, stride * ANCHOR)) + hex(values.subarray(stride * (ANCHOR + 1), stride * rows));
  return {
    positions: column(positions, 4),
    rotations: column(rotations, 4),
    velocities: column(velocities, 4),
    spins: column(spins, 4),
    awake: column(awake, 1),
    groups: column(groups, 2),
    statics: column(statics, 1),
    shapes: column(shapes, 1),
    stats: { dt, substeps, bodies, moving, invalid, swept, pairs, solved, points, colors },
    // the worker takes rows at random
    info: { invalidColliders, rows: pairsByThread.reduce((sum, own) => sum + own), refined },
    ...(contacts && readContacts(contacts)),
  };
}

type Column = Float64Array | Float32Array | Uint16Array | Uint8Array | Uint32Array | Int32Array;

function readContacts(contacts: NonNullable<Dynamics['contacts']>): Record<string, unknown> {
  const { count, queries, beganCount, stayedCount, endedCount, pairs, recycledCount } = contacts;
  const { began, stayed, ended, endedIds, status, separation, pointCount, previous, features, pointsA } = contacts;
  const slots = Array.from({ length: count }, (_, row) =>
    Array.from({ length: pointCount[row] }, (_, p) => 4 * row + p),
  ).flat();
  return {
    contacts: { count, queries, beganCount, stayedCount, endedCount, recycledCount, pairs: pairs.count },
    ids: hex(pairs.ids.subarray(0, 2 * count)),
    events: [
      [...began.subarray(0, beganCount)],
      [...stayed.subarray(0, stayedCount)],
      [...ended.subarray(0, endedCount)],
      [...endedIds.subarray(0, 2 * endedCount)],
    ],
    status: hex(status.subarray(0, count)),
    separation: hex(separation.subarray(0, 4 * count)),
    slots: slots.map((slot) => [previous[slot], features[slot], ...pointsA.subarray(4 * slot, 4 * slot + 4)]),
  };
}

function hex(column: Column): string {
  return Buffer.from(bytesIn(column)).toString('hex');
}
