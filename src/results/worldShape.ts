/** A collider as plain numbers, read from the tables without the kernels: for `read`, `verify` and people. */
import { quat, vec3 } from 'gl-matrix';
import type { ColliderTable } from '../scene/colliderTable.ts';
import {
  BOX,
  CORE,
  EXTENT,
  HALF_X,
  RADIUS,
  SHAPE_STRIDE,
  type ShapeTable,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../shapes/shapeTable.ts';
import type { VertexTable } from '../shapes/vertexTable.ts';

/** The tables results are explained with. */
export interface ResultScene {
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  readonly colliders: ColliderTable;
}

export interface WorldShape {
  /** World (m). */
  readonly position: vec3;
  readonly radius: number;
  /** Largest distance of a core point from the position (m). */
  readonly extent: number;
  /** Core vertices minus position, world axes (m). */
  vertex(id: number): vec3;
  readonly vertexCount: number;
}

/** Collider `id`, with vertices turned to world axes in f64. */
export function worldShape({ shapes, vertices, colliders }: ResultScene, id: number): WorldShape {
  const word = colliders.shapes[id] * SHAPE_STRIDE;
  const { words, reals } = shapes;
  const rotation = [...colliders.rotations.subarray(4 * id, 4 * id + 4)] as unknown as quat;
  quat.normalize(rotation, rotation);
  const isBox = words[word + CORE] === BOX;
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN];
  const local = (k: number): vec3 =>
    isBox
      ? ([0, 1, 2].map((c) => (k & (1 << c) ? -1 : 1) * reals[word + HALF_X + c]) as vec3)
      : [vertices.coordinates[x + k], vertices.coordinates[x + rows + k], vertices.coordinates[x + 2 * rows + k]];
  return {
    position: [...colliders.positions.subarray(4 * id, 4 * id + 3)] as vec3,
    radius: reals[word + RADIUS],
    extent: reals[word + EXTENT],
    vertexCount: words[word + VERTEX_COUNT],
    vertex: (k) => vec3.transformQuat([0, 0, 0], local(k), rotation),
  };
}
