/**
 * A baked mesh as bytes: words of 32 bits, little-endian, tables as they lie in memory.
 *
 *   word  0      'MESH'
 *         1      version
 *         2      checksum of all words behind it
 *         3–5    vertices, triangles, nodes
 *         6      flags: 1 both sides, 2 joined borders, 4 mirrored, 8 materials
 *         7–9    degenerate and duplicate triangles that were left out; non-manifold edges
 *         10–11  weld (m), f64
 *         12–15  0
 *   nodes, triangles, edges, vertices; materials, up to a whole word
 */
import { isA, lengthOf, unreadable } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { EDGES, MOST_TRIANGLES, MOST_VERTICES, TRIANGLE_STRIDE, VERTEX_STRIDE } from '../tables/meshWords.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import { type BakedMesh, edgeCounts } from './bake.ts';
import { localBox } from './box.ts';
import { checkTables } from './checkTables.ts';

const MAGIC = 0x4853454d;
export const VERSION = 1;
const HEADER_WORDS = 16;
const CHECKSUM = 2;
const [BOTH, JOINED, MIRRORED, MATERIALS] = [1, 2, 4, 8];

/** Places of the tables, in words. */
function placesOf(vertices: number, triangles: number, nodes: number, hasMaterials: boolean) {
  const triangleBegin = HEADER_WORDS + NODE_WORDS * nodes;
  const edgeBegin = triangleBegin + TRIANGLE_STRIDE * triangles;
  const vertexBegin = edgeBegin + EDGES * triangles;
  const materialBegin = vertexBegin + VERTEX_STRIDE * vertices;
  const length = materialBegin + (hasMaterials ? Math.ceil(triangles / 4) : 0);
  return { triangleBegin, edgeBegin, vertexBegin, materialBegin, length };
}

export function bytesOf(mesh: BakedMesh): Uint8Array {
  const { vertices, triangles, edges, materials, nodes, info } = mesh;
  const nodeCount = nodes.length / NODE_WORDS;
  const places = placesOf(info.vertices, info.triangles, nodeCount, materials.length > 0);
  const words = new Uint32Array(places.length);
  const flags = (mesh.sides === 'both' ? BOTH : 0) | (mesh.borders === 'joined' ? JOINED : 0);
  words.set([MAGIC, VERSION, 0, info.vertices, info.triangles, nodeCount]);
  words[6] = flags | (mesh.isMirrored ? MIRRORED : 0) | (materials.length > 0 ? MATERIALS : 0);
  words.set([info.degenerate, info.duplicates, info.nonManifoldEdges], 7);
  new Float64Array(words.buffer, 40, 1)[0] = mesh.weld;
  words.set(nodes, HEADER_WORDS);
  words.set(triangles, places.triangleBegin);
  words.set(edges, places.edgeBegin);
  words.set(new Uint32Array(vertices.buffer, vertices.byteOffset, vertices.length), places.vertexBegin);
  const bytes = new Uint8Array(words.buffer);
  bytes.set(materials, 4 * places.materialBegin);
  words[CHECKSUM] = checksumOf(words);
  return bytes;
}

/** Copies and checks the bytes of a baked mesh. @throws QueryError for any others */
export function readBytes(where: string, given: Uint8Array): BakedMesh {
  const words = copyWords(where, given);
  if (words[0] !== MAGIC) fail(where, 'bytes of bakeMesh()', 'others');
  if (words[1] !== VERSION) fail(where, `version ${VERSION} of baked meshes`, words[1]);
  const [vertexCount, triangleCount, nodeCount, flags] = words.subarray(3);
  const isCounted = triangleCount > 0 && triangleCount <= MOST_TRIANGLES && vertexCount <= MOST_VERTICES;
  if (!isCounted || flags > 15) fail(where, 'a sound header', 'another one');
  const places = placesOf(vertexCount, triangleCount, nodeCount, (flags & MATERIALS) > 0);
  if (words.length !== places.length) fail(where, `${4 * places.length} bytes`, `${4 * words.length}`);
  if (words[CHECKSUM] !== checksumOf(words)) fail(where, 'the checksum of the bytes', 'another one: they are damaged');
  const { buffer } = words;
  const tables = {
    nodes: words.subarray(HEADER_WORDS, places.triangleBegin),
    triangles: words.subarray(places.triangleBegin, places.edgeBegin),
    edges: words.subarray(places.edgeBegin, places.vertexBegin),
    vertices: new Float32Array(buffer, 4 * places.vertexBegin, VERTEX_STRIDE * vertexCount),
  };
  checkTables(where, tables);
  const [weld] = new Float64Array(buffer, 40, 1);
  if (!(weld >= 0 && weld < Infinity)) fail(where, 'a finite weld', weld);
  return {
    ...tables,
    materials: new Uint8Array(buffer, 4 * places.materialBegin, flags & MATERIALS ? triangleCount : 0),
    ...localBox(tables.nodes),
    sides: flags & BOTH ? 'both' : 'front',
    borders: flags & JOINED ? 'joined' : 'free',
    weld,
    isMirrored: (flags & MIRRORED) > 0,
    info: {
      triangles: triangleCount,
      vertices: vertexCount,
      degenerate: words[7],
      duplicates: words[8],
      ...edgeCounts(tables.edges, words[9]),
    },
  };
}

/** The words of the user's bytes, read once: memory that others write cannot change behind the checks. */
function copyWords(where: string, given: Uint8Array): Uint32Array {
  if (!isA(given, Uint8Array)) refuse(where, 'a Uint8Array of bakeMesh()', given);
  const length = lengthOf(where, 'a Uint8Array of bakeMesh()', given);
  if (length < 4 * HEADER_WORDS || length % 4 !== 0) fail(where, 'bytes of bakeMesh()', `${length} bytes`);
  const bytes = new Uint8Array(length);
  try {
    bytes.set(given);
  } catch (cause) {
    unreadable(where, cause);
  }
  return new Uint32Array(bytes.buffer);
}

/**
 * The checksum of the words behind word 2, in four sums side by side: a CRC-32 takes four times as long. Each step
 * loses nothing, so that damage to one word always changes it.
 */
export function checksumOf(words: Uint32Array): number {
  let [a, b, c, d] = [1, 2, 3, 4];
  // the header ends on a multiple of four, as all tables do but materials
  for (let k = CHECKSUM + 1; k < HEADER_WORDS; k++) a = mix(a, words[k]);
  let k = HEADER_WORDS;
  for (; k + 4 <= words.length; k += 4) {
    a = mix(a, words[k]);
    b = mix(b, words[k + 1]);
    c = mix(c, words[k + 2]);
    d = mix(d, words[k + 3]);
  }
  for (; k < words.length; k++) a = mix(a, words[k]);
  return mix(mix(mix(a, b), c), d) >>> 0;
}

function mix(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, 0x9e3779b1);
  return (product << 13) | (product >>> 19);
}
