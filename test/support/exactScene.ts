/**
 * A scene of all shapes that an engine has, with the rows of one tile, for tests that run the kernels in f64 as wasm and
 * on the host.
 */

import { between } from '../../scenes/random.ts';
import { Scene } from '../../src/engine/scene.ts';
import { createMemory } from '../../src/memory/memory.ts';
import { chooseKernel } from '../../src/narrow/chooseKernel.ts';
import { WideKernel } from '../../src/narrow/wideKernel.ts';
import { measuredGeometry } from '../../src/shapes/cores/measured.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  halfSpace,
  hull,
  hullOf,
  point,
  rounded,
  segment,
  sphere,
  sum,
  taperedCapsule,
  triangle,
} from '../../src/shapes/spec.ts';
import { bindList } from '../../src/tables/frame.ts';
import { TILE_ROWS } from '../../src/tables/kernelContext.ts';
import { testCapacity } from './capacity.ts';
import { ALL_WASM, bindFrame, frameBytes } from './wholeFrame.ts';

export const BODIES = 60;
export const CAPACITY = testCapacity({
  pairs: TILE_ROWS,
  contacts: TILE_ROWS,
  casts: TILE_ROWS,
  colliders: BODIES,
  vertices: 2048,
  parts: 64,
});
/** Numbers that few users write. */
export const ODD = [Number.NaN, -0, 1e-310, -1e-42, 1e300, -1e300, Infinity, -Infinity];
export type Random = () => number;
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.trunc(random() * list.length)]!;

/** 70 points in a ball; a drum whose faces have 80 corners, more than a patch takes. */
const ball = Array.from({ length: 210 }, (_, k) => Math.sin(k * k * 12.9898 + k));
const drum = Array.from({ length: 160 }, (_, k) => {
  const angle = (Math.PI * (k >> 1)) / 40;
  return [0.4 * Math.cos(angle), k & 1 ? 0.2 : -0.2, 0.4 * Math.sin(angle)];
}).flat();

export const SHAPES = [
  box(0.3, 0.2, 0.4),
  rounded(box(0.2, 0.3, 0.2), 0.1),
  sphere(0.3),
  point(),
  segment(0.3),
  capsule(0.3, 0.15),
  cylinder(0.2, 0.3),
  rounded(cylinder(0.2, 0.2), 0.1),
  cone(0.3, 0.3),
  disk(0.3),
  ellipsoid(0.2, 0.3, 0.4),
  triangle([0, 0, 0, 0.5, 0, 0, 0, 0, 0.5]),
  hull(ball.map((x) => 0.4 * x)),
  hull(drum),
  sum(sphere(0.1), box(0.2, 0.1, 0.2)),
  hullOf(sphere(0.2), cylinder(0.1, 0.2)),
  taperedCapsule(0.3, 0.1, 0.2),
  halfSpace(),
];

/** Shapes in one frame, the rows of one list, and the wide kernel over them. */
export async function exactScene(shapes: readonly Shape[] = SHAPES, capacity = CAPACITY) {
  const memory = createMemory(frameBytes(capacity), true);
  const frame = bindFrame(memory.buffer, capacity);
  const list = bindList(frame.buffer, frame.listsBegin, capacity.pairs);
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  const ids = shapes.map((shape) => scene.addShape(shape));
  for (let k = 0; k < BODIES; k++) scene.addCollider(ids[k % ids.length]!, { static: true });
  const { calls } = await chooseKernel('simd', memory, true, ALL_WASM);
  const wide = new WideKernel(frame, 0, calls!);
  return { frame, list, scene, wide, memory, geometry: measuredGeometry(frame) };
}

/** Bodies 0, 1, 4, 5 … are balls of 2,000 vertices, all at one place: their polytopes have 4,879 faces. The others have 20. */
export function crowdedScene() {
  const ball = (count: number, turn: number) =>
    hull(
      Array.from({ length: count }, (_, k) => {
        const y = 1 - (2 * k + 1) / count;
        const angle = turn + Math.PI * (3 - Math.sqrt(5)) * k;
        return [Math.sqrt(1 - y * y) * Math.cos(angle), y, Math.sqrt(1 - y * y) * Math.sin(angle)];
      }).flat(),
    );
  const capacity = testCapacity({ pairs: 4, casts: 4, colliders: BODIES, vertices: 8192 });
  return exactScene([ball(2000, 0), ball(2000, 1), ball(20, 0), ball(20, 1)], capacity);
}

/** Random poses near each other, and random pairs. @param odds how often a number is replaced by an odd one */
export function placeRandomly(scene: Scene, ids: Uint32Array, random: Random, odds: number): void {
  const { positions, rotations } = scene;
  for (let id = 0; id < BODIES; id++) {
    for (let c = 0; c < 3; c++) positions[4 * id + c] = between(random, -0.4, 0.4);
    const flat = random() < 0.3;
    for (let c = 0; c < 4; c++) rotations[4 * id + c] = flat ? Number(c === 3) : between(random, -1, 1);
    if (random() < odds) rotations[4 * id + Math.trunc(4 * random())] = pick(random, [...ODD, 1e-25, 1e18]);
    if (random() < odds) positions[4 * id + Math.trunc(3 * random())] = pick(random, ODD);
  }
  for (let row = 0; row < TILE_ROWS; row++) {
    const a = Math.trunc(random() * BODIES);
    ids.set([a, (a + 1 + Math.trunc(random() * (BODIES - 1))) % BODIES], 2 * row);
  }
}

/** The elements, with one kind of NaN. */
export const plain = (columns: readonly ArrayLike<number>[]) => columns.map((column) => Array.from(column));
