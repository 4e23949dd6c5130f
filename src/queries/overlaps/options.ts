/** The arguments of overlap queries: volumes, checked and copied, and options, read without allocating. */
import { checkKeys, type Keys, lengthOf, unreadable } from '../../checks.ts';
import { fail, integerIn, refuse } from '../../errors.ts';
import { BOXES, VOLUME_STRIDE } from '../../tables/overlapTable.ts';

/** The parameters of an overlap query besides the volumes. */
export interface OverlapOptions {
  /**
   * Groups to search, one per bit: the query finds colliders whose membership has one of them. An integer in 0..65535,
   * default 0xffff.
   */
  readonly mask?: number | undefined;
}

const KEYS: Keys<OverlapOptions> = { mask: 0 };
const ALL_GROUPS = 0xffff;
/** Numbers per volume, by kind. */
const GIVEN = [6, 4] as const;
const NAMES = ['boxes', 'spheres'] as const;
const PARTS = [': boxes', ': spheres'] as const;
const SHAPES = ['6 numbers per box: min x y z, max x y z', '4 numbers per sphere: x y z, radius'] as const;

export class OverlapOptionsReader {
  /** The last options whose keys were checked. */
  #known: OverlapOptions | undefined;

  /** The mask in `options`. @throws QueryError for a bad one */
  readMask(where: string, options: OverlapOptions | undefined): number {
    if (options === undefined) return ALL_GROUPS;
    if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
    try {
      const { mask } = options;
      this.#known = options;
      if (mask === undefined) return ALL_GROUPS;
      if (typeof mask === 'number' && mask === (mask & ALL_GROUPS)) return mask;
      // the message is a heap string: only where it is needed
      return integerIn(`${where}: mask`, mask, 0, ALL_GROUPS);
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
  }
}

/** Number of volumes in `given`. @throws QueryError if they are not whole, or more than `capacity` */
export function countVolumes(where: string, kind: number, given: ArrayLike<number>, capacity: number): number {
  const name = NAMES[kind];
  const length = lengthOf(where, SHAPES[kind], given, PARTS[kind]);
  const count = length / GIVEN[kind];
  if (!Number.isInteger(count)) fail(`${where}: ${name}`, SHAPES[kind], `${length} numbers`);
  if (count > capacity) fail(`${where}: ${name}`, `at most ${capacity} (raise capacity.volumes)`, count);
  return count;
}

/** Checks `count` volumes and copies them, VOLUME_STRIDE numbers each. */
export function readVolumes(
  where: string,
  kind: number,
  volumes: Float64Array,
  given: ArrayLike<number>,
  count: number,
): void {
  try {
    if (kind === BOXES) readBoxes(where, volumes, given, count);
    else readSpheres(where, volumes, given, count);
  } catch (cause) {
    unreadable(`${where}: ${NAMES[kind]}`, cause);
  }
}

function readBoxes(where: string, volumes: Float64Array, given: ArrayLike<number>, count: number): void {
  for (let k = 0; k < 6 * count; k++) {
    const value = given[k];
    if (typeof value !== 'number' || Number.isNaN(value)) refuse(`${where}: boxes[${k}]`, 'a number (m)', value);
    if (k % 6 > 2 && value < volumes[k - 3]) {
      fail(`${where}: boxes[${k}]`, `a number ≥ boxes[${k - 3}], ${volumes[k - 3]} (m)`, value);
    }
    volumes[k] = value;
  }
}

function readSpheres(where: string, volumes: Float64Array, given: ArrayLike<number>, count: number): void {
  for (let k = 0; k < 4 * count; k++) {
    const value = given[k];
    const c = k % 4;
    if (typeof value !== 'number' || value - value !== 0 || (c === 3 && value < 0)) {
      refuse(`${where}: spheres[${k}]`, c === 3 ? 'a finite number ≥ 0 (m)' : 'a finite number (m)', value);
    }
    volumes[VOLUME_STRIDE * ((k - c) / 4) + c] = value;
  }
}
