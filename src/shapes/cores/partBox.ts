/** The box of a part of a compound, in the frame of the whole. */
import { HIGH } from '../../meshes/boxes.ts';
import { POSITION, ROTATION } from '../../tables/partTable.ts';
import {
  HALF_X,
  RADIUS,
  SHAPE_STRIDE,
  SMOOTH,
  TRAITS,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../../tables/shapeWords.ts';
import { turned } from '../mass/principalAxes.ts';
import type { Place } from './composite/place.ts';
import type { SnapshotShapes } from './core.ts';

/** What bounds a part. */
interface PartExtents {
  readonly half: ArrayLike<number>;
  readonly radius: number;
  /** The vertices if there are any, numbers from one to the next, and from x to y to z. */
  readonly points: readonly [vertices: Float32Array, stride: number, axis: number];
}

/** Writes low x y z and high x y z (boxes.ts). Round cores have the box of their half extents. */
export function writePartBox(
  boxes: Float32Array,
  at: number,
  { half, radius, points }: PartExtents,
  { position, rotation }: Place,
): void {
  const [vertices, stride, axis] = points;
  const axes = [0, 1, 2].map((c) => turned(rotation, ...unit(c, half[c])));
  for (let c = 0; c < 3; c++) {
    let high = 0;
    for (const along of axes) high += Math.abs(along[c]);
    let low = -high;
    if (vertices.length > 0) {
      [low, high] = [Infinity, -Infinity];
      for (let k = 0; k + 2 * axis < vertices.length; k += stride) {
        const value = turned(rotation, vertices[k], vertices[k + axis], vertices[k + 2 * axis])[c];
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    boxes[at + c] = position[c] + low - radius;
    boxes[at + HIGH + c] = position[c] + high + radius;
  }
}

function unit(axis: number, length: number): [number, number, number] {
  const vector: [number, number, number] = [0, 0, 0];
  vector[axis] = length;
  return vector;
}

/** The same of a stored part, whose shape is in row `row` and its place in the next. */
export function writeStoredBox(boxes: Float32Array, at: number, shapes: SnapshotShapes, row: number): void {
  const { words, reals, coordinates } = shapes;
  const word = SHAPE_STRIDE * row;
  const place = word + SHAPE_STRIDE;
  const rows = words[word + VERTEX_ROWS];
  const begin = 3 * words[word + VERTEX_BEGIN];
  const hasVertices = (words[word + TRAITS] & SMOOTH) === 0 && rows > 0 && words[word + VERTEX_COUNT] > 0;
  const vertices = coordinates.subarray(begin, hasVertices ? begin + 3 * rows : begin);
  writePartBox(
    boxes,
    at,
    {
      half: reals.subarray(word + HALF_X, word + HALF_X + 3),
      radius: reals[word + RADIUS],
      points: [vertices, 1, rows],
    },
    {
      position: triple(reals, place + POSITION),
      rotation: [...triple(reals, place + ROTATION), reals[place + ROTATION + 3]],
    },
  );
}

function triple(reals: Float32Array, at: number): [number, number, number] {
  return [reals[at], reals[at + 1], reals[at + 2]];
}
