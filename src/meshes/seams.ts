/**
 * Seams: border edges that another triangle touches. Five places of an edge are asked: its ends, its middle and its
 * quarter points. A triangle that has a vertex of the edge counts at the other places only.
 */
import { BORDER, countOfRun, EDGES, firstOfRun, SEAM, TRIANGLE_STRIDE, VERTEX_STRIDE } from '../tables/meshWords.ts';
import { CHILDREN, HIGH_WORDS, NODE_WORDS, WIDTH } from '../tables/rayTree.ts';
import { distanceSquared } from './pointTriangle.ts';

/** The tables of a mesh that this file reads, and the edge words, which it completes. */
interface Surface {
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly nodes: Uint32Array;
}

/** Places along an edge. */
const PLACES = [0, 0.25, 0.5, 0.75, 1];

/** @param reach triangles this near touch an edge (m) */
export function markSeams(surface: Surface, reach: number): void {
  const search = searchOf(surface, reach);
  const { edges } = surface;
  for (let half = 0; half < edges.length; half++) if (edges[half] & BORDER && isSeam(search, half)) edges[half] |= SEAM;
}

interface Search extends Surface {
  readonly reach: number;
  readonly reals: Float32Array;
  readonly words: Int32Array;
  readonly stack: number[];
  /** Low and high corner of an edge's box, grown by the reach. */
  readonly box: Float64Array;
  readonly point: Float64Array;
}

function searchOf(surface: Surface, reach: number): Search {
  const { buffer, byteOffset, length } = surface.nodes;
  const [reals, words] = [new Float32Array(buffer, byteOffset, length), new Int32Array(buffer, byteOffset, length)];
  return { ...surface, reach, reals, words, stack: [], box: new Float64Array(6), point: new Float64Array(3) };
}

function isSeam(search: Search, half: number): boolean {
  const { triangles, vertices, words, stack, box, reach } = search;
  const own = Math.floor(half / EDGES);
  const from = triangles[TRIANGLE_STRIDE * own + (half % EDGES)];
  const to = triangles[TRIANGLE_STRIDE * own + ((half + 1) % EDGES)];
  for (let axis = 0; axis < 3; axis++) {
    const [x, y] = [vertices[VERTEX_STRIDE * from + axis], vertices[VERTEX_STRIDE * to + axis]];
    box[axis] = Math.min(x, y) - reach;
    box[3 + axis] = Math.max(x, y) + reach;
  }
  stack.length = 0;
  stack.push(0);
  while (stack.length > 0) {
    const node = NODE_WORDS * stack.pop()!;
    for (let child = 0; child < WIDTH; child++) {
      if (!isNear(search, node + child)) continue;
      const number = words[node + CHILDREN + child];
      if (number > 0) stack.push(number);
      if (number >= 0) continue;
      const first = firstOfRun(number);
      for (let k = first; k < first + countOfRun(number); k++) {
        if (k !== own && touches(search, from, to, k)) return true;
      }
    }
  }
  return false;
}

function isNear({ reals, box }: Search, child: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const at = child + WIDTH * axis;
    if (reals[at] > box[3 + axis] || reals[at + HIGH_WORDS] < box[axis]) return false;
  }
  return true;
}

/** Whether a triangle is within reach of a place of an edge. */
function touches({ triangles, vertices, point, reach }: Search, from: number, to: number, triangle: number): boolean {
  const begin = TRIANGLE_STRIDE * triangle;
  const [a, b, c] = [triangles[begin], triangles[begin + 1], triangles[begin + 2]];
  const hasFrom = a === from || b === from || c === from;
  const hasTo = a === to || b === to || c === to;
  for (const part of PLACES) {
    if ((part === 0 && hasFrom) || (part === 1 && hasTo)) continue;
    for (let axis = 0; axis < 3; axis++) {
      const x = vertices[VERTEX_STRIDE * from + axis];
      point[axis] = x + part * (vertices[VERTEX_STRIDE * to + axis] - x);
    }
    const squared = distanceSquared(point, vertices, VERTEX_STRIDE * a, VERTEX_STRIDE * b, VERTEX_STRIDE * c);
    if (squared <= reach * reach) return true;
  }
  return false;
}
