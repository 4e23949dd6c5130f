/** Bodies of all shapes fall around a mast, on whose top a sensor turns. A low wall keeps them in the yard. */
import { cylinder } from 'hullstorm';
import type { BodyScene, BodySpec } from './bodies.ts';
import { createYard } from './heap.ts';
import { mixedBodies } from './mixed.ts';
import { seeded } from './random.ts';
import type { SensorSpec } from './sensor.ts';

/** Places per side of a layer, those of them in the middle that stay empty, and their spacing (m). */
const SIDE = 12;
const EMPTY = 4;
const SPACING = 1.8;
/** Height of the lowest layer (m). */
const LOWEST = 1.5;
/** Half the height and the radius of the mast, and the height of the sensor above its top (m). */
const MAST = [2.1, 0.12] as const;
const ABOVE = 0.3;
const WALL = 3;

/** 64 × 782 = 50,048 rays per scan, from 45° below the horizon to 11° above. */
const SENSOR: SensorSpec = {
  position: [0, 2 * MAST[0] + ABOVE, 0],
  rings: 64,
  columns: 782,
  lowest: -0.125,
  highest: 0.03,
  reach: 60,
  speed: 0.5,
};

/** `count` bodies around the mast. */
export function createLidar(count: number, seed: number): BodyScene & Required<Pick<BodyScene, 'sensor'>> {
  const place = mixedBodies(seeded(seed));
  const places = placesOfLayer();
  const bodies = Array.from({ length: count }, (_, k) => {
    const [x, z] = places[k % places.length];
    return place([x, LOWEST + SPACING * Math.floor(k / places.length), z]);
  });
  const mast: BodySpec = { shape: cylinder(...MAST), position: [0, MAST[0], 0], type: 'static' };
  return {
    name: 'lidar',
    bodies: [...createYard(WALL), mast, ...bodies],
    sensor: SENSOR,
    center: [0, 1.5, 0],
    radius: 15,
  };
}

/** x and z of all places but those around the mast. */
function placesOfLayer(): [number, number][] {
  const places: [number, number][] = [];
  for (let k = 0; k < SIDE ** 2; k++) {
    const [column, row] = [k % SIDE, Math.floor(k / SIDE)].map((place) => place - (SIDE - 1) / 2);
    if (Math.max(Math.abs(column), Math.abs(row)) > EMPTY / 2) places.push([SPACING * column, SPACING * row]);
  }
  return places;
}
