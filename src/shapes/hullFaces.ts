/**
 * From triangles to the faces of the polytope: exactly coplanar neighbours become one polygon, and what is no corner
 * (points inside a face or inside an edge) goes. Decided by counting alone: a corner is where three or more faces meet.
 */
import type { Cloud } from './hullCloud.ts';
import { sideOf } from './hullPlane.ts';
import type { Facet } from './hullSolid.ts';

/** Outward polygons over the cloud's point ids. Each starts at its lowest; sorted, whatever way the facets were found. */
export function mergedFaces(cloud: Cloud, facets: readonly Facet[]): number[][] {
  const faceOf = new Map<Facet, number>();
  const faces: Facet[][] = [];
  for (const facet of facets) {
    if (faceOf.has(facet)) continue;
    faceOf.set(facet, faces.length);
    const face = [facet];
    for (const member of face) {
      for (let k = 0; k < 3; k++) {
        const other = member.across[k]!;
        if (faceOf.has(other) || !coplanar(cloud, facet, other)) continue;
        faceOf.set(other, faces.length);
        face.push(other);
      }
    }
    faces.push(face);
  }

  const rims = faces.map((face, id) => rimOf(face, (facet) => faceOf.get(facet) === id));
  const meeting = new Uint32Array(cloud.count); // faces that meet at a point
  for (const rim of rims) for (const p of rim) meeting[p]!++;
  return rims
    .map((rim) => fromLowest(rim.filter((p) => meeting[p]! >= 3)))
    .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
}

function coplanar(cloud: Cloud, { plane }: Facet, { corners }: Facet): boolean {
  return corners.every((p) => sideOf(cloud, plane, p) === 0);
}

/** The one loop of edges between the face and the rest. */
function rimOf(face: readonly Facet[], inFace: (facet: Facet) => boolean): number[] {
  const next = new Map<number, number>();
  for (const { corners, across } of face) {
    for (let k = 0; k < 3; k++) if (!inFace(across[k]!)) next.set(corners[k]!, corners[(k + 1) % 3]!);
  }
  const rim: number[] = [];
  const first: number = next.keys().next().value!;
  for (let p = first; rim.length === 0 || p !== first; p = next.get(p)!) rim.push(p);
  return rim;
}

function fromLowest(ring: number[]): number[] {
  const lowest = ring.reduce((low, p, k) => (p < ring[low]! ? k : low), 0);
  return [...ring.slice(lowest), ...ring.slice(0, lowest)];
}
