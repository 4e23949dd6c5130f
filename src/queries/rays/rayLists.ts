/** The ray lists of one engine: each takes a run of the rows of the ray table, and has results of its own. */
import { fail, integerIn } from '../../errors.ts';
import type { RayTable } from '../../tables/rayTable.ts';
import { RayList, type RayListOwner } from './list.ts';

export class RayLists<Results> {
  readonly #table: RayTable;
  readonly #owner: RayListOwner;
  readonly #makeResults: (list: RayList) => Results;
  readonly #results = new Map<RayList, Results>();
  #next = 0;

  constructor(table: RayTable, owner: RayListOwner, makeResults: (list: RayList) => Results) {
    this.#table = table;
    this.#owner = owner;
    this.#makeResults = makeResults;
  }

  /** Makes a list for a user. @throws QueryError when the lists together would need more rows than there are */
  create(where: string, capacity: number): RayList {
    this.#owner.checkOpen(where);
    integerIn(`${where}: capacity`, capacity, 1, 2 ** 31 - 1);
    const room = this.#table.capacity - this.#next;
    if (capacity > room) {
      fail(`${where}: capacity`, `at most ${room} more rays (raise capacity.rays, which lists share)`, capacity);
    }
    const list = new RayList(this.#table, this.#next, capacity, this.#owner);
    this.#results.set(list, this.#makeResults(list));
    this.#next += capacity;
    return list;
  }

  /** The results of a list. @throws QueryError for a list of another engine */
  resultsOf(where: string, rays: RayList): Results {
    const results = this.#results.get(rays);
    if (results) return results;
    RayList.check(where, rays);
    fail(`${where}: rays`, 'a ray list of this engine', "another engine's");
  }
}
