/**
 * `contacts`: finds the pairs if no list is given, computes their contacts in a last stage, and opens the events.
 * engine.ts has the contract of the public methods.
 */
import { refuse } from '../../errors.ts';
import { PairList } from '../../pairs/pairList.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { isPlanar } from '../../tables/colliderTable.ts';
import { setContacts, setDistance } from '../../tables/queryTable.ts';
import { CONTACTS } from '../builtInPasses.ts';
import type { FindQueries } from '../findPairs/queries.ts';
import type { PairFinder } from '../findPairs/stages.ts';
import type { ListState } from '../pairLists.ts';
import type { Finder, QueryTools } from '../queryRunner.ts';
import { ContactLists, checkContactRows } from './lists.ts';
import { type ContactNumbers, type ContactOptions, ContactOptionsReader } from './options.ts';
import type { ContactResults } from './results.ts';

/** Blocks that keep most manifolds are longer by this factor, so that their fresh rows fill tiles. */
const RECYCLED_BLOCKS = 4;

/** The options, which come after a list, after undefined, or alone. @throws QueryError for two of them */
function optionsOf(
  where: string,
  first: PairList | ContactOptions | undefined,
  second: ContactOptions | undefined,
): ContactOptions | undefined {
  if (first === undefined || PairList.is(first)) return second;
  if (second !== undefined) refuse(`${where}: pairs`, 'a pair list or undefined before the options', first);
  return first;
}

export class ContactQueries implements Finder {
  readonly #tools: QueryTools;
  readonly #finding: FindQueries;
  readonly #capacity: number;
  readonly #lists: ContactLists;
  readonly #options = new ContactOptionsReader();
  // the running query
  #where = '';
  #state: ListState;
  #finder: PairFinder | undefined;
  #isLast = false;

  /** @param capacity pairs of a contact query on the engine's own list */
  constructor(tools: QueryTools, finding: FindQueries, capacity: number) {
    this.#tools = tools;
    this.#finding = finding;
    this.#capacity = capacity;
    this.#lists = new ContactLists(tools.frame, tools.scene.changes, capacity);
    this.#state = tools.lists.own;
  }

  /** @param first a list, or the options of a query that finds its pairs */
  async contacts(
    where: string,
    first: PairList | ContactOptions | undefined,
    second: ContactOptions | undefined,
  ): Promise<ContactResults> {
    const { lists, queue, runner } = this.#tools;
    const finds = !PairList.is(first);
    const asked = this.#options;
    asked.read(where, optionsOf(where, first, second));
    // the reader is used again before this query starts
    const margin = asked.margin.slice();
    const touching = asked.touching.slice();
    const recycle = asked.recycle.slice();
    const mostMotion = asked.mostMotion.slice();
    const state = lists.lock(where, finds ? lists.own.list : first);
    return queue.enqueue(async () => {
      try {
        this.#begin(where, state, { margin, touching, recycle, mostMotion }, finds);
        await runner.run(this);
        return this.#finish(state);
      } finally {
        state.list.unlock();
      }
    });
  }

  contactsSync(
    where: string,
    first: PairList | ContactOptions | undefined,
    second: ContactOptions | undefined,
  ): ContactResults {
    const { lists, queue, runner } = this.#tools;
    const finds = !PairList.is(first);
    const asked = this.#options;
    asked.read(where, optionsOf(where, first, second));
    queue.checkIdle(where);
    const state = finds ? lists.own : lists.stateOf(where, first);
    this.#begin(where, state, asked, finds);
    runner.runSync(this);
    return this.#finish(state);
  }

  /** For the runner: the stages that find the pairs, then the stage over all rows. */
  next(stage: StageDescription): boolean {
    if (this.#finder?.next(stage)) return true;
    this.#finder = undefined;
    if (this.#isLast) return false;
    this.#isLast = true;
    this.#describe();
    return true;
  }

  #begin(where: string, state: ListState, numbers: ContactNumbers, finds: boolean): void {
    const { margin, touching, recycle, mostMotion } = numbers;
    this.#where = where;
    this.#state = state;
    this.#finder = finds ? this.#finding.begin(where, margin, this.#capacity) : undefined;
    this.#isLast = false;
    const { query } = this.#tools.frame;
    setDistance(query, true, margin);
    query.touching.set(touching);
    query.recycle.set(recycle);
    query.mostMotion.set(mostMotion);
  }

  #describe(): void {
    const { frame, lists, runner } = this.#tools;
    const { query, colliders } = frame;
    const recycles = query.recycle[0] > 0 && !isPlanar(colliders);
    const state = this.#state;
    state.contacts ??= this.#lists.make(this.#where, state.list, state.tables, state === lists.own);
    const { placed, keeper } = state.contacts;
    checkContactRows(this.#where, state.contacts, state.list.count);
    runner.describe(state, CONTACTS);
    if (recycles) runner.stage.blockRows *= RECYCLED_BLOCKS;
    setContacts(frame.query, placed, placed.table.capacity, keeper.even);
    keeper.begin(query, recycles, state.list.ids, state.list.count);
  }

  #finish(state: ListState): ContactResults {
    const { keeper } = state.contacts!;
    keeper.finish(state.list.ids, state.list.count);
    this.#tools.runner.finish(state);
    return keeper.results;
  }
}
