import { runWholeWorker } from './runWholeWorker.ts';

runWholeWorker();
