/**
 * What a job is and how one thread runs its blocks: the same code for the caller and for workers.
 *
 * The caller describes the job in the job words while no block can be claimed; a thread reads the words, then claims. A
 * claim succeeds only while the job is the one whose words were read.
 *
 * Rows are answered by the scalar kernel, or by the wide one and, where that leaves a row, by the scalar one after all.
 */
import { bindList, type Frame, type ListTables, type PlacedContacts, placeContacts } from '../frame.ts';
import { answerRows } from '../kernel/ts/answerRows.ts';
import { isBroad, runPass } from '../kernel/ts/broad/passes.ts';
import { type BroadScratch, createBroadScratch } from '../kernel/ts/broad/scratch.ts';
import { type ContactQuestion, contactRows } from '../kernel/ts/manifold/contactRows.ts';
import { createManifoldBench } from '../kernel/ts/manifold/places.ts';
import type { Question } from '../kernel/ts/question.ts';
import { createWorkbench, type Geometry, type Workbench } from '../kernel/ts/scratch.ts';
import { TILE_ROWS } from '../kernel/wide/context.ts';
import { CACHE_LINE_BYTES } from '../memory/units.ts';
import { claimBlock, countRefined, finishBlock, joinJob, leaveJob } from '../partition/blocks.ts';
import { JOB } from '../partition/blockTable.ts';
import { carrySimplexes } from '../results/carrySimplex.ts';
import type { ContactTable } from '../results/contactTable.ts';
import type { WideKernel } from './wideKernel.ts';

/** What a job does with its rows; the passes of the broad phase have numbers of their own. */
export const INTERSECT = 1;
export const DISTANCE = 2;
/** A distance, and the manifolds of the pairs that are near. */
export const CONTACTS = 3;
/** Hands what is kept per pair on to the rows where the pairs are now. */
export const CARRY = 16;

// words of the job
const OPERATION = JOB;
/** Cache lines from the start of the memory to the pair list. */
const LIST_LINE = JOB + 1;
const LIST_CAPACITY = JOB + 2;
const ROW_COUNT = JOB + 3;
const BLOCK_ROWS = JOB + 4;
/** 1 = read `simplexEven`, write `simplexOdd`; 0 = the other way round. */
const EVEN_TO_ODD = JOB + 5;
const DEPTH = JOB + 6;
/** The contact table of the list, as above; 1 = read `featuresEven`, write `featuresOdd`. */
const CONTACT_LINE = JOB + 7;
const CONTACT_CAPACITY = JOB + 8;
const FEATURES_EVEN_TO_ODD = JOB + 9;
/** Index in `jobReals`. */
const MAX_DISTANCE = 5;

export interface Job {
  operation: number;
  list: ListTables;
  rows: number;
  blockRows: number;
  evenToOdd: boolean;
  depth: boolean;
  /** For CONTACTS; others leave what was there. */
  contacts?: PlacedContacts | undefined;
  featuresEvenToOdd?: boolean;
  /** One number: the distance limit (m), of contacts the margin. An array, because V8 allocates to read a double from a field. */
  limit: Float64Array;
}

/** Blocks of a job. */
export function blocksOf(rows: number, blockRows: number): number {
  return Math.ceil(rows / blockRows);
}

/** Writes the job words. Only between `closeJob` and `openJob`. */
export function describeJob({ blocks: { words, jobReals } }: Frame, job: Job): void {
  words[OPERATION] = job.operation;
  words[LIST_LINE] = job.list.byteOffset / CACHE_LINE_BYTES;
  words[LIST_CAPACITY] = job.list.pairs.capacity;
  words[ROW_COUNT] = job.rows;
  words[BLOCK_ROWS] = job.blockRows;
  words[EVEN_TO_ODD] = job.evenToOdd ? 1 : 0;
  words[DEPTH] = job.depth ? 1 : 0;
  jobReals.set(job.limit, MAX_DISTANCE);
  if (job.operation !== CONTACTS || !job.contacts) return;
  words[CONTACT_LINE] = job.contacts.byteOffset / CACHE_LINE_BYTES;
  words[CONTACT_CAPACITY] = job.contacts.table.capacity;
  words[FEATURES_EVEN_TO_ODD] = job.featuresEvenToOdd ? 1 : 0;
}

/** One thread's tools: made once, used for every job. */
export class JobRunner {
  readonly #frame: Frame;
  readonly #thread: number;
  readonly #wide: WideKernel | undefined;
  readonly #workbench: Workbench = createWorkbench();
  readonly #geometry: Geometry;
  readonly #search: BroadScratch = createBroadScratch();
  readonly #lists = new Map<number, ListTables>();
  readonly #contacts = new Map<number, PlacedContacts>();
  readonly #manifoldBench = createManifoldBench();
  readonly #contactQuestion: { -readonly [K in keyof ContactQuestion]: ContactQuestion[K] };
  // one object, filled anew for each job: a query in steady state allocates nothing
  readonly #question: { -readonly [K in keyof Question]: Question[K] };

  /** @param wide the thread's wide kernel, if the engine runs on one */
  constructor(frame: Frame, thread: number, wide?: WideKernel) {
    this.#frame = frame;
    this.#thread = thread;
    this.#wide = wide;
    this.#geometry = { shapes: frame.shapes, vertices: frame.vertices };
    const limit = frame.blocks.jobReals.subarray(MAX_DISTANCE, MAX_DISTANCE + 1);
    this.#question = { flags: false, limit, depth: true, from: NO_SIMPLEX, to: NO_SIMPLEX };
    this.#contactQuestion = { margin: limit, from: NO_FEATURES, to: NO_FEATURES };
  }

  /**
   * Runs blocks of `job` until none is left, or until `deadline` (ms of `performance.now`) is behind.
   * @returns whether none is left to claim
   */
  drain(job: number, deadline = Infinity): boolean {
    const { blocks: table } = this.#frame;
    const { words } = table;
    joinJob(table, this.#thread, job);
    const rows = words[ROW_COUNT]!;
    const blockRows = words[BLOCK_ROWS]!;
    const blocks = blocksOf(rows, blockRows);
    let left = true;
    for (;;) {
      const block = claimBlock(table, job, blocks);
      if (block < 0) break;
      this.runBlock(block);
      if (deadline !== Infinity && performance.now() > deadline) {
        left = false;
        break;
      }
    }
    leaveJob(table, this.#thread, job);
    return left;
  }

  /** Runs one block of the job at hand, claimed by the caller, and books it. */
  runBlock(block: number): void {
    const { blocks: table } = this.#frame;
    const { words } = table;
    const rows = words[ROW_COUNT]!;
    const blockRows = words[BLOCK_ROWS]!;
    const begin = block * blockRows;
    const end = Math.min(begin + blockRows, rows);
    if (words[OPERATION] === CARRY) this.#carryRows(begin, end);
    else if (isBroad(words[OPERATION]!)) this.#runPass(block, begin, end);
    else this.#runRows(begin, end);
    finishBlock(table, this.#thread, block, end - begin, blocksOf(rows, blockRows));
  }

  #carryRows(begin: number, end: number): void {
    const { words } = this.#frame.blocks;
    const { pairs, results } = this.#list(words[LIST_LINE]!, words[LIST_CAPACITY]!);
    carrySimplexes(results, words[EVEN_TO_ODD] === 1, pairs.carried, begin, end);
  }

  /** Items [begin, end) of a pass of the broad phase. */
  #runPass(block: number, begin: number, end: number): void {
    const { words } = this.#frame.blocks;
    const { pairs } = this.#list(words[LIST_LINE]!, words[LIST_CAPACITY]!);
    const { scratch } = this.#workbench;
    runPass(words[OPERATION]!, this.#frame, pairs, this.#geometry, scratch, this.#search, block, begin, end);
  }

  #runRows(begin: number, end: number): void {
    const { words } = this.#frame.blocks;
    const list = this.#list(words[LIST_LINE]!, words[LIST_CAPACITY]!);
    const { simplexEven, simplexOdd } = list.results;
    const evenToOdd = words[EVEN_TO_ODD] === 1;
    const question = this.#question;
    question.flags = words[OPERATION] === INTERSECT;
    question.depth = words[DEPTH] === 1;
    question.from = evenToOdd ? simplexEven : simplexOdd;
    question.to = evenToOdd ? simplexOdd : simplexEven;
    if (this.#wide) this.#answerWide(this.#wide, list, begin, end);
    else this.#answer(list, begin, end);
    if (words[OPERATION] === CONTACTS) this.#touch(list, begin, end);
  }

  /** Manifolds of rows [begin, end), which have been answered. */
  #touch(list: ListTables, begin: number, end: number): void {
    const { words } = this.#frame.blocks;
    const { table } = this.#contactsAt(words[CONTACT_LINE]!, words[CONTACT_CAPACITY]!);
    const evenToOdd = words[FEATURES_EVEN_TO_ODD] === 1;
    const question = this.#contactQuestion;
    question.from = evenToOdd ? table.featuresEven : table.featuresOdd;
    question.to = evenToOdd ? table.featuresOdd : table.featuresEven;
    if (!this.#wide) {
      this.#touchRows(table, list, begin, end);
      return;
    }
    this.#wide.tellContacts(table, question);
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = this.#wide.touch(tile, Math.min(tile + TILE_ROWS, end));
      for (let k = 0; k < count; ) {
        const first = this.#wide.left[k]!;
        const run = runLength(this.#wide.left, k, count);
        this.#touchRows(table, list, first, first + run);
        k += run;
      }
    }
  }

  /** The same by the scalar kernel. */
  #touchRows(contacts: ContactTable, { pairs, results }: ListTables, begin: number, end: number): void {
    const { colliders } = this.#frame;
    const question = this.#contactQuestion;
    contactRows(contacts, results, pairs.ids, colliders, this.#geometry, this.#manifoldBench, question, begin, end);
  }

  /** Rows [begin, end) by the wide kernel, tile by tile, and what it leaves by the scalar one. */
  #answerWide(wide: WideKernel, list: ListTables, begin: number, end: number): void {
    wide.tell(list, this.#frame, this.#question);
    const { left } = wide;
    let refined = 0;
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = wide.answer(tile, Math.min(tile + TILE_ROWS, end));
      refined += count;
      for (let k = 0; k < count; ) {
        const first = left[k]!;
        const run = runLength(left, k, count);
        this.#answer(list, first, first + run);
        k += run;
      }
    }
    countRefined(this.#frame.blocks, this.#thread, refined);
  }

  /** Rows [begin, end) by the scalar kernel. */
  #answer({ pairs, results }: ListTables, begin: number, end: number): void {
    const { colliders, counts } = this.#frame;
    const geometry = this.#geometry;
    answerRows(results, pairs.ids, colliders, counts, geometry, geometry, this.#workbench, this.#question, begin, end);
  }

  #list(line: number, capacity: number): ListTables {
    const known = this.#lists.get(line);
    if (known) return known;
    const list = bindList(this.#frame.buffer, line * CACHE_LINE_BYTES, capacity);
    this.#lists.set(line, list);
    return list;
  }

  #contactsAt(line: number, capacity: number): PlacedContacts {
    const known = this.#contacts.get(line);
    if (known) return known;
    const contacts = placeContacts(this.#frame.buffer, line * CACHE_LINE_BYTES, capacity);
    this.#contacts.set(line, contacts);
    return contacts;
  }
}

/** How many of `count` rows from place k on follow each other: they go in one call. */
function runLength(rows: Int32Array, k: number, count: number): number {
  const first = rows[k]!;
  let run = 1;
  while (k + run < count && rows[k + run] === first + run) run++;
  return run;
}

const NO_FEATURES = new Uint32Array(0);

const NO_SIMPLEX = new Uint16Array(0);
