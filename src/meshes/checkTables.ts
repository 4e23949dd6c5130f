/**
 * Checks that searches can run on the tables of a mesh: numbers are finite, indices are in their tables, edge words
 * name each other, and the tree is sound (checkTree.ts).
 */
import { fail } from '../errors.ts';
import {
  BORDER,
  EDGES,
  HALF_EDGE,
  MOST_TRIANGLES,
  ONE_WAY,
  SEAM,
  SOURCE,
  TRIANGLE_STRIDE,
  triangleOf,
  VERTEX_STRIDE,
} from '../tables/meshWords.ts';
import { WIDTH } from '../tables/rayTree.ts';
import { checkTree, HIGH_WORDS } from './checkTree.ts';

export interface MeshTables {
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly nodes: Uint32Array;
}

/** @throws QueryError that names the place */
export function checkTables(where: string, tables: MeshTables): void {
  checkVertices(where, tables.vertices);
  checkTriangles(where, tables);
  checkEdges(where, tables);
  const triangles = tables.triangles.length / TRIANGLE_STRIDE;
  checkTree(where, tables.nodes, triangles, (...box) => holdsTriangles(tables, ...box));
}

function checkVertices(where: string, vertices: Float32Array): void {
  // a difference of f32 is NaN for NaN and infinity alone
  for (let k = 0; k < vertices.length; k += VERTEX_STRIDE) {
    const sum = vertices[k] - vertices[k] + (vertices[k + 1] - vertices[k + 1]) + (vertices[k + 2] - vertices[k + 2]);
    if (sum !== 0 || vertices[k + 3] !== 0) fail(where, 'finite vertices', `others at vertex ${k / VERTEX_STRIDE}`);
  }
}

function checkTriangles(where: string, { triangles, vertices }: MeshTables): void {
  const count = vertices.length / VERTEX_STRIDE;
  for (let k = 0; k < triangles.length; k += TRIANGLE_STRIDE) {
    const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
    const isSound = a < count && b < count && c < count && a !== b && b !== c && c !== a;
    if (!(isSound && triangles[k + SOURCE] < MOST_TRIANGLES))
      fail(where, `three vertices in 0..${count - 1}`, `others of triangle ${k / TRIANGLE_STRIDE}`);
  }
}

function checkEdges(where: string, { triangles, edges }: MeshTables): void {
  for (let triangle = 0, half = 0; half < edges.length; triangle += TRIANGLE_STRIDE) {
    const [a, b, c] = [triangles[triangle], triangles[triangle + 1], triangles[triangle + 2]];
    const isSound =
      isEdgeSound(triangles, edges, half, a, b) &&
      isEdgeSound(triangles, edges, half + 1, b, c) &&
      isEdgeSound(triangles, edges, half + 2, c, a);
    if (!isSound) fail(where, 'neighbors that name each other', `others of triangle ${half / EDGES}`);
    half += EDGES;
  }
}

/** Whether the word of a half edge from vertex a to b is right. */
function isEdgeSound(triangles: Uint32Array, edges: Uint32Array, half: number, a: number, b: number): boolean {
  const word = edges[half];
  const other = word & HALF_EDGE;
  if (word & BORDER) return (word & ~SEAM) === (BORDER | HALF_EDGE);
  if (other >= edges.length || other === half || word & SEAM || word >= 2 * ONE_WAY) return false;
  const back = edges[other];
  const isMutual = (word & ONE_WAY) === 0;
  if (isMutual && ((back & HALF_EDGE) !== half || (back & (BORDER | ONE_WAY)) !== 0)) return false;
  // the first of two has compared their vertices
  if (isMutual && other < half) return true;
  const triangle = triangleOf(other);
  const edge = other - EDGES * triangle;
  const from = triangles[TRIANGLE_STRIDE * triangle + edge];
  const to = triangles[TRIANGLE_STRIDE * triangle + (edge === 2 ? 0 : edge + 1)];
  return (from === b && to === a) || (from === a && to === b);
}

/** Whether the box at `at` of a node holds the vertices of a run of triangles. Comparisons are false for NaN. */
function holdsTriangles(
  { triangles, vertices }: MeshTables,
  reals: Float32Array,
  at: number,
  first: number,
  count: number,
): boolean {
  const [lowX, lowY, lowZ] = [reals[at], reals[at + WIDTH], reals[at + 2 * WIDTH]];
  const high = at + HIGH_WORDS;
  const [highX, highY, highZ] = [reals[high], reals[high + WIDTH], reals[high + 2 * WIDTH]];
  const end = TRIANGLE_STRIDE * (first + count);
  for (let triangle = TRIANGLE_STRIDE * first; triangle < end; triangle += TRIANGLE_STRIDE) {
    for (let corner = triangle; corner < triangle + 3; corner++) {
      const vertex = VERTEX_STRIDE * triangles[corner];
      const [x, y, z] = [vertices[vertex], vertices[vertex + 1], vertices[vertex + 2]];
      if (x < lowX || x > highX || y < lowY || y > highY || z < lowZ || z > highZ) return false;
    }
  }
  return true;
}
