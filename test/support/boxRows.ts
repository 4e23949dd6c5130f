/**
 * Pairs of boxes, random, recorded and hard, and the kernels of the CPU over them: for tests of builds that compute one
 * pair of boxes at a time.
 */
import { fillScene } from '../../bench/fillScene.ts';
import { makeWorkload, type Workload } from '../../bench/workloads.ts';
import { between, type Random, randomUnit, seeded } from '../../scenes/random.ts';
import { Scene } from '../../src/engine/scene.ts';
import { CoreScratch } from '../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../src/kernels/rows/distanceRows.ts';
import { createMemory } from '../../src/memory/memory.ts';
import { chooseKernel } from '../../src/narrow/chooseKernel.ts';
import { WideKernel } from '../../src/narrow/wideKernel.ts';
import { bindList } from '../../src/tables/frame.ts';
import { TILE_ROWS } from '../../src/tables/kernelContext.ts';
import { UNUSED } from '../../src/tables/simplexWords.ts';
import { testCapacity } from './capacity.ts';
import { ALL_WASM, bindFrame, frameBytes } from './wholeFrame.ts';

/** Boxes as plain data: a shape per collider or fewer, x y z 0 and x y z w per collider, two ids per pair. */
export interface BoxPairs {
  readonly shapes: Workload['shapes'];
  readonly shapeOf: Uint32Array;
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
  readonly pairs: Uint32Array;
}

/** Half extents of A and B, rotations and the offset of B, of one pair. */
interface Drawn {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly turnA: ArrayLike<number>;
  readonly turnB: ArrayLike<number>;
  readonly offset: readonly number[];
}

const WORKLOADS = ['random', 'settled', 'falling', 'crowd'] as const;
const THREE = [0, 1, 2];

function turn(random: Random): Float32Array {
  const out = new Float32Array(4);
  randomUnit(out, 0, 4, random);
  return out;
}

/** A gap or an overlap of 10⁻⁸ to 10⁻⁴ m. */
const small = (random: Random) => (random() < 0.5 ? -1 : 1) * 10 ** between(random, -8, -4);
const sizes = (random: Random) => THREE.map(() => between(random, 0.2, 1));

/** A rotation about one of the axes by this angle. */
function about(axis: number, angle: number): number[] {
  return [...THREE.map((k) => (k === axis ? Math.sin(angle / 2) : 0)), Math.cos(angle / 2)];
}

const HARD: Readonly<Record<string, (random: Random) => Drawn>> = {
  /** Edges of both are parallel up to a small angle, beside each other. */
  parallel(random) {
    const [a, b] = [sizes(random), sizes(random)];
    const axis = Math.trunc(3 * random());
    const turnB = about(axis, between(random, 0, Math.PI));
    turnB[(axis + 1) % 3] = random() < 0.5 ? 0 : 10 ** between(random, -8, -2);
    const reach = Math.hypot(...a) + Math.hypot(...b);
    const angle = between(random, 0, 2 * Math.PI);
    const gap = between(random, 0.5, 0.9) * reach;
    const offset = THREE.map((k) => (k === axis ? between(random, -0.5, 0.5) : 0));
    offset[(axis + 1) % 3] = gap * Math.cos(angle);
    offset[(axis + 2) % 3] = gap * Math.sin(angle);
    return { a, b, turnA: [0, 0, 0, 1], turnB, offset };
  },
  /** Faces on faces, with a small gap or overlap. */
  flat(random) {
    const [a, b] = [sizes(random), sizes(random)];
    const axis = Math.trunc(3 * random());
    const offset = THREE.map((k) => between(random, -0.9, 0.9) * (a[k]! + b[k]!));
    offset[axis] = a[axis]! + b[axis]! + small(random);
    const turnB = random() < 0.5 ? [0, 0, 0, 1] : about(axis, between(random, 0, 3));
    return { a, b, turnA: [0, 0, 0, 1], turnB, offset };
  },
  /** 1 : 1,000. */
  needles(random) {
    const needle = () => THREE.map((k) => (k === 0 ? 1 : between(random, 0.001, 0.003)));
    const offset = THREE.map(() => between(random, -0.7, 0.7));
    return { a: needle(), b: needle(), turnA: turn(random), turnB: turn(random), offset };
  },
  /** At any angle; `touch` moves them together. */
  touching: anywhere,
  /** Far from each other, as seen from their size. */
  far(random) {
    const distance = 10 ** between(random, 1, 5);
    const drawn = anywhere(random);
    return { ...drawn, offset: drawn.offset.map((x) => distance * x) };
  },
};

function anywhere(random: Random): Drawn {
  const offset = THREE.map(() => between(random, -1.2, 1.2));
  return { a: sizes(random), b: sizes(random), turnA: turn(random), turnB: turn(random), offset };
}

export const BOX_KINDS = [...WORKLOADS, ...Object.keys(HARD)] as readonly string[];

/** @param kind one of BOX_KINDS @param count most pairs: recorded scenes may have fewer */
export function boxPairs(kind: string, count: number, seed: number): BoxPairs {
  if ((WORKLOADS as readonly string[]).includes(kind)) {
    const load = makeWorkload(kind as (typeof WORKLOADS)[number], count, seed);
    const pairs = load.pairs.subarray(0, 2 * count);
    const colliders = pairs.reduce((most, id) => Math.max(most, id), 0) + 1;
    return {
      shapes: load.shapes,
      shapeOf: load.shapeOf.subarray(0, colliders),
      positions: load.positions.subarray(0, 4 * colliders),
      rotations: load.rotations.subarray(0, 4 * colliders),
      pairs,
    };
  }
  const random = seeded(seed);
  const draw = HARD[kind]!;
  const shapes: Workload['shapes'][number][] = [];
  const positions = new Float64Array(8 * count);
  const rotations = new Float32Array(8 * count);
  for (let p = 0; p < count; p++) {
    const { a, b, turnA, turnB, offset } = draw(random);
    const center = THREE.map(() => between(random, -10, 10));
    for (const half of [a, b]) shapes.push({ kind: 'box', halfExtents: Float32Array.from(half) });
    positions.set(center, 8 * p);
    positions.set(
      center.map((x, k) => x + offset[k]!),
      8 * p + 4,
    );
    rotations.set(turnA, 8 * p);
    rotations.set(turnB, 8 * p + 4);
  }
  // A has the larger id in every second pair
  const pairs = Uint32Array.from({ length: 2 * count }, (_, k) => k ^ ((k >> 1) & 1));
  return { shapes, shapeOf: Uint32Array.from(shapes.keys()), positions, rotations, pairs };
}

export interface BoxQuery {
  readonly name: string;
  readonly overlapOnly: boolean;
  readonly depth: boolean;
  readonly maxDistance: number;
}

export const FLAGS: BoxQuery = { name: 'flags', overlapOnly: true, depth: false, maxDistance: Infinity };
export const DISTANCE: BoxQuery = { name: 'distance', overlapOnly: false, depth: false, maxDistance: Infinity };
export const SIGNED: BoxQuery = { name: 'signed distance', overlapOnly: false, depth: true, maxDistance: Infinity };
export const LIMITED: BoxQuery = { ...SIGNED, name: 'signed distance up to 0.2 m', maxDistance: 0.2 };

/** What a kernel has written. */
export interface BoxResults {
  readonly status: Uint8Array;
  readonly separation: Float32Array;
  readonly offsetA: Float32Array;
  readonly offsetB: Float32Array;
  readonly simplex: Uint32Array;
  /** Rows that the kernel leaves to another one. */
  readonly left: ReadonlySet<number>;
}

export type BoxScene = Awaited<ReturnType<typeof boxScene>>;

/** Two scenes of the same seed have the same bytes. @param isOnGrid round positions to 2⁻⁴⁰ m */
export async function boxScene(data: BoxPairs, isOnGrid = true) {
  const { shapes, shapeOf, positions, pairs } = data;
  const [rows, colliders] = [pairs.length / 2, shapeOf.length];
  const capacity = testCapacity({ pairs: rows, colliders, shapes: Math.max(64, shapes.length), vertices: 64 });
  const memory = createMemory(frameBytes(capacity), true);
  const frame = bindFrame(memory.buffer, capacity);
  const list = bindList(frame.buffer, frame.listsBegin, rows);
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  fillScene(scene, { ...data, colliderCount: colliders });
  list.pairs.ids.set(pairs);
  const { calls } = await chooseKernel('simd', memory, true, ALL_WASM);
  const kernel = new WideKernel(frame, 0, calls!);
  const scratch = new CoreScratch();
  const { results } = list;
  const params = {
    ...FLAGS,
    maxDistance: new Float64Array([Infinity]),
    from: results.simplexEven,
    to: results.simplexOdd,
  };

  function set(query: BoxQuery): void {
    Object.assign(params, { overlapOnly: query.overlapOnly, depth: query.depth });
    params.maxDistance[0] = query.maxDistance;
    results.status.fill(99);
    kernel.setQuery(list, frame, params);
  }

  function resultsNow(left: ReadonlySet<number>): BoxResults {
    const { status, separation, offsetA, offsetB } = results;
    const { to } = params;
    const simplex = new Uint32Array(to.buffer, to.byteOffset, 4 * rows).slice();
    return {
      status: status.slice(0, rows),
      separation: separation.slice(0, 4 * rows),
      offsetA: offsetA.slice(0, 4 * rows),
      offsetB: offsetB.slice(0, 4 * rows),
      simplex,
      left,
    };
  }

  function scalarRows(begin: number, end: number): void {
    distanceRows(results, list.pairs.ids, frame.colliders, frame.counts, frame, frame, scratch, params, begin, end);
  }

  const self = {
    memory,
    frame,
    list,
    scene,
    rows,
    kernel,
    /** The simplexes that a query starts from. */
    from: params.from,
    /** Sets the parameters of a query in the memory of the engine and in the context of the kernel. */
    set,
    /** What is in the columns now. */
    results: resultsNow,
    /** What f64 says. */
    scalar(query: BoxQuery): BoxResults {
      set(query);
      scalarRows(0, rows);
      return resultsNow(new Set());
    },
    /** Four lanes. */
    simd(query: BoxQuery): BoxResults {
      set(query);
      const left = new Set<number>();
      for (let begin = 0; begin < rows; begin += TILE_ROWS) {
        const count = kernel.distanceTile(begin, Math.min(begin + TILE_ROWS, rows));
        for (let k = 0; k < count; k++) left.add(kernel.deferred[k]!);
      }
      return resultsNow(left);
    },
    /** The next query starts without simplexes. */
    chill(): void {
      params.from.fill(UNUSED);
    },
    /** The next query starts from the simplexes that f64 finds for `query`, and from poses up to 2 mm away. */
    warm(query: BoxQuery, random: Random): void {
      self.chill();
      self.scalar(query);
      params.from.set(params.to);
      for (let k = 0; k < 4 * colliders; k++) {
        if (k % 4 < 3) scene.positions[k] = onGrid(scene.positions[k]! + 0.004 * (random() - 0.5), isOnGrid);
      }
    },
    /** Moves the second of each pair along the normal, until both nearly touch. */
    touch(random: Random): void {
      self.chill();
      const { separation } = self.scalar(SIGNED);
      for (let row = 0; row < rows; row++) {
        const at = 4 * list.pairs.ids[2 * row + 1]!;
        const gap = separation[4 * row + 3]! + small(random);
        for (const c of THREE) {
          const x = scene.positions[at + c]! - gap * separation[4 * row + c]!;
          scene.positions[at + c] = onGrid(x, isOnGrid);
        }
      }
    },
  };
  for (let k = 0; k < positions.length; k++) scene.positions[k] = onGrid(scene.positions[k]!, isOnGrid);
  return self;
}

function onGrid(x: number, isOnGrid: boolean): number {
  return isOnGrid ? Math.round(x * 2 ** 40) / 2 ** 40 : x;
}

/** Whether two f32 columns have the same bits in a row, all NaN being one. */
function sameRow(a: Float32Array, b: Float32Array, row: number): boolean {
  for (let k = 4 * row; k < 4 * row + 4; k++) if (!Object.is(a[k], b[k])) return false;
  return true;
}

/** Rows that both kernels decide, and in which they differ. */
export function compareBits(one: BoxResults, four: BoxResults, { overlapOnly }: BoxQuery) {
  const differ: number[] = [];
  let count = 0;
  for (let row = 0; row < one.status.length; row++) {
    if (one.left.has(row) || four.left.has(row)) continue;
    count++;
    const isSame =
      one.status[row] === four.status[row] &&
      (overlapOnly ||
        (sameRow(one.separation, four.separation, row) &&
          sameRow(one.offsetA, four.offsetA, row) &&
          sameRow(one.offsetB, four.offsetB, row) &&
          [0, 1, 2, 3].every((k) => one.simplex[4 * row + k] === four.simplex[4 * row + k])));
    if (!isSame) differ.push(row);
  }
  return { count, differ };
}
