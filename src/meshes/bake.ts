/**
 * From the arrays of a user to the tables of a mesh (tables/meshWords.ts). The same bytes on every machine: only sums,
 * products, quotients and roots, and no order that depends on a hash.
 */
import { fail } from '../errors.ts';
import {
  BORDER,
  EDGES,
  HALF_EDGE,
  SEAM,
  SOURCE,
  TRIANGLE_STRIDE,
  triangleOf,
  VERTEX_STRIDE,
} from '../tables/meshWords.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import { localBox } from './box.ts';
import { boxesOf } from './boxes.ts';
import { buildTree, mostNodes } from './buildTree.ts';
import { findNeighbors } from './neighbors.ts';
import type { MeshBorders, MeshInput, MeshSides } from './options.ts';
import { markSeams } from './seams.ts';
import { type Triangles, withArea } from './triangles.ts';
import { markTurns } from './turns.ts';
import { boundsOf, weldVertices } from './weld.ts';

/** What baking has found in the arrays of a mesh. */
export interface MeshInfo {
  /** Triangles and vertices that are stored. */
  readonly triangles: number;
  readonly vertices: number;
  /** Triangles of the user without an area: left out. */
  readonly degenerate: number;
  /** Triangles with the vertices and the turn of another: left out. */
  readonly duplicates: number;
  /** Edges of one triangle alone. */
  readonly borderEdges: number;
  /** Border edges that another triangle touches: T-junctions, and seams that were not welded. */
  readonly seamEdges: number;
  /** Edges of more than two triangles, or of two with different turns. */
  readonly nonManifoldEdges: number;
  /** No border, and no non-manifold edge. */
  readonly isClosed: boolean;
}

/** The tables of a mesh. */
export interface BakedMesh {
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  /** One per triangle, or empty: all are 0. */
  readonly materials: Uint8Array;
  readonly nodes: Uint32Array;
  /** The local box (m). */
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly sides: MeshSides;
  readonly borders: MeshBorders;
  /** Triangles this near to a border edge touch it (m). */
  readonly weld: number;
  /** The turns of all triangles are reversed: corners 1 and 2 are those of the user in the other order. */
  readonly isMirrored: boolean;
  readonly info: MeshInfo;
}

/** Default of `weld`, as a part of the extent: the last bits of f32, some sixteen times. */
const WELD_PART = 1e-6;

/** @throws QueryError if no triangle has an area */
export function bake(where: string, input: MeshInput): BakedMesh {
  const given = input.indices.length / 3;
  const rounding = WELD_PART * boundsOf(input.positions).extent;
  const triangles = withArea(input, weldVertices(input.positions, input.weld ?? rounding));
  const count = triangles.sources.length;
  if (count === 0)
    fail(where, 'a triangle with an area (after welding)', `${given} degenerate ${given === 1 ? 'one' : 'ones'}`);
  const neighbors = findNeighbors(triangles);
  const order = new Uint32Array(count - neighbors.duplicates);
  for (let k = 0, kept = 0; k < count; k++) if (neighbors.isDuplicate[k] === 0) order[kept++] = k;
  const boxes = boxesOf(triangles.positions, triangles.corners);
  const room = new Int32Array(NODE_WORDS * mostNodes(order.length));
  const nodes = new Uint32Array(room.buffer).slice(0, NODE_WORDS * buildTree(boxes, order, 0, order.length, room));
  const tables = { ...placeVertices(triangles, order), edges: placeEdges(neighbors.words, order), nodes };
  markTurns(tables);
  // f32 moves a vertex off the edge that it divides, also where nothing is welded
  const weld = Math.max(input.weld ?? 0, rounding);
  markSeams(tables, weld);
  const info = {
    triangles: order.length,
    vertices: tables.vertices.length / VERTEX_STRIDE,
    degenerate: given - count,
    duplicates: neighbors.duplicates,
    ...edgeCounts(tables.edges, neighbors.nonManifoldEdges),
  };
  const { sides, borders, isMirrored } = input;
  const materials = input.materials.length === 0 ? input.materials : placeMaterials(input.materials, tables.triangles);
  return { ...tables, materials, ...localBox(nodes), sides, borders, weld, isMirrored, info };
}

/** Vertices in the order in which the triangles need them, and triangles in the order of leaves. */
function placeVertices({ positions, corners, sources }: Triangles, order: Uint32Array) {
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  const used = new Uint32Array(Math.min(numbers.length, 3 * order.length));
  const triangles = new Uint32Array(TRIANGLE_STRIDE * order.length);
  let count = 0;
  for (let k = 0; k < order.length; k++) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = corners[3 * order[k] + corner];
      if (numbers[vertex] < 0) {
        used[count] = vertex;
        numbers[vertex] = count++;
      }
      triangles[TRIANGLE_STRIDE * k + corner] = numbers[vertex];
    }
    triangles[TRIANGLE_STRIDE * k + SOURCE] = sources[order[k]];
  }
  const vertices = new Float32Array(VERTEX_STRIDE * count);
  for (let k = 0; k < count; k++) {
    for (let axis = 0; axis < 3; axis++) vertices[VERTEX_STRIDE * k + axis] = positions[3 * used[k] + axis];
  }
  return { vertices, triangles };
}

function placeEdges(words: Uint32Array, order: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(words.length / EDGES);
  for (let k = 0; k < order.length; k++) ranks[order[k]] = k;
  const edges = new Uint32Array(EDGES * order.length);
  for (let k = 0, to = 0; k < order.length; k++) {
    for (let from = EDGES * order[k]; from < EDGES * order[k] + EDGES; from++) {
      const word = words[from];
      const half = word & HALF_EDGE;
      const other = triangleOf(half);
      edges[to++] = word & BORDER ? word : word - half + EDGES * ranks[other] + (half - EDGES * other);
    }
  }
  return edges;
}

function placeMaterials(materials: Uint8Array, triangles: Uint32Array): Uint8Array {
  const placed = new Uint8Array(triangles.length / TRIANGLE_STRIDE);
  for (let k = 0; k < placed.length; k++) placed[k] = materials[triangles[TRIANGLE_STRIDE * k + SOURCE]];
  return placed;
}

/** What edge words tell of a mesh. */
export function edgeCounts(edges: Uint32Array, nonManifoldEdges: number) {
  let borderEdges = 0;
  let seamEdges = 0;
  for (let half = 0; half < edges.length; half++) {
    if (edges[half] & BORDER) borderEdges++;
    if (edges[half] & SEAM) seamEdges++;
  }
  return { borderEdges, seamEdges, nonManifoldEdges, isClosed: borderEdges + nonManifoldEdges === 0 };
}
