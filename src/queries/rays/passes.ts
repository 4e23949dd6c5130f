/**
 * The passes of `castRays`, after those of the tree (broad/passes.ts).
 *
 *   pass             items   reads → writes
 *   MAKE_RAY_NODES   nodes   tree, bounds, colliders, shapes, header of the twin → nodes and leaves of the twin
 *   CAST_CLOSEST     rays    rays, tree, bounds, colliders, shapes → status, ids, t, normals
 *   CAST_ANY         rays    the same → the same: only the status tells something
 *   CAST_ALL         rays    the same → staged hits of each ray, rays in no order; counts, places, allStatus
 *   PLACE_RAY_HITS   rays    staged hits, starts → allIds, allT, allNormals
 */
import type { Pass } from '../../broad/pass.ts';
import { makeRayNodes } from '../../broad/rays/rayNodes.ts';
import { castAll, castAny, castClosest, placeHits } from './search.ts';

export const MAKE_RAY_NODES: Pass = {
  name: 'makeRayNodes',
  run({ frame }, _, begin, end) {
    makeRayNodes(frame.rays, frame, begin, end);
  },
};

export const CAST_CLOSEST: Pass = {
  name: 'castClosest',
  run({ frame, rays }, _, begin, end) {
    castClosest(frame.rays, rays, begin, end);
  },
};

export const CAST_ANY: Pass = {
  name: 'castAny',
  run({ frame, rays }, _, begin, end) {
    castAny(frame.rays, rays, begin, end);
  },
};

export const CAST_ALL: Pass = {
  name: 'castAll',
  run({ frame, rays }, _, begin, end) {
    castAll(frame.rays, rays, begin, end);
  },
};

export const PLACE_RAY_HITS: Pass = {
  name: 'placeRayHits',
  run({ frame }, _, begin, end) {
    placeHits(frame.rays, begin, end);
  },
};

export const RAY_PASSES: readonly Pass[] = [MAKE_RAY_NODES, CAST_CLOSEST, CAST_ANY, CAST_ALL, PLACE_RAY_HITS];
