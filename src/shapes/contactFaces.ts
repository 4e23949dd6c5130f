/**
 * Contact faces of a hull: the polygons that contact manifolds are clipped from.
 *
 *   reads    HullGeometry: outward polygons, exactly coplanar neighbours merged
 *   returns  ContactFaces, packed as the pools hold them (vertexTable.ts), the largest first
 *
 * Points that were turned and rounded to f32 leave a quad as two triangles whose normals differ by 1e-7, and an edge as
 * slivers with normals of their own. So neighbours become one contact face here where all their vertices lie within
 * FACE_TOLERANCE of the hull's size below the plane that the hull touches from inside along their common normal: no
 * vertex of the hull is then farther than that above a contact face. The common normal is the sum of the vector areas.
 * Greedy, from the largest face on; f64, only + − × ÷ and square roots: the same faces on every machine.
 */
import { contactLoop } from './contactLoop.ts';
import type { HullGeometry } from './hullBuild.ts';
import type { ContactFaces } from './prepareShape.ts';
import { faceRowsOf } from './vertexTable.ts';

/** Part of the hull's longest side: how far a vertex may lie from the contact face it belongs to. */
export const FACE_TOLERANCE = 1e-5;

/**
 * Cosine of the most a face may turn away from the patch it joins: 60°. A sliver along an edge lies within 45° of one of
 * the faces that meet there, at a box's corner within 55°; the sides of a plate thinner than the tolerance lie at 90°.
 */
const LEAST_COSINE = 0.5;

/** Starts of loops are u16. */
const MAX_LOOP_WORDS = 0xffff;

/** Faces of a hull as patches are made of them. */
interface Surface {
  readonly hull: HullGeometry;
  /** Vector area of each face, x y z (m²), and its length. */
  readonly areas: Float64Array;
  readonly sizes: Float64Array;
  /** across[face][k] is the face beyond the edge from its vertex k to the next. */
  readonly across: readonly (readonly number[])[];
  /** m */
  readonly tolerance: number;
}

/** Neighbouring faces on their way to be one. */
interface Patch {
  readonly faces: ReadonlySet<number>;
  readonly normal: readonly [number, number, number];
  /** Along the normal (m): the hull's highest vertex, and the patch's lowest. */
  readonly high: number;
  readonly low: number;
}

interface Polygon {
  readonly patch: Patch;
  readonly loop: readonly number[];
}

/** None for points, segments, and hulls of so many vertices that their loops do not fit u16 (from 10,924 on). */
export function contactFaces(hull: HullGeometry): ContactFaces {
  const surface = surfaceOf(hull);
  const order = hull.faces.map((_, face) => face);
  order.sort((f, g) => surface.sizes[g]! - surface.sizes[f]! || f - g);
  const free = new Set(order);
  const polygons: Polygon[] = [];
  for (const seed of order) {
    if (!free.has(seed)) continue;
    const polygon = growAtOnce(surface, seed, free) ?? growOneByOne(surface, seed, free);
    // a sliver in which f64 finds no area, and that no neighbour took
    if (!polygon) continue;
    for (const face of polygon.patch.faces) free.delete(face);
    polygons.push(polygon);
  }
  return pack(hull, polygons);
}

function surfaceOf(hull: HullGeometry): Surface {
  const { vertices, faces } = hull;
  const areas = new Float64Array(3 * faces.length);
  const sizes = new Float64Array(faces.length);
  const faceAt = new Map<number, number>(); // of each directed edge
  const keyOf = (from: number, to: number): number => from * 0x10000 + to;
  faces.forEach((face, f) => {
    const a = 3 * face[0]!;
    for (let k = 0; k < face.length; k++) {
      faceAt.set(keyOf(face[k]!, face[(k + 1) % face.length]!), f);
      const b = 3 * face[k]!;
      const c = 3 * face[(k + 1) % face.length]!;
      for (let x = 0; x < 3; x++) {
        const y = (x + 1) % 3;
        const z = (x + 2) % 3;
        areas[3 * f + x]! +=
          0.5 * (vertices[b + y]! - vertices[a + y]!) * (vertices[c + z]! - vertices[a + z]!) -
          0.5 * (vertices[b + z]! - vertices[a + z]!) * (vertices[c + y]! - vertices[a + y]!);
      }
    }
    sizes[f] = lengthOf(areas[3 * f]!, areas[3 * f + 1]!, areas[3 * f + 2]!);
  });
  const across = faces.map((face) => face.map((v, k) => faceAt.get(keyOf(face[(k + 1) % face.length]!, v))!));
  return { hull, areas, sizes, across, tolerance: FACE_TOLERANCE * longestSide(vertices) };
}

/** All that fits round the seed, layer by layer: right for nearly every hull. null where a layer is too much, or the whole. */
function growAtOnce(surface: Surface, seed: number, free: ReadonlySet<number>): Polygon | null {
  let patch = patchOf(surface, new Set([seed]));
  for (;;) {
    const wider = new Set(patch.faces);
    for (const face of patch.faces) {
      for (const other of surface.across[face]!) if (free.has(other) && fits(surface, patch, other)) wider.add(other);
    }
    if (!isFlat(surface, patch)) return null;
    if (wider.size === patch.faces.size) return polygonOf(surface, patch);
    patch = patchOf(surface, wider);
  }
}

/** One face after the other, each only if the patch stays a convex polygon. null if the seed itself is none. */
function growOneByOne(surface: Surface, seed: number, free: ReadonlySet<number>): Polygon | null {
  let best = polygonOf(surface, patchOf(surface, new Set([seed])));
  if (!best) return null;
  const tried = new Set([seed]);
  const open = [...surface.across[seed]!];
  for (const face of open) {
    if (tried.has(face) || !free.has(face)) continue;
    tried.add(face);
    if (!fits(surface, best.patch, face)) continue;
    const wider = polygonOf(surface, patchOf(surface, new Set([...best.patch.faces, face])));
    if (!wider) continue;
    best = wider;
    open.push(...surface.across[face]!);
  }
  return best;
}

function patchOf({ hull, areas }: Surface, faces: ReadonlySet<number>): Patch {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const f of faces) {
    x += areas[3 * f]!;
    y += areas[3 * f + 1]!;
    z += areas[3 * f + 2]!;
  }
  const length = lengthOf(x, y, z);
  const normal = [x / length, y / length, z / length] as const;
  let low = Infinity;
  let top = 0;
  let high = -Infinity;
  for (const f of faces) {
    for (const v of hull.faces[f]!) {
      const height = heightOf(hull, normal, v);
      low = Math.min(low, height);
      if (height > high) [top, high] = [v, height];
    }
  }
  return { faces, normal, high: climb(hull, normal, top, high), low };
}

/** Height of the hull along the normal: on a convex body every way up leads to the top. */
function climb(hull: HullGeometry, normal: Patch['normal'], from: number, height: number): number {
  let v = from;
  let high = height;
  for (let rising = true; rising; ) {
    rising = false;
    for (let k = hull.neighbourStarts[v]!; k < hull.neighbourStarts[v + 1]!; k++) {
      const other = heightOf(hull, normal, hull.neighbours[k]!);
      if (other > high) {
        v = hull.neighbours[k]!;
        high = other;
        rising = true;
        break;
      }
    }
  }
  return high;
}

/** Whether a face may join: it looks the same way, and no vertex of it lies too low. */
function fits({ hull, areas, sizes, tolerance }: Surface, { normal, high }: Patch, f: number): boolean {
  const cosine = areas[3 * f]! * normal[0] + areas[3 * f + 1]! * normal[1] + areas[3 * f + 2]! * normal[2];
  if (!(cosine >= LEAST_COSINE * sizes[f]!)) return false;
  return hull.faces[f]!.every((v) => high - heightOf(hull, normal, v) <= tolerance);
}

/** NaN, of a patch without area, is not flat. */
function isFlat({ tolerance }: Surface, { high, low }: Patch): boolean {
  return high - low <= tolerance;
}

function polygonOf(surface: Surface, patch: Patch): Polygon | null {
  if (!isFlat(surface, patch)) return null;
  const { hull, across, tolerance } = surface;
  const edges: [number, number][] = [];
  for (const f of patch.faces) {
    const face = hull.faces[f]!;
    face.forEach((v, k) => {
      if (!patch.faces.has(across[f]![k]!)) edges.push([v, face[(k + 1) % face.length]!]);
    });
  }
  const loop = contactLoop(hull.vertices, edges, patch.normal, tolerance);
  return loop && { patch, loop };
}

function pack(hull: HullGeometry, polygons: readonly Polygon[]): ContactFaces {
  const count = polygons.length;
  const ids = polygons.flatMap(({ loop }) => loop);
  if (count === 0 || ids.length > MAX_LOOP_WORDS) return NO_FACES;
  const rows = faceRowsOf(count);
  const planes = new Float32Array(4 * rows);
  const loops = new Uint16Array(count + 1 + ids.length);
  loops.set(ids, count + 1);
  for (let row = 0; row < rows; row++) {
    const { patch, loop } = polygons[Math.min(row, count - 1)]!;
    // as the table holds it: the offset makes up for what rounding turns
    const normal = patch.normal.map(Math.fround) as [number, number, number];
    let offset = 0;
    for (const v of loop) offset += heightOf(hull, normal, v) / loop.length;
    planes[row] = normal[0];
    planes[rows + row] = normal[1];
    planes[2 * rows + row] = normal[2];
    planes[3 * rows + row] = offset;
    if (row < count) loops[row + 1] = loops[row]! + loop.length;
  }
  return { count, planes, loops };
}

const NO_FACES: ContactFaces = { count: 0, planes: new Float32Array(0), loops: new Uint16Array(0) };

function heightOf({ vertices }: HullGeometry, [x, y, z]: readonly [number, number, number], v: number): number {
  return x * vertices[3 * v]! + y * vertices[3 * v + 1]! + z * vertices[3 * v + 2]!;
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Longest side of the bounding box. */
function longestSide(vertices: Float32Array): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < vertices.length; k += 3) {
      low = Math.min(low, vertices[k]!);
      high = Math.max(high, vertices[k]!);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}
