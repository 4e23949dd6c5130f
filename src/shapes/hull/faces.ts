/**
 * Merges triangles to the faces of the polytope: exactly coplanar neighbors become one polygon. Points inside a face or
 * inside an edge are dropped. Counting alone decides: at a corner three or more faces meet.
 */
import type { Cloud } from './cloud.ts';
import type { FacetTable } from './facetTable.ts';
import { sideOf } from './plane.ts';
import { scratch } from './scratch.ts';

/** Outward polygons, in any order: face f is ids[starts[f]] … ids[starts[f + 1] − 1], point ids. */
export interface Polygons {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ids: Int32Array;
}

/** Outward polygons over the cloud's point ids. */
export function mergedFaces(cloud: Cloud, facets: FacetTable): Polygons {
  const { corners, rows } = facets;
  const faceOf = scratch.ints(rows).fill(-1);
  const members = scratch.ints(rows);
  const next = scratch.ints(cloud.count);
  const meeting = scratch.ints(cloud.count); // number of faces at each point
  const starts = scratch.ints(rows + 1);
  const ids = scratch.ints(3 * rows);
  let count = 0;
  let end = 0;
  for (let facet = 0; facet < rows; facet++) {
    if (corners[3 * facet] < 0 || faceOf[facet] >= 0) continue;
    const size = gather(cloud, facets, facet, count, faceOf, members);
    end = rimOf(facets, members, size, faceOf, next, ids, end);
    for (let k = starts[count]; k < end; k++) meeting[ids[k]]++;
    starts[++count] = end;
  }
  dropNoCorners(count, starts, ids, meeting);
  return { count, starts, ids };
}

/** Collects the facets in the plane of the first, across edges, and marks them as `face`. @returns their number */
function gather(
  cloud: Cloud,
  facets: FacetTable,
  facet: number,
  face: number,
  faceOf: Int32Array,
  members: Int32Array,
): number {
  const { across } = facets;
  let size = 0;
  members[size++] = facet;
  faceOf[facet] = face;
  for (let m = 0; m < size; m++) {
    const row = 3 * members[m];
    for (let k = 0; k < 3; k++) {
      const other = across[row + k];
      // two corners of the other facet are on the common edge, and so in the plane
      if (faceOf[other] >= 0 || sideOf(cloud, facets, facet, apexOf(facets, other, row / 3)) !== 0) continue;
      faceOf[other] = face;
      members[size++] = other;
    }
  }
  return size;
}

/** The corner of a facet that is not on its edge to `from`. */
function apexOf({ corners, across }: FacetTable, facet: number, from: number): number {
  const row = 3 * facet;
  if (across[row] === from) return corners[row + 2];
  return across[row + 1] === from ? corners[row] : corners[row + 1];
}

/** Appends the single loop of edges between the face of `members` and the rest to `ids`. @returns the new end */
function rimOf(
  { corners, across }: FacetTable,
  members: Int32Array,
  size: number,
  faceOf: Int32Array,
  next: Int32Array,
  ids: Int32Array,
  begin: number,
): number {
  let end = begin;
  const row = 3 * members[0];
  if (size === 1) {
    for (let k = 0; k < 3; k++) ids[end++] = corners[row + k];
    return end;
  }
  const face = faceOf[members[0]];
  let first = -1;
  for (let m = 0; m < size; m++) {
    const at = 3 * members[m];
    for (let k = 0; k < 3; k++) {
      if (faceOf[across[at + k]] === face) continue;
      first = corners[at + k];
      next[first] = corners[at + (k === 2 ? 0 : k + 1)];
    }
  }
  ids[end++] = first;
  for (let p = next[first]; p !== first; p = next[p]) ids[end++] = p;
  return end;
}

/** Removes points where fewer than three faces meet. */
function dropNoCorners(count: number, starts: Int32Array, ids: Int32Array, meeting: Int32Array): void {
  let end = 0;
  for (let face = 0, k = 0; face < count; face++) {
    for (const last = starts[face + 1]; k < last; k++) if (meeting[ids[k]] >= 3) ids[end++] = ids[k];
    starts[face + 1] = end;
  }
}
