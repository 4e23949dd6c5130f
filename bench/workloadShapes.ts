/**
 * The shapes of workloads, and their support functions in f64. They share no code with the library: the truth of
 * bench/peers uses them, too.
 */

/** A box by its half extents, or a hull by its vertices (xyz triples). */
export type VertexShape =
  | { readonly kind: 'box'; readonly halfExtents: Float32Array }
  | { readonly kind: 'hull'; readonly points: Float32Array };

/** Along y; a cone has its apex at +halfHeight. Numbers are f32. */
export type RoundShape =
  | { readonly kind: 'cylinder'; readonly halfHeight: number; readonly radius: number }
  | { readonly kind: 'cone'; readonly halfHeight: number; readonly radius: number };

/** Local coordinates (m). */
export type WorkloadShape = VertexShape | RoundShape;

/** The farthest point along a direction of any length but zero, in world axes, from the collider's position (m). */
export type Support = (x: number, y: number, z: number) => ArrayLike<number>;

export function isRound(shape: WorkloadShape): shape is RoundShape {
  return shape.kind === 'cylinder' || shape.kind === 'cone';
}

/** The support function of a shape with the rotation of one collider. */
export function supportOf(shape: WorkloadShape, rotations: Float32Array, collider: number): Support {
  if (!isRound(shape)) return farthestOf(rotated(verticesOf(shape), rotations, collider));
  const { halfHeight: h, radius: bottom } = shape;
  const top = shape.kind === 'cone' ? 0 : bottom;
  const m = new Float64Array(9);
  rotationMatrix(m, rotations, collider);
  return (x, y, z) => {
    const lx = m[0] * x + m[3] * y + m[6] * z;
    const ly = m[1] * x + m[4] * y + m[7] * z;
    const lz = m[2] * x + m[5] * y + m[8] * z;
    const across = Math.sqrt(lx * lx + lz * lz);
    const isTop = h * ly + top * across > bottom * across - h * ly;
    const share = across > 0 ? (isTop ? top : bottom) / across : 0;
    const [px, py, pz] = [share * lx, isTop ? h : -h, share * lz];
    return [m[0] * px + m[1] * py + m[2] * pz, m[3] * px + m[4] * py + m[5] * pz, m[6] * px + m[7] * py + m[8] * pz];
  };
}

function farthestOf(points: Float64Array): Support {
  return (x, y, z) => {
    let best = 0;
    let most = -Infinity;
    for (let i = 0; i < points.length; i += 3) {
      const reach = points[i] * x + points[i + 1] * y + points[i + 2] * z;
      if (reach > most) {
        most = reach;
        best = i;
      }
    }
    return points.subarray(best, best + 3);
  };
}

/** Vertices of a box or a hull in local coordinates, xyz triples. */
export function verticesOf(shape: VertexShape): Float32Array {
  if (shape.kind === 'hull') return shape.points;
  const [x, y, z] = shape.halfExtents;
  // biome-ignore format: one corner per row
  return new Float32Array([
    x, y, z,  -x, y, z,  x, -y, z,  -x, -y, z,
    x, y, -z,  -x, y, -z,  x, -y, -z,  -x, -y, -z,
  ]);
}

/** Largest distance of a point from the local origin (m). */
export function boundingRadius(shape: WorkloadShape): number {
  if (isRound(shape)) return Math.sqrt(shape.halfHeight ** 2 + shape.radius ** 2);
  const points = verticesOf(shape);
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    most = Math.max(most, points[i] ** 2 + points[i + 1] ** 2 + points[i + 2] ** 2);
  }
  return Math.sqrt(most);
}

/** The numbers of a shape, for the checksum. */
export function numbersOf(shape: WorkloadShape): Float32Array {
  if (isRound(shape)) return Float32Array.of(shape.halfHeight, shape.radius);
  return shape.kind === 'hull' ? shape.points : shape.halfExtents;
}

/** `points` rotated by the quaternion of one collider, f64. */
export function rotated(points: Float32Array, rotations: Float32Array, collider: number): Float64Array {
  const m = new Float64Array(9);
  rotationMatrix(m, rotations, collider);
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      out[i + k] = m[3 * k] * points[i] + m[3 * k + 1] * points[i + 1] + m[3 * k + 2] * points[i + 2];
    }
  }
  return out;
}

/** Row-major rotation matrix of one collider's quaternion, normalized in f64. */
export function rotationMatrix(out: Float64Array, rotations: Float32Array, collider: number): void {
  const x = rotations[4 * collider];
  const y = rotations[4 * collider + 1];
  const z = rotations[4 * collider + 2];
  const w = rotations[4 * collider + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[0] = 1 - s * (y * y + z * z);
  out[1] = s * (x * y - w * z);
  out[2] = s * (x * z + w * y);
  out[3] = s * (x * y + w * z);
  out[4] = 1 - s * (x * x + z * z);
  out[5] = s * (y * z - w * x);
  out[6] = s * (x * z - w * y);
  out[7] = s * (y * z + w * x);
  out[8] = 1 - s * (x * x + y * y);
}
