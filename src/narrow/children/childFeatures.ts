/**
 * Feature ids of pairs with children: as those of convex pairs (tables/featureIds.ts), but
 *
 *   a vertex of a surface has its number there, a vertex of a part the number of the part, too
 *   two edges have a mix of both
 *
 * So a corner of a body keeps its id while it slides from triangle to triangle.
 */

import type { Manifold } from '../../kernels/contacts/manifoldTables.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { EDGE_BITS, EDGES, KIND_SHIFT, VERTEX_OF_A, WITNESS_FEATURE } from '../../tables/featureIds.ts';
import { BORDER, HALF_EDGE, EDGES as SIDES } from '../../tables/meshWords.ts';
import type { Surface } from './surface.ts';
import type { Whole } from './whole.ts';

const EDGE_MASK = (1 << EDGE_BITS) - 1;
/** An even number: so no id is NO_FEATURE. */
const NUMBER_MASK = 0x3ffffffe;
const MIX = 0x9e3779b1;

/** The shape of a side: a collider, and the child of it that the patch is of. */
export class SideShape {
  whole: Whole;
  child = NO_CHILD;
  /** Of a triangle: it is the back that is met. */
  isBack = false;

  constructor(whole: Whole) {
    this.whole = whole;
  }
}

/** Replaces the features of the patch's `count` corners. @param surface of the side that is one, loaded */
export function nameCorners(surface: Surface, m: Manifold, count: number, a: SideShape, b: SideShape): void {
  const { features } = m.patch;
  for (let k = 0; k < count; k++) {
    const feature = features[k];
    if (feature === WITNESS_FEATURE) continue;
    const kind = feature >>> KIND_SHIFT;
    if (kind === EDGES) {
      const first = edgeName(surface, a, (feature >>> EDGE_BITS) & EDGE_MASK);
      const second = edgeName(surface, b, feature & EDGE_MASK);
      const mixed = Math.imul(Math.imul(first, MIX) + second, MIX);
      features[k] = (EDGES << KIND_SHIFT) | ((mixed ^ (mixed >>> 15)) & NUMBER_MASK);
    } else {
      const side = kind === VERTEX_OF_A ? a : b;
      features[k] = (kind << KIND_SHIFT) | vertexName(surface, side, feature & ~(EDGES << KIND_SHIFT));
    }
  }
}

function vertexName(surface: Surface, { whole, child }: SideShape, vertex: number): number {
  if (child === NO_CHILD) return vertex;
  if (whole.isCompound) return (child << EDGE_BITS) | vertex;
  return surface.vertexOf(child, vertex);
}

/** The number of an edge that begins at a vertex of its face: of the two triangles at it, the smaller half edge. */
function edgeName(surface: Surface, side: SideShape, vertex: number): number {
  const { whole, child, isBack } = side;
  if (child === NO_CHILD || whole.isCompound) return vertexName(surface, side, vertex);
  // edges of the back run the other way
  const edge = isBack ? (vertex + 2) % SIDES : vertex;
  const half = SIDES * child + edge;
  const word = surface.edge(child, edge);
  return (word & BORDER) !== 0 ? half : Math.min(half, word & HALF_EDGE);
}
