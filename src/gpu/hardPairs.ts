/**
 * Pairs of boxes that are hard for f32, always the same: what a device computes of them decides whether it is used.
 * Every box is a body of its own, so pair k is that of boxes 2 k and 2 k + 1.
 */

/** Pairs. */
export const HARD_PAIRS = 4096;
const TAU = 2 * Math.PI;
type Vector = [number, number, number];
/** x y z w. */
type Turn = [number, number, number, number];

export interface HardBox {
  readonly position: Vector;
  readonly rotation: Turn;
  /** Place in the list of shapes. */
  readonly shape: number;
}

/** Half extents (m): cubes, bricks, plates, and needles of 1 : 1,000. */
export const HARD_SHAPES: readonly Vector[] = Array.from({ length: 48 }, (_, k) => {
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

/** A box on a face of another one, shifted along it: parallel, or turned by a small angle about an axis of the face. */
function onFace(random: () => number, gap: number, angle: number): Pair {
  const a = box(random, 10);
  const shape = Math.trunc(40 * random());
  const axis = Math.trunc(3 * random());
  const half = HARD_SHAPES[a.shape];
  const other = HARD_SHAPES[shape];
  const local: Vector = [0, 0, 0];
  for (let c = 0; c < 3; c++) local[c] = c === axis ? half[c] + other[c] + gap : 1.5 * (random() - 0.5) * half[c];
  const turn: Turn = [0, 0, 0, 1];
  turn[(axis + 1) % 3] = angle * (random() - 0.5);
  const position = add(a.position, rotated(a.rotation, local), 1);
  return [a, { position, rotation: product(a.rotation, turn), shape }];
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

function anyTurn(random: () => number): Turn {
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

function reachOf({ rotation, shape }: HardBox, n: Vector): number {
  const [x, y, z, w] = rotation;
  const local = rotated([-x, -y, -z, w], n);
  return HARD_SHAPES[shape].reduce((sum, half, c) => sum + half * Math.abs(local[c]), 0);
}

/** v + 2 w (u × v) + 2 u × (u × v) */
function rotated([x, y, z, w]: Turn, v: Vector): Vector {
  const u: Vector = [x, y, z];
  const once = cross(u, v);
  const twice = cross(u, once);
  return [0, 1, 2].map((c) => v[c] + 2 * (w * once[c] + twice[c])) as Vector;
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function product([ax, ay, az, aw]: Turn, [bx, by, bz, bw]: Turn): Turn {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function add(a: Vector, n: Vector, scale: number): Vector {
  return [0, 1, 2].map((c) => a[c] + scale * n[c]) as Vector;
}
