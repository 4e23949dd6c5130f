/** The memory of one thread for the careful path. */
import { Polytope } from '../epa/polytopeTable.ts';
import { CorePair } from './corePair.ts';

/** Hosts of many threads make the polytope, 3 MB, when the first pair needs it (rowRunner.ts). */
export class CoreScratch {
  readonly pair = new CorePair();
  readonly polytope = new Polytope();
}
