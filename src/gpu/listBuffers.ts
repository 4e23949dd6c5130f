/**
 * What a GPU keeps of a pair list. The columns are those of the memory, but `verdicts`: a word per row.
 *
 *   buffer                           bytes per row
 *   ids                              8
 *   verdicts, statuses               4, 1
 *   separation, offsetA, offsetB     16 each
 *   simplexes                        16 each: queries of distances read one and write the other, in turn
 */
import type { GpuColumn, GpuColumns, ReadColumn } from '../queries/gpu.ts';
import type { ListState } from '../queries/pairLists.ts';
import { GrowingBuffer, ROWS_USAGE } from './buffers.ts';

const BYTES = { status: 1, separation: 16, offsetA: 16, offsetB: 16, simplex: 16 } as const;
/** Bytes per row of the widest column: they decide how many rows a buffer, or a binding, can hold. */
export const MOST_ROW_BYTES = 16;

export class ListBuffers {
  /** Whether the simplexes are those of the last query on the list. */
  hasSimplexes = false;
  /** Whether the simplexes in the memory are empty. */
  isCleared = false;
  readonly ids: GrowingBuffer;
  readonly verdicts: GrowingBuffer;
  readonly statuses: GrowingBuffer;
  readonly separation: GrowingBuffer;
  readonly offsetA: GrowingBuffer;
  readonly offsetB: GrowingBuffer;
  readonly #simplexes: readonly [GrowingBuffer, GrowingBuffer];
  #isOdd = false;
  /** `changes` of the list when its ids were written. */
  #changes = -1;

  constructor(device: GPUDevice) {
    const make = (label: string) => new GrowingBuffer(device, label, ROWS_USAGE);
    this.ids = make('ids');
    this.verdicts = make('verdicts');
    this.statuses = make('statuses');
    this.separation = make('separation');
    this.offsetA = make('offsetA');
    this.offsetB = make('offsetB');
    this.#simplexes = [make('simplexes 0'), make('simplexes 1')];
  }

  /** The simplexes of the last query, and those of this one. */
  get kept(): GrowingBuffer {
    return this.#simplexes[this.#isOdd ? 1 : 0];
  }

  get simplex(): GrowingBuffer {
    return this.#simplexes[this.#isOdd ? 0 : 1];
  }

  swapSimplexes(): void {
    this.#isOdd = !this.#isOdd;
  }

  /** Makes room for `rows`. @returns whether the ids on the GPU are those of the list */
  reserve({ list }: ListState, rows: number, overlapOnly: boolean): boolean {
    const isNew = this.ids.reserve(8 * rows);
    this.verdicts.reserve(4 * rows);
    this.statuses.reserve(4 * Math.ceil(rows / 4));
    if (!overlapOnly) {
      for (const column of [this.separation, this.offsetA, this.offsetB]) column.reserve(16 * rows);
      const [even, odd] = this.#simplexes.map((column) => column.reserve(16 * rows));
      if (even || odd) this.hasSimplexes = false;
    }
    const isSame = !isNew && this.#changes === list.changes;
    this.#changes = list.changes;
    return isSame;
  }

  /** The buffer of a column of results: of the last query. */
  bufferOf(column: ReadColumn): GPUBuffer {
    const { statuses, separation, offsetA, offsetB, kept } = this;
    return { status: statuses, separation, offsetA, offsetB, simplex: kept }[column].buffer;
  }

  /** What users get of the last query. */
  columnsFor(rows: number, overlapOnly: boolean): GpuColumns {
    const names = overlapOnly ? (['status'] as const) : (Object.keys(BYTES) as ReadColumn[]);
    const columns = names.map((name) => [name, columnOf(this.bufferOf(name), rows, BYTES[name])]);
    return { ...Object.fromEntries(columns), ids: columnOf(this.ids.buffer, rows, 8) };
  }

  destroy(): void {
    const { ids, verdicts, statuses, separation, offsetA, offsetB } = this;
    for (const each of [ids, verdicts, statuses, separation, offsetA, offsetB, ...this.#simplexes]) each.destroy();
  }
}

/** A column as users see it. */
export function columnOf(buffer: GPUBuffer, rows: number, stride: number): GpuColumn {
  return { buffer, offset: 0, size: stride * rows, stride };
}

/** The bytes of the first `rows` rows of a column in the memory. @param isOdd which column of simplexes */
export function bytesOf({ tables }: ListState, column: ReadColumn, rows: number, isOdd: boolean): Uint8Array {
  const { simplexEven, simplexOdd, status, separation, offsetA, offsetB } = tables.results;
  const view = { status, separation, offsetA, offsetB, simplex: isOdd ? simplexOdd : simplexEven }[column];
  return new Uint8Array(view.buffer, view.byteOffset, BYTES[column] * rows);
}
