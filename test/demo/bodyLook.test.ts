/** What the demo draws of a shape lies on the shape, and fills it. */
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  hull,
  massProperties,
  rounded,
  type Shape,
  sphere,
  taperedCapsule,
} from 'hullstorm';
import { distance, point } from 'hullstorm/pair';
import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { lookOf } from '../../demo/page/bodyLook.ts';
import { ellipsoidPoints } from '../../scenes/hulls.ts';
import { seeded } from '../../scenes/random.ts';

const SHAPES: [string, Shape][] = [
  ['box', box(0.3, 0.4, 0.5)],
  ['rounded box', rounded(box(0.3, 0.2, 0.4), 0.1)],
  ['sphere', sphere(0.5)],
  ['capsule', capsule(0.4, 0.3)],
  ['hull', hull(ellipsoidPoints(30, seeded(1)))],
  ['cylinder', cylinder(0.3, 0.4)],
  ['cone', cone(0.5, 0.4)],
  ['frustum, narrow at the bottom', frustum(0.4, 0.2, 0.5)],
  ['coin', rounded(disk(0.4), 0.05)],
  ['rounded cone', rounded(cone(0.4, 0.3), 0.1)],
  ['tapered capsule', taperedCapsule(0.4, 0.1, 0.3)],
  ['rounded drop', rounded(taperedCapsule(0.4, 0.3, 0), 0.05)],
  ['ball in a ball', taperedCapsule(0.1, 0.4, 0.1)],
  ['ellipsoid', ellipsoid(0.3, 0.5, 0.2)],
  ['rounded ellipsoid', rounded(ellipsoid(0.3, 0.4, 0.2), 0.1)],
];

/** Corners x y z, their normals, and the triangles of the mesh that is drawn (m). */
function meshOf(shape: Shape) {
  const { makeGeometry, scale } = lookOf(shape, 0, false);
  const geometry = makeGeometry().applyMatrix4(new Matrix4().makeScale(...scale));
  const { position, normal } = geometry.attributes;
  const read = ({ array }: typeof position) =>
    Array.from({ length: array.length / 3 }, (_, k) => new Vector3().fromArray(array, 3 * k));
  const corners = read(position);
  return { corners, normals: read(normal), triangles: geometry.index?.array ?? [...corners.keys()] };
}

/** m³, by the signed tetrahedra of the triangles and the origin. */
function volumeOf({ corners, triangles }: ReturnType<typeof meshOf>): number {
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => corners[triangles[t + k]]);
    volume += new Vector3().crossVectors(b, c).dot(a) / 6;
  }
  return volume;
}

test.each(SHAPES)('%s: corners on its surface, normals to the outside, nearly all of its volume', (_, shape) => {
  const mesh = meshOf(shape);
  const gap = ({ x, y, z }: Vector3) =>
    distance(point(), { position: [x, y, z] }, shape, { position: [0, 0, 0] }).distance;
  for (const [k, corner] of mesh.corners.entries()) {
    expect(Math.abs(gap(corner))).toBeLessThan(1e-5); // f32
    // at a rim, the normal of a corner may be between those of the faces
    expect(gap(corner.addScaledVector(mesh.normals[k], 0.01))).toBeGreaterThan(0.006);
    corner.addScaledVector(mesh.normals[k], -0.01);
  }
  const part = volumeOf(mesh) / massProperties(shape, 1).volume;
  expect(part).toBeGreaterThan(0.94);
  expect(part).toBeLessThan(1 + 1e-6);
});
