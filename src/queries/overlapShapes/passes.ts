/**
 * The passes of `overlapShapes`, after those of the tree (broad/passes.ts).
 *
 *   pass             items    reads → writes
 *   FIND_SHAPES      probes   probes, tree, bounds → ids of each probe, probes in no order
 *   SCATTER_SHAPES   probes   ids of each probe → results
 */
import type { Pass } from '../../broad/pass.ts';
import { findShapes, scatterShapes } from './search.ts';

export const FIND_SHAPES: Pass = {
  name: 'findShapes',
  run(tools, _, begin, end) {
    findShapes(tools, begin, end);
  },
};

export const SCATTER_SHAPES: Pass = {
  name: 'scatterShapes',
  run({ frame }, _, begin, end) {
    scatterShapes(frame, begin, end);
  },
};

export const OVERLAP_SHAPES_PASSES: readonly Pass[] = [FIND_SHAPES, SCATTER_SHAPES];
