/**
 * What a job is and how one thread runs its blocks: the same code for the caller and for workers.
 *
 * The caller describes the job in the job words while no block can be claimed; a thread reads the words, then claims. A
 * claim succeeds only while the job is the one whose words were read. How rows are answered is in rowRunner.ts.
 */

import type { Pass, PassTools } from '../broad/pass.ts';
import { createBroadScratch } from '../broad/scratch.ts';
import { bindList, type Frame, type ListTables, type PlacedContacts, placeContacts } from '../memory/frame.ts';
import { CACHE_LINE_BYTES } from '../memory/units.ts';
import { RowRunner } from '../narrow/rowRunner.ts';
import type { WideKernel } from '../narrow/wideKernel.ts';
import { carrySimplexes } from '../queries/distance/carrySimplex.ts';
import { passOf } from '../queries/list.ts';
import { claimBlock, finishBlock, joinJob, leaveJob } from './blocks.ts';
import { JOB } from './blockTable.ts';
import type { PassRunner } from './passRunner.ts';
import { NO_BLOCK } from './ranges.ts';

/** What a job does with its rows; the passes of the broad phase have numbers of their own. */
export const INTERSECT = 1;
export const DISTANCE = 2;
/** A distance, and the manifolds of the pairs that are near. */
export const CONTACTS = 3;
/** Hands what is kept per pair on to the rows where the pairs are now. */
export const CARRY = 16;
/** A program of passes: what it does stands in the program table, and the job itself has no rows. */
export const PROGRAM = 17;

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
/** The contact table of the list, as above; 1 = read its even columns, write its odd ones. */
const CONTACT_LINE = JOB + 7;
const CONTACT_CAPACITY = JOB + 8;
const CONTACTS_EVEN_TO_ODD = JOB + 9;
/** Indices in `jobReals`. */
const MAX_DISTANCE = 5;
const TOUCHING = 6;

export interface Job {
  operation: number;
  list: ListTables;
  rows: number;
  blockRows: number;
  evenToOdd: boolean;
  depth: boolean;
  /** For CONTACTS; others leave what was there. */
  contacts?: PlacedContacts | undefined;
  contactsEvenToOdd?: boolean;
  /** One number: the distance limit (m), of contacts the margin. An array, because V8 allocates to read a double from a field. */
  limit: Float64Array;
  /** For CONTACTS: up to which signed distance a pair touches (m). One number, as above. */
  touching?: Float64Array;
}

/** Blocks of a job. */
export function blocksOf(rows: number, blockRows: number): number {
  return Math.ceil(rows / blockRows);
}

/** Writes the job words. Only between `closeJob` and `openJob`. */
export function publishJob({ blocks: { words, jobReals } }: Frame, job: Job): void {
  words[OPERATION] = job.operation;
  words[LIST_LINE] = job.list.byteOffset / CACHE_LINE_BYTES;
  words[LIST_CAPACITY] = job.list.pairs.capacity;
  words[ROW_COUNT] = job.rows;
  words[BLOCK_ROWS] = job.blockRows;
  words[EVEN_TO_ODD] = job.evenToOdd ? 1 : 0;
  words[DEPTH] = job.depth ? 1 : 0;
  jobReals.set(job.limit, MAX_DISTANCE);
  if (job.operation !== CONTACTS || !job.contacts || !job.touching) return;
  jobReals.set(job.touching, TOUCHING);
  words[CONTACT_LINE] = job.contacts.byteOffset / CACHE_LINE_BYTES;
  words[CONTACT_CAPACITY] = job.contacts.table.capacity;
  words[CONTACTS_EVEN_TO_ODD] = job.contactsEvenToOdd ? 1 : 0;
}

/** The same for a program of passes. */
export function publishProgram({ blocks: { words } }: Frame): void {
  words[OPERATION] = PROGRAM;
  words[ROW_COUNT] = 0;
  words[BLOCK_ROWS] = 1;
}

/** One thread's tools: made once, used for every job. */
export class JobRunner {
  readonly #frame: Frame;
  readonly #thread: number;
  readonly #rows: RowRunner;
  readonly #passes: PassRunner | undefined;
  readonly #tools: PassTools;
  readonly #lists = new Map<number, ListTables>();
  readonly #contacts = new Map<number, PlacedContacts>();

  /**
   * @param wide the thread's wide kernel, if the engine runs on one
   * @param passes what a worker runs programs with
   */
  constructor(frame: Frame, thread: number, wide?: WideKernel, passes?: PassRunner) {
    this.#frame = frame;
    this.#thread = thread;
    this.#passes = passes;
    const { jobReals } = frame.blocks;
    const limit = jobReals.subarray(MAX_DISTANCE, MAX_DISTANCE + 1);
    const touching = jobReals.subarray(TOUCHING, TOUCHING + 1);
    this.#rows = new RowRunner(frame, thread, { limit, touching }, wide);
    const { geometry, workbench } = this.#rows;
    this.#tools = { frame, geometry, scratch: workbench.scratch, search: createBroadScratch() };
  }

  /**
   * Runs blocks of `job` until none is left, or until `deadline` (ms of `performance.now`) is behind.
   * @returns whether none is left to claim
   */
  drain(job: number, deadline = Infinity): boolean {
    const { blocks: table } = this.#frame;
    const { words } = table;
    joinJob(table, this.#thread, job);
    if (this.#passes && words[OPERATION] === PROGRAM) {
      this.#passes.serve(job);
      leaveJob(table, this.#thread, job);
      return true;
    }
    const rows = words[ROW_COUNT];
    const blockRows = words[BLOCK_ROWS];
    const blocks = blocksOf(rows, blockRows);
    let left = true;
    for (;;) {
      const block = claimBlock(table, job, this.#thread, blocks);
      if (block === NO_BLOCK) break;
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
    const rows = words[ROW_COUNT];
    const blockRows = words[BLOCK_ROWS];
    const begin = block * blockRows;
    const end = Math.min(begin + blockRows, rows);
    if (words[OPERATION] === CARRY) this.#carryRows(begin, end);
    else {
      const pass = passOf(words[OPERATION]);
      if (pass) this.#runPass(pass, block, begin, end);
      else this.#runRows(begin, end);
    }
    finishBlock(table, this.#thread, block, end - begin, blocksOf(rows, blockRows));
  }

  #carryRows(begin: number, end: number): void {
    const { words } = this.#frame.blocks;
    const { pairs, results } = this.#list(words[LIST_LINE], words[LIST_CAPACITY]);
    carrySimplexes(results, words[EVEN_TO_ODD] === 1, pairs.carried, begin, end);
  }

  #runPass(pass: Pass, block: number, begin: number, end: number): void {
    const { words } = this.#frame.blocks;
    const { pairs } = this.#list(words[LIST_LINE], words[LIST_CAPACITY]);
    pass.run(this.#tools, block, begin, end, pairs);
  }

  #runRows(begin: number, end: number): void {
    const { words } = this.#frame.blocks;
    const operation = words[OPERATION];
    const list = this.#list(words[LIST_LINE], words[LIST_CAPACITY]);
    this.#rows.answer(list, operation === INTERSECT, words[DEPTH] === 1, words[EVEN_TO_ODD] === 1, begin, end);
    if (operation !== CONTACTS) return;
    const { table } = this.#contactsAt(words[CONTACT_LINE], words[CONTACT_CAPACITY]);
    this.#rows.makeManifolds(table, list, words[CONTACTS_EVEN_TO_ODD] === 1, begin, end);
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
