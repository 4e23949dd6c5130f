/**
 * The last steps of a measurement, which all cores share: the result of separate cores, and the witness of overlapping
 * ones. Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Int } from '../../language/lanes.ts';
import { blendWitness } from '../gjk/careful.ts';
import { BEYOND } from '../gjk/search.ts';
import type { CorePair } from './corePair.ts';

const INFINITE: Double = 1 / 0;

/** A distance without a proof by GJK is good if its bounds differ by at most this part of the size. */
export const PROVEN = 1e-7;
/**
 * A narrow gap, as a part of the size. The closest points lie in the contact, though penetration measures the normal
 * only to 1e-10 of the size: they are off by √(2 · 1e-6 · 1e-10) = 1.4e-8 of the size.
 */
export const NARROW = 1e-6;

/** Normal, distance and witness of separate cores, from the last simplex of GJK. */
export function writeSeparate(pair: CorePair, end: Int): void {
  const { simplex } = pair;
  const length = Math.sqrt(simplex.vv);
  const share = 1 / length;
  const lower = simplex.vw * share;
  for (let c: Int = 0; c < 3; c++) pair.normal[c] = simplex.v[c] * share;
  pair.distance = end === BEYOND ? lower : length;
  pair.bound = end === BEYOND ? INFINITE : Math.max(Math.max(length - lower, simplex.miss), 0);
  blendWitness(pair, simplex.count);
}

/**
 * Moves overlapping cores apart along the normal until their distance is `part` of the size, without limits on their
 * distance. GJK then finds the features in contact, and `moveBack` ends it.
 */
export function moveApart(pair: CorePair, part: Double): void {
  const lift = part * pair.size - pair.distance;
  for (let c: Int = 0; c < 3; c++) {
    pair.saved[c] = pair.shift[c];
    pair.shift[c] += lift * pair.normal[c];
  }
  pair.far = INFINITE;
  pair.near2 = -1;
}

/**
 * Moves the cores back, after GJK. Writes the witness, and the distance between the closest points across the normal
 * to simplex.miss.
 */
export function moveBack(pair: CorePair, part: Double): void {
  const { simplex, normal } = pair;
  const gap = part * pair.size;
  let miss2: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    pair.shift[c] = pair.saved[c];
    const beside = simplex.v[c] - gap * normal[c];
    miss2 += beside * beside;
  }
  simplex.miss = Math.sqrt(miss2);
  blendWitness(pair, simplex.count);
}
