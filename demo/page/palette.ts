/** The colour of a body by its nearest or deepest neighbour: steel when alone, mint when near, amber to magenta when deep. */
import type { DistanceResults } from 'hullstorm';
import { Color } from 'three';

/** Signed distance (m) → colour; in between they are mixed. The jump at 0 is what makes overlap visible. */
const STOPS: readonly (readonly [number, string])[] = [
  [-0.8, '#b5247f'],
  [-0.42, '#ee4266'],
  [-0.16, '#ff8a3d'],
  [0, '#ffcb52'],
  [0, '#a8e6d4'],
  [0.06, '#9dbdd8'],
  [0.1, '#8ea8c8'],
];

const LOWEST_MM = -800;
const STEPS = 901;

/** Linear r g b, 3 per step; the last step is the colour of a body with nobody near. */
const COLOURS = makeColours();

/** Smallest signed distance of every collider over all pairs it is in; Infinity where there is none. Allocates nothing. */
export function nearestDistances(out: Float32Array, { separation, pairs, count }: DistanceResults): void {
  const { ids } = pairs;
  out.fill(Infinity);
  for (let i = 0; i < count; i++) {
    const a = ids[2 * i];
    const b = ids[2 * i + 1];
    const distance = separation[4 * i + 3];
    // NaN, of an invalid row, fails both
    if (distance < out[a]) out[a] = distance;
    if (distance < out[b]) out[b] = distance;
  }
}

/** Writes the colour of a distance at out[at …]. */
export function writeColour(out: Float32Array, at: number, distance: number): void {
  // one step per mm, so that 0 falls between two steps
  const from = 3 * Math.min(Math.max(Math.floor(1000 * distance) - LOWEST_MM, 0), STEPS - 1);
  out[at] = COLOURS[from];
  out[at + 1] = COLOURS[from + 1];
  out[at + 2] = COLOURS[from + 2];
}

function makeColours(): Float32Array {
  const colours = new Float32Array(3 * STEPS);
  const low = new Color();
  const high = new Color();
  for (let step = 0; step < STEPS; step++) {
    const distance = (step + LOWEST_MM) / 1000;
    const above = STOPS.findIndex(([at]) => at > distance);
    const after = above < 0 ? STOPS.length - 1 : above;
    const [begin, lowHex] = STOPS[after - 1];
    const [end, highHex] = STOPS[after];
    const part = Math.min((distance - begin) / (end - begin), 1);
    low
      .set(lowHex)
      .lerp(high.set(highHex), part)
      .toArray(colours, 3 * step);
  }
  return colours;
}
