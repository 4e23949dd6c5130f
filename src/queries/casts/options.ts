/** The options of casts: each is read once, checked, and kept without allocating (distance/options.ts says why). */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { flag, integerIn, refuse } from '../../errors.ts';

/** What `castPairs` and `castShapes` have in common. */
interface CastOptions {
  /** The distance at which shapes count as touching (m). Default: 0. */
  readonly skin?: number | undefined;
  /** How much farther apart than `skin` a hit may be (m). Default: 1e-6 of the size of each pair, radii included. */
  readonly tolerance?: number | undefined;
  /**
   * Shapes without a turn that touch, and come no nearer than at the start, or than where they would meet, by more than
   * the tolerance, are passed over: a box that slides on the tiles of its floor. At the start their distance is at
   * least −skin. Default: false.
   */
  readonly leaving?: boolean | undefined;
}

/** The parameters of `castPairs` besides the pairs and their motions. */
export interface CastPairsOptions extends CastOptions {
  /**
   * The point of each collider that moves straight, and about which the collider turns: 4 numbers per collider, by id,
   * x y z – (m), from its position along its own axes. Copied. Default: the position. A free body turns about its
   * center of mass. The pivot of a collider without a turn does not count. The size of a pair is measured from pivots.
   */
  readonly pivots?: ArrayLike<number> | undefined;
}

/** The parameters of `castShapes` besides the shapes and their motions. */
export interface CastShapesOptions extends CastOptions {
  /** Groups to search, one per bit: colliders whose membership has one of them. Default 0xffff. */
  readonly mask?: number | undefined;
}

const KEYS: Keys<CastOptions> = { skin: 0, tolerance: 0, leaving: 0 };
const PAIR_KEYS: Keys<CastPairsOptions> = { ...KEYS, pivots: 0 };
const SHAPE_KEYS: Keys<CastShapesOptions> = { ...KEYS, mask: 0 };
const ALL_GROUPS = 0xffff;

export class CastOptionsReader {
  /** Skin and tolerance (m); NaN for the default of the latter. */
  readonly lengths = new Float64Array(2);
  leaving = false;
  mask = ALL_GROUPS;
  /** Not checked. */
  pivots: ArrayLike<number> | undefined;
  readonly #keys: Keys<CastShapesOptions> | Keys<CastPairsOptions>;
  /** The last options whose keys were checked. */
  #known: CastShapesOptions | CastPairsOptions | undefined;

  /** @param hasMask whether the options are those of `castShapes` */
  constructor(hasMask: boolean) {
    this.#keys = hasMask ? SHAPE_KEYS : PAIR_KEYS;
  }

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: (CastShapesOptions & CastPairsOptions) | undefined): void {
    const { lengths } = this;
    lengths[0] = 0;
    lengths[1] = Number.NaN;
    this.leaving = false;
    this.mask = ALL_GROUPS;
    this.pivots = undefined;
    if (options === undefined) return;
    if (options !== this.#known)
      checkKeys(`${where}: options`, options, this.#keys as Keys<CastShapesOptions & CastPairsOptions>);
    try {
      const { skin, tolerance, leaving, mask, pivots } = options;
      if (skin !== undefined) this.#readLength(where, 'skin', 0, skin);
      if (tolerance !== undefined) this.#readLength(where, 'tolerance', 1, tolerance);
      if (leaving !== undefined)
        this.leaving = typeof leaving === 'boolean' ? leaving : flag(`${where}: leaving`, leaving);
      if (mask !== undefined) {
        // the message is a heap string: only where it is needed
        const isMask = typeof mask === 'number' && mask === (mask & ALL_GROUPS);
        this.mask = isMask ? mask : integerIn(`${where}: mask`, mask, 0, ALL_GROUPS);
      }
      this.pivots = pivots;
      this.#known = options;
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
  }

  #readLength(where: string, name: string, k: number, value: number): void {
    if (typeof value === 'number') this.lengths[k] = value;
    const isLength = typeof value === 'number' && this.lengths[k] >= 0 && this.lengths[k] < Infinity;
    if (!isLength) refuse(`${where}: ${name}`, 'a finite number ≥ 0 (m)', value);
  }
}
