/**
 * Adds a workload to a scene: that of an engine of the built package, or one made from the sources without an engine.
 */
import { box, cone, cylinder, hull, type Shape } from '../src/shapes/spec.ts';
import type { Workload } from './workloads.ts';

/** The methods of a `Scene` that are used. */
interface EmptyScene {
  addShape(shape: Shape): number;
  addCollider(shape: number): number;
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

/** The part of a workload that is used. */
type Colliders = Pick<Workload, 'shapes' | 'shapeOf' | 'colliderCount' | 'positions' | 'rotations'>;

/** Fills `scene`, which must be empty: the pairs of a workload are collider ids in the order of the colliders. */
export function fillScene(scene: EmptyScene, workload: Colliders): void {
  const { shapes, shapeOf, colliderCount, positions, rotations } = workload;
  const ids = shapes.map((shape) => {
    if (shape.kind === 'hull') return scene.addShape(hull(shape.points));
    if (shape.kind === 'cylinder') return scene.addShape(cylinder(shape.halfHeight, shape.radius));
    if (shape.kind === 'cone') return scene.addShape(cone(shape.halfHeight, shape.radius));
    const [x, y, z] = shape.halfExtents;
    return scene.addShape(box(x!, y!, z!));
  });
  for (let c = 0; c < colliderCount; c++) {
    const id = scene.addCollider(ids[shapeOf[c]]);
    if (id !== c) throw new Error(`fillScene: expected collider ${c}, got ${id}`);
  }
  scene.positions.set(positions);
  scene.rotations.set(rotations);
}
