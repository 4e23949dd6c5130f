/**
 * `contacts`: finds the pairs if no list is given, then answers them with one job, then says who touches. What the public methods
 * promise is said in engine.ts.
 */

import { PairList } from '../../pairs/pairList.ts';
import { CONTACTS } from '../../schedule/job.ts';
import type { FindQueries } from '../findPairs/queries.ts';
import type { ListState } from '../pairLists.ts';
import type { QueryTools } from '../queryRunner.ts';
import { ContactLists, checkContactRows, type ListContacts } from './lists.ts';
import { type ContactOptions, ContactOptionsReader } from './options.ts';
import type { ContactResults } from './results.ts';

export class ContactQueries {
  readonly #tools: QueryTools;
  readonly #finding: FindQueries;
  readonly #capacity: number;
  readonly #lists: ContactLists;
  readonly #options = new ContactOptionsReader();

  /** @param capacity pairs of a contact query on the engine's own list */
  constructor(tools: QueryTools, finding: FindQueries, capacity: number) {
    this.#tools = tools;
    this.#finding = finding;
    this.#capacity = capacity;
    this.#lists = new ContactLists(tools.frame, capacity);
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
    asked.read(where, finds ? first : second);
    // the reader is used again before this query has its turn
    const margin = asked.margin.slice();
    const touching = asked.touching.slice();
    const state = lists.lock(where, finds ? lists.own.list : first);
    return queue.enqueue(async () => {
      try {
        if (finds) await this.#finding.find(where, margin, this.#capacity);
        const contacts = this.#describe(where, state, margin, touching);
        await runner.run();
        return this.#finish(state, contacts);
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
    asked.read(where, finds ? first : second);
    queue.checkIdle(where);
    const state = finds ? lists.own : lists.stateOf(where, first);
    if (finds) this.#finding.findSync(where, asked.margin, this.#capacity);
    const contacts = this.#describe(where, state, asked.margin, asked.touching);
    runner.runSync();
    return this.#finish(state, contacts);
  }

  #describe(where: string, state: ListState, margin: Float64Array, touching: Float64Array): ListContacts {
    const { lists, runner } = this.#tools;
    const { job } = runner;
    state.contacts ??= this.#lists.make(where, state.list, state.tables, state === lists.own);
    checkContactRows(where, state.contacts, state.list.count);
    runner.describe(state, CONTACTS);
    job.depth = true;
    job.limit = margin;
    job.touching = touching;
    job.contacts = state.contacts.placed;
    job.contactsEvenToOdd = state.contacts.keeper.even;
    state.contacts.keeper.begin(state.list.count);
    return state.contacts;
  }

  #finish(state: ListState, { keeper }: ListContacts): ContactResults {
    keeper.finish(state.list.ids, state.list.count);
    this.#tools.runner.finish(state);
    return keeper.results;
  }
}
