/** The colours of bodies: a few, by body; those that sleep fade towards the dusk. */
import { Color } from 'three';

/** Colour and how often, of 16. */
const COLOURS: readonly (readonly [string, number])[] = [
  ['#f5a64a', 4], // amber
  ['#ee7450', 3], // coral
  ['#f2e2c4', 3], // sand
  ['#f8c777', 2], // honey
  ['#55aaa6', 2], // sea
  ['#6a80c2', 1], // steel
  ['#cf5570', 1], // berry
];
export const BALL_COLOUR = '#f7f9ff';
const ASLEEP = '#3d4867';
/** How much of its colour a body keeps in its sleep. */
const KEPT = 0.42;

/** Linear r g b of 16 places, then the same asleep. */
const AWAKE_COLOURS = linear(COLOURS.flatMap(([colour, often]) => Array.from({ length: often }, () => colour)));
const BALL = linear([BALL_COLOUR]);
const DUSK = linear([ASLEEP]);

/**
 * Writes the colour of a body at out[at …].
 * @param liveliness 1 = awake, 0 = asleep
 */
export function writeColour(out: Float32Array, at: number, body: number, liveliness: number): void {
  write(out, at, AWAKE_COLOURS, 3 * (hash(body) & 15), liveliness);
}

/** The same of a ball that was shot. */
export function writeBallColour(out: Float32Array, at: number, liveliness: number): void {
  write(out, at, BALL, 0, liveliness);
}

function write(out: Float32Array, at: number, colours: Float32Array, from: number, liveliness: number): void {
  const own = KEPT + (1 - KEPT) * liveliness;
  for (let k = 0; k < 3; k++) out[at + k] = own * colours[from + k] + (1 - own) * DUSK[k];
}

/** Neighbours differ. */
function hash(body: number): number {
  const mixed = Math.imul(body ^ (body >>> 7), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 8;
}

function linear(colours: readonly string[]): Float32Array {
  const out = new Float32Array(3 * colours.length);
  colours.forEach((colour, k) => {
    new Color(colour).toArray(out, 3 * k);
  });
  return out;
}
