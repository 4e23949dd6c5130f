/**
 * What cores of shapes with children share: the head (tables/childWords.ts), and the box around all children, which is
 * all that bounds need of them. Their kernels are in narrow/children.
 */
import { fail } from '../../errors.ts';
import type { Geometry, SupportCore } from '../../kernels/cores/geometry.ts';
import type { Doubles, Int } from '../../language/lanes.ts';
import { BOX_HIGH, BOX_LOW, CHILD_COUNT, HEAD_NODES } from '../../tables/childWords.ts';
import { NODE_WORDS } from '../../tables/rayTree.ts';
import { CHILD_HEAD, EXTENT, HALF_X, HALF_Y, HALF_Z, MANY_TRAITS, RADIUS } from '../../tables/shapeWords.ts';
import type { PreparedChildren, PreparedShape, SnapshotShapes } from './core.ts';
import { isExtent } from './core.ts';
import { isSmoothRow, prepareSmooth, smoothSupport } from './smooth.ts';

/** A box in the frame of a shape (m, f32). */
export interface LocalBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Children, and the nodes of their tree without the head. */
export type Children = Omit<PreparedChildren, 'nodes'> & { readonly nodes: Uint32Array; readonly count: number };

/** Children of no kind. */
export const NO_CHILDREN: Omit<Children, 'nodes' | 'count'> = {
  triangles: /* @__PURE__ */ new Uint32Array(0),
  edges: /* @__PURE__ */ new Uint32Array(0),
  materials: /* @__PURE__ */ new Uint8Array(0),
  vertices: /* @__PURE__ */ new Float32Array(0),
  heights: /* @__PURE__ */ new Uint32Array(0),
  parts: [],
  places: /* @__PURE__ */ new Uint32Array(0),
};

/** The functions of a core with children: those of the box around them. @param code its code */
export function manySupport(code: number): SupportCore {
  return smoothSupport(code, supportBox, MANY_TRAITS);
}

/** Replaces a direction by the corner of the box around all children that is farthest along it. */
function supportBox(direction: Doubles, geometry: Geometry, word: Int): void {
  const head = NODE_WORDS * geometry.shapes.words[word + CHILD_HEAD];
  for (let c = 0; c < 3; c++) direction[c] = geometry.heads![head + (direction[c] < 0 ? BOX_LOW : BOX_HIGH) + c];
}

/**
 * A shape with children.
 * @param box around all children
 * @param writeHead writes the words of the head that are the core's own
 */
export function prepareMany(
  core: SupportCore,
  { low, high }: LocalBox,
  { nodes, count, ...children }: Children,
  writeHead?: (words: Uint32Array, reals: Float32Array) => void,
): PreparedShape {
  const words = new Uint32Array(NODE_WORDS + nodes.length);
  const reals = new Float32Array(words.buffer);
  words[HEAD_NODES] = nodes.length / NODE_WORDS;
  words[CHILD_COUNT] = count;
  reals.set(low, BOX_LOW);
  reals.set(high, BOX_HIGH);
  writeHead?.(words, reals);
  words.set(nodes, NODE_WORDS);
  const [x, y, z] = [0, 1, 2].map((c) => Math.max(Math.abs(low[c]), Math.abs(high[c]))) as [number, number, number];
  const shape = prepareSmooth(core, 0, [x, y, z], Math.hypot(x, y, z), []);
  return { ...shape, children: { ...children, nodes: words } };
}

/** Fails for a radius: children have radii, and a surface has none. */
export function checkNoRadius(at: string, radius: number, what: string): void {
  if (radius !== 0) fail(`${at}: radius`, `0 (${what})`, radius);
}

/** Whether the row of a snapshot is that of such a shape; its head and its children are checked apart. */
export function isManyRow(shapes: SnapshotShapes, word: number): boolean {
  const { reals } = shapes;
  const half = [HALF_X, HALF_Y, HALF_Z];
  const farthest = Math.hypot(...half.map((at) => reals[word + at]));
  return isSmoothRow(shapes, word, half) && reals[word + RADIUS] === 0 && isExtent(reals, word + EXTENT, farthest);
}
