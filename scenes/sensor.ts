/**
 * A sensor that turns about the y axis and casts rays in rings, as a lidar does. Directions are the same bits on every
 * machine.
 */
import { cosTurns, sinTurns } from './turns.ts';

export interface SensorSpec {
  /** m */
  readonly position: readonly [number, number, number];
  /** Rays of a scan: all rings, each with this many columns. */
  readonly rings: number;
  readonly columns: number;
  /** Elevations of the lowest and the highest ring (revolutions, up is positive). */
  readonly lowest: number;
  readonly highest: number;
  /** Length of a ray (m). */
  readonly reach: number;
  /** Revolutions per second. */
  readonly speed: number;
}

/** From ring to ring the rays are shifted by this part of a column. */
const SHIFT = 0.618;

/** Rays of one scan. */
export function rayCount({ rings, columns }: SensorSpec): number {
  return rings * columns;
}

/** The unit directions of a scan, 4 numbers per ray, ring after ring. The first ray points towards x. */
export function directionsOf(sensor: SensorSpec): Float64Array {
  const { rings, columns, lowest, highest } = sensor;
  const out = new Float64Array(4 * rayCount(sensor));
  for (let ring = 0; ring < rings; ring++) {
    const elevation = lowest + ((highest - lowest) * ring) / Math.max(rings - 1, 1);
    const level = cosTurns(elevation);
    const up = sinTurns(elevation);
    for (let column = 0; column < columns; column++) {
      const azimuth = (column + ring * SHIFT) / columns;
      const at = 4 * (ring * columns + column);
      out[at] = level * cosTurns(azimuth);
      out[at + 1] = up;
      out[at + 2] = level * sinTurns(azimuth);
    }
  }
  return out;
}

/** Writes directions that have turned about y, from x towards z. Allocates nothing. @param turned revolutions */
export function turnDirections(out: Float64Array, directions: Float64Array, turned: number): void {
  const c = cosTurns(turned);
  const s = sinTurns(turned);
  for (let at = 0; at < directions.length; at += 4) {
    const x = directions[at];
    const z = directions[at + 2];
    out[at] = c * x - s * z;
    out[at + 1] = directions[at + 1];
    out[at + 2] = s * x + c * z;
  }
}
