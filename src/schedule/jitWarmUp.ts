/**
 * JIT warm-up: a thread runs the scalar kernel on synthetic pairs, so that the JIT compiles it before the first query.
 * The wide kernel defers some rows to the scalar one. Without a warm-up the first of these rows take some thirty times
 * longer, and each new case costs a tenth of a second of compilation (docs/lab/stepper.md, "Compilation").
 *
 * The pairs are boxes, because most deferred rows are pairs of boxes. They have parallel and nearly parallel faces and
 * edges at all depths, corners and edges that nearly touch, and motion since the last query.
 * `Profiler.startPreciseCoverage` of the inspector lists the blocks of the scalar kernel that a heap reaches and the
 * warm-up does not.
 */
import {
  bindFrame,
  bindList,
  type Frame,
  frameBytes,
  type ListTables,
  leastCapacity,
  type PlacedContacts,
  placeContacts,
} from '../memory/frame.ts';
import { ContactRunner } from '../narrow/contactRunner.ts';
import { QueryTables } from '../narrow/queryTables.ts';
import { RowRunner } from '../narrow/rowRunner.ts';
import { UNUSED } from '../queries/distance/table.ts';
import { setContacts, setDistance, setList } from '../queries/queryTable.ts';
import { ROWS, SHAPES } from '../scene/countTable.ts';
import { BOX, CORE, CORNERED, EXTENT, HALF_X, SHAPE_STRIDE, TRAITS, VERTEX_COUNT } from '../shapes/codes.ts';
import { nextTask } from './waiting.ts';

/** Pairs per set. A thread that is needed during the warm-up finishes its current set first. */
const PAIRS = 32;
const CAPACITY = leastCapacity({ shapes: 2 * PAIRS, colliders: 2 * PAIRS, pairs: PAIRS, contacts: PAIRS });
const MARGIN = 0.02; // m
/**
 * Queries per set: the first starts without simplexes, the second after pairs were moved close to each other, the
 * others after small motions.
 */
const TIMES = 4;
/** Number of sets. Measured: docs/lab/stepper.md, as above. */
const SETS = 128;

/** Approximate angles between faces (rad), and gaps between them (m). */
const TILTS = [0, 1e-7, 1e-5, 1e-3, 0.05, 1];
const GAPS = [-0.3, -0.1, -0.01, -1e-3, -1e-5, 0, 1e-6, 1e-3, 0.015, 0.1, 0.5];
/**
 * Distances at which pairs of any orientation are placed (m), and the offsets from there (m, rad): corners and edges
 * that almost touch.
 */
const CLOSE = [-1e-3, -1e-6, 0, 1e-7, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4];
const ASIDE = [0, 0, 1e-8, 1e-6, 1e-5, 1e-3, 0.02];
/** Motions of a pair between two queries (m, rad): they make the start simplex more or less wrong. */
const WAYS = [1e-7, 1e-3, 0.02, 0.2];

/**
 * Longest warm-up of the calling thread (ms): about the start time of workers. A longer one gains little
 * (docs/lab/stepper.md).
 */
const LIMIT = 120;

let isWarm = false;

/** Warms up the calling thread, once. Other tasks run in between. */
export async function warmUpHere(): Promise<void> {
  if (isWarm) return;
  isWarm = true;
  const end = performance.now() + LIMIT;
  const warmUp = new JitWarmUp();
  while (performance.now() < end && warmUp.next()) await nextTask();
}

export class JitWarmUp {
  readonly #frame: Frame = bindFrame(new ArrayBuffer(frameBytes(CAPACITY)), CAPACITY);
  readonly #list: ListTables;
  readonly #contacts: PlacedContacts;
  readonly #rows: ContactRunner;
  #sets = 0;
  #seed = 1;

  constructor() {
    const { buffer, listsBegin, contactsBegin, counts } = this.#frame;
    this.#list = bindList(buffer, listsBegin, PAIRS);
    this.#contacts = placeContacts(buffer, contactsBegin, PAIRS);
    const rows = new RowRunner(this.#frame, new QueryTables(this.#frame), 0, undefined);
    this.#rows = new ContactRunner(this.#frame, rows, undefined);
    setDistance(this.#frame.query, true, Float64Array.of(MARGIN));
    counts[SHAPES] = CAPACITY.shapes;
    counts[ROWS] = CAPACITY.colliders;
  }

  /** Computes a set of pairs: 1 ms when compiled, longer at first. @returns whether sets remain */
  next(): boolean {
    const list = this.#list;
    list.results.simplexEven.fill(UNUSED);
    const { lastRow } = this.#contacts.table;
    lastRow.fill(-1);
    for (let pair = 0; pair < PAIRS; pair++) this.#placePair(pair);
    for (let time = 0; time < TIMES; time++) {
      for (let pair = 0; pair < PAIRS && time > 0; pair++) {
        if (time === 1) this.#bringClose(pair);
        else this.#shove(pair, this.#oneOf(WAYS));
      }
      const evenToOdd = time % 2 === 0;
      setList(this.#frame.query, list, PAIRS, evenToOdd);
      setContacts(this.#frame.query, this.#contacts, PAIRS, evenToOdd);
      // row by row, as a wide kernel defers them
      for (let row = 0; row < PAIRS; row++) this.#rows.compute(row, row + 1);
      for (let row = 0; row < PAIRS; row++) lastRow[row] = row;
    }
    this.#sets++;
    return this.#sets < SETS;
  }

  /** Places two boxes: anywhere, or with two nearly parallel faces at about the same height. */
  #placePair(pair: number): void {
    const { colliders } = this.#frame;
    const [a, b] = [2 * pair, 2 * pair + 1];
    this.#list.pairs.ids.set(this.#random() < 0.5 ? [a, b] : [b, a], 2 * pair);
    const isGround = this.#random() < 0.2;
    const half = isGround ? [24, 2, 24] : [this.#between(0.2, 0.6), this.#between(0.2, 0.6), this.#between(0.2, 0.6)];
    const other = [this.#between(0.2, 0.6), this.#between(0.2, 0.6), this.#between(0.2, 0.6)];
    this.#placeBox(a, half);
    this.#placeBox(b, other);
    // axis y of B is about axis y of A, which has none of its own; x and z are turned by any angle, or by none
    const turn = this.#random() < 0.3 ? 0 : this.#between(-2, 2);
    const tilt = this.#oneOf(TILTS);
    const reach = 1.2 * Math.min(half[0], 1);
    const isAnywhere = this.#random() < 0.4;
    const height = isAnywhere ? this.#between(-1, 1) : half[1] + other[1] + this.#oneOf(GAPS);
    colliders.rotations.set([0, 0, 0, 1], 4 * a);
    colliders.rotations.set([this.#between(-tilt, tilt), turn, this.#between(-tilt, tilt), 1], 4 * b);
    colliders.positions.set([this.#between(-reach, reach), height, this.#between(-reach, reach)], 4 * b);
  }

  /** Moves B to about one of the distances `CLOSE` from A, along the normal of the last result. */
  #bringClose(pair: number): void {
    const { pairs, results } = this.#list;
    const { positions } = this.#frame.colliders;
    const [nx, ny, nz, distance] = results.separation.subarray(4 * pair, 4 * pair + 4);
    const b = 2 * pair + 1;
    // the normal points from the first of the pair to the second
    const way = (this.#oneOf(CLOSE) - distance!) * (pairs.ids[2 * pair] === b ? -1 : 1);
    positions[4 * b] += way * nx!;
    positions[4 * b + 1] += way * ny!;
    positions[4 * b + 2] += way * nz!;
    this.#shove(pair, this.#oneOf(ASIDE));
  }

  /** Moves B by up to `way` (m) per axis, and turns it by about as much (rad). */
  #shove(pair: number, way: number): void {
    const { positions, rotations } = this.#frame.colliders;
    for (let k = 8 * pair + 4; k < 8 * pair + 7; k++) {
      positions[k] += this.#between(-way, way);
      rotations[k] += this.#between(-way, way);
    }
  }

  #placeBox(id: number, half: readonly number[]): void {
    const { shapes, colliders } = this.#frame;
    const at = SHAPE_STRIDE * id;
    shapes.words[at + CORE] = BOX;
    shapes.words[at + TRAITS] = CORNERED;
    shapes.words[at + VERTEX_COUNT] = 8;
    shapes.reals.set(half, at + HALF_X);
    shapes.reals[at + EXTENT] = Math.hypot(...half) * (1 + 2 ** -23);
    colliders.shapes[id] = id;
  }

  #oneOf(values: readonly number[]): number {
    return values[Math.trunc(values.length * this.#random())];
  }

  #between(low: number, high: number): number {
    return low + (high - low) * this.#random();
  }

  /** 0 … 1, the same sequence in every thread (Numerical Recipes' quick generator). */
  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) | 0;
    return (this.#seed >>> 0) / 2 ** 32;
  }
}
