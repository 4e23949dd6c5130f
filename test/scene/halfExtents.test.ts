/** The half extents of colliders, which wide kernels read, follow every change of a collider. */
import { expect, test } from 'vitest';
import { box, rounded, type Shape, sphere } from '../../src/shapes/spec.ts';
import { TableFixture } from '../support/tables.ts';

const SHAPES: Shape[] = [box(1, 2, 3), sphere(1), rounded(box(1, 2, 3), 0.5), box(0.1, 0.25, 4)];
const NONE = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
const ROWS = [[0, 1, 2, 3], NONE, NONE, [0, Math.fround(0.1), 0.25, 4]];

function rowsOf({ frame, scene }: TableFixture): number[][] {
  return Array.from({ length: scene.rows }, (_, row) => [...frame.colliders.halfExtents.slice(4 * row, 4 * row + 4)]);
}

test('half extents of a box without radius, NaN for other shapes', () => {
  const fixture = new TableFixture();
  const { scene } = fixture;
  const shapes = SHAPES.map((shape) => scene.addShape(shape));
  for (const shape of shapes) scene.addCollider(shape);
  expect(rowsOf(fixture)).toEqual(ROWS);
  scene.removeCollider(0);
  expect(rowsOf(fixture)).toEqual([NONE, ...ROWS.slice(1)]);
  scene.addCollider(shapes[3]);
  scene.addColliders(shapes[0], 2);
  expect(rowsOf(fixture)).toEqual([ROWS[3], ...ROWS.slice(1), ROWS[0], ROWS[0]]);
});

test('a restore writes those of its colliders', () => {
  const fixture = new TableFixture();
  const { scene } = fixture;
  const shapes = SHAPES.map((shape) => scene.addShape(shape));
  for (const shape of shapes) scene.addCollider(shape);
  scene.removeCollider(3);
  const bytes = scene.snapshot();
  scene.addCollider(shapes[1]);
  scene.removeCollider(0);
  scene.restore(bytes);
  expect(rowsOf(fixture)).toEqual([...ROWS.slice(0, 3), NONE]);
});
