/** The worker with all queries and kernels: of the entry file, and of `hullstorm.min.js`. */
import { planarKernel } from '../src/dim2/rows/kernel.ts';
import { scalarKernels } from '../src/narrow/scalarKernel.ts';
import { runWebWorker } from './runWebWorker.ts';
import { WIDE_CODE } from './wideCode.ts';

/** As `runWebWorker`. */
export function runWholeWorker(): void {
  runWebWorker({ ...WIDE_CODE, scalarKernels, planarKernel });
}
