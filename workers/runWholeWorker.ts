/** The worker with all queries: of the entry file, and of `hullstorm.min.js`. */
import { planarKernel } from '../src/dim2/rows/kernel.ts';
import { bake } from '../src/meshes/bake.ts';
import { scalarKernels } from '../src/narrow/scalarKernel.ts';
import { WHOLE_CODE } from '../src/queries/wholeCode.ts';
import { bakeClaimed, buildClaimed } from '../src/schedule/shapeQueue.ts';
import { runWebWorker } from './runWebWorker.ts';

/** As `runWebWorker`. */
export function runWholeWorker(): void {
  runWebWorker({
    ...WHOLE_CODE,
    scalarKernels,
    planarKernel,
    buildShapes(queue, built) {
      buildClaimed(queue, built);
      bakeClaimed(queue, built, bake);
    },
  });
}
