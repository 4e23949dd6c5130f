/** A collider as plain numbers, from the tables: for `read`, `verify` and users. Kernels do not use it. */
import { type quat, vec3 } from 'gl-matrix';
import { SMOOTH_CORES, sceneGeometry } from '../shapes/cores/list.ts';
import { type ColliderTable, isPlanar, positionOf } from '../tables/colliderTable.ts';
import type { ShapeTable } from '../tables/shapeTable.ts';
import {
  BOX,
  CORE,
  EXTENT,
  HALF_X,
  RADIUS,
  SHAPE_STRIDE,
  TRAITS,
  UNBOUNDED,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../tables/shapeWords.ts';
import type { VertexTable } from '../tables/vertexTable.ts';

/** The tables that `read` and `verify` use. */
export interface ResultScene {
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  readonly parts: ShapeTable;
  readonly colliders: ColliderTable;
}

export interface WorldShape {
  /** Position in the world (m). */
  readonly position: vec3;
  readonly radius: number;
  /** Largest distance of a core point from the position (m). */
  readonly extent: number;
  /**
   * Point of a support's id minus position, world axes (m): a vertex, or for cores of tier smooth the support of a
   * direction.
   */
  point(id: number): vec3;
  /** Whether ids are directions: then points are near the supports of these ids, but not equal to them. */
  readonly isSmooth: boolean;
  /** Outward unit normal of a half-space, world axes. Then `reach` is for this direction alone. */
  readonly outward: vec3 | undefined;
  /** Largest dot product of `direction` (world axes) and a core point minus position (m). */
  reach(direction: vec3): number;
}

/** Collider `id`, rotated to world axes in f64. */
export function worldShape(scene: ResultScene, id: number): WorldShape {
  const { shapes, colliders } = scene;
  const word = colliders.shapes[id] * SHAPE_STRIDE;
  const { words, reals } = shapes;
  const rotation = rotationOf(colliders, id);
  const smooth = SMOOTH_CORES[words[word + CORE]];
  const geometry = sceneGeometry(scene);
  const found = new Float64Array(3);
  const turned = (v: vec3): vec3 => vec3.transformQuat([0, 0, 0], v, rotation);
  const loaded = (): vec3 => turned([...found] as vec3);
  const vertex = (k: number): vec3 => turned(vertexOf(scene, word, k));
  let vertices: readonly vec3[] | undefined;
  return {
    position: positionOf(colliders, id),
    radius: reals[word + RADIUS],
    extent: reals[word + EXTENT],
    isSmooth: smooth !== undefined,
    outward: (words[word + TRAITS] & UNBOUNDED) !== 0 ? turned([0, 1, 0]) : undefined,
    point: (k) => {
      if (!smooth) return vertex(k);
      smooth.pointOf(found, geometry, word, k);
      return loaded();
    },
    reach: (direction) => {
      if (!smooth) {
        vertices ??= Array.from({ length: words[word + VERTEX_COUNT] }, (_, k) => vertex(k));
        return vertices.reduce((most, v) => Math.max(most, vec3.dot(v, direction)), -Infinity);
      }
      const [x, y, z, w] = rotation;
      found.set(vec3.transformQuat([0, 0, 0], direction, [-x, -y, -z, w]));
      smooth.support(found, geometry, word);
      return vec3.dot(loaded(), direction);
    },
  };
}

/** The rotation of a collider; in planar scenes around z. */
function rotationOf(colliders: ColliderTable, id: number): quat {
  const { rotations, angles } = colliders;
  if (isPlanar(colliders)) return [0, 0, Math.sin(angles[id] / 2), Math.cos(angles[id] / 2)];
  const [x, y, z, w] = rotations.subarray(4 * id, 4 * id + 4);
  const share = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  return [x * share, y * share, z * share, w * share];
}

/** Vertex `k` of a core of tier box or vertices, in local axes. */
function vertexOf({ shapes, vertices: { coordinates } }: ResultScene, word: number, k: number): vec3 {
  const { words, reals } = shapes;
  if (words[word + CORE] === BOX) {
    return [0, 1, 2].map((c) => (k & (1 << c) ? -1 : 1) * reals[word + HALF_X + c]) as vec3;
  }
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN] + k;
  return [coordinates[x], coordinates[x + rows], coordinates[x + 2 * rows]];
}
