/** The rays of a sensor: as many as it has, on rings, evenly spread, and turned as a whole. */
import { describe, expect, it } from 'vitest';
import { directionsOf, rayCount, type SensorSpec, turnDirections } from '../../scenes/sensor.ts';

const SENSOR: SensorSpec = {
  position: [0, 4, 0],
  rings: 5,
  columns: 90,
  lowest: -0.1,
  highest: 0.02,
  reach: 50,
  speed: 1,
};
const TURN = 2 * Math.PI;

/** Azimuth from x towards z and elevation of a ray (revolutions). */
function anglesOf(directions: Float64Array, ray: number) {
  const [x, y, z] = directions.subarray(4 * ray, 4 * ray + 3);
  return { azimuth: Math.atan2(z, x) / TURN, elevation: Math.asin(y) / TURN };
}

/** The difference of two azimuths, in −0.5 … 0.5. */
function between(from: number, to: number): number {
  return to - from - Math.round(to - from);
}

describe('directions of a sensor', () => {
  const directions = directionsOf(SENSOR);

  it('have length 1, at equal angles within a ring, and from ring to ring', () => {
    expect(directions).toHaveLength(4 * rayCount(SENSOR));
    expect(rayCount(SENSOR)).toBe(450);
    for (let ray = 0; ray < 450; ray++) {
      const [x, y, z] = directions.subarray(4 * ray, 4 * ray + 3);
      expect(Math.abs(Math.hypot(x, y, z) - 1)).toBeLessThan(1e-8);
      const { azimuth, elevation } = anglesOf(directions, ray);
      expect(Math.abs(elevation - (-0.1 + 0.03 * Math.floor(ray / 90)))).toBeLessThan(1e-8);
      if (ray % 90 === 0) continue;
      expect(Math.abs(between(anglesOf(directions, ray - 1).azimuth, azimuth) - 1 / 90)).toBeLessThan(1e-8);
    }
  });

  it('of all rings together point to all sides', () => {
    const sum = [0, 0, 0];
    directions.forEach((value, at) => {
      if (at % 4 < 3) sum[at % 4] += value;
    });
    expect(Math.hypot(sum[0], sum[2])).toBeLessThan(1e-6);
  });

  it('turn from x towards z', () => {
    const turned = new Float64Array(directions.length);
    turnDirections(turned, directions, 0.2);
    for (let ray = 0; ray < 450; ray++) {
      const [before, after] = [anglesOf(directions, ray), anglesOf(turned, ray)];
      expect(after.elevation).toBe(before.elevation);
      expect(Math.abs(between(before.azimuth, after.azimuth) - 0.2)).toBeLessThan(1e-8);
    }
  });
});
