/** The options of `castRays`, read without allocating. */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { integerIn, refuse } from '../../errors.ts';

/** The parameters of `castRays` besides the rays. */
export interface RayOptions {
  /**
   * 'closest': the first collider that each ray hits; of equal t, the smallest id. 'any': only whether it hits one,
   * which is faster. 'all': all colliders that it hits, by t, then by id. Default: 'closest'.
   */
  readonly hits?: 'closest' | 'any' | 'all' | undefined;
  /**
   * Colliders in which the ray starts. 'hit': they are hit at t = 0, with a zero normal. 'skip': the ray does not see
   * them. Default: 'hit'.
   */
  readonly inside?: 'hit' | 'skip' | undefined;
  /**
   * Groups to search, one per bit: a ray meets colliders whose membership has one of them, and one of the ray's own
   * mask. An integer in 0..65535, default 0xffff.
   */
  readonly mask?: number | undefined;
}

/** The options of `castRays` that find all hits. */
export interface AllRayOptions extends RayOptions {
  readonly hits: 'all';
}

const KEYS: Keys<RayOptions> = { hits: 0, inside: 0, mask: 0 };
const ALL_GROUPS = 0xffff;
const HITS = "'closest', 'any' or 'all'";

/** The last options that were read. */
export class RayOptionsReader {
  hits: 'closest' | 'any' | 'all' = 'closest';
  skipsInside = false;
  mask = ALL_GROUPS;
  /** The last options whose keys were checked. */
  #known: RayOptions | undefined;

  /** Reads `options` into the fields. @throws QueryError for a bad one */
  read(where: string, options: RayOptions | undefined): void {
    this.hits = 'closest';
    this.skipsInside = false;
    this.mask = ALL_GROUPS;
    if (options === undefined) return;
    if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
    try {
      const { hits = 'closest', inside = 'hit', mask = ALL_GROUPS } = options;
      this.#known = options;
      if (hits !== 'closest' && hits !== 'any' && hits !== 'all') refuse(`${where}: hits`, HITS, hits);
      if (inside !== 'hit' && inside !== 'skip') refuse(`${where}: inside`, "'hit' or 'skip'", inside);
      this.hits = hits;
      this.skipsInside = inside === 'skip';
      this.mask = mask;
      // the message is a heap string: only where it is needed
      if (!(typeof mask === 'number' && mask === (mask & ALL_GROUPS))) {
        this.mask = integerIn(`${where}: mask`, mask, 0, ALL_GROUPS);
      }
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
  }
}
