/** Poses of a file, frame by frame, in order. A collider without a row in a frame has the pose of the scene. */
import { inputError } from './failure.ts';
import type { BatchScene } from './scene.ts';
import type { Numbers } from './schema.ts';
import type { Table } from './table.ts';

/** Rows that are read at once. */
const WINDOW = 16_384;

export class Poses {
  readonly table: Table;
  readonly #scene: BatchScene;
  /** The rows that are read. */
  #columns: Readonly<Record<string, Numbers>> = {};
  #start = 0;
  #end = 0;
  /** Colliders that are not at the pose of the scene. */
  readonly #moved: Uint32Array;
  #movedCount = 0;
  /** By collider: the placement that moved it last. */
  readonly #stamps: Float64Array;
  #placements = 0;
  /** First frames of row groups. */
  readonly #firsts = new Map<number, number>();
  /** Of the frame that is placed: its first row, the one behind its last, and its motion. */
  begin = 0;
  end = 0;
  motion = 0;
  /** Colliders with an invalid pose in the frame. */
  readonly invalid: number[] = [];

  constructor(table: Table, scene: BatchScene) {
    this.table = table;
    this.#scene = scene;
    this.#moved = new Uint32Array(scene.colliders);
    this.#stamps = new Float64Array(scene.colliders);
  }

  /** The frame of a row. */
  async frameOf(row: number): Promise<number> {
    if (row < this.#start || row >= this.#end) await this.#read(row, Math.min(this.table.rows, row + WINDOW));
    return this.#columns.frame[row - this.#start];
  }

  /** The motion of a row. */
  async motionOf(row: number): Promise<number> {
    await this.frameOf(row);
    return this.#columns.motion[row - this.#start];
  }

  /** A value of a row of the frame that is placed. */
  valueOf(name: string, row: number): number {
    return this.#columns[name][row - this.#start];
  }

  /** The first row ≥ `row` that begins a frame, or with `by` a motion; the end of the file if there is none. */
  async nextBegin(row: number, by: 'frame' | 'motion'): Promise<number> {
    const keyOf = (at: number) => (by === 'frame' ? this.frameOf(at) : this.motionOf(at));
    if (row === 0 || row >= this.table.rows) return Math.min(row, this.table.rows);
    const before = await keyOf(row - 1);
    let at = row;
    while (at < this.table.rows && (await keyOf(at)) === before) at++;
    return at;
  }

  /** The first row of a frame ≥ `frame`. */
  async find(frame: number): Promise<number> {
    const { table } = this;
    if (this.#end > this.#start) {
      const { frame: frames } = this.#columns;
      const count = this.#end - this.#start;
      if (frames[0] < frame && frames[count - 1] >= frame) return this.#start + firstAtLeast(frames, count, frame);
      if (this.#end === this.table.rows && frames[count - 1] < frame) return this.#end;
    }
    // the last group whose first frame is smaller: the frame begins there, or with the next group
    let [low, high] = [0, table.source.groups.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((await this.#firstOf(middle)) < frame) low = middle;
      else high = middle - 1;
    }
    for (let row = table.rows === 0 ? 0 : table.startOf(low); row < table.rows; row = this.#end) {
      if (row < this.#start || row >= this.#end) await this.#read(row, Math.min(table.rows, row + WINDOW));
      const count = this.#end - this.#start;
      if (this.#columns.frame[count - 1] >= frame) return this.#start + firstAtLeast(this.#columns.frame, count, frame);
    }
    return table.rows;
  }

  /** Places the colliders of the frame that begins with a row, and the others as the scene has them. */
  async place(row: number): Promise<void> {
    const frame = await this.frameOf(row);
    let end = row;
    for (;;) {
      while (end < this.#end && this.#columns.frame[end - this.#start] === frame) end++;
      if (end < this.#end || end >= this.table.rows) break;
      // the frame goes on behind what is read
      await this.#read(row, Math.min(this.table.rows, Math.max(row + WINDOW, row + 2 * (end - row))));
    }
    this.reset();
    this.begin = row;
    this.end = end;
    this.motion = this.#columns.motion[row - this.#start];
    for (let at = row; at < end; at++) this.#write(at);
  }

  /** Places a frame; one without poses is the scene itself. @returns whether it has poses */
  async placeFrame(frame: number): Promise<boolean> {
    const row = await this.find(frame);
    const hasPoses = row < this.table.rows && (await this.frameOf(row)) === frame;
    if (hasPoses) await this.place(row);
    else this.reset();
    return hasPoses;
  }

  /** All colliders as the scene has them. */
  reset(): void {
    const { engine, positions, rotations } = this.#scene;
    for (let k = 0; k < this.#movedCount; k++) {
      const at = 4 * this.#moved[k];
      for (let c = at; c < at + 4; c++) {
        engine.scene.positions[c] = positions[c];
        engine.scene.rotations[c] = rotations[c];
      }
    }
    this.#movedCount = 0;
    this.#placements++;
    this.invalid.length = 0;
  }

  #write(row: number): void {
    const { table } = this;
    const { positions, rotations } = this.#scene.engine.scene;
    const { motion, collider, x, y, z, qx, qy, qz, qw } = this.#columns;
    const k = row - this.#start;
    const id = collider[k];
    if (id >= this.#scene.colliders) {
      inputError(table.at('collider', row), `a collider, 0..${this.#scene.colliders - 1}`, String(id));
    }
    if (this.#stamps[id] === this.#placements) {
      inputError(table.at('collider', row), 'one row per collider in a frame', `collider ${id} twice`);
    }
    if (motion[k] !== this.motion) {
      inputError(table.at('motion', row), `${this.motion}, as in the other rows of the frame`, String(motion[k]));
    }
    this.#stamps[id] = this.#placements;
    this.#moved[this.#movedCount++] = id;
    const at = 4 * id;
    positions[at] = x[k];
    positions[at + 1] = y[k];
    positions[at + 2] = z[k];
    rotations[at] = qx[k];
    rotations[at + 1] = qy[k];
    rotations[at + 2] = qz[k];
    rotations[at + 3] = qw[k];
    const turn = Math.abs(qx[k]) + Math.abs(qy[k]) + Math.abs(qz[k]) + Math.abs(qw[k]);
    if (!(Number.isFinite(x[k] + y[k] + z[k]) && turn > 0 && turn < Infinity)) this.invalid.push(id);
  }

  /** Reads rows, and the one before them, to check the order of frames. */
  async #read(start: number, end: number): Promise<void> {
    const from = Math.max(0, start - 1);
    this.#columns = (await this.table.read(from, end)) as Record<string, Numbers>;
    this.#start = from;
    this.#end = end;
    checkOrder(this.table, this.#columns.frame, from);
  }

  async #firstOf(group: number): Promise<number> {
    let first = this.#firsts.get(group);
    if (first === undefined) {
      const { frame } = await this.table.decode(group, [{ name: 'frame', type: 'u64' }]);
      first = frame[0] as number;
      this.#firsts.set(group, first);
    }
    return first;
  }
}

/** Fails for a frame that is smaller than the one before. */
export function checkOrder(table: Table, frames: Numbers, start: number): void {
  for (let k = 1; k < frames.length; k++) {
    if (frames[k] < frames[k - 1]) {
      inputError(table.at('frame', start + k), `${frames[k - 1]} or more: frames do not go back`, String(frames[k]));
    }
  }
}

function firstAtLeast(frames: Numbers, count: number, frame: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle] < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}
