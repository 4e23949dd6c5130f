/** The passes of the broad phase in the wide kernel of one thread. */
import { LEFT_WORDS } from '../tables/boundsWords.ts';
import { LIST_CARRIED, LIST_IDS, TILE_BYTES } from '../tables/kernelContext.ts';
import type { PairTable } from '../tables/pairTable.ts';
import type { BroadKernel } from './broadKernel.ts';
import { STATE_WORDS } from './tree/findScratch.ts';

/** Exports of the wasm (wide/passes.ts). */
export interface BroadCalls {
  readonly broadBounds: (context: number, shapeCount: number, begin: number, end: number) => number;
  readonly broadMoved: (context: number, begin: number, end: number) => number;
  readonly broadFatten: (context: number, begin: number, end: number) => void;
  readonly broadGroups: (context: number, begin: number, end: number) => void;
  readonly broadFind: (context: number, end: number) => number;
  readonly broadFindMore: (context: number, end: number) => number;
  readonly broadStage: (context: number, at: number, count: number) => void;
  readonly broadMerge: (context: number, begin: number, end: number) => void;
  readonly broadFilter: (context: number, begin: number, end: number) => void;
  readonly broadPlace: (context: number, begin: number, end: number) => void;
  readonly broadRows: (context: number, begin: number, end: number) => void;
  readonly broadCarry: (from: number, to: number, carried: number, begin: number, end: number) => void;
  readonly broadEnter: (context: number, begin: number, end: number) => void;
  readonly broadMove: (context: number, count: number, isPlaced: number) => number;
  readonly broadComplete: (context: number, rows: number) => number;
  readonly broadOrder: (context: number, rows: number) => void;
  readonly broadSpread: (context: number) => void;
  readonly broadLevels: (context: number) => void;
  readonly broadSort: (context: number, count: number, idCount: number, isFresh: number) => void;
}

export class WideBroad implements BroadKernel {
  readonly left: Int32Array;
  readonly state: Int32Array;
  readonly #calls: BroadCalls;
  /** Byte address of the context, as the i32 that wasm takes. */
  readonly #context: number;
  readonly #words: Int32Array;

  /** @param words the context of the thread, with the addresses of the tables */
  constructor(calls: BroadCalls, words: Int32Array) {
    const { buffer, byteOffset } = words;
    this.#calls = calls;
    this.#context = byteOffset | 0;
    this.#words = words;
    this.left = new Int32Array(buffer, byteOffset + TILE_BYTES, LEFT_WORDS);
    this.state = new Int32Array(buffer, byteOffset + TILE_BYTES + this.left.byteLength, STATE_WORDS);
  }

  boundRows(shapeCount: number, begin: number, end: number): number {
    return this.#calls.broadBounds(this.#context, shapeCount, begin, end);
  }

  findMoved(begin: number, end: number): number {
    return this.#calls.broadMoved(this.#context, begin, end);
  }

  fattenRows(begin: number, end: number): void {
    this.#calls.broadFatten(this.#context, begin, end);
  }

  boxGroups(begin: number, end: number): void {
    this.#calls.broadGroups(this.#context, begin, end);
  }

  findGroups(end: number): number {
    return this.#calls.broadFind(this.#context, end);
  }

  findMore(end: number): number {
    return this.#calls.broadFindMore(this.#context, end);
  }

  stage(at: number, count: number): void {
    this.#calls.broadStage(this.#context, at, count);
  }

  mergeBlocks(begin: number, end: number): void {
    this.#calls.broadMerge(this.#context, begin, end);
  }

  filterBlocks(begin: number, end: number): void {
    this.#calls.broadFilter(this.#context, begin, end);
  }

  placeBlocks(pairs: PairTable, begin: number, end: number): void {
    this.#setList(pairs);
    this.#calls.broadPlace(this.#context, begin, end);
  }

  findRows(pairs: PairTable, begin: number, end: number): void {
    this.#setList(pairs);
    this.#calls.broadRows(this.#context, begin, end);
  }

  copySimplexes(from: Uint32Array, to: Uint32Array, carried: Int32Array, begin: number, end: number): void {
    this.#calls.broadCarry(from.byteOffset, to.byteOffset, carried.byteOffset, begin, end);
  }

  enterRows(begin: number, end: number): void {
    this.#calls.broadEnter(this.#context, begin, end);
  }

  moveRows(count: number, isPlaced: number): number {
    return this.#calls.broadMove(this.#context, count, isPlaced);
  }

  isComplete(rows: number): number {
    return this.#calls.broadComplete(this.#context, rows);
  }

  orderTree(rows: number): void {
    this.#calls.broadOrder(this.#context, rows);
  }

  measureSpread(): void {
    this.#calls.broadSpread(this.#context);
  }

  boxLevels(): void {
    this.#calls.broadLevels(this.#context);
  }

  sortPairs(count: number, idCount: number, isFresh: number): void {
    this.#calls.broadSort(this.#context, count, idCount, isFresh);
  }

  #setList({ ids, carried }: PairTable): void {
    this.#words[LIST_IDS] = ids.byteOffset;
    this.#words[LIST_CARRIED] = carried.byteOffset;
  }
}
