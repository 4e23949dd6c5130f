/**
 * What a GPU keeps of a pair list: the columns of the memory, a word per row for the verdicts of the kernels, and two
 * columns of simplexes, since queries of distances read one and write the other, in turn.
 */
import type { GpuColumn, GpuColumns, ReadColumn } from '../queries/gpu.ts';
import type { ListState } from '../queries/pairLists.ts';
import { GrowingBuffer, ROWS_USAGE } from './buffers.ts';

/** Bytes per row. */
const BYTES = { ids: 8, verdicts: 4, status: 1, separation: 16, offsetA: 16, offsetB: 16, simplex: 16 } as const;
const OF_FLAGS = ['ids', 'verdicts', 'status'] as const;
const OF_DISTANCES = ['separation', 'offsetA', 'offsetB'] as const;
/** Bytes per row of the widest column: they decide how many rows a buffer, or a binding, can hold. */
export const MOST_ROW_BYTES = 16;

export class ListBuffers {
  /** Whether the simplexes are those of the last query on the list. */
  hasSimplexes = false;
  /** Whether the simplexes in the memory are empty. */
  isCleared = false;
  readonly columns: { readonly [K in (typeof OF_FLAGS | typeof OF_DISTANCES)[number]]: GrowingBuffer };
  readonly #simplexes: readonly [GrowingBuffer, GrowingBuffer];
  #isOdd = false;
  /** `changes` of the list when its ids were written. */
  #changes = -1;

  constructor(device: GPUDevice) {
    const make = (label: string) => new GrowingBuffer(device, label, ROWS_USAGE);
    const [ids, verdicts, status] = OF_FLAGS.map(make);
    const [separation, offsetA, offsetB] = OF_DISTANCES.map(make);
    this.columns = { ids, verdicts, status, separation, offsetA, offsetB };
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
    const reserve = (name: keyof ListBuffers['columns']) =>
      this.columns[name].reserve(4 * Math.ceil((BYTES[name] * rows) / 4));
    const [isNew] = OF_FLAGS.map(reserve);
    if (!overlapOnly) {
      OF_DISTANCES.map(reserve);
      const [even, odd] = this.#simplexes.map((column) => column.reserve(BYTES.simplex * rows));
      if (even || odd) this.hasSimplexes = false;
    }
    const isSame = !isNew && this.#changes === list.changes;
    this.#changes = list.changes;
    return isSame;
  }

  /** The buffer of a column of results: of the last query. */
  bufferOf(column: ReadColumn): GPUBuffer {
    return (column === 'simplex' ? this.kept : this.columns[column]).buffer;
  }

  /** What users get of the last query. */
  columnsFor(rows: number, overlapOnly: boolean): GpuColumns {
    const names: readonly ReadColumn[] = overlapOnly ? ['status'] : ['status', ...OF_DISTANCES, 'simplex'];
    const columns = names.map((name) => [name, columnOf(this.bufferOf(name), rows, BYTES[name])]);
    return { ...Object.fromEntries(columns), ids: columnOf(this.columns.ids.buffer, rows, BYTES.ids) };
  }

  destroy(): void {
    for (const each of [...Object.values(this.columns), ...this.#simplexes]) each.destroy();
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
