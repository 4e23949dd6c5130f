/**
 * Contact faces of a hull: the polygons that contact manifolds clip.
 *
 *   reads    HullGeometry: outward polygons, exactly coplanar neighbors merged
 *   returns  ContactFaces, packed as the pools hold them (tables/vertexTable.ts), the largest first
 *
 * Rotation and f32 rounding split a quad into two triangles whose normals differ by 1e-7, and an edge into slivers with
 * other normals. So neighbors become one contact face if their vertices are nearly in one plane. The plane is the
 * supporting plane of the hull along their common normal, the sum of the vector areas. All vertices lie at most
 * FACE_TOLERANCE times the hull's size below it, so no vertex of the hull is farther than that above a contact face.
 * Greedy, from the largest face on. f64, only + − × ÷ and square roots: the same faces on every machine.
 */
import { faceRowsOf } from '../../tables/vertexTable.ts';
import type { ContactFaces } from '../cores/core.ts';
import type { HullGeometry } from '../hull/build.ts';
import { scratch } from '../hull/scratch.ts';
import { sortDown } from '../hull/sortRows.ts';
import { contactLoop, Outline } from './loop.ts';
import { fits, heightOf, isFlat, measure, Patch, type Surface, surfaceOf } from './patch.ts';
import { loneTriangle } from './triangle.ts';

/** Starts of loops are u16. */
const MAX_LOOP_WORDS = 0xffff;

/** The state of the search, and its results. */
interface Search {
  readonly surface: Surface;
  readonly patch: Patch;
  readonly outline: Outline;
  /** 1 for faces that are in no contact face yet. */
  readonly free: Int32Array;
  /** Contact faces: normals x y z, vertex ids one loop after the other, and the end of each loop. */
  readonly normals: number[];
  readonly loops: number[];
  readonly ends: number[];
}

/**
 * The contact faces of a hull. None for points, segments, and hulls with so many vertices that their loops do not fit
 * u16 (from 10,924 on).
 */
export function contactFaces(hull: HullGeometry): ContactFaces {
  const count = hull.faces.length;
  if (count === 0) return NO_FACES;
  scratch.begin();
  const surface = surfaceOf(hull);
  const search: Search = {
    surface,
    patch: new Patch(count),
    outline: new Outline(surface),
    free: scratch.ints(count).fill(1),
    normals: [],
    loops: [],
    ends: [],
  };
  const order = scratch.ints(count);
  for (let f = 0; f < count; f++) order[f] = f;
  sortDown(order, 0, count, surface.sizes, scratch.ints(count));
  for (let k = 0; k < count; k++) {
    const seed = order[k];
    const { free, patch, outline } = search;
    if (free[seed] === 0) continue;
    // none of the three: a sliver whose f64 area is 0, and that no neighbor includes
    if (loneTriangle(surface, free, patch, outline, seed) || growAtOnce(search, seed) || growOneByOne(search, seed)) {
      accept(search);
    }
  }
  return pack(hull, search);
}

/**
 * Adds all faces that fit around the seed, layer by layer: correct for nearly every hull. false if a layer or the whole
 * does not fit.
 */
function growAtOnce({ surface, patch, outline, free }: Search, seed: number): boolean {
  const { starts, across } = surface;
  patch.begin(seed);
  for (let checked = 0; checked < patch.count; ) {
    measure(surface, patch);
    if (!isFlat(surface, patch)) return false;
    checked = patch.count;
    for (let k = 0; k < checked; k++) {
      for (let c = starts[patch.faces[k]]; c < starts[patch.faces[k] + 1]; c++) {
        const other = across[c];
        if (free[other] === 1 && !patch.has(other) && fits(surface, patch, other)) patch.add(other);
      }
    }
  }
  return contactLoop(surface, patch, outline);
}

/** Adds one face after the other while the patch stays a convex polygon. false if the seed itself is not one. */
function growOneByOne({ surface, patch, outline, free }: Search, seed: number): boolean {
  const { starts, across } = surface;
  patch.begin(seed);
  if (!isPolygon(surface, patch, outline)) return false;
  const tried = new Set([seed]);
  const open = Array.from(across.subarray(starts[seed], starts[seed + 1]));
  for (const face of open) {
    if (tried.has(face) || free[face] === 0) continue;
    tried.add(face);
    if (!fits(surface, patch, face)) continue;
    patch.add(face);
    if (isPolygon(surface, patch, outline)) {
      open.push(...across.subarray(starts[face], starts[face + 1]));
    } else {
      patch.dropLast();
      measure(surface, patch);
    }
  }
  return isPolygon(surface, patch, outline);
}

function isPolygon(surface: Surface, patch: Patch, outline: Outline): boolean {
  measure(surface, patch);
  return isFlat(surface, patch) && contactLoop(surface, patch, outline);
}

/** Stores the patch and its polygon as a contact face. */
function accept({ patch, outline, free, normals, loops, ends }: Search): void {
  for (let k = 0; k < patch.count; k++) free[patch.faces[k]] = 0;
  normals.push(patch.x, patch.y, patch.z);
  for (let k = 0; k < outline.cornerCount; k++) loops.push(outline.ids[outline.corners[k]]);
  ends.push(loops.length);
}

function pack(hull: HullGeometry, { normals, loops: ids, ends }: Search): ContactFaces {
  const count = ends.length;
  if (count === 0 || ids.length > MAX_LOOP_WORDS) return NO_FACES;
  const rows = faceRowsOf(count);
  const planes = new Float32Array(4 * rows);
  const loops = new Uint16Array(count + 1 + ids.length);
  loops.set(ends, 1);
  loops.set(ids, count + 1);
  for (let row = 0; row < rows; row++) {
    const face = Math.min(row, count - 1);
    // rounded as in the table: the offset compensates for the rounding of the normal
    const x = Math.fround(normals[3 * face]);
    const y = Math.fround(normals[3 * face + 1]);
    const z = Math.fround(normals[3 * face + 2]);
    let offset = 0;
    for (let k = loops[face]; k < loops[face + 1]; k++) {
      offset += heightOf(hull, x, y, z, ids[k]) / (loops[face + 1] - loops[face]);
    }
    planes[row] = x;
    planes[rows + row] = y;
    planes[2 * rows + row] = z;
    planes[3 * rows + row] = offset;
  }
  return { count, planes, loops };
}

const NO_FACES: ContactFaces = { count: 0, planes: new Float32Array(0), loops: new Uint16Array(0) };
