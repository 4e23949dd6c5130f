/**
 * The passes of casts.
 *
 *   pass         items            reads → writes
 *   CAST_PAIRS   rows of a list   poses, motions → results of castPairs
 *   CAST_SHAPES  casts of a list  probes, motions, tree → bounds of the probes, results of castShapes
 */
import type { Pass } from '../../broad/pass.ts';
import { castShapes } from './castShapes.ts';

export const CAST_PAIRS: Pass = {
  name: 'castPairs',
  run({ caster }, _, begin, end, pairs) {
    caster?.castPairs(pairs.ids, begin, end);
  },
};

export const CAST_SHAPES: Pass = {
  name: 'castShapes',
  run(tools, _, begin, end) {
    if (tools.caster) castShapes(tools, tools.caster, begin, end);
  },
};

export const CAST_PASSES: readonly Pass[] = [CAST_PAIRS, CAST_SHAPES];
