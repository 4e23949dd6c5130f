/**
 * Feature ids of pairs with children: as those of convex pairs (tables/featureIds.ts), but
 *
 *   a vertex of a surface has its number there, a vertex of a part the number of the part, too
 *   two edges have a mix of both
 *
 * So a corner of a body keeps its id while it slides from triangle to triangle.
 */
import type { Int } from '../../language/lanes.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { EDGE_BITS, EDGES, KIND_SHIFT, VERTEX_OF_A, WITNESS_FEATURE } from '../../tables/featureIds.ts';
import { BORDER, HALF_EDGE, EDGES as SIDES } from '../../tables/meshWords.ts';
import type { ChildState } from './childState.ts';
import { edgeOf, type SurfacePools, vertexOf } from './surfaceView.ts';

const EDGE_MASK = 0x7fff;
/** An even number: so no id is NO_FEATURE. */
const NUMBER_MASK = 0x3ffffffe;
const VERTEX_MASK = 0x3fffffff;
const MIX = 0x9e3779b1 | 0;

/** Replaces the features of the patch's `count` corners. The words of the row's sides are set. */
export function nameCorners(s: ChildState, pools: SurfacePools, count: Int): void {
  const { features } = s.manifold.patch;
  const a = s.sideA[0];
  const b = s.sideB[0];
  const childA = s.childOfA[0];
  const childB = s.childOfB[0];
  for (let k: Int = 0; k < count; k++) {
    const feature = features[k];
    if (feature === WITNESS_FEATURE) continue;
    const kind = feature >>> KIND_SHIFT;
    if (kind === EDGES) {
      const first = edgeName(s, pools, a, childA, (feature >>> EDGE_BITS) & EDGE_MASK);
      const second = edgeName(s, pools, b, childB, feature & EDGE_MASK);
      const mixed = Math.imul(Math.imul(first, MIX) + second, MIX);
      features[k] = (EDGES << KIND_SHIFT) | ((mixed ^ (mixed >>> 15)) & NUMBER_MASK);
    } else {
      const side: Int = kind === VERTEX_OF_A ? a : b;
      const child: Int = kind === VERTEX_OF_A ? childA : childB;
      const name = vertexName(s, pools, side, child, feature & VERTEX_MASK);
      features[k] = (kind << KIND_SHIFT) | name;
    }
  }
}

function vertexName(s: ChildState, pools: SurfacePools, side: Int, child: Int, vertex: Int): Int {
  if (child === NO_CHILD) return vertex;
  if (s.compounds[side] === 1) return (child << EDGE_BITS) | vertex;
  return vertexOf(s.rule.view, pools, child, vertex);
}

/** The number of an edge that begins at a vertex of its face: of the two triangles at it, the smaller half edge. */
function edgeName(s: ChildState, pools: SurfacePools, side: Int, child: Int, vertex: Int): Int {
  if (child === NO_CHILD || s.compounds[side] === 1) return vertexName(s, pools, side, child, vertex);
  // edges of the back run the other way
  let edge = vertex;
  if (s.isBack[0] === 1) edge = vertex === 0 ? 2 : vertex - 1;
  const half = SIDES * child + edge;
  const word = edgeOf(s.rule.view, pools, child, edge);
  return (word & BORDER) !== 0 ? half : Math.min(half, word & HALF_EDGE);
}
