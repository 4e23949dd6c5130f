/**
 * The passes of overlap queries, after those of the tree (broad/passes.ts).
 *
 *   pass               items     reads → writes
 *   FIND_OVERLAPS      volumes   tree, bounds → ids of each volume, volumes in no order
 *   SCATTER_OVERLAPS   volumes   ids of each volume → overlap results
 */
import type { Pass } from '../../broad/pass.ts';
import { findOverlaps, scatterOverlaps } from './search.ts';

export const FIND_OVERLAPS: Pass = {
  name: 'findOverlaps',
  run({ frame: { bounds, colliders, overlaps, tree }, search }, _, begin, end) {
    findOverlaps(overlaps, tree, bounds, colliders, search, begin, end);
  },
};

export const SCATTER_OVERLAPS: Pass = {
  name: 'scatterOverlaps',
  run({ frame: { overlaps } }, _, begin, end) {
    scatterOverlaps(overlaps, begin, end);
  },
};

export const OVERLAP_PASSES: readonly Pass[] = [FIND_OVERLAPS, SCATTER_OVERLAPS];
