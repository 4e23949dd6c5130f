/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The facade: one scene and the queries of its kind (engineKind.ts), each a folder in `src/queries`. `engineTools.ts`
 * makes what they share: the queue, the threads, the pair lists.
 */
import { deferredRows } from '../narrow/deferredRows.ts';
import type { PairList } from '../pairs/pairList.ts';
import type { GpuDevice } from '../queries/gpu.ts';
import type { QueryMethods } from '../queries/whole.ts';
import { helpersFor } from '../schedule/stageDescription.ts';
import { compilePiece, type WasmPiece } from '../wasm/wasmPiece.ts';
import type { BaseScene } from './baseScene.ts';
import type { EngineCapacity } from './engineOptions.ts';
import { type EngineParts, type EngineTools, engineTools } from './engineTools.ts';
import type { EngineInfo } from './info.ts';
import type { Scene } from './scene.ts';

/** A method of a query. Not a rest parameter: it would allocate an array at each call. */
type Method = (first: unknown, second: unknown, third: unknown, fourth: unknown) => unknown;

/**
 * Answers queries about many pairs of convex shapes, on all threads. Created by `createEngine`.
 * @typeParam S its scene: `PlanarScene` with the option `planar`
 *
 * Each query has a twin with the suffix `Sync`, which returns when it is done and allocates nothing. Results are views
 * of the shared memory. Row i belongs to pair i, and is valid until the next query on the same list.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `#enter` puts the methods of all queries on the prototype
export class Engine<S extends BaseScene = Scene> {
  /** Shapes and colliders. */
  readonly scene: S;
  /** The list that `findPairs` fills, and that queries use by default. */
  readonly pairs: PairList;
  /** The methods of its queries, by name. */
  readonly #methods: Readonly<Record<string, Method>>;
  readonly #parts: EngineParts<S>;
  readonly #tools: EngineTools<S>;

  /** @internal */
  constructor(parts: EngineParts<S>) {
    const tools = engineTools(parts);
    this.scene = tools.scene;
    this.pairs = tools.lists.own.list;
    const { queries, refusals } = parts.kind;
    this.#methods = Object.assign({}, refusals, ...queries.map((query) => query.open(tools)));
    Engine.#enter(Object.keys(this.#methods));
    this.#parts = parts;
    this.#tools = tools;
  }

  /** Capacities, with defaults filled in. */
  get capacity(): EngineCapacity {
    const { threads: _threads, planar: _planar, ...capacity } = this.#parts.capacity;
    return capacity;
  }

  /** The device of `info.gpu`, for shaders of yours over `results.gpu`. Undefined: there is none, or it is lost. */
  get gpuDevice(): GpuDevice | undefined {
    return this.#parts.gpu?.device;
  }

  /** Kernel, threads and fallbacks. A new object at each call. */
  get info(): EngineInfo {
    const { pool, shared, whyNoWorkers, kernel, fallbacks, frame, capacity, gpu } = this.#parts;
    const { rows, isOnGpu, left, why } = this.#tools.lastRun;
    return {
      kernel,
      refined: deferredRows(frame.program, capacity.threads),
      threads: 1 + (pool?.size ?? 0),
      shared,
      whyNoWorkers,
      fallbacks: [...fallbacks, ...(gpu?.fallbacks ?? []), ...(pool?.fallbacks ?? [])],
      gpu: gpu?.info,
      lastQuery: rows < 0 ? undefined : { on: isOnGpu ? 'gpu' : kernel, rows, left, why },
      restarts: pool?.restarts ?? 0,
      pairsByThread: [...this.#tools.runner.pairsByThread],
      invalidColliders: this.#tools.treeUpdater.invalidColliders,
    };
  }

  /** @internal Whether an engine of `hullstorm/core` refuses a method, because it has not its query. */
  refuses(method: string): boolean {
    const { refusals } = this.#parts.kind;
    return refusals !== undefined && this.#methods[method] === refusals[method];
  }

  /** @internal The folder of the package's wasm as files; undefined: it is text. */
  get wasmUrl(): URL | undefined {
    return this.#parts.wasmUrl;
  }

  /**
   * @internal Compiles wasm of the package for the memory and the kernel of this engine.
   * @param deltas to the relaxed builds
   * @throws as `compilePiece`
   */
  compilePiece(piece: WasmPiece, deltas: WasmPiece): Promise<WebAssembly.Module> {
    const { kernel, shared, wasmUrl: url } = this.#parts;
    return compilePiece(piece, { relaxed: kernel === 'relaxed' ? deltas : undefined, shared, url });
  }

  /** @internal Whether synchronous queries may run: they take less time than asynchronous ones. */
  get isIdle(): boolean {
    return this.#tools.queue.isIdle;
  }

  /** @internal Whether code may be compiled ahead: not with `warmUp: false`. */
  get compilesAhead(): boolean {
    return this.#parts.warmUp;
  }

  /** @internal Whether a query about `worth` pairs wakes a worker, if there is one. */
  isShared(worth: number): boolean {
    return helpersFor(worth, this.#parts.tuning.shareFrom) > 0;
  }

  /**
   * Ends the workers, after all earlier queries. Later calls fail, except `close`. A `loadPasses` that is still loading
   * rejects at once. A query or program that a worker does not finish ends after `tuning.silenceLimit`. Workers are
   * terminated in any state; `close` waits at most `tuning.endLimit` for each.
   */
  close(): Promise<void> {
    return this.#tools.queue.close('engine.close', () => {
      this.#tools.gpu?.close();
      return this.#parts.pool?.close();
    });
  }

  /** Calls `close`, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Puts methods on the prototype, as a class has them: each calls that of its engine. */
  static #enter(names: readonly string[]): void {
    for (const name of names) {
      if (Object.hasOwn(Engine.prototype, name)) continue;
      const value = function (this: Engine, first: unknown, second: unknown, third: unknown, fourth: unknown) {
        return this.#methods[name](first, second, third, fourth);
      };
      Object.defineProperty(value, 'name', { value: name });
      Object.defineProperty(Engine.prototype, name, { value, writable: true, configurable: true });
    }
  }
}

// biome-ignore lint/correctness/noUnusedVariables: both declarations have the same type parameters
export interface Engine<S extends BaseScene = Scene> extends QueryMethods {}
