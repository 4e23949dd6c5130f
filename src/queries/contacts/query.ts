/**
 * `contacts`: finds the pairs if no list is given, computes their contacts in a last stage, and opens the events.
 */
import { passNumber } from '../../broad/pass.ts';
import { refuse } from '../../errors.ts';
import { CONTACTS_WASM, EXACT_CHILDREN, EXACT_CONTACTS } from '../../narrow/wasmPieces.ts';
import { PairList } from '../../pairs/pairList.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { isPlanar } from '../../tables/colliderTable.ts';
import { EXTRA_ROWS } from '../../tables/contactTable.ts';
import { NODES } from '../../tables/countTable.ts';
import { HAS_SENSORS, PAIR_COUNT, setContacts, setDistance } from '../../tables/queryTable.ts';
import { callsOf, defineQuery, type Input } from '../define.ts';
import { listChildRows, setChildStage } from '../distance/childStage.ts';
import { beginFinding } from '../findPairs/query.ts';
import { PairsInput } from '../inputs.ts';
import { copyNumber, LIMIT, length, number, type OptionKinds, type OptionValues } from '../options.ts';
import type { ListState } from '../pairLists.ts';
import type { QueryStages, QueryTools } from '../queryRunner.ts';
import { ContactLists, checkContactRows } from './lists.ts';
import type { ContactResults } from './results.ts';
import { CONTACT_CHILDREN, CONTACTS, type ContactCapacity, contactSearch } from './search.ts';
import { hasSensors } from './sensors.ts';

/** The parameters of a contact query besides the pairs. */
export interface ContactOptions {
  /** Points up to this far apart are in the manifold (m, ≥ 0): speculative ones, for solvers. Default: 0. */
  readonly margin?: number | undefined;
  /** For the events: a pair touches while its signed distance is at most this (m, at most the margin). Default: 0. */
  readonly touching?: number | undefined;
  /**
   * A pair that has moved by at most this part of its smaller shape's extent (0 … 0.01), and by at most `mostMotion`,
   * since its manifold was computed keeps it, with separations that follow the motion: several times faster for bodies
   * at rest. Its distance is within `recycle` times that extent of a fresh one. Contacts then depend on earlier
   * queries, within that motion. 0 computes every manifold. Default: 0.
   */
  readonly recycle?: number | undefined;
  /** With `recycle`: the longest motion of a pair that keeps its manifold (m, ≥ 0, or Infinity). Default: 0.0005. */
  readonly mostMotion?: number | undefined;
}

export interface ContactCalls {
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
  /**
   * `contacts` that returns when it is done; the calling thread takes part. Allocates nothing on a list that does not
   * change.
   * @throws QueryError as `contacts`
   */
  contactsSync(options?: ContactOptions): ContactResults;
  contactsSync(pairs: PairList | undefined, options?: ContactOptions): ContactResults;
}

/** Blocks that recycle most manifolds are longer by this factor, so that their fresh rows fill tiles. */
const RECYCLED_BLOCKS = 4;

/** The largest `recycle`. */
const MOST_RECYCLE = 0.01;

const TOUCHING = {
  otherwise: 0,
  least: -Number.MAX_VALUE,
  most: 'margin',
  expected: (margin: number) => `a number up to the margin, ${margin} (m)`,
};
const RECYCLE = {
  otherwise: 0,
  least: 0,
  most: MOST_RECYCLE,
  expected: () => `a number from 0 to ${MOST_RECYCLE}`,
};
const OPTIONS = {
  margin: number<ContactOptions>(length(0), ({ margin }, to) => copyNumber(margin, to)),
  touching: number<ContactOptions>(TOUCHING, ({ touching }, to) => copyNumber(touching, to)),
  recycle: number<ContactOptions>(RECYCLE, ({ recycle }, to) => copyNumber(recycle, to)),
  mostMotion: number<ContactOptions>({ ...LIMIT, otherwise: 5e-4 }, ({ mostMotion }, to) => copyNumber(mostMotion, to)),
} satisfies OptionKinds<ContactOptions>;

/** A list of pairs, or the engine's own, which the call fills. */
class ContactPairs extends PairsInput implements Input<typeof OPTIONS> {
  /** Whether the call finds its pairs. */
  finds = true;

  override check(where: string, first: PairList | object | undefined): void {
    this.finds = !PairList.is(first);
    super.check(where, PairList.is(first) ? first : undefined);
  }
}

export const contactQuery = defineQuery<ContactCalls, ContactCapacity>({
  search: contactSearch,
  wasm: [CONTACTS_WASM, EXACT_CONTACTS, EXACT_CHILDREN],
  open(tools) {
    const run = new ContactStages(tools);
    return callsOf(tools, 'contacts', {
      given: ['pairs', 'options'],
      options: OPTIONS,
      // they come after a list, after undefined, or alone
      optionsOf(where, first, second) {
        if (first === undefined || PairList.is(first)) return second as object | undefined;
        if (second !== undefined) refuse(`${where}: pairs`, 'a pair list or undefined before the options', first);
        if (typeof first !== 'object' || first === null) refuse(where, 'a pair list or options', first);
        return first;
      },
      input: () => new ContactPairs(tools.lists),
      isOfList: () => true,
      begin: ({ where, input: { finds, state }, options }) => run.begin(where, state, options, finds),
      read: ({ input: { state } }) => run.finish(state),
    });
  },
});

/**
 * The stages that find the pairs, if the call finds them, then the stage over all rows, then that over the rows whose
 * shapes have children.
 */
class ContactStages implements QueryStages {
  readonly #tools: QueryTools;
  readonly #lists: ContactLists;
  readonly #pass: number;
  readonly #childPass: number;
  #where = '';
  #state: ListState;
  #findStages: QueryStages | undefined;
  /** Stages over rows that are set. */
  #count = 0;
  /** Pairs whose shapes have children. */
  #childRows = 0;

  constructor(tools: QueryTools) {
    const { contactCapacity, frame, lists, scene } = tools;
    this.#tools = tools;
    this.#pass = passNumber(frame, CONTACTS);
    this.#childPass = passNumber(frame, CONTACT_CHILDREN);
    this.#lists = new ContactLists(frame, scene.changes, contactCapacity);
    this.#state = lists.own;
  }

  begin(where: string, state: ListState, options: OptionValues<typeof OPTIONS>, finds: boolean): QueryStages {
    const { contactCapacity, frame } = this.#tools;
    const { query } = frame;
    this.#where = where;
    this.#state = state;
    this.#findStages = finds ? beginFinding(this.#tools, where, options.margin, contactCapacity) : undefined;
    this.#count = 0;
    setDistance(query, true, options.margin);
    query.touching.set(options.touching);
    query.recycle.set(options.recycle);
    query.mostMotion.set(options.mostMotion);
    return this;
  }

  next(stage: StageDescription): boolean {
    if (this.#findStages?.next(stage)) return true;
    this.#findStages = undefined;
    this.#count++;
    if (this.#count === 1) this.#setStage();
    if (this.#count !== 2) return this.#count === 1;
    return setChildStage(stage, this.#childRows, this.#childPass);
  }

  #setStage(): void {
    const { frame, lists, runner } = this.#tools;
    const { query, colliders } = frame;
    const recycles = query.recycle[0] > 0 && !isPlanar(colliders);
    const state = this.#state;
    state.contacts ??= this.#lists.make(this.#where, state, state === lists.own);
    const { placed, history } = state.contacts;
    this.#childRows = isPlanar(colliders) ? 0 : listChildRows(frame, state);
    checkContactRows(this.#where, state.contacts, state.list, this.#childRows);
    runner.setStage(state, this.#pass);
    if (recycles) runner.stage.blockRows *= RECYCLED_BLOCKS;
    setContacts(query, placed, placed.table.capacity, history.even);
    query.words[HAS_SENSORS] = Number(hasSensors(frame));
    query.words[PAIR_COUNT] = state.list.count;
    history.begin(query, recycles, state.list.ids, state.list.count);
    if (frame.counts[NODES] > 0) history.clearNormals(state.list.count);
  }

  finish(state: ListState): ContactResults {
    const { frame, runner } = this.#tools;
    const { history } = state.contacts!;
    const { ids, count } = state.list;
    let children = 0;
    for (let k = 0; k < this.#childRows; k++) children += frame.childCounts[k];
    history.finish(ids, count, count + EXTRA_ROWS * this.#childRows, children);
    runner.finish(state);
    return history.results;
  }
}
