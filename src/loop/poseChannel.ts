/**
 * The last steps of a loop, from its worker to the page: in shared memory, or as copies that go to and fro.
 *
 *   shared   Int32 published: steps published so far; then per slot a line of its numbers; then the poses of the slots
 *
 * The page reads the last three slots. Meanwhile the worker may write four more: as many steps are due at once,
 * unless `maxSteps` says otherwise.
 */
import { PoseRows, poseBytes } from './poseRows.ts';
import type { StepPoses } from './poses.ts';

/** Where a loop is. */
export interface LoopTime {
  /** The real time that its simulated time stands for: ms since 1970. */
  readonly time: number;
  readonly steps: number;
  /** Simulated seconds that were dropped. */
  readonly dropped: number;
}

/** Poses after a step, and the loop's time. */
export type TimedPoses = StepPoses & LoopTime;

/** Steps that the page reads. */
const SHOWN = 3;
const SLOTS = SHOWN + 4;
const LINE = 64;
const HEAD = LINE * (1 + SLOTS);

class Slot extends PoseRows implements LoopTime {
  time = 0;
  steps = 0;
  dropped = 0;
}

/** The shared form. */
export class SharedPoses {
  readonly buffer: SharedArrayBuffer;
  readonly #published: Int32Array;
  readonly #numbers: Float64Array;
  readonly #slots: readonly Slot[];
  readonly #newest: TimedPoses[] = [];

  constructor(bodies: number, buffer = new SharedArrayBuffer(HEAD + SLOTS * poseBytes(bodies))) {
    this.buffer = buffer;
    this.#published = new Int32Array(buffer, 0, 1);
    this.#numbers = new Float64Array(buffer, 0, HEAD / 8);
    this.#slots = Array.from({ length: SLOTS }, (_, k) => new Slot(bodies, buffer, HEAD + k * poseBytes(bodies)));
  }

  publish(poses: StepPoses, { time, steps, dropped }: LoopTime): void {
    const next = this.#published[0];
    const slot = next % SLOTS;
    this.#slots[slot].copy(poses);
    this.#numbers.set([poses.rows, time, steps, dropped], (LINE / 8) * (1 + slot));
    Atomics.store(this.#published, 0, next + 1);
  }

  /** Up to three steps, the last one first. */
  newest(): readonly TimedPoses[] {
    const published = Atomics.load(this.#published, 0);
    const newest = this.#newest;
    newest.length = Math.min(published, SHOWN);
    for (let k = 0; k < newest.length; k++) {
      const slot = (published - 1 - k) % SLOTS;
      const at = (LINE / 8) * (1 + slot);
      const poses = this.#slots[slot];
      poses.rows = this.#numbers[at];
      poses.time = this.#numbers[at + 1];
      poses.steps = this.#numbers[at + 2];
      poses.dropped = this.#numbers[at + 3];
      newest[k] = poses;
    }
    return newest;
  }
}

/** A copy on its way. */
export interface PoseCopy extends LoopTime {
  readonly buffer: ArrayBuffer;
  /** Rows of the buffer, all in use. */
  readonly rows: number;
}

/** Makes copies, in buffers that came back. */
export class PoseCopies {
  readonly #spare: ArrayBuffer[] = [];

  /** @returns a copy whose buffer may be transferred */
  copy(poses: StepPoses, time: LoopTime): PoseCopy {
    const { rows } = poses;
    let buffer = this.#spare.pop();
    while (buffer && buffer.byteLength < poseBytes(rows)) buffer = this.#spare.pop();
    // a quarter more, so that the buffer still fits after some bodies were added
    buffer ??= new ArrayBuffer(poseBytes(Math.ceil(1.25 * rows)));
    new PoseRows(rows, buffer).copy(poses);
    return { ...time, buffer, rows };
  }

  takeBack(buffer: ArrayBuffer): void {
    this.#spare.push(buffer);
  }
}

/** Copies that arrived: the last three. */
export class ReceivedPoses {
  readonly #newest: Slot[] = [];
  readonly #buffers: ArrayBuffer[] = [];

  /** @returns a buffer that is not read any more */
  receive({ buffer, rows, ...time }: PoseCopy): ArrayBuffer | undefined {
    const slot = Object.assign(new Slot(rows, buffer), { rows, ...time });
    this.#newest.unshift(slot);
    this.#buffers.unshift(buffer);
    if (this.#newest.length <= SHOWN) return undefined;
    this.#newest.pop();
    return this.#buffers.pop();
  }

  newest(): readonly TimedPoses[] {
    return this.#newest;
  }
}
