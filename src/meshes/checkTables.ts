/**
 * Checks that searches can run on the tables of a mesh: numbers are finite, indices are in their tables, edge words
 * name each other, the tree has no circles, its runs hold every triangle once, and boxes hold what is below them.
 */
import { fail } from '../errors.ts';
import {
  BORDER,
  countOfRun,
  EDGES,
  firstOfRun,
  HALF_EDGE,
  MOST_DEPTH,
  MOST_TRIANGLES,
  ONE_WAY,
  SEAM,
  SOURCE,
  TRIANGLE_STRIDE,
  triangleOf,
  VERTEX_STRIDE,
} from '../tables/meshWords.ts';
import { BELOW, CHILDREN, HIGH_BYTES, NODE_WORDS, OWN, WIDTH } from '../tables/rayTree.ts';

export interface MeshTables {
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly nodes: Uint32Array;
}

const HIGH_WORDS = HIGH_BYTES / 4;

/** @throws QueryError that names the place */
export function checkTables(where: string, tables: MeshTables): void {
  checkVertices(where, tables.vertices);
  checkTriangles(where, tables);
  checkEdges(where, tables);
  checkNodes(where, tables);
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

/** What the check of a tree knows of its nodes and triangles. */
interface Seen {
  readonly tables: MeshTables;
  readonly words: Int32Array;
  readonly reals: Float32Array;
  /** Nodes from the root to each; 0: no parent yet. */
  readonly depths: Uint8Array;
  readonly isInRun: Uint8Array;
}

function checkNodes(where: string, tables: MeshTables): void {
  const { buffer, byteOffset, length } = tables.nodes;
  const count = length / NODE_WORDS;
  const triangles = tables.triangles.length / TRIANGLE_STRIDE;
  const seen: Seen = {
    tables,
    words: new Int32Array(buffer, byteOffset, length),
    reals: new Float32Array(buffer, byteOffset, length),
    depths: new Uint8Array(count),
    isInRun: new Uint8Array(triangles),
  };
  if (count === 0) fail(where, 'a tree', 'none');
  seen.depths[0] = 1;
  let inRuns = 0;
  for (let node = 0; node < count; node++) {
    const found = trianglesBelow(seen, node);
    if (found < 0) fail(where, 'a sound tree', `another one at node ${node}`);
    inRuns += found;
  }
  if (inRuns !== triangles) fail(where, `a tree of ${triangles} triangles`, `one of ${inRuns}`);
}

/** The triangles in runs of a node; −1 if the node is not sound. A parent comes before its children. */
function trianglesBelow(seen: Seen, node: number): number {
  const { words, depths } = seen;
  const begin = NODE_WORDS * node;
  const depth = depths[node];
  if (depth === 0 || depth > MOST_DEPTH || words[begin + BELOW] !== -1 || words[begin + OWN] !== -1 - node) return -1;
  if (words[begin + OWN + 1] !== 0 || words[begin + OWN + 2] !== 0) return -1;
  let found = 0;
  for (let child = 0; child < WIDTH; child++) {
    const number = words[begin + CHILDREN + child];
    if (number === 0) {
      if (child === 0 || !isEmpty(seen, begin + child)) return -1;
    } else if (number > 0) {
      if (number <= node || number >= depths.length || depths[number] !== 0) return -1;
      if (!holdsNode(seen, begin + child, NODE_WORDS * number)) return -1;
      depths[number] = depth + 1;
    } else {
      const first = firstOfRun(number);
      const count = countOfRun(number);
      if (!holdsRun(seen, begin + child, first, count)) return -1;
      found += count;
    }
  }
  return found;
}

function isEmpty({ reals }: Seen, at: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const low = at + WIDTH * axis;
    if (reals[low] !== Infinity || reals[low + HIGH_WORDS] !== -Infinity) return false;
  }
  return true;
}

/** Comparisons are false for NaN. */
function holdsNode({ reals }: Seen, at: number, node: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [reals[at + WIDTH * axis], reals[at + HIGH_WORDS + WIDTH * axis]];
    if (!(low > -Infinity && high < Infinity)) return false;
    for (let k = node + WIDTH * axis; k < node + WIDTH * axis + WIDTH; k++)
      if (!(low <= reals[k] && high >= reals[k + HIGH_WORDS])) return false;
  }
  return true;
}

function holdsRun({ tables, reals, isInRun }: Seen, at: number, first: number, count: number): boolean {
  const { triangles, vertices } = tables;
  if (first + count > isInRun.length) return false;
  const [lowX, lowY, lowZ] = [reals[at], reals[at + WIDTH], reals[at + 2 * WIDTH]];
  const high = at + HIGH_WORDS;
  const [highX, highY, highZ] = [reals[high], reals[high + WIDTH], reals[high + 2 * WIDTH]];
  if (!(lowX > -Infinity && lowY > -Infinity && lowZ > -Infinity)) return false;
  if (!(highX < Infinity && highY < Infinity && highZ < Infinity)) return false;
  for (let k = first; k < first + count; k++) {
    if (isInRun[k]++ !== 0) return false;
    for (let corner = TRIANGLE_STRIDE * k; corner < TRIANGLE_STRIDE * k + 3; corner++) {
      const vertex = VERTEX_STRIDE * triangles[corner];
      const [x, y, z] = [vertices[vertex], vertices[vertex + 1], vertices[vertex + 2]];
      if (x < lowX || x > highX || y < lowY || y > highY || z < lowZ || z > highZ) return false;
    }
  }
  return true;
}
