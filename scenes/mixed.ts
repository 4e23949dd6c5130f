/** Bodies of all shapes with random rotations. They fall, in a grid column, into the yard of the heap. */
import { box, capsule, cone, cylinder, disk, ellipsoid, frustum, hull, rounded, type Shape, sphere } from 'hullstorm';
import type { BodyScene, BodySpec } from './bodies.ts';
import { createYard } from './heap.ts';
import { ellipsoidPoints } from './hulls.ts';
import { between, type Random, randomUnit, seeded } from './random.ts';

/** Bodies per side of a layer, the spacing of their centers, and the height of the lowest layer (m). */
const SIDE = 10;
const SPACING = 1.8;
const LOWEST = 1.5;
/** Vertices per hull. */
const VERTICES = [10, 14, 20, 28, 40];
/** There is no rolling resistance: damping (1/s) ends the rolling of round bodies. */
const DAMPING = 1.5;

/** `count` bodies above a yard. */
export function createMixed(count: number, seed: number): BodyScene {
  const place = mixedBodies(seeded(seed));
  const across = (column: number) => (column - (SIDE - 1) / 2) * SPACING;
  const bodies = Array.from({ length: count }, (_, k) =>
    place([across(k % SIDE), LOWEST + SPACING * Math.floor(k / SIDE ** 2), across(Math.floor(k / SIDE) % SIDE)]),
  );
  return { name: 'mixed', bodies: [...createYard(10), ...bodies], center: [0, 2, 0], radius: 16 };
}

/** @returns a function that makes a body of random shape and rotation, within 0.87 m of its position */
export function mixedBodies(random: Random): (position: BodySpec['position']) => BodySpec {
  const kinds = makeKinds(random);
  const turn = new Float64Array(4);
  return (position) => {
    const kind = kinds[Math.floor(random() * kinds.length)];
    const shape = kind[Math.floor(random() * kind.length)];
    randomUnit(turn, 0, 4, random);
    return { shape, position, rotation: [turn[0], turn[1], turn[2], turn[3]], angularDamping: DAMPING };
  };
}

/** Shapes of each kind, within 0.87 m of their center. Bodies share them. */
function makeKinds(random: Random): Shape[][] {
  const some = (count: number, make: () => Shape) => Array.from({ length: count }, make);
  const half = () => between(random, 0.25, 0.5);
  const thick = () => between(random, 0.02, 0.06);
  return [
    some(6, () => box(half(), half(), half())),
    some(3, () => sphere(half())),
    some(3, () => capsule(half(), 0.6 * half())),
    VERTICES.map((vertexCount) => hull(ellipsoidPoints(vertexCount, random))),
    some(3, () => cylinder(half(), half())),
    some(3, () => cone(half(), half())),
    some(3, () => frustum(half(), half(), half())),
    // coins
    some(3, () => rounded(disk(half()), thick())),
    some(3, () => ellipsoid(half(), half(), half())),
    // eggs
    some(2, () => rounded(ellipsoid(0.25, half(), 0.25), 0.05)),
  ];
}
