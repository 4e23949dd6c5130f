/** OimoPhysics' geometries and poses, for queries on single pairs (oimo.ts). */
import { rotationMatrix, type WorkloadShape } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';

export interface Vec3 {
  x: number;
  y: number;
  z: number;
}
export interface Geometry {
  setGjkMergin(margin: number): void; // sic
  getType(): number;
}
export interface Transform {
  setPosition(position: Vec3): Transform;
  setRotation(rotation: object): Transform;
}
/** The part of the package that shapes use. */
export interface OimoShapes {
  common: {
    Vec3: new (x: number, y: number, z: number) => Vec3;
    Mat3: new (
      e00: number,
      e01: number,
      e02: number,
      e10: number,
      e11: number,
      e12: number,
      e20: number,
      e21: number,
      e22: number,
    ) => object;
    Transform: new () => Transform;
  };
  collision: {
    geometry: {
      BoxGeometry: new (halfExtents: Vec3) => Geometry;
      ConvexHullGeometry: new (vertices: Vec3[]) => Geometry;
      CylinderGeometry: new (radius: number, halfHeight: number) => Geometry;
      ConeGeometry: new (radius: number, halfHeight: number) => Geometry;
    };
  };
}

/** A geometry with GJK margin 0. */
export function makeGeometry(oimo: OimoShapes, shape: WorkloadShape): Geometry {
  const geometry = geometryOf(oimo, shape);
  geometry.setGjkMergin(0);
  return geometry;
}

function geometryOf({ common: { Vec3 }, collision: { geometry } }: OimoShapes, shape: WorkloadShape): Geometry {
  if (shape.kind === 'cylinder') return new geometry.CylinderGeometry(shape.radius, shape.halfHeight);
  if (shape.kind === 'cone') return new geometry.ConeGeometry(shape.radius, shape.halfHeight);
  const vectors: Vec3[] = [];
  const flat = shape.kind === 'hull' ? shape.points : shape.halfExtents;
  for (let i = 0; i < flat.length; i += 3) vectors.push(new Vec3(flat[i], flat[i + 1], flat[i + 2]));
  return shape.kind === 'hull' ? new geometry.ConvexHullGeometry(vectors) : new geometry.BoxGeometry(vectors[0]);
}

export function posesOf({ common: { Vec3, Mat3, Transform } }: OimoShapes, workload: Workload): Transform[] {
  const m = new Float64Array(9);
  return Array.from({ length: workload.colliderCount }, (_, id) => {
    rotationMatrix(m, workload.rotations, id);
    const [x, y, z] = workload.positions.subarray(4 * id);
    return new Transform()
      .setPosition(new Vec3(x, y, z))
      .setRotation(new Mat3(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]));
  });
}
