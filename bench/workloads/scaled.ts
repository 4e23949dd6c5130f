/** A workload at another scale. */
import { isRound, type WorkloadShape } from '../workloadShapes.ts';
import { finishWorkload, type Workload } from './workload.ts';

/** The workload with all lengths times `factor`, rounded to f32. */
export function scaledBy(workload: Workload, factor: number): Workload {
  const positions = workload.positions.map((x) => Math.fround(factor * x));
  return finishWorkload({ ...workload, shapes: workload.shapes.map((shape) => scaleShape(shape, factor)), positions });
}

function scaleShape(shape: WorkloadShape, factor: number): WorkloadShape {
  if (isRound(shape)) {
    const [halfHeight, radius] = [shape.halfHeight, shape.radius].map((x) => Math.fround(factor * x));
    return { ...shape, halfHeight, radius };
  }
  if (shape.kind === 'box') return { ...shape, halfExtents: shape.halfExtents.map((x) => factor * x) };
  return { ...shape, points: shape.points.map((x) => factor * x) };
}
