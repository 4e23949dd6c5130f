/**
 * Queries on lists of boxes, on one device:
 *
 *   1. poses, ids and simplexes go up, if those on the GPU are older
 *   2. chunk by chunk, a pass writes verdicts and results, and another one packs them and lists the rows that are left
 *   3. the list, and the columns that the query reads, come down in one go
 *   4. the threads compute the rows that are left, and these go up
 *
 * A device that fails ends the query here, and the threads compute all of it: their input lies in the memory.
 */
import { fail, QueryError } from '../errors.ts';
import { clearSimplexes } from '../queries/distance/carrySimplex.ts';
import type { ReadColumn } from '../queries/gpu.ts';
import type { GpuHelp, GpuQuery } from '../queries/gpuRows.ts';
import type { ListState } from '../queries/pairLists.ts';
import type { QueryScene } from '../queries/queryRunner.ts';
import { ROWS } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import {
  COUNTED_LEFT,
  COUNTER_WORDS,
  PARAM_BYTES,
  PARAM_COLLIDERS,
  PARAM_MAX_DISTANCE,
  POSE_BYTES,
} from '../tables/gpuLayout.ts';
import { DEPTH } from '../tables/queryTable.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../tables/simplexWords.ts';
import { COPY_DST, type Copy, checked, GrowingBuffer, ROWS_USAGE, STORAGE, Traffic, UNIFORM } from './buffers.ts';
import { textOf } from './failure.ts';
import { paramsOf, rowsToPut } from './leftRows.ts';
import { bytesOf, columnOf, ListBuffers, MOST_ROW_BYTES } from './listBuffers.ts';
import { Pace } from './pace.ts';
import { type Bound, dispatch, type Pipelines } from './pipelines.ts';
import { checkPoses } from './poseBuffer.ts';
import { MOST_COLLIDER_BYTES, ScenePoses } from './scenePoses.ts';

/** Rows that are left and come down with the results; others come after them. */
const FIRST_LEFT = 4096;
const COLUMNS: { readonly [K in GpuQuery['read']]: readonly ReadColumn[] } = {
  all: ['status', 'separation', 'offsetA', 'offsetB', 'simplex'],
  separation: ['status', 'separation'],
  status: ['status'],
  none: [],
};

/** What the queries need of an engine. */
export interface RowTables {
  readonly frame: Frame;
  readonly scene: QueryScene;
}

/** Kinds of queries: pipelines have their names. */
export const KINDS = ['flags', 'distance', 'depth'] as const;
export type QueryKind = (typeof KINDS)[number];

export class GpuRows {
  readonly device: GPUDevice;
  /** Rows of the next dispatch. */
  readonly paces: { readonly [K in QueryKind]: Pace };
  readonly #pipelines: Pipelines;
  readonly #tables: RowTables;
  readonly #traffic: Traffic;
  readonly #poses: ScenePoses;
  readonly #params: GPUBuffer;
  readonly #left: GrowingBuffer;
  readonly #given: GrowingBuffer;
  readonly #lists = new Map<ListState, ListBuffers>();
  /** What rejects the work that is under way, once the device is lost. */
  readonly #waiting = new Set<(cause: Error) => void>();
  #lost: Error | undefined;

  /** @param mostRows of a dispatch */
  constructor(device: GPUDevice, pipelines: Pipelines, tables: RowTables, mostRows: number) {
    this.device = device;
    this.#pipelines = pipelines;
    this.#tables = tables;
    this.#traffic = new Traffic(device);
    this.#poses = new ScenePoses(device, tables.frame, tables.scene);
    this.#params = device.createBuffer({ size: 2 * PARAM_BYTES, usage: UNIFORM | COPY_DST });
    this.#left = new GrowingBuffer(device, 'rows left', ROWS_USAGE);
    this.#given = new GrowingBuffer(device, 'given rows', STORAGE | COPY_DST);
    const most = Math.min(mostRows, Math.floor(device.limits.maxStorageBufferBindingSize / MOST_ROW_BYTES));
    this.paces = { flags: new Pace(most), distance: new Pace(most), depth: new Pace(most) };
    device.lost.then(({ message }) => {
      this.#lost = new Error(message);
      for (const reject of this.#waiting) reject(this.#lost);
    });
  }

  /** Most rows of a list. */
  get mostRows(): number {
    return Math.floor(this.device.limits.maxBufferSize / MOST_ROW_BYTES);
  }

  /** Most colliders. */
  get mostColliders(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    return Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / MOST_COLLIDER_BYTES);
  }

  /** Records which colliders have moved before a query that does not run here. */
  moved(moved: GpuQuery['moved']): void {
    this.#poses.moved(moved);
  }

  /** Computes all rows of a list. @returns how many were left to the threads */
  async run(query: GpuQuery, help: GpuHelp): Promise<number> {
    const { state, overlapOnly, moved, where, poses } = query;
    const { frame, scene } = this.#tables;
    const rows = state.list.count;
    const given = poses as GPUBuffer | undefined;
    const posesAt = `${where}: poses`;
    if (given) await checkPoses(posesAt, this.device, given, POSE_BYTES * frame.counts[ROWS]);
    const list = this.#buffersOf(state);
    // before `begin`, which tells that queries of the threads write simplexes
    const isCleared = list.isCleared;
    const hadSimplexes = list.hasSimplexes && scene.changes.lastBirth <= state.seen[0];
    help.begin();
    list.isCleared = isCleared;
    list.hasSimplexes = hadSimplexes;
    this.#poses.moved(moved);
    try {
      await this.#compute(query, list, given);
    } catch (cause) {
      // a destroyed buffer is only found here
      if (given && !this.#lost) fail(posesAt, 'a buffer that can be read', `an error: ${textOf(cause)}`);
      throw cause;
    }
    if (!overlapOnly) list.swapSimplexes();
    const left = await this.#read(query, list);
    if (left.length > 0) await this.#computeLeft(query, list, left, help);
    this.#clearUnread(query, list, left);
    list.hasSimplexes = !overlapOnly || hadSimplexes;
    if (!overlapOnly) state.distances.willWriteChildren(false);
    const results = {
      columns: {
        ...list.columnsFor(rows, overlapOnly),
        poses: columnOf(given ?? this.#poses.buffer, frame.counts[ROWS], POSE_BYTES),
      },
      fetch: (column: ReadColumn) => this.#fetch(state, list, column),
    };
    (overlapOnly ? state.overlaps : state.distances).columns.finish(query.read, results);
    return left.length;
  }

  /** Writes what is older on the GPU, and runs the passes over all rows. */
  async #compute(query: GpuQuery, list: ListBuffers, given: GPUBuffer | undefined): Promise<void> {
    const { state, overlapOnly } = query;
    const { count: rows } = state.list;
    const kind = this.#kindOf(query);
    const pace = this.paces[kind];
    let prepare: (pass: GPUComputePassEncoder) => void = () => {};
    await checked(this.device, () => {
      const isSame = list.reserve(state, rows, overlapOnly);
      const ids = state.tables.pairs.ids;
      if (!isSame) this.#traffic.write(list.columns.ids.buffer, ids, 0, 8 * rows);
      if (!overlapOnly && !list.hasSimplexes) {
        const { simplexEven, simplexOdd } = state.tables.results;
        this.#traffic.write(list.kept.buffer, state.even ? simplexEven : simplexOdd, 0, 16 * rows);
      }
      this.#left.reserve(4 * (COUNTER_WORDS + rows));
      if (!given) prepare = this.#poses.update(this.#traffic, this.#params, this.#pipelines);
    });
    if (!overlapOnly) list.hasSimplexes = false;
    for (let first = 0; first < rows; ) {
      const count = Math.min(pace.rows, rows - first);
      const start = performance.now();
      await checked(this.device, () => {
        this.#writeParams(count, first);
        const encoder = this.device.createCommandEncoder();
        if (first === 0) encoder.clearBuffer(this.#left.buffer, 0, 4 * COUNTER_WORDS);
        const pass = encoder.beginComputePass();
        if (first === 0) prepare(pass);
        const bound = this.#boundOf(query, list, given ?? this.#poses.buffer, first, count);
        dispatch(this.device, pass, this.#pipelines[kind], bound, count);
        this.#pack(pass, list, first, count);
        pass.end();
        this.device.queue.submit([encoder.finish()]);
      });
      first += count;
      if (first === rows) break;
      await this.#untilLost(this.device.queue.onSubmittedWorkDone());
      pace.took(count, performance.now() - start);
    }
  }

  #kindOf({ overlapOnly }: GpuQuery): QueryKind {
    if (overlapOnly) return 'flags';
    return this.#tables.frame.query.words[DEPTH] === 1 ? 'depth' : 'distance';
  }

  #writeParams(rows: number, first: number): void {
    const { counts, query } = this.#tables.frame;
    const words = paramsOf(rows, first);
    words[PARAM_COLLIDERS / 4] = counts[ROWS];
    const reals = new Float32Array(words.buffer);
    reals[PARAM_MAX_DISTANCE / 4] = query.maxDistance[0];
    // the next f32 above, as the kernels of the threads have it; its square is finite
    if (reals[PARAM_MAX_DISTANCE / 4] < 1e18) words[PARAM_MAX_DISTANCE / 4]++;
    else reals[PARAM_MAX_DISTANCE / 4] = 1e18;
    this.device.queue.writeBuffer(this.#params, 0, words);
  }

  #boundOf(query: GpuQuery, list: ListBuffers, poses: GPUBuffer, first: number, count: number): Bound {
    const rows = windowOf(first, count);
    const { ids, verdicts } = list.columns;
    const flags = { 0: this.#paramsBound(), 1: { buffer: poses }, 2: rows(ids, 8), 4: rows(verdicts, 4) };
    return query.overlapOnly ? flags : { ...flags, 3: rows(list.kept, 16), ...distancesOf(list, list.simplex, rows) };
  }

  #paramsBound(): GPUBufferBinding {
    return { buffer: this.#params, offset: 0, size: PARAM_BYTES };
  }

  #pack(pass: GPUComputePassEncoder, list: ListBuffers, first: number, count: number): void {
    const rows = windowOf(first, count);
    const bound = {
      0: this.#paramsBound(),
      1: rows(list.columns.verdicts, 4),
      2: rows(list.columns.status, 1),
      3: { buffer: this.#left.buffer },
    };
    dispatch(this.device, pass, this.#pipelines.pack, bound, Math.ceil(count / 4));
  }

  /** Brings the columns of the query to the memory. @returns the rows that are left, in order */
  async #read({ state, read, overlapOnly }: GpuQuery, list: ListBuffers): Promise<Uint32Array> {
    const rows = state.list.count;
    const listed = Math.min(rows, FIRST_LEFT);
    const words = new Uint32Array(COUNTER_WORDS + listed);
    const copies: Copy[] = [{ from: this.#left.buffer, offset: 0, to: new Uint8Array(words.buffer) }];
    const columns = overlapOnly ? COLUMNS[read].slice(0, 1) : COLUMNS[read];
    for (const column of columns) {
      copies.push({ from: list.bufferOf(column), offset: 0, to: bytesOf(state, column, rows, state.even) });
    }
    await this.#readBack(copies);
    const count = words[COUNTED_LEFT];
    if (count <= listed) return words.subarray(COUNTER_WORDS, COUNTER_WORDS + count).sort();
    const all = new Uint32Array(count);
    await this.#readBack([{ from: this.#left.buffer, offset: 4 * COUNTER_WORDS, to: new Uint8Array(all.buffer) }]);
    return all.sort();
  }

  #readBack(copies: readonly Copy[]): Promise<void> {
    return this.#traffic.read(copies, (work) => this.#untilLost(work));
  }

  /** Computes rows on the threads, from a cold start, and writes them to the GPU. */
  async #computeLeft(query: GpuQuery, list: ListBuffers, left: Uint32Array, help: GpuHelp): Promise<void> {
    const { state, overlapOnly } = query;
    const { results } = state.tables;
    const from = state.even ? results.simplexEven : results.simplexOdd;
    if (!overlapOnly) clearRows(from, left);
    this.#tables.frame.listedRows.set(left);
    await help.runListed(left.length);
    const window = Math.floor(this.device.limits.maxStorageBufferBindingSize / MOST_ROW_BYTES / 256) * 256;
    const rows = state.list.count;
    for (let first = 0, k = 0; first < rows; first += window) {
      const count = Math.min(window, rows - first);
      const begin = k;
      while (k < left.length && left[k] < first + count) k++;
      if (k === begin) continue;
      const words = rowsToPut(results, state.even, left.subarray(begin, k), first);
      await checked(this.device, () => this.#put(words, k - begin, list, overlapOnly, first, count));
    }
  }

  /** Writes rows of a window to the GPU, and packs the window once more. */
  #put(
    words: Uint32Array<ArrayBuffer>,
    given: number,
    list: ListBuffers,
    overlapOnly: boolean,
    first: number,
    count: number,
  ): void {
    const { device } = this;
    const { putRows, putStatuses } = this.#pipelines;
    this.#given.reserve(words.byteLength);
    device.queue.writeBuffer(this.#given.buffer, 0, words);
    const rows = windowOf(first, count);
    const flags = { 0: this.#paramsBound(), 1: { buffer: this.#given.buffer }, 4: rows(list.columns.verdicts, 4) };
    const bound = overlapOnly ? flags : { ...flags, ...distancesOf(list, list.kept, rows) };
    this.#submit(paramsOf(given, 0), (pass) =>
      dispatch(device, pass, overlapOnly ? putStatuses : putRows, bound, given),
    );
    this.#submit(paramsOf(count, first), (pass) => this.#pack(pass, list, first, count));
  }

  #submit(params: Uint32Array<ArrayBuffer>, act: (pass: GPUComputePassEncoder) => void): void {
    this.device.queue.writeBuffer(this.#params, 0, params);
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    act(pass);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  /** Empties the simplexes in the memory if those of the query do not come there. */
  #clearUnread({ state, read, overlapOnly }: GpuQuery, list: ListBuffers, left: Uint32Array): void {
    const { simplexEven, simplexOdd } = state.tables.results;
    if (list.isCleared && (overlapOnly || read !== 'all')) clearRows(state.even ? simplexOdd : simplexEven, left);
    else if (!overlapOnly) {
      list.isCleared = read !== 'all';
      if (list.isCleared) clearSimplexes(state.tables.results, state.list.count);
    }
  }

  /** Fills a column that the last query on a list has not read. */
  async #fetch(state: ListState, list: ListBuffers, column: ReadColumn): Promise<void> {
    const { even, list: pairs } = state;
    if (column === 'simplex') list.isCleared = false;
    try {
      const to = bytesOf(state, column, pairs.count, !even);
      await this.#readBack([{ from: list.bufferOf(column), offset: 0, to }]);
    } catch (cause) {
      throw new QueryError('results.load: expected the GPU of the query, got one that is lost (run it again)', {
        cause,
      });
    }
  }

  #buffersOf(state: ListState): ListBuffers {
    let list = this.#lists.get(state);
    if (!list) {
      list = new ListBuffers(this.device);
      this.#lists.set(state, list);
    }
    state.onGpu = list;
    return list;
  }

  /** The result of `work`. In Chromium some work of a lost device never settles. */
  #untilLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#lost) reject(this.#lost);
      this.#waiting.add(reject);
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  destroy(): void {
    for (const [state, list] of this.#lists) {
      if (state.onGpu === list) state.onGpu = undefined;
      list.destroy();
    }
    this.#poses.destroy();
    this.#traffic.destroy();
    this.#left.destroy();
    this.#given.destroy();
    this.#params.destroy();
  }
}

/** Empties the simplexes of some rows. */
function clearRows(simplexes: Uint16Array, rows: Uint32Array): void {
  for (const row of rows) simplexes.fill(UNUSED, SIMPLEX_STRIDE * row, SIMPLEX_STRIDE * (row + 1));
}

/** Binds the columns of distances. @param simplex the one to write */
function distancesOf({ columns }: ListBuffers, simplex: GrowingBuffer, rows: Window): Bound {
  const { separation, offsetA, offsetB } = columns;
  return { 5: rows(separation, 16), 6: rows(offsetA, 16), 7: rows(offsetB, 16), 8: rows(simplex, 16) };
}

/** Binds rows of a column. @param bytes per row */
type Window = (column: GrowingBuffer, bytes: number) => GPUBufferBinding;

function windowOf(first: number, count: number): Window {
  return ({ buffer }, bytes) => ({ buffer, offset: bytes * first, size: 4 * Math.ceil((bytes * count) / 4) });
}
