/**
 * Recorded scenes: `scenes/data/boxes-falling.bin` and `boxes-settled.bin`, 5,000 cuboids each, from a physics engine.
 *
 *   little-endian f32, 10 per cuboid:  half extents x y z (m) · position x y z (m) · quaternion x y z w, local → world
 *
 * Pure: the caller loads the bytes.
 */

export const RECORD_FLOATS = 10;

/** One row per cuboid. */
export interface RecordedCuboids {
  readonly count: number;
  /** Half extents x y z per cuboid (m). */
  readonly halfExtents: Float32Array;
  /** Positions x y z per cuboid (m), y up. */
  readonly positions: Float32Array;
  /** Quaternions x y z w per cuboid, local → world. */
  readonly rotations: Float32Array;
}

/** @throws RangeError when `bytes` is not a whole number of records */
export function decodeCuboids(bytes: ArrayBuffer): RecordedCuboids {
  const count = bytes.byteLength / (4 * RECORD_FLOATS);
  if (!Number.isInteger(count) || count === 0) {
    throw new RangeError(
      `decodeCuboids: expected records of ${4 * RECORD_FLOATS} bytes, got ${bytes.byteLength} bytes`,
    );
  }
  const view = new DataView(bytes);
  const columns = (first: number, width: number) =>
    Float32Array.from({ length: width * count }, (_, k) => {
      const row = Math.floor(k / width);
      return view.getFloat32(4 * (row * RECORD_FLOATS + first + (k % width)), true);
    });
  return { count, halfExtents: columns(0, 3), positions: columns(3, 3), rotations: columns(6, 4) };
}
