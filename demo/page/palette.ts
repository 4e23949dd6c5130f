/** The colors of bodies. Sleeping bodies fade to a slate gray. */
import { Color } from 'three';

/** A color, and its share of 16. */
const COLORS: readonly (readonly [string, number])[] = [
  ['#ee7a45', 4], // orange
  ['#f5b942', 3], // amber
  ['#d65357', 3], // red
  ['#3a9a9c', 2], // sea
  ['#4a7fc0', 2], // blue
  ['#f4efe4', 1], // chalk
  ['#8f5a94', 1], // plum
];
const BALL_COLOR = '#20242e';
const ASLEEP = '#454c5e';
/** Part of its color that a sleeping body keeps. */
const KEPT = 0.5;

/** Linear r g b of the 16 shares. */
const AWAKE_COLORS = linear(COLORS.flatMap(([color, share]) => Array.from({ length: share }, () => color)));
const BALL = linear([BALL_COLOR]);
const SLATE = linear([ASLEEP]);

/**
 * Writes the color of a body to out[at …].
 * @param liveliness 1 = awake, 0 = asleep
 */
export function writeColor(out: Float32Array, at: number, body: number, liveliness: number): void {
  write(out, at, AWAKE_COLORS, 3 * (hash(body) & 15), liveliness);
}

/** Writes the color of a ball to out[at …]. */
export function writeBallColor(out: Float32Array, at: number, liveliness: number): void {
  write(out, at, BALL, 0, liveliness);
}

function write(out: Float32Array, at: number, colors: Float32Array, from: number, liveliness: number): void {
  const own = KEPT + (1 - KEPT) * liveliness;
  for (let k = 0; k < 3; k++) out[at + k] = own * colors[from + k] + (1 - own) * SLATE[k];
}

/** Gives bodies with consecutive ids different colors. */
function hash(body: number): number {
  const mixed = Math.imul(body ^ (body >>> 7), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 8;
}

function linear(colors: readonly string[]): Float32Array {
  const out = new Float32Array(3 * colors.length);
  colors.forEach((color, k) => {
    new Color(color).toArray(out, 3 * k);
  });
  return out;
}
