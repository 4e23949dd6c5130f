/** hullstorm's `findPairsSync`, with the margin of the contact queries. */
import type { Engine } from '../library.ts';
import type { Workload } from '../workloads.ts';
import { type Kernel, openEngine, ownVersion } from './hullstorm.ts';
import type { Poses } from './motion.ts';
import type { PairFinder } from './pairFinder.ts';
import { CONTACT_MARGIN } from './peer.ts';

export async function loadHullstormPairs(kernel: Kernel): Promise<PairFinder> {
  let engine: Engine | undefined;
  return {
    name: 'hullstorm',
    version: ownVersion(),
    includes:
      `findPairsSync, margin ${CONTACT_MARGIN} m: boxes of all colliders, all pairs of tight boxes in order of ids, ` +
      'carried rows; workers: 0',
    async setup(workload: Workload) {
      engine = await openEngine(workload, kernel, 2 * workload.pairCount);
    },
    move({ positions, rotations }: Poses) {
      engine!.scene.positions.set(positions);
      engine!.scene.rotations.set(rotations);
    },
    find() {
      engine!.findPairsSync({ margin: CONTACT_MARGIN });
    },
    count: () => engine!.pairs.count,
    async dispose() {
      await engine?.close();
      engine = undefined;
    },
  };
}
