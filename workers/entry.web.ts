import { runWebWorker } from './runWebWorker.ts';

runWebWorker();
