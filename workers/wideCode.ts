/** What workers run of engines on a wide kernel, with any queries. */
import { bake } from '../src/meshes/bake.ts';
import { WHOLE_CODE } from '../src/queries/wholeCode.ts';
import { bakeClaimed, buildClaimed } from '../src/schedule/shapeQueue.ts';
import type { WorkerCode } from './queryWorker.ts';

export const WIDE_CODE: WorkerCode = {
  ...WHOLE_CODE,
  buildShapes(queue, built) {
    buildClaimed(queue, built);
    bakeClaimed(queue, built, bake);
  },
};
