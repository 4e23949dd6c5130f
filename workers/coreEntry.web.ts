/** The worker of engines that have pairs, flags and distances alone, on a wide kernel. */
import { ALWAYS, withNeeds } from '../src/queries/searchSets.ts';
import { runWebWorker } from './runWebWorker.ts';

runWebWorker({ searches: withNeeds(ALWAYS) });
