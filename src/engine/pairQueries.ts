/** The queries of an engine on lists of pairs, and those that find pairs. `src/queries` holds a folder for each. */
import { refuse } from '../errors.ts';
import type { PairList } from '../pairs/pairList.ts';
import type { CastPairsOptions } from '../queries/casts/options.ts';
import { CastPairQueries } from '../queries/casts/pairQueries.ts';
import type { CastPairResults } from '../queries/casts/results.ts';
import type { ContactOptions } from '../queries/contacts/options.ts';
import { ContactQueries } from '../queries/contacts/queries.ts';
import type { ContactResults } from '../queries/contacts/results.ts';
import type { DistanceOptions } from '../queries/distance/options.ts';
import { DistanceQueries } from '../queries/distance/queries.ts';
import type { DistanceResults, IntersectResults } from '../queries/distance/results.ts';
import type { FindPairsOptions } from '../queries/findPairs/options.ts';
import { FindQueries } from '../queries/findPairs/queries.ts';
import type { PairLists } from '../queries/pairLists.ts';
import type { BaseScene } from './baseScene.ts';
import type { EngineTools } from './engineTools.ts';

/** Fails for an argument behind the last one, such as options of a query that has none. */
function refuseLast(where: string, last: string, surplus: unknown): never {
  refuse(where, `no argument after ${last}`, surplus);
}

async function rejectLast(where: string, last: string, surplus: unknown): Promise<never> {
  refuseLast(where, last, surplus);
}

/** Queries on pairs. Part of `Engine`. */
export class PairQueries {
  /** The list that `findPairs` fills, and that queries use by default. */
  readonly pairs: PairList;
  readonly #lists: PairLists;
  readonly #finding: FindQueries;
  readonly #distances: DistanceQueries;
  readonly #contacts: ContactQueries;
  readonly #casts: CastPairQueries;

  /** @internal */
  constructor(tools: EngineTools<BaseScene>) {
    this.pairs = tools.lists.own.list;
    this.#lists = tools.lists;
    this.#finding = new FindQueries(tools, tools.keeper);
    this.#distances = new DistanceQueries(tools);
    this.#contacts = new ContactQueries(tools, this.#finding, tools.contactCapacity);
    this.#casts = new CastPairQueries(tools);
  }

  /**
   * Creates a pair list. It lives as long as the engine.
   * @param capacity most pairs of the list
   * @throws QueryError when the lists together would need more than `capacity.pairs` rows, and after `close`
   *
   * @example
   * ```ts
   * const list = engine.createPairList(2);
   * list.set([a, b, a, c]); // the pairs (a, b) and (a, c)
   * const distances = await engine.distance(list);
   * ```
   */
  createPairList(capacity: number): PairList {
    return this.#lists.create('engine.createPairList', capacity);
  }

  /**
   * Fills `engine.pairs` with the candidate pairs: all pairs whose bounding boxes come within `margin`. The smaller id
   * of a pair comes first, and pairs are sorted by first id, then by second id. Colliders with an invalid pose are in
   * no pair; `info.invalidColliders` counts them.
   * @returns `engine.pairs`
   * @throws QueryError for a bad option, for more pairs than `capacity.pairs` (the list then stays as it is), and after
   *   `close`
   *
   * @example
   * ```ts
   * const pairs = await engine.findPairs({ margin: 0.1 });
   * for (let i = 0; i < pairs.count; i++) console.log(pairs.ids[2 * i], pairs.ids[2 * i + 1]);
   * ```
   */
  findPairs(options?: FindPairsOptions): Promise<PairList>;
  findPairs(options?: FindPairsOptions, surplus?: unknown): Promise<PairList> {
    if (surplus !== undefined) return rejectLast('engine.findPairs', 'options', surplus);
    return this.#finding.findPairs('engine.findPairs', options);
  }

  /**
   * `findPairs` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `findPairs`
   */
  findPairsSync(options?: FindPairsOptions): PairList;
  findPairsSync(options?: FindPairsOptions, surplus?: unknown): PairList {
    if (surplus !== undefined) refuseLast('engine.findPairsSync', 'options', surplus);
    return this.#finding.findPairsSync('engine.findPairsSync', options);
  }

  /**
   * Whether each pair overlaps. Faster than `distance`, because a pair ends at the first proof.
   * @throws QueryError for a list that is being queried, and after `close`
   *
   * @example
   * ```ts
   * const { status } = await engine.intersect(pairs);
   * const overlap = status[0] === Status.Overlapping;
   * ```
   */
  intersect(pairs?: PairList): Promise<IntersectResults>;
  intersect(pairs: PairList = this.pairs, surplus?: unknown): Promise<IntersectResults> {
    if (surplus !== undefined) return rejectLast('engine.intersect', 'pairs', surplus);
    return this.#distances.intersect('engine.intersect', pairs);
  }

  /**
   * `intersect` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `intersect`
   */
  intersectSync(pairs?: PairList): IntersectResults;
  intersectSync(pairs: PairList = this.pairs, surplus?: unknown): IntersectResults {
    if (surplus !== undefined) refuseLast('engine.intersectSync', 'pairs', surplus);
    return this.#distances.intersectSync('engine.intersectSync', pairs);
  }

  /**
   * Signed distance, normal and witness points of each pair. Starts from the simplexes of the last query on the list,
   * so a scene that moves a little is faster.
   * @throws QueryError for a bad option, a list that is being queried, and after `close`
   *
   * @example
   * ```ts
   * const results = await engine.distance(pairs, { maxDistance: 1 });
   * const { status, distance, normal, pointA, pointB } = results.read(0);
   * ```
   */
  distance(pairs?: PairList, options?: DistanceOptions): Promise<DistanceResults>;
  distance(pairs: PairList = this.pairs, options?: DistanceOptions, surplus?: unknown): Promise<DistanceResults> {
    if (surplus !== undefined) return rejectLast('engine.distance', 'options', surplus);
    return this.#distances.distance('engine.distance', pairs, options);
  }

  /**
   * `distance` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `distance`
   */
  distanceSync(pairs?: PairList, options?: DistanceOptions): DistanceResults;
  distanceSync(pairs: PairList = this.pairs, options?: DistanceOptions, surplus?: unknown): DistanceResults {
    if (surplus !== undefined) refuseLast('engine.distanceSync', 'options', surplus);
    return this.#distances.distanceSync('engine.distanceSync', pairs, options);
  }

  /**
   * Contact manifolds of all pairs within `margin`. Finds the candidate pairs first, as `findPairs`, into
   * `engine.pairs`.
   * @throws QueryError for a bad option, more pairs than `capacity.pairs` or `capacity.contacts`, and after `close`
   *
   * @example
   * ```ts
   * const contacts = await engine.contacts({ margin: 0.02 });
   * for (let i = 0; i < contacts.count; i++) console.log(contacts.pointCount[i], contacts.read(i).points);
   * ```
   */
  contacts(options?: ContactOptions): Promise<ContactResults>;
  /**
   * Contact manifolds of the pairs of a list, or with undefined of the pairs that it finds, as above.
   * @throws QueryError as above, and for a list that is being queried
   */
  contacts(pairs: PairList | undefined, options?: ContactOptions): Promise<ContactResults>;
  contacts(first?: PairList | ContactOptions, second?: ContactOptions, surplus?: unknown): Promise<ContactResults> {
    if (surplus !== undefined) return rejectLast('engine.contacts', 'options', surplus);
    return this.#contacts.contacts('engine.contacts', first, second);
  }

  /**
   * `contacts` that returns when it is done; the calling thread takes part. Allocates nothing on a list that does not
   * change.
   * @throws QueryError as `contacts`
   */
  contactsSync(options?: ContactOptions): ContactResults;
  contactsSync(pairs: PairList | undefined, options?: ContactOptions): ContactResults;
  contactsSync(first?: PairList | ContactOptions, second?: ContactOptions, surplus?: unknown): ContactResults {
    if (surplus !== undefined) refuseLast('engine.contactsSync', 'options', surplus);
    return this.#contacts.contactsSync('engine.contactsSync', first, second);
  }

  /**
   * When the colliders of each pair, both moving and turning, meet first. No contact is passed over, however fast the
   * motion is: before `t` a pair is proven to be farther apart than `skin`.
   * @param motions 8 per collider, by id: displacement x y z – (m) and rotation vector x y z – (rad, |turn| ≤ 64, about
   *   the position, world axes) while t goes from 0 to 1, at constant speed. Copied. Pairs with numbers that are not
   *   finite, and with a half-space that turns, are `Invalid`
   * @throws QueryError for too few motions, a bad option, a list that is being queried, more pairs than
   *   `capacity.casts`, while another `castPairs` runs, in a planar scene, and after `close`
   *
   * @example
   * ```ts
   * const motions = new Float64Array(8 * 2); // two colliders
   * motions[0] = 5; // the first one moves 5 m along x
   * const casts = await engine.castPairs(pairs, motions);
   * if (casts.status[0] === CastStatus.Hit) console.log(casts.t[0]);
   * ```
   */
  castPairs(pairs: PairList, motions: ArrayLike<number>, options?: CastPairsOptions): Promise<CastPairResults> {
    return this.#casts.cast('engine.castPairs', pairs, motions, options);
  }

  /**
   * `castPairs` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `castPairs`
   */
  castPairsSync(pairs: PairList, motions: ArrayLike<number>, options?: CastPairsOptions): CastPairResults {
    return this.#casts.castSync('engine.castPairsSync', pairs, motions, options);
  }
}
