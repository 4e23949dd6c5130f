/**
 * The options of a mesh, checked and copied: arrays of the user are read once, element by element, and what was read is
 * checked, so that an array in shared memory cannot change behind a check.
 */
import { type Keys, lengthOf, numbers, readOptions, unreadable, type Vec3Like } from '../checks.ts';
import { fail, integerIn, refuse } from '../errors.ts';
import { MOST_TRIANGLES, MOST_VERTICES } from '../tables/meshWords.ts';
import { copyIntegers, FARTHEST, LISTS, numberAt, wordOf } from './arrays.ts';

/** Which sides of a triangle bodies and rays meet. */
export type MeshSides = 'front' | 'both';
/** Whether a body meets an open edge from the side. */
export type MeshBorders = 'free' | 'joined';

/** The arrays of a triangle mesh, as three.js and most file formats have them. */
export interface MeshOptions {
  /** x y z of each vertex (m), finite, at most 1e18: `geometry.attributes.position.array` of three.js. */
  readonly positions: ArrayLike<number>;
  /**
   * Three vertex numbers per triangle, counter-clockwise seen from outside; 16 bits, 32 bits or plain numbers. Without
   * them every three vertices are a triangle.
   */
  readonly indices?: ArrayLike<number> | undefined;
  /** Numbers of `positions` from one vertex to the next, for interleaved buffers. Default: 3. */
  readonly stride?: number | undefined;
  /** Numbers of `positions` in front of the first x. Default: 0. */
  readonly offset?: number | undefined;
  /** Factors of x, y and z, not 0. Default: 1 1 1. A mirror image keeps its outside. */
  readonly scale?: Vec3Like | undefined;
  /** `'front'` (default): bodies and rays meet counter-clockwise faces only. `'both'`: both sides. */
  readonly sides?: MeshSides | undefined;
  /** `'free'` (default): a body meets open edges from the side. `'joined'`: it does not, for tiles side by side. */
  readonly borders?: MeshBorders | undefined;
  /** Vertices at most this far apart are one (m). Default: 1e-6 of the extent. 0: only equal coordinates are. */
  readonly weld?: number | undefined;
  /** A number 0–255 per triangle, in the order of `indices`. Results have it beside the triangle. */
  readonly materials?: ArrayLike<number> | undefined;
}

/** A mesh of the user, checked and copied. */
export interface MeshInput {
  /** x y z of each vertex, scaled (m). */
  readonly positions: Float32Array;
  /** Three vertices per triangle; those of a mirrored mesh have their turn back. */
  readonly indices: Uint32Array;
  /** Of every triangle, or empty. */
  readonly materials: Uint8Array;
  readonly isMirrored: boolean;
  readonly sides: MeshSides;
  readonly borders: MeshBorders;
  readonly weld: number | undefined;
}

const KEYS: Keys<MeshOptions> = {
  positions: 0,
  indices: 0,
  stride: 0,
  offset: 0,
  scale: 0,
  sides: 0,
  borders: 0,
  weld: 0,
  materials: 0,
};
const DEFAULTS = { sides: 'front', borders: 'free', stride: 3, offset: 0 } as const;

/** Checks and copies the options of a mesh. @throws QueryError */
export function readMesh(where: string, options: MeshOptions): MeshInput {
  const at = `${where}: options`;
  if (typeof options !== 'object' || options === null) refuse(at, 'an object', options);
  const own = { ...DEFAULTS, ...readOptions(at, options, KEYS) };
  const sides = wordOf(`${where}: sides`, own.sides, ['front', 'both']);
  const borders = wordOf(`${where}: borders`, own.borders, ['free', 'joined']);
  const { weld } = own;
  if (weld !== undefined && !(typeof weld === 'number' && weld >= 0 && weld <= FARTHEST))
    refuse(`${where}: weld`, `a number in 0..${FARTHEST} (m)`, weld);
  const scale = scaleOf(`${where}: scale`, own.scale);
  const isMirrored = scale[0] * scale[1] * scale[2] < 0;
  const stride = integerIn(`${where}: stride`, own.stride, 3, MOST_VERTICES);
  const offset = integerIn(`${where}: offset`, own.offset, 0, MOST_VERTICES);
  const positions = readPositions(`${where}: positions`, own.positions, { stride, offset, scale });
  const indices = readIndices(where, own.indices, positions.length / 3);
  if (isMirrored) turnBack(indices);
  const materials = readMaterials(`${where}: materials`, own.materials, indices.length / 3);
  return { positions, indices, materials, isMirrored, sides, borders, weld };
}

function scaleOf(where: string, given: Vec3Like | undefined): number[] {
  if (given === undefined) return [1, 1, 1];
  const scale = numbers(where, 'three numbers', given, 3, 3);
  for (let k = 0; k < 3; k++) if (scale[k] === 0) refuse(`${where}[${k}]`, 'a number other than 0', 0);
  // the sign of their product says whether they mirror: it must not round to 0
  for (let k = 0; k < 3; k++)
    if (!(Math.abs(scale[k]) >= 1e-18 && Math.abs(scale[k]) <= FARTHEST))
      refuse(`${where}[${k}]`, `a number of size 1e-18..${FARTHEST}`, scale[k]);
  return scale;
}

interface Layout {
  readonly stride: number;
  readonly offset: number;
  readonly scale: readonly number[];
}

function readPositions(where: string, given: unknown, layout: Layout): Float32Array {
  const length = lengthOf(where, LISTS, given);
  const { stride, offset } = layout;
  const used = Math.max(length - offset, 0);
  const rest = used % stride;
  if (rest !== 0 && rest < 3) {
    const each = `${stride === 3 ? 'three' : stride} numbers per vertex`;
    fail(where, offset === 0 ? each : `${each} behind the offset`, `${used} of them`);
  }
  const count = Math.floor(used / stride) + (rest > 0 ? 1 : 0);
  if (count > MOST_VERTICES) fail(where, `at most ${MOST_VERTICES} vertices`, `${count}`);
  const positions = new Float32Array(3 * count);
  const wrong = copyPositions(where, given as ArrayLike<number>, layout, positions);
  if (wrong < 0) return positions;
  // what was read is what is told: the array of the user may have another number there by now
  const place = offset + stride * Math.floor(wrong / 3) + (wrong % 3);
  return fail(where, `finite numbers of at most ${FARTHEST}`, `${said(positions[wrong])} at ${place}`);
}

const said = (value: number) => (Number.isFinite(value) ? `${value} (scaled)` : String(value));

/** @returns the first element of `positions` that is not valid, or −1 */
function copyPositions(where: string, source: ArrayLike<number>, layout: Layout, positions: Float32Array): number {
  const { stride, offset, scale } = layout;
  const [scaleX, scaleY, scaleZ] = scale;
  let from = offset;
  let to = 0;
  try {
    // sums with 0 make 0 of −0: equal coordinates have equal bits
    for (; to < positions.length; to += 3, from += stride) {
      positions[to] = Math.fround(numberAt(where, source, from) * scaleX) + 0;
      positions[to + 1] = Math.fround(numberAt(where, source, from + 1) * scaleY) + 0;
      positions[to + 2] = Math.fround(numberAt(where, source, from + 2) * scaleZ) + 0;
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  for (let k = 0; k < positions.length; k++) if (!(Math.abs(positions[k]) <= FARTHEST)) return k;
  return -1;
}

function readIndices(where: string, given: unknown, vertices: number): Uint32Array {
  const at = given === undefined ? `${where}: positions` : `${where}: indices`;
  const length = given === undefined ? vertices : lengthOf(at, LISTS, given);
  const each = given === undefined ? 'three vertices per triangle' : 'three per triangle';
  if (length % 3 !== 0) fail(at, each, `${length} of them`);
  if (length === 0) fail(at, 'at least one triangle', 'none');
  if (length > 3 * MOST_TRIANGLES) fail(at, `at most ${MOST_TRIANGLES} triangles`, `${length / 3}`);
  const indices = new Uint32Array(length);
  if (given === undefined) {
    for (let k = 0; k < length; k++) indices[k] = k;
    return indices;
  }
  const wrong = copyIntegers(at, given as ArrayLike<unknown>, indices, vertices);
  if (wrong)
    fail(
      at,
      vertices > 0 ? `integers in 0..${vertices - 1}` : 'positions of vertices',
      `${wrong.value} at ${wrong.place} (triangle ${Math.floor(wrong.place / 3)})`,
    );
  return indices;
}

function readMaterials(where: string, given: unknown, triangles: number): Uint8Array {
  if (given === undefined) return new Uint8Array(0);
  const length = lengthOf(where, LISTS, given);
  if (length !== triangles) fail(where, `${triangles} numbers, one per triangle`, `${length}`);
  const materials = new Uint8Array(triangles);
  const wrong = copyIntegers(where, given as ArrayLike<unknown>, materials, 256);
  if (wrong) fail(where, 'integers in 0..255', `${wrong.value} at ${wrong.place}`);
  return materials;
}

/** Turns all triangles round: corners 1 and 2 change places. */
function turnBack(indices: Uint32Array): void {
  for (let k = 0; k < indices.length; k += 3) {
    const second = indices[k + 1];
    indices[k + 1] = indices[k + 2];
    indices[k + 2] = second;
  }
}
