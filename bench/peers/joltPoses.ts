/** Poses of Jolt's shapes, for queries on single pairs (jolt.ts). */
import { rotationMatrix } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import type { JoltModule, Shape, Vec3 } from './joltShapes.ts';

export interface PlacedShape {
  mShape: Shape;
  SetWorldTransform(position: Vec3, rotation: object, scale: Vec3): void;
}
/** The part of the interface that poses use. @typeParam Placed its `TransformedShape` */
export interface JoltPoses<Placed extends PlacedShape> extends JoltModule {
  HEAPF32: Float32Array;
  RMat44: new () => object;
  TransformedShape: new () => Placed;
}

/**
 * Center of mass → world, for the shape of collider `id`: a column-major 4 × 4 in the wasm heap, with the rotation, and
 * the position + the rotated center of mass.
 */
export function transformOf<Placed extends PlacedShape>(
  jolt: JoltPoses<Placed>,
  shape: Shape,
  { positions, rotations }: Workload,
  id: number,
): object {
  const transform = new jolt.RMat44();
  const center = shape.GetCenterOfMass();
  const [cx, cy, cz] = [center.GetX(), center.GetY(), center.GetZ()];
  const m = new Float64Array(9);
  rotationMatrix(m, rotations, id);
  const at = jolt.getPointer(transform) / 4;
  for (let k = 0; k < 3; k++) {
    for (let c = 0; c < 3; c++) jolt.HEAPF32[at + 4 * c + k] = m[3 * k + c];
    jolt.HEAPF32[at + 12 + k] = positions[4 * id + k] + m[3 * k] * cx + m[3 * k + 1] * cy + m[3 * k + 2] * cz;
    jolt.HEAPF32[at + 4 * k + 3] = 0;
  }
  jolt.HEAPF32[at + 15] = 1;
  return transform;
}

/** The shape of collider `id` at its pose. */
export function placeShape<Placed extends PlacedShape>(
  jolt: JoltPoses<Placed>,
  shape: Shape,
  { positions: p, rotations: q }: Workload,
  id: number,
): Placed {
  const position = new jolt.RVec3(p[4 * id], p[4 * id + 1], p[4 * id + 2]);
  const rotation = new jolt.Quat(q[4 * id], q[4 * id + 1], q[4 * id + 2], q[4 * id + 3]);
  const unitScale = new jolt.Vec3(1, 1, 1);
  const placed = new jolt.TransformedShape();
  placed.mShape = shape;
  placed.SetWorldTransform(position, rotation, unitScale);
  for (const object of [position, rotation, unitScale]) jolt.destroy(object);
  return placed;
}
