/**
 * Overlap queries of one engine: which passes run, in which order. The tree is brought up to date, volumes are sought in it, and
 * what they found is put in their order.
 *
 * A call is `begin`, then a job for the dispatcher as often as `next` makes one, as in PairFinder.
 */

import { FIND_OVERLAPS, SCATTER_OVERLAPS } from '../../broad/passes.ts';
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import type { Frame } from '../../memory/frame.ts';
import type { Job } from '../../schedule/job.ts';
import { OverlapResults } from './results.ts';
import { BOXES, GROUPS, KIND, STAGED } from './table.ts';

/** Volumes per block. */
const VOLUME_BLOCK = 16;

/** Where a call is: what was done last. */
const IDLE = 0;
const BEGUN = 1;
const SOUGHT = 2;
const SETTLED = 3;

export class OverlapFinder {
  /** By kind: of boxes, of spheres. */
  readonly results: readonly [OverlapResults, OverlapResults];
  readonly #frame: Frame;
  readonly #keeper: TreeKeeper;
  #step = IDLE;
  #where = '';
  #kind = BOXES;
  #count = 0;

  constructor(frame: Frame, keeper: TreeKeeper) {
    const { startsOfBoxes, idsOfBoxes, startsOfSpheres, idsOfSpheres } = frame.overlaps;
    this.#frame = frame;
    this.#keeper = keeper;
    this.results = [new OverlapResults(startsOfBoxes, idsOfBoxes), new OverlapResults(startsOfSpheres, idsOfSpheres)];
  }

  /** Starts to seek `count` volumes, which are in the table. The results stay as they are until all is found and fits. */
  begin(where: string, kind: number, count: number, mask: number): void {
    const { words } = this.#frame.overlaps;
    this.#where = where;
    this.#kind = kind;
    this.#count = count;
    words[KIND] = kind;
    words[GROUPS] = mask;
    this.#keeper.begin(false);
    this.#step = BEGUN;
  }

  /**
   * Describes the next job. The one before must be complete.
   * @returns whether there is one: if not, `results` are those of the call
   * @throws QueryError if the ids do not fit; the results are then as they were
   */
  next(job: Job): boolean {
    switch (this.#step) {
      case BEGUN:
        return this.#keeper.next(job, false, true) || this.#makeSeek(job);
      case SOUGHT: {
        const { overlaps } = this.#frame;
        const total = this.#countFound();
        const room = overlaps.staging.length;
        if (total > room) fail(`${this.#where}: overlaps`, `at most ${room} (raise capacity.overlaps)`, total);
        // a worker died over it
        if (overlaps.words[STAGED] !== total) return this.#makeSeek(job);
        this.#layStarts();
        return this.#make(job, SETTLED, SCATTER_OVERLAPS);
      }
      case SETTLED:
        this.results[this.#kind].answered(this.#count);
        this.#step = IDLE;
        return false;
      default:
        return false;
    }
  }

  #makeSeek(job: Job): boolean {
    this.#frame.overlaps.words[STAGED] = 0;
    return this.#make(job, SOUGHT, FIND_OVERLAPS);
  }

  #make(job: Job, step: number, operation: number): boolean {
    this.#step = step;
    job.operation = operation;
    job.rows = this.#count;
    job.blockRows = VOLUME_BLOCK;
    return true;
  }

  #countFound(): number {
    const { counts } = this.#frame.overlaps;
    let total = 0;
    for (let k = 0; k < this.#count; k++) total += counts[k];
    return total;
  }

  #layStarts(): void {
    const { counts, startsOfBoxes, startsOfSpheres } = this.#frame.overlaps;
    const starts = this.#kind === BOXES ? startsOfBoxes : startsOfSpheres;
    let at = 0;
    for (let k = 0; k < this.#count; k++) {
      starts[k] = at;
      at += counts[k];
    }
    starts[this.#count] = at;
  }
}
