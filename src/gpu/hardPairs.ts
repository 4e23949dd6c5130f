/**
 * Pairs of boxes that are hard for f32, always the same: what a device computes of them decides whether it is used.
 * Every box is a body of its own, so pair k is that of boxes 2 k and 2 k + 1.
 */
import { quat, writeMatrix } from '../math/quatMatrix.ts';

/** Pairs. */
export const HARD_PAIRS = 4096;
const TAU = 2 * Math.PI;
const AXES = [0, 1, 2];
type Vector = readonly number[];

export interface HardBox {
  readonly position: Vector;
  /** x y z w. */
  readonly rotation: Vector;
  /** Place in the list of shapes. */
  readonly shape: number;
}

/** Half extents (m): cubes, bricks, plates, and needles of 1 : 1,000. */
export const HARD_SHAPES: readonly (readonly [number, number, number])[] = Array.from({ length: 48 }, (_, k) => {
  const size = 0.25 * 1.1 ** (k % 24);
  const flat = k % 3 === 0 ? 0.05 : 1;
  return k < 40 ? [size, size * flat, size * (1 + (k % 5) / 4)] : [size, size / 1000, size / 1000];
});

/** Numbers in [0, 1), the same everywhere: they have 24 bits. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** The boxes of all pairs. */
export function hardBoxes(): readonly HardBox[] {
  const random = createRandom();
  const boxes: HardBox[] = [];
  for (let pair = 0; pair < HARD_PAIRS; pair++) boxes.push(...makerOf(pair)(random));
  return boxes;
}

type Pair = readonly [HardBox, HardBox];
type MakePair = (random: () => number) => Pair;

/** Pairs that f32 proves, all but a few. */
const COMMON: readonly MakePair[] = [
  (random) => apart(random, 4 * random() - 1),
  (random) => apart(random, 0.2 * random() - 0.1),
  (random) => apart(random, 1e-3 * (random() - 0.5)),
  (random) => apart(random, 1e-6 * (random() - 0.5)),
  (random) => apart(random, 0.5 * random() - 0.25, 1e6),
  (random) => onFace(random, 0.3 * random(), 1e-5),
  (random) => inside(random),
];

/** Pairs of which f32 proves not all: far apart, and flat on each other. A device may leave few rows to the threads. */
const RARE: readonly MakePair[] = [
  (random) => apart(random, 20 * random(), 1e6),
  (random) => onFace(random, 1e-2 * random(), 0),
  (random) => onFace(random, 0.1 * (random() - 0.5), 1e-3),
];
const RARELY = 16;

function makerOf(pair: number): MakePair {
  const turn = Math.trunc(pair / RARELY);
  return pair % RARELY === 0 ? RARE[turn % RARE.length] : COMMON[pair % COMMON.length];
}

/**
 * Two boxes whose supporting planes along a direction are `gap` apart (m).
 * @param origin how far they are from 0 (m)
 */
function apart(random: () => number, gap: number, origin = 10): Pair {
  const a = box(random, origin);
  const b = box(random, origin);
  const n = direction(random);
  const reach = gap + reachOf(a, n) + reachOf(b, n);
  return [a, { ...b, position: add(a.position, n, reach) }];
}

/** A box on a face of another one, shifted along it: parallel, or turned by a small angle (rad). */
function onFace(random: () => number, gap: number, angle: number): Pair {
  const a = box(random, 10);
  const shape = Math.trunc(40 * random());
  const axis = Math.trunc(3 * random());
  const half = HARD_SHAPES[a.shape];
  const local = AXES.map((c) =>
    c === axis ? half[c] + HARD_SHAPES[shape][c] + gap : 1.5 * (random() - 0.5) * half[c],
  );
  const axes = axesOf(a);
  const position = local.reduce((sum, length, c) => add(sum, axes[c], length), a.position);
  const rotation = a.rotation.map((number) => number + (angle * (random() - 0.5)) / 2);
  return [a, { position, rotation, shape }];
}

/** Centers close to each other. */
function inside(random: () => number): Pair {
  const a = box(random, 10);
  return [a, { ...box(random, 10), position: add(a.position, direction(random), 0.2 * random()) }];
}

function box(random: () => number, origin: number): HardBox {
  const place = () => origin * (random() - 0.5);
  const shape = Math.trunc(HARD_SHAPES.length * random());
  return { position: [place(), place(), place()], rotation: anyTurn(random), shape };
}

function anyTurn(random: () => number): Vector {
  const [u, v, w] = [random(), TAU * random(), TAU * random()];
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)];
}

function direction(random: () => number): Vector {
  const z = 2 * random() - 1;
  const turn = TAU * random();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(turn), r * Math.sin(turn), z];
}

/** How far a box reaches along a direction, from its center (m). */
function reachOf(a: HardBox, n: Vector): number {
  const reachAlong = (axis: Vector, c: number) => HARD_SHAPES[a.shape][c] * Math.abs(dot(axis, n));
  return axesOf(a).reduce((sum, axis, c) => sum + reachAlong(axis, c), 0);
}

/** The axes of a box in the world. */
function axesOf({ rotation }: HardBox): readonly Vector[] {
  const m = new Float64Array(9);
  quat.set(rotation);
  writeMatrix(m, 0);
  return AXES.map((c) => [m[c], m[3 + c], m[6 + c]]);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function add(a: Vector, n: Vector, scale: number): Vector {
  return a.map((x, c) => x + scale * n[c]);
}
