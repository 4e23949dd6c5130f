/** The worker with all queries: of the entry file, and of `hullstorm.min.js`. */
import { scalarKernels } from '../src/narrow/scalarKernel.ts';
import { WHOLE_CODE } from '../src/queries/wholeCode.ts';
import { runWebWorker } from './runWebWorker.ts';

/** As `runWebWorker`. */
export function runWholeWorker(): void {
  runWebWorker({ ...WHOLE_CODE, scalarKernels });
}
