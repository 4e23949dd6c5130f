/** A collider as plain numbers, from the tables: for `read`, `verify` and users. Kernels do not use it. */
import { type quat, vec3 } from 'gl-matrix';
import { SMOOTH_CORES, sceneGeometry } from '../shapes/cores/list.ts';
import type { ChildTable } from '../tables/childTable.ts';
import { type ColliderTable, isPlanar, positionOf } from '../tables/colliderTable.ts';
import type { ShapeRows, ShapeTable } from '../tables/shapeTable.ts';
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
  readonly children: ChildTable;
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

/** A core in the frame of its shape. */
interface LocalCore {
  readonly isSmooth: boolean;
  point(id: number): vec3;
  /** Largest dot product of `direction` and a core point (m). */
  reach(direction: vec3): number;
}

/** The core of the row at `word` of a table of shapes. */
export function coreIn(scene: ResultScene, rows: ShapeRows, word: number): LocalCore {
  const { words } = rows;
  const smooth = SMOOTH_CORES[words[word + CORE]];
  const geometry = { ...sceneGeometry(scene), shapes: rows };
  const found = new Float64Array(3);
  let vertices: readonly vec3[] | undefined;
  return {
    isSmooth: smooth !== undefined,
    point: (k) => {
      if (!smooth) return vertexOf(scene, rows, word, k);
      smooth.pointOf(found, geometry, word, k);
      return [...found] as vec3;
    },
    reach: (direction) => {
      if (!smooth) {
        vertices ??= Array.from({ length: words[word + VERTEX_COUNT] }, (_, k) => vertexOf(scene, rows, word, k));
        return vertices.reduce((most, v) => Math.max(most, vec3.dot(v, direction)), -Infinity);
      }
      found.set(direction);
      smooth.support(found, geometry, word);
      return vec3.dot([...found] as vec3, direction);
    },
  };
}

/** Collider `id`, rotated to world axes in f64. */
export function worldShape(scene: ResultScene, id: number): WorldShape {
  const { shapes, colliders } = scene;
  const word = colliders.shapes[id] * SHAPE_STRIDE;
  const { words, reals } = shapes;
  const rotation = rotationOf(colliders, id);
  const [x, y, z, w] = rotation;
  const core = coreIn(scene, shapes, word);
  const turned = (v: vec3): vec3 => vec3.transformQuat([0, 0, 0], v, rotation);
  return {
    position: positionOf(colliders, id),
    radius: reals[word + RADIUS],
    extent: reals[word + EXTENT],
    isSmooth: core.isSmooth,
    outward: (words[word + TRAITS] & UNBOUNDED) !== 0 ? turned([0, 1, 0]) : undefined,
    point: (k) => turned(core.point(k)),
    reach: (direction) => core.reach(vec3.transformQuat([0, 0, 0], direction, [-x, -y, -z, w])),
  };
}

/** The rotation of a collider; in planar scenes around z. */
export function rotationOf(colliders: ColliderTable, id: number): quat {
  const { rotations, angles } = colliders;
  if (isPlanar(colliders)) return [0, 0, Math.sin(angles[id] / 2), Math.cos(angles[id] / 2)];
  const [x, y, z, w] = rotations.subarray(4 * id, 4 * id + 4);
  const share = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  return [x * share, y * share, z * share, w * share];
}

/** Vertex `k` of a core of tier box or vertices, in local axes. */
function vertexOf(
  { vertices: { coordinates } }: ResultScene,
  { words, reals }: ShapeRows,
  word: number,
  k: number,
): vec3 {
  if (words[word + CORE] === BOX) {
    return [0, 1, 2].map((c) => (k & (1 << c) ? -1 : 1) * reals[word + HALF_X + c]) as vec3;
  }
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN] + k;
  return [coordinates[x], coordinates[x + rows], coordinates[x + 2 * rows]];
}
