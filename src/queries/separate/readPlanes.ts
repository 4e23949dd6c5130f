/** Planes of a mover as objects: what `separate` and `moveAndSlide` found beside it. */

/** A collider that a mover touches. */
export interface TouchedPlane {
  /** Collider id. */
  id: number;
  /** Unit normal from the collider to the mover, world axes. */
  normal: Float64Array;
  /** Signed distance (m). */
  distance: number;
}

/** The columns of planes: room for `most` planes per mover. */
interface PlaneColumns {
  readonly planeCounts: Uint8Array;
  readonly planes: Float32Array;
  readonly planeIds: Uint32Array;
}

/** The planes of mover k. */
export function readPlanes({ planeCounts, planes, planeIds }: PlaneColumns, most: number, k: number): TouchedPlane[] {
  return Array.from({ length: planeCounts[k] }, (_, n) => {
    const row = most * k + n;
    return {
      id: planeIds[row],
      normal: Float64Array.from(planes.subarray(4 * row, 4 * row + 3)),
      distance: planes[4 * row + 3],
    };
  });
}
