/** Scenes and casts of `bench:casts`, as plain numbers: boxes that fly from outside through a scene. */
import { between, type Random, randomUnit, seeded } from '../scenes/random.ts';
import type { VertexShape } from './workloadShapes.ts';
import { makeWorkload } from './workloads.ts';

/** Colliders of a scene. */
export interface Bodies {
  readonly colliderCount: number;
  readonly shapes: readonly VertexShape[];
  /** Row of `shapes` per collider. */
  readonly shapeOf: Uint32Array;
  /** x y z 0, and x y z w. */
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

export interface ShapeCasts {
  readonly count: number;
  /** Half extents x y z of the boxes (m). Cast k has box k mod BOX_KINDS. */
  readonly halves: readonly (readonly number[])[];
  /** x y z, and x y z w. */
  readonly starts: Float64Array;
  readonly rotations: Float64Array;
  /** x y z: the whole motion (m), and a rotation vector (rad). */
  readonly moves: Float64Array;
  readonly turns: Float64Array;
}

const HULLS = 10_000;
/** Distance of the hulls (m). */
const SPACING = 2.2;
const BOX_KINDS = 8;

/** By name: the bodies of a scene. */
export const CAST_SCENES: Record<string, (seed: number) => Bodies> = { heap: settledHeap, field: hullField };

export function vector(random: Random, length: number): number[] {
  const unit = new Float64Array(3);
  randomUnit(unit, 0, 3, random);
  return Array.from(unit, (c) => c * length * random());
}

/** 5,000 settled cuboids. */
function settledHeap(): Bodies {
  const workload = makeWorkload('settled', 10);
  return { ...workload, shapes: workload.shapes.map(asVertices) };
}

/** 10,000 hulls of 16 points at random rotations, on a jittered lattice. */
function hullField(seed: number): Bodies {
  const shapes = makeWorkload('h16', 10, seed).shapes.map(asVertices);
  const random = seeded(seed);
  const side = Math.ceil(Math.cbrt(HULLS));
  const positions = new Float64Array(4 * HULLS);
  const rotations = new Float32Array(4 * HULLS);
  const turn = new Float64Array(4);
  for (let k = 0; k < HULLS; k++) {
    randomUnit(turn, 0, 4, random);
    rotations.set(turn, 4 * k);
    const cell = [k % side, Math.trunc(k / side) % side, Math.trunc(k / side / side)];
    for (let c = 0; c < 3; c++) positions[4 * k + c] = SPACING * (cell[c]! + 0.4 * random());
  }
  const shapeOf = Uint32Array.from({ length: HULLS }, (_, k) => k % shapes.length);
  return { colliderCount: HULLS, shapes, shapeOf, positions, rotations };
}

function asVertices(shape: { readonly kind: string }): VertexShape {
  if (shape.kind === 'box' || shape.kind === 'hull') return shape as VertexShape;
  throw new Error(`expected boxes and hulls, got a ${shape.kind}`);
}

/**
 * Boxes from a sphere around the scene, from above, through the position of a body and half as far again.
 * @param turn the largest turn (rad)
 */
export function shapeCasts(
  { colliderCount, positions }: Bodies,
  count: number,
  seed: number,
  turn: number,
): ShapeCasts {
  const random = seeded(seed);
  const middle = [0, 1, 2].map((c) => {
    let sum = 0;
    for (let k = 0; k < colliderCount; k++) sum += positions[4 * k + c]! / colliderCount;
    return sum;
  });
  let radius = 0;
  for (let k = 0; k < colliderCount; k++) {
    radius = Math.max(radius, Math.hypot(...middle.map((c, axis) => positions[4 * k + axis]! - c)));
  }
  const halves = Array.from({ length: BOX_KINDS }, () => [0, 0, 0].map(() => between(random, 0.1, 0.4)));
  const [starts, moves, turns] = [0, 1, 2].map(() => new Float64Array(3 * count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const rotations = new Float64Array(4 * count);
  const unit = new Float64Array(3);
  for (let k = 0; k < count; k++) {
    randomUnit(unit, 0, 3, random);
    for (let c = 0; c < 3; c++) {
      starts[3 * k + c] = middle[c]! + 1.2 * radius * (c === 1 ? Math.abs(unit[1]!) : unit[c]!);
    }
    randomUnit(rotations, 4 * k, 4, random);
  }
  for (let k = 0; k < count; k++) {
    const target = Math.floor(colliderCount * random());
    for (let c = 0; c < 3; c++) moves[3 * k + c] = 1.5 * (positions[4 * target + c]! - starts[3 * k + c]!);
    if (turn > 0) turns.set(vector(random, turn), 3 * k);
  }
  return { count, halves, starts, rotations, moves, turns };
}
