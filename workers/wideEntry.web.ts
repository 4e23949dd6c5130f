/** The worker of engines on a wide kernel: it has no scalar kernel, and none of planar scenes. */
import { runWebWorker } from './runWebWorker.ts';
import { WIDE_CODE } from './wideCode.ts';

runWebWorker(WIDE_CODE);
