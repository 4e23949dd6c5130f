/** The GPU of an engine: found when the engine is made, replaced once when it is lost. */
import { QueryError } from '../errors.ts';
import type { GpuDevice, GpuInfo } from '../queries/gpu.ts';
import type { GpuHelp, GpuQuery, GpuRows as Rows } from '../queries/gpuRows.ts';
import { nextTask } from '../schedule/waiting.ts';
import { isPlanar } from '../tables/colliderTable.ts';
import { ROWS } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { BoxLists } from './boxLists.ts';
import { type DeviceWish, type OpenDevice, openDevice } from './device.ts';
import { NoGpu, textOf } from './failure.ts';
import { GpuRows, KINDS, type RowTables } from './gpuRows.ts';
import { HARD_PAIRS } from './hardPairs.ts';
import { type Pipelines, pipelinesOf } from './pipelines.ts';
import { type SelfTest, type SelfTestParts, selfTest } from './selfTest.ts';

/** What `createEngine` gives. */
export interface GpuParts extends Omit<SelfTestParts, 'isMeasured'> {
  readonly frame: Frame;
  readonly tuning: {
    readonly gpuFrom: number | undefined;
    readonly gpuOnSoftware: boolean;
    readonly gpuRows: number;
  };
  readonly environment: { findGpu?(): Promise<unknown> };
}

/** The GPU of an engine. */
export interface EngineGpu {
  /** For the queries of the engine. */
  open(tables: RowTables): Rows;
  /** Both undefined while there is none. */
  readonly device: GpuDevice | undefined;
  readonly info: GpuInfo | undefined;
  /** What has gone wrong since the engine was made. */
  readonly fallbacks: readonly string[];
}

/** A GPU, or why there is none. */
export interface FoundGpu {
  readonly gpu?: EngineGpu | undefined;
  readonly whyNoGpu?: string | undefined;
}

/** A device that has passed the self-test. */
interface TestedDevice extends OpenDevice {
  readonly pipelines: Pipelines;
  readonly test: SelfTest;
}

/** Two losses within this time, and no new device is asked for (ms). */
const CALM = 60_000;

/** Finds a GPU. @throws QueryError if it is required and there is none */
export async function findGpu(wanted: true | 'required' | GpuDevice, parts: GpuParts): Promise<FoundGpu> {
  const { environment, tuning, frame, kernel } = parts;
  const wish: DeviceWish = {
    find: async () => ((await environment.findGpu?.()) as GPU | string | undefined) ?? 'none',
    borrowed: typeof wanted === 'object' ? (wanted as GPUDevice) : undefined,
    onSoftware: tuning.gpuOnSoftware,
  };
  try {
    if (isPlanar(frame.colliders)) throw new NoGpu('a scene of space for the GPU', 'a planar one');
    return { gpu: new FoundDevice(await openTested(wish, parts), wish, parts) };
  } catch (cause) {
    if (!(cause instanceof NoGpu)) throw cause;
    if (wanted === 'required') throw new QueryError(`createEngine: gpu: ${cause.message}`, { cause });
    return { whyNoGpu: `gpu: ${cause.message}: all queries run on kernel '${kernel}'` };
  }
}

/** @throws NoGpu */
async function openTested(wish: DeviceWish, parts: GpuParts): Promise<TestedDevice> {
  const open = await openDevice(wish);
  try {
    const pipelines = await pipelinesOf(open.device);
    const isMeasured = parts.tuning.gpuFrom === undefined && !open.isSoftware;
    return { ...open, pipelines, test: await selfTest(open.device, pipelines, { ...parts, isMeasured }) };
  } catch (cause) {
    if (!open.isBorrowed) open.device.destroy();
    throw cause instanceof NoGpu ? cause : new NoGpu('a self-test of the GPU', `an error: ${textOf(cause)}`);
  }
}

class FoundDevice implements EngineGpu, Rows {
  readonly fallbacks: string[] = [];
  readonly #wish: DeviceWish;
  readonly #parts: GpuParts;
  #tables!: RowTables;
  #boxes!: BoxLists;
  /** Undefined after a loss. */
  #device: TestedDevice | undefined;
  #rows: GpuRows | undefined;
  #isClosed = false;
  /** Whether a new device is asked for at the next query, and when the last one was lost. */
  #mayOpen = false;
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor(device: TestedDevice, wish: DeviceWish, parts: GpuParts) {
    this.#wish = wish;
    this.#parts = parts;
    this.#device = device;
  }

  open(tables: RowTables): Rows {
    this.#tables = tables;
    this.#boxes = new BoxLists(tables.frame, tables.scene);
    this.#take(this.#device!);
    return this;
  }

  get device(): GPUDevice | undefined {
    return this.#device?.device;
  }

  get info(): GpuInfo | undefined {
    if (!this.#device || !this.#rows) return undefined;
    const { adapter, isSoftware } = this.#device;
    return { ...adapter, software: isSoftware, from: this.#from, mostRows: this.#rows.mostRows };
  }

  async run(query: GpuQuery, help: GpuHelp): Promise<number | string> {
    const rows = this.#rows;
    const why = this.#whyNot(query);
    if (!rows || why) {
      rows?.moved(query.moved);
      return why ?? 'there is no GPU';
    }
    try {
      return await rows.run(query, help);
    } catch (cause) {
      if (cause instanceof QueryError) throw cause;
      // a lost device tells so a moment later
      await nextTask();
      if (this.#rows === rows) this.#drop(`the GPU to compute, got an error: ${textOf(cause)}`, false);
      return 'the GPU failed during the query';
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#mayOpen = false;
    const device = this.#device;
    this.#rows?.destroy();
    this.#rows = undefined;
    this.#device = undefined;
    if (device && !device.isBorrowed) device.device.destroy();
  }

  get #from(): number {
    const { test, isSoftware } = this.#device!;
    return this.#parts.tuning.gpuFrom ?? (isSoftware ? Infinity : test.pays);
  }

  /** Why the threads compute the list. */
  #whyNot({ state }: GpuQuery): string | undefined {
    if (!this.#rows) return this.#mayOpen ? this.#openAgain() : 'there is no GPU any more (info.fallbacks)';
    const { mostColliders, mostRows } = this.#rows;
    const { count } = state.list;
    const from = this.#from;
    if (count === 0) return 'the list is empty';
    if (count < from) return `${count} rows are fewer than tuning.gpuFrom (${from})`;
    const colliders = this.#tables.frame.counts[ROWS];
    if (count > mostRows) return this.#tell(`at most ${mostRows} rows for the GPU`, count);
    if (colliders > mostColliders) return this.#tell(`at most ${mostColliders} colliders for the GPU`, colliders);
    return this.#boxes.areBoxes(state) ? undefined : 'the list has shapes that are no boxes';
  }

  /** Notes once what a buffer of the device does not hold. */
  #tell(expected: string, got: number): string {
    const sentence = `gpu: expected ${expected}, got ${got}: such queries run on kernel '${this.#parts.kernel}'`;
    if (!this.fallbacks.includes(sentence)) this.fallbacks.push(sentence);
    return `expected ${expected}, got ${got}`;
  }

  #take(device: TestedDevice): void {
    this.#device = device;
    const rows = new GpuRows(device.device, device.pipelines, this.#tables, this.#parts.tuning.gpuRows);
    this.#rows = rows;
    for (const kind of KINDS) rows.paces[kind].measured(HARD_PAIRS, device.test.times[kind]);
    device.device.lost.then(({ message }) => {
      if (this.#rows === rows) this.#drop(`the device of the GPU to stay, got a lost one: ${message}`, true);
    });
  }

  /** After a failure: without the GPU. @param isLost whether a new device may do better */
  #drop(sentence: string, isLost: boolean): void {
    const now = performance.now();
    const { isBorrowed, device } = this.#device!;
    this.#mayOpen = isLost && !isBorrowed && now - this.#lostAt > CALM;
    this.#lostAt = now;
    this.#rows?.destroy();
    this.#rows = undefined;
    this.#device = undefined;
    if (!isBorrowed) device.destroy();
    const then = this.#mayOpen ? 'until there is a new one' : 'from now on';
    this.fallbacks.push(`gpu: expected ${sentence}: all queries run on kernel '${this.#parts.kernel}' ${then}`);
  }

  /** Asks for a new device, once; queries do not wait for it. @returns why this one runs on the threads */
  #openAgain(): string {
    this.#mayOpen = false;
    openTested(this.#wish, this.#parts).then(
      (device) => {
        if (!this.#isClosed) this.#take(device);
        else device.device.destroy();
      },
      (cause) => this.fallbacks.push(`gpu: ${textOf(cause)}: all queries run on kernel '${this.#parts.kernel}'`),
    );
    return 'the GPU was lost, and a new device is being made';
  }
}
