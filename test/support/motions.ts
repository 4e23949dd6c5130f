/** The same pair somewhere else, and whether two answers say the same. */
import { quat } from 'gl-matrix';
import { type Body, place, type Quat, rotationMatrix, transformed, type Vec3 } from '../oracle/body.ts';
import type { BodyPair, ContactRow } from './contactFixture.ts';

/** Both bodies turned by q about the origin, then moved by `at` (m). `turn` is q. */
export function turnedBy({ a, b }: BodyPair, turn: Quat, at: Vec3): BodyPair & { turn: Quat } {
  const m = rotationMatrix(turn);
  const moved = (body: Body) => {
    const rotation = quat.multiply([0, 0, 0, 1] as Quat, turn, body.rotation) as Quat;
    return place(body, [...transformed(Float64Array.from(body.position), m, at)] as Vec3, rotation);
  };
  return { a: moved(a), b: moved(b), turn };
}

/** All lengths of both times `by`, which should be a power of two: then nothing is rounded. */
export function scaledBy({ a, b }: BodyPair, by: number): BodyPair {
  const scaled = (body: Body): Body => ({
    ...body,
    vertices: body.vertices.map((c) => Math.fround(by * c)),
    radius: Math.fround(by * body.radius),
    position: body.position.map((c) => by * c) as Vec3,
    ...(body.half ? { half: body.half.map((c) => Math.fround(by * c)) as Vec3 } : {}),
  });
  return { a: scaled(a), b: scaled(b) };
}

/** A's points become B's. */
export function mirroredRow(row: ContactRow): ContactRow {
  return {
    ...row,
    normal: row.normal.map((c) => -c) as Vec3,
    points: row.points.map((p) => ({ ...p, pointA: p.pointB, pointB: p.pointA })),
  };
}

/** The row as it would be about bodies turned by q. */
export function turnedRow(row: ContactRow, q: Quat): ContactRow {
  const m = rotationMatrix(q);
  const turned = (v: Vec3) => [...transformed(Float64Array.from(v), m, [0, 0, 0])] as Vec3;
  return {
    ...row,
    normal: turned(row.normal),
    points: row.points.map((p) => ({ ...p, pointA: turned(p.pointA), pointB: turned(p.pointB) })),
  };
}

export function scaledRow(row: ContactRow, by: number): ContactRow {
  const scaled = (v: Vec3) => v.map((c) => by * c) as Vec3;
  return {
    ...row,
    distance: by * row.distance,
    points: row.points.map((p) => ({
      ...p,
      pointA: scaled(p.pointA),
      pointB: scaled(p.pointB),
      separation: by * p.separation,
    })),
  };
}

/** Points of `row` that have none of `other` within `tolerance` (m), on both bodies and in separation. */
export function missing(row: ContactRow, other: ContactRow, tolerance: number): number[] {
  const far = (p: Vec3, q: Vec3) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  return row.points.flatMap((p, k) => {
    const found = other.points.some(
      (q) =>
        far(p.pointA, q.pointA) <= tolerance &&
        far(p.pointB, q.pointB) <= tolerance &&
        Math.abs(p.separation - q.separation) <= tolerance,
    );
    return found ? [] : [k];
  });
}

/** Whether two rows hold the same points within `tolerance` (m), in any order. */
export function samePoints(row: ContactRow, other: ContactRow, tolerance: number): boolean {
  return (
    row.points.length === other.points.length &&
    missing(row, other, tolerance).length === 0 &&
    missing(other, row, tolerance).length === 0
  );
}
