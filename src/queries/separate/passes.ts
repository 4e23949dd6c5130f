/**
 * The pass of `separate`, after those of the tree (broad/passes.ts).
 *
 *   pass       items    reads → writes
 *   SEPARATE   movers   probes, tree, bounds → pushes and planes of each mover
 */
import type { Pass } from '../../broad/pass.ts';

export const SEPARATE: Pass = {
  name: 'separate',
  run({ separator }, _, begin, end) {
    separator?.run(begin, end);
  },
};

export const SEPARATE_PASSES: readonly Pass[] = [SEPARATE];
