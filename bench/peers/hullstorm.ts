/**
 * hullstorm: one engine without workers, and the whole pair list in one synchronous call. Cold: before every round the
 * list is emptied and set again, which drops its caches. The measured time is that of the public call, whose results
 * are in typed arrays. `collect` reads them afterwards to count errors.
 */
import { readFileSync } from 'node:fs';
import { fillScene } from '../fillScene.ts';
import { createEngine, type Engine, type EngineOptions, type PairList, Status } from '../library.ts';
import type { Workload } from '../workloads.ts';
import { type Motion, makeMotion, walkToRest } from './motion.ts';
import { type Answers, CONTACT_MARGIN, MAX_POINTS, type Peer, type Query } from './peer.ts';

const NO_PAIRS = new Uint32Array(0);

export type Kernel = NonNullable<EngineOptions['kernel']>;

export async function loadHullstorm(kernel: Kernel): Promise<Peer> {
  let engine: Engine | undefined;
  let list: PairList | undefined;
  let pairs = NO_PAIRS;
  let intersected: ReturnType<Engine['intersectSync']> | undefined;
  let measured: ReturnType<Engine['distanceSync']> | undefined;
  let touched: ReturnType<Engine['contactsSync']> | undefined;

  return {
    name: 'hullstorm',
    version: ownVersion(),
    notes: [`one engine, workers: 0, kernel: ${kernel}, caches dropped before every round; one call per list`],
    async setup(workload: Workload) {
      engine = await openEngine(workload, kernel);
      pairs = Uint32Array.from(workload.pairs);
      list = engine.createPairList(workload.pairCount);
    },
    reset() {
      list!.set(NO_PAIRS);
      list!.set(pairs);
    },
    intersect() {
      intersected = engine!.intersectSync(list!);
    },
    distance() {
      measured = engine!.distanceSync(list!, { depth: false });
    },
    depth() {
      measured = engine!.distanceSync(list!);
    },
    signed() {
      measured = engine!.distanceSync(list!);
    },
    contacts() {
      touched = engine!.contactsSync(list!, { margin: CONTACT_MARGIN });
    },
    collect(query: Query, out: Answers, count: number) {
      if (query === 'contacts') {
        collectContacts(engine!, touched!, out, count);
        return;
      }
      const results = query === 'intersect' ? intersected! : measured!;
      for (let p = 0; p < count; p++) {
        const status = results.status[p];
        // any other status counts as a wrong answer
        out.overlap[p] = status === Status.Overlapping ? 1 : status === Status.Separated ? 0 : 255;
        if (query === 'intersect') continue;
        const { separation, offsetA, offsetB } = measured!;
        const distance = separation[4 * p + 3];
        out.distance[p] = query === 'distance' && status === Status.Overlapping ? 0 : distance;
        const { positions } = engine!.scene;
        for (let k = 0; k < 3; k++) {
          out.normal[3 * p + k] = separation[4 * p + k];
          out.pointA[3 * p + k] = offsetA[4 * p + k] + positions[4 * pairs[2 * p] + k];
          out.pointB[3 * p + k] = offsetB[4 * p + k] + positions[4 * pairs[2 * p + 1] + k];
        }
      }
    },
    async dispose() {
      await engine?.close();
      engine = undefined;
    },
  };
}

/** Contacts of a moving scene: every call finds the pairs one step later, and may use the results of the last call. */
export async function loadHullstormCoherent(kernel: Kernel): Promise<Peer> {
  let engine: Engine | undefined;
  let motion: Motion | undefined;
  const moveTo = ({ positions, rotations }: { positions: Float64Array; rotations: Float32Array }) => {
    engine!.scene.positions.set(positions);
    engine!.scene.rotations.set(rotations);
  };
  const query = () => engine!.contactsSync(engine!.pairs, { margin: CONTACT_MARGIN });

  return {
    name: 'hullstorm-coherent',
    version: ownVersion(),
    notes: [
      'contacts after every pose moved by up to 1 % of size and turned by 0.01 rad, from the caches of the call before',
    ],
    async setup(workload: Workload) {
      engine = await openEngine(workload, kernel);
      engine.pairs.set(workload.pairs);
      motion = makeMotion(workload);
    },
    reset() {
      moveTo(motion!.next());
    },
    contacts() {
      query();
    },
    collect(_query: Query, out: Answers, count: number) {
      walkToRest(motion!, (poses, isRest) => {
        moveTo(poses);
        const results = query();
        if (isRest) collectContacts(engine!, results, out, count);
      });
    },
    async dispose() {
      await engine?.close();
      engine = undefined;
    },
  };
}

export function ownVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** An engine with the colliders of the workload, and capacity for its pairs. */
export async function openEngine(workload: Workload, kernel: Kernel, room = workload.pairCount): Promise<Engine> {
  const vertices = workload.shapes.reduce((sum, s) => sum + (s.kind === 'hull' ? s.points.length / 3 : 8), 0);
  const engine = await createEngine({
    workers: 0,
    kernel,
    capacity: {
      shapes: workload.shapes.length,
      vertices: vertices + 4 * workload.shapes.length, // hulls are padded to a multiple of four
      colliders: workload.colliderCount,
      pairs: room,
    },
  });
  fillScene(engine.scene, workload);
  return engine;
}

function collectContacts(
  engine: Engine,
  results: ReturnType<Engine['contactsSync']>,
  out: Answers,
  count: number,
): void {
  const { positions } = engine.scene;
  const { ids } = results.pairs;
  for (let p = 0; p < count; p++) {
    out.pointCount[p] = results.pointCount[p];
    out.normal.set(results.separation.subarray(4 * p, 4 * p + 3), 3 * p);
    for (let at = 0; at < 4 * results.pointCount[p]; at += 4) {
      const to = 4 * MAX_POINTS * p + at;
      for (let k = 0; k < 3; k++) out.points[to + k] = results.pointsA[16 * p + at + k] + positions[4 * ids[2 * p] + k];
      out.points[to + 3] = results.pointsA[16 * p + at + 3];
    }
  }
}
