/**
 * What a job is and how one thread runs its blocks: the same code for the caller and for workers.
 *
 * The caller describes the job in the job words while no block can be claimed; a thread reads the words, then claims. A
 * claim succeeds only while the job is the one whose words were read.
 *
 * Rows are answered by the scalar kernel, or by the wide one and, where that leaves a row, by the scalar one after all.
 */
import { bindList, type Frame, type ListTables } from '../frame.ts';
import { answerRows } from '../kernel/ts/answerRows.ts';
import { isBroad, runPass } from '../kernel/ts/broad/passes.ts';
import { type BroadScratch, createBroadScratch } from '../kernel/ts/broad/scratch.ts';
import type { Question } from '../kernel/ts/question.ts';
import { createWorkbench, type Geometry, type Workbench } from '../kernel/ts/scratch.ts';
import { TILE_ROWS } from '../kernel/wide/context.ts';
import { CACHE_LINE_BYTES } from '../memory/units.ts';
import { claimBlock, countRefined, finishBlock, joinJob, leaveJob } from '../partition/blocks.ts';
import { JOB } from '../partition/blockTable.ts';
import { carrySimplexes } from '../results/carrySimplex.ts';
import type { WideKernel } from './wideKernel.ts';

/** What a job does with its rows; the passes of the broad phase have numbers of their own. */
export const INTERSECT = 1;
export const DISTANCE = 2;
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
/** Index in `jobReals`. */
const MAX_DISTANCE = 5;

export interface Job {
  operation: number;
  list: ListTables;
  rows: number;
  blockRows: number;
  evenToOdd: boolean;
  depth: boolean;
  /** One number: the distance limit (m). An array, because V8 allocates to read a double from a field. */
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
        // rows that follow each other go in one call
        const first = left[k++]!;
        let next = first + 1;
        for (; k < count && left[k] === next; k++) next++;
        this.#answer(list, first, next);
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
}

const NO_SIMPLEX = new Uint16Array(0);
