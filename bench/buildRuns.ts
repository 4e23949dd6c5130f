/**
 * Builds of the wide kernel over one memory, for builds.ts. All builds read the same colliders; each has a list and
 * kept polytopes of its own. The f64 kernel has a list too, whose rows are the truth.
 */
import { between, seeded } from '../scenes/random.ts';
import { Scene } from '../src/engine/scene.ts';
import { CoreScratch } from '../src/kernels/cores/scratch.ts';
import { createMemory } from '../src/memory/memory.ts';
import { instantiateWide } from '../src/narrow/wideCalls.ts';
import { WideKernel } from '../src/narrow/wideKernel.ts';
import { bindFrame, frameBytes } from '../src/queries/frameLayout.ts';
import { leastCapacity } from '../src/queries/leastCapacity.ts';
import { SEARCHES } from '../src/queries/wholeCode.ts';
import { bindList, type Frame, type ListTables, listBytes } from '../src/tables/frame.ts';
import { TILE_ROWS } from '../src/tables/kernelContext.ts';
import { bindPolytopes, type PolytopeTable, polytopeTableBytes } from '../src/tables/polytopeTable.ts';
import { UNUSED } from '../src/tables/simplexWords.ts';
import { distanceRows } from './built/distanceRows.ts';
import { fillScene } from './fillScene.ts';
import type { Workload } from './workloads.ts';

/** Pairs that are timed together. */
const TIMED = 2048;
/** Poses that rounds go through, forth and back. */
const FRAMES = 6;
/** Motion per axis between two poses, as a part of the size (of a pair), and of a component of a quaternion. */
const MOVED = 0.0058;
const TURNED = 0.005;

interface Poses {
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

/** A module of the wide kernel, and its name. */
export type NamedWasm = readonly [name: string, wasm: Uint8Array<ArrayBuffer>];

export interface Build {
  readonly name: string;
  readonly wide: WideKernel;
  readonly list: ListTables;
  readonly polytopes: PolytopeTable;
  /** Which simplex column is read next. */
  even: boolean;
  /** The least time of each TIMED pairs (ms). */
  readonly fastest: Float64Array;
  /** Deferred rows of the last run. */
  deferred: number;
}

export interface Query {
  readonly overlapOnly: boolean;
  readonly depth: boolean;
  readonly isMoved: boolean;
}

/** The memory with one workload, and its builds. */
export class BuildRuns {
  readonly builds: readonly Build[];
  readonly truth: ListTables;
  readonly #frame: Frame;
  readonly #pairCount: number;
  readonly #poses: readonly Poses[];
  readonly #scratch = new CoreScratch();

  private constructor(frame: Frame, workload: Workload, builds: readonly Build[]) {
    const rows = frame.colliders.capacity / 2;
    this.#frame = frame;
    this.#pairCount = workload.pairCount;
    this.#poses = posesOf(workload);
    this.builds = builds;
    this.truth = bindList(frame.buffer, frame.listsBegin + builds.length * listBytes(rows), rows);
    for (const { pairs } of [...builds.map(({ list }) => list), this.truth]) pairs.ids.set(workload.pairs);
  }

  static async open(workload: Workload, modules: readonly NamedWasm[]): Promise<BuildRuns> {
    const { shapes, colliderCount, pairCount } = workload;
    const vertices = shapes.reduce((sum, shape) => sum + (shape.kind === 'hull' ? shape.points.length / 3 + 4 : 0), 64);
    const colliders = Math.max(colliderCount, 2 * pairCount);
    const pairs = (modules.length + 2) * Math.ceil(colliders / 2);
    const polytopes = modules.length * Math.ceil(colliders / 2);
    const capacity = leastCapacity({ shapes: shapes.length, vertices, colliders, pairs, polytopes });
    const memory = createMemory(frameBytes(capacity, SEARCHES), true);
    const frame = bindFrame(memory.buffer, capacity, SEARCHES);
    fillScene(new Scene(frame, { checkWritable: () => {}, restored: () => {} }), workload);
    const builds: Build[] = [];
    for (const module of modules) builds.push(await load(module, frame, memory, builds.length));
    return new BuildRuns(frame, workload, builds);
  }

  /** Moves the colliders to the poses of round `k`. */
  pose(k: number): void {
    const at = k % (2 * FRAMES - 2);
    const { positions, rotations } = this.#poses[at < FRAMES ? at : 2 * FRAMES - 2 - at];
    this.#frame.colliders.positions.set(positions);
    this.#frame.colliders.rotations.set(rotations);
  }

  /** Runs a build on all pairs, the deferred rows too. */
  run(build: Build, query: Query): void {
    const { wide, list, fastest } = build;
    const params = paramsOf(list, build.even, query);
    wide.setQuery(list, this.#frame, params);
    wide.setPolytopes(query.depth ? build.polytopes : undefined, build.even);
    build.deferred = 0;
    for (let begin = 0; begin < this.#pairCount; begin += TIMED) {
      const start = performance.now();
      const end = Math.min(begin + TIMED, this.#pairCount);
      for (let tile = begin; tile < end; tile += TILE_ROWS) {
        const deferred = wide.distanceTile(tile, Math.min(tile + TILE_ROWS, end));
        build.deferred += deferred;
        for (let k = 0; k < deferred; k++) this.#scalar(list, params, wide.deferred[k], wide.deferred[k] + 1);
      }
      const time = performance.now() - start;
      if (time < fastest[begin / TIMED]) fastest[begin / TIMED] = time;
    }
    build.even = !build.even;
  }

  /** Computes the rows of `truth`, from a cold start. */
  runTruth(query: Query): void {
    chill(this.truth);
    this.#scalar(this.truth, paramsOf(this.truth, true, query), 0, this.#pairCount);
  }

  #scalar(list: ListTables, params: Parameters<typeof distanceRows>[7], begin: number, end: number): void {
    const frame = this.#frame;
    const { colliders, counts } = frame;
    distanceRows(list.results, list.pairs.ids, colliders, counts, frame, frame, this.#scratch, params, begin, end);
  }
}

/** Drops the simplexes of a list. */
export function chill({ results }: ListTables): void {
  results.simplexEven.fill(UNUSED);
  results.simplexOdd.fill(UNUSED);
  results.status.fill(0);
}

function paramsOf({ results }: ListTables, even: boolean, { overlapOnly, depth }: Query) {
  return {
    overlapOnly,
    depth,
    maxDistance: new Float64Array([Infinity]),
    from: even ? results.simplexEven : results.simplexOdd,
    to: even ? results.simplexOdd : results.simplexEven,
  };
}

async function load([name, wasm]: NamedWasm, frame: Frame, memory: WebAssembly.Memory, k: number): Promise<Build> {
  const module = await WebAssembly.compile(wasm);
  const wide = new WideKernel(frame, 0, await instantiateWide([module], memory));
  const { capacity } = frame.colliders;
  const rows = capacity / 2;
  const list = bindList(frame.buffer, frame.listsBegin + k * listBytes(rows), rows);
  const fastest = new Float64Array(Math.ceil(rows / TIMED));
  const polytopes = bindPolytopes(frame.buffer, frame.listsEnd + k * polytopeTableBytes(rows), rows);
  return { name, wide, list, polytopes, even: true, fastest, deferred: 0 };
}

function posesOf({ positions, rotations, pairs, sizes }: Workload): Poses[] {
  const random = seeded(2);
  const sizeOf = new Float32Array(rotations.length / 4).fill(1);
  sizes.forEach((size, p) => {
    sizeOf[pairs[2 * p]] = size;
    sizeOf[pairs[2 * p + 1]] = size;
  });
  const frames: Poses[] = [{ positions, rotations }];
  while (frames.length < FRAMES) {
    const last = frames[frames.length - 1];
    frames.push({
      positions: last.positions.map((x, k) => x + (k % 4 < 3 ? between(random, -MOVED, MOVED) * sizeOf[k >> 2] : 0)),
      rotations: last.rotations.map((x) => x + between(random, -TURNED, TURNED)),
    });
  }
  return frames;
}
