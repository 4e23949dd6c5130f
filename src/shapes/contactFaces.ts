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
import { fits, heightOf, isFlat, type Patch, patchOf, type Surface, surfaceOf } from './contactPatch.ts';
import type { HullGeometry } from './hullBuild.ts';
import type { ContactFaces } from './prepareShape.ts';
import { faceRowsOf } from './vertexTable.ts';

/** Starts of loops are u16. */
const MAX_LOOP_WORDS = 0xffff;

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
