/** Asks the questions of a block. A block is asked cold: its answers depend on files and options alone. */
import { Status } from 'hullstorm';
import { BatchError, EXIT, inputError } from './failure.ts';
import type { Plan } from './plan.ts';
import { checkOrder, Poses } from './poses.ts';
import { Reduction } from './reduce.ts';
import { Rows } from './rows.ts';
import type { BatchScene } from './scene.ts';
import type { ColumnData, Numbers } from './schema.ts';

/** Bytes of the results of a block at most. */
const MOST_BYTES = 256 * 2 ** 20;
/** Rows of one query. */
export const ASKED = 65_536;
const INVALID_RAY = 3;

export class Asker {
  readonly #plan: Plan;
  readonly #scene: BatchScene;
  readonly #poses: Poses | undefined;
  readonly #rows: Rows;
  readonly #reduction: Reduction | undefined;
  readonly #mostRows: number;
  /** The list that every frame is asked. */
  #repeated: Readonly<Record<string, ColumnData>> | undefined;
  /** Questions that were asked, and those that are Invalid, of all blocks. */
  asked = 0;
  invalid = 0;

  constructor(plan: Plan, scene: BatchScene) {
    this.#plan = plan;
    this.#scene = scene;
    this.#poses = plan.poses && new Poses(plan.poses, scene);
    this.#rows = new Rows(plan.out);
    this.#reduction = plan.reduceBy && new Reduction(plan.out, plan.reduceBy, scene.colliders);
    this.#mostRows = Math.floor(MOST_BYTES / (8 * plan.out.length));
  }

  /** The rows of a block. Valid until the next call. */
  async block(block: number): Promise<Rows> {
    const { byPoses, poses, blockRows } = this.#plan;
    this.#rows.count = 0;
    this.#reduction?.begin();
    const [begin, end] = [block * blockRows, (block + 1) * blockRows];
    if (!byPoses) await this.#askRows(begin, end);
    else if (poses) await this.#askFrames(begin, end);
    else await this.#askFrame(0, 0);
    return this.#reduction?.end() ?? this.#rows;
  }

  /** The answers for pairs of ids, in the frame that is placed. @returns columns that the next call overwrites */
  pairs(ids: readonly number[]): Readonly<Record<string, Numbers>> {
    this.#rows.count = 0;
    this.#scene.engine.pairs.ids.set(ids);
    this.#answer(ids.length / 2, 0, 0, 0);
    return this.#rows.columns as Record<string, Numbers>;
  }

  /** The rows of all blocks so far, of a reduction that spans them. */
  rest(): Rows | undefined {
    return this.#reduction?.rest();
  }

  /** Frames whose first rows are in a range, or motions. */
  async #askFrames(begin: number, end: number): Promise<void> {
    const poses = this.#poses!;
    const by = this.#plan.reduceBy === 'motion' ? 'motion' : 'frame';
    const last = await poses.nextBegin(end, by);
    for (let row = await poses.nextBegin(begin, by); row < last; row = poses.end) {
      if (by === 'motion') await this.#checkMotion(row);
      await poses.place(row);
      await this.#askFrame(await poses.frameOf(row), row);
    }
  }

  async #checkMotion(row: number): Promise<void> {
    const poses = this.#poses!;
    if (row === 0) return;
    const [before, motion] = [await poses.motionOf(row - 1), await poses.motionOf(row)];
    if (motion < before) {
      inputError(poses.table.at('motion', row), `${before} or more: motions do not go back`, String(motion));
    }
  }

  /** A frame that is placed. @param row its first row of poses */
  async #askFrame(frame: number, row: number): Promise<void> {
    const { questions } = this.#plan;
    if (!questions) {
      this.#find(frame, row);
      return;
    }
    this.#repeated ??= await this.#read(0, questions.rows);
    this.#ask(this.#repeated, 0, questions.rows, 0, () => frame);
  }

  /** Rows of the file that asks, frame by frame. */
  async #askRows(begin: number, end: number): Promise<void> {
    const questions = this.#plan.questions!;
    const from = await this.#beginOf(begin);
    const to = await this.#beginOf(end);
    if (from >= to) return;
    const first = Math.max(0, from - 1);
    const columns = await this.#read(first, to);
    const frames = columns.frame as Numbers;
    checkOrder(questions, frames, first);
    for (let k = from - first; k < to - first; ) {
      let next = k + 1;
      while (next < to - first && frames[next] === frames[k]) next++;
      await this.#place(frames[k]);
      this.#ask(columns, k, next, first, () => frames[k]);
      k = next;
    }
  }

  /** The first row ≥ `row` that begins a group of a reduction. */
  async #beginOf(row: number): Promise<number> {
    const { questions, reduceBy } = this.#plan;
    const { rows } = questions!;
    if (row === 0 || row >= rows || reduceBy === undefined || reduceBy === 'collider') return Math.min(row, rows);
    const keyOf = async (at: number) => {
      const { frame } = await questions!.read(at, at + 1);
      return reduceBy === 'frame' ? frame[0] : this.#motionOf(frame[0] as number);
    };
    const before = await keyOf(row - 1);
    let at = row;
    while (at < rows && (await keyOf(at)) === before) at++;
    return at;
  }

  async #motionOf(frame: number): Promise<number> {
    await this.#place(frame);
    return this.#poses!.motion;
  }

  /** Places a frame; one without poses is the scene itself. */
  async #place(frame: number): Promise<void> {
    const hasPoses = await this.#poses?.placeFrame(frame);
    if (hasPoses === false && this.#plan.reduceBy === 'motion') {
      inputError(
        `${this.#plan.questions!.path}: column 'frame'`,
        'frames with poses, which have a motion',
        String(frame),
      );
    }
  }

  async #read(start: number, end: number): Promise<Readonly<Record<string, ColumnData>>> {
    const columns = await this.#plan.questions!.read(start, end);
    this.#checkIds(columns, start);
    return columns;
  }

  #checkIds(columns: Readonly<Record<string, ColumnData>>, start: number): void {
    const { questions, ask } = this.#plan;
    const { colliders } = this.#scene;
    const range = `0..${colliders - 1}`;
    const { a, b, ignore } = columns as Record<string, Numbers>;
    if (ask === 'hits') {
      for (let k = 0; k < ignore.length; k++) {
        if (ignore[k] < -1 || ignore[k] >= colliders) {
          inputError(questions!.at('ignore', start + k), `−1 or a collider, ${range}`, String(ignore[k]));
        }
      }
      return;
    }
    for (let k = 0; k < a.length; k++) {
      if (a[k] >= colliders) inputError(questions!.at('a', start + k), `a collider, ${range}`, String(a[k]));
      if (b[k] >= colliders) inputError(questions!.at('b', start + k), `a collider, ${range}`, String(b[k]));
      if (a[k] === b[k]) inputError(questions!.at('b', start + k), 'another collider than a', String(b[k]));
    }
  }

  /** Asks rows [k, end) of columns, which begin with row `first` of their file. */
  #ask(
    columns: Readonly<Record<string, ColumnData>>,
    k: number,
    end: number,
    first: number,
    frameOf: () => number,
  ): void {
    const frame = frameOf();
    for (let from = k; from < end; from += ASKED) {
      const to = Math.min(end, from + ASKED);
      const at = this.#rows.count;
      if (this.#plan.ask === 'hits') this.#cast(columns, from, to, frame, first);
      else {
        const { ids } = this.#scene.engine.pairs;
        const { a, b } = columns as Record<string, Numbers>;
        for (let row = from; row < to; row++) {
          ids[2 * (row - from)] = a[row];
          ids[2 * (row - from) + 1] = b[row];
        }
        this.#answer(to - from, frame, first + from, 1);
      }
      this.#keep(columns, from, to, at);
      this.#reduce();
    }
  }

  #keep(columns: Readonly<Record<string, ColumnData>>, from: number, to: number, at: number): void {
    for (const name of this.#plan.keep) {
      const column = this.#rows.columns[name];
      for (let row = from; row < to; row++) column[at + row - from] = columns[name][row] as never;
    }
  }

  /** Finds the pairs of the frame that is placed, and asks them. */
  #find(frame: number, row: number): void {
    const { engine, links } = this.#scene;
    const { pairs } = engine;
    engine.findPairsSync({ margin: this.#plan.margin });
    const { ids, count } = pairs;
    let kept = 0;
    for (let k = 0; k < count; k++) {
      const [a, b] = [ids[2 * k], ids[2 * k + 1]];
      if (links[a] >= 0 && links[a] === links[b]) continue;
      ids[2 * kept] = a;
      ids[2 * kept + 1] = b;
      kept++;
    }
    const at = this.#rows.count;
    this.#answer(kept, frame, row, 0);
    const invalid = this.#poses?.invalid ?? [];
    if (invalid.length > 0)
      this.#noteInvalid(
        [...invalid].sort((a, b) => a - b),
        frame,
        row,
      );
    if (this.#plan.keep.length > 0) this.#keepOfPoses(row, at);
    this.#reduce();
  }

  /** A collider without a valid pose is in no pair that is found: a row (id, id) says so. */
  #noteInvalid(ids: readonly number[], frame: number, row: number): void {
    const { pairs } = this.#scene.engine;
    for (const [k, id] of ids.entries()) {
      pairs.ids[2 * k] = id;
      pairs.ids[2 * k + 1] = id;
    }
    this.#answer(ids.length, frame, row, 0);
  }

  #keepOfPoses(row: number, at: number): void {
    for (const name of this.#plan.keep) {
      const value = this.#poses!.valueOf(name, row);
      for (let k = at; k < this.#rows.count; k++) this.#rows.columns[name][k] = value as never;
    }
  }

  /** Asks the first `count` ids of the list, without what is known of earlier rows. */
  #answer(count: number, frame: number, row: number, step: number): void {
    const { engine } = this.#scene;
    const { ask, maxDistance } = this.#plan;
    const { pairs } = engine;
    pairs.resize(count);
    const rows = this.#rows;
    const base = rows.count;
    this.#reserve(base + count);
    rows.count = base + count;
    this.asked += count;
    if (count === 0) return;
    const { columns } = rows as { readonly columns: Record<string, Numbers> };
    const { ids } = pairs;
    const results = ask === 'flags' ? engine.intersectSync(pairs) : engine.distanceSync(pairs, { maxDistance });
    for (let k = 0; k < count; k++) {
      const to = base + k;
      columns.row[to] = row + step * k;
      columns.frame[to] = frame;
      columns.a[to] = ids[2 * k];
      columns.b[to] = ids[2 * k + 1];
      columns.status[to] = results.status[k];
      if (results.status[k] === Status.Invalid) this.invalid++;
    }
    if (!('separation' in results)) return;
    const { separation, offsetA, offsetB } = results;
    const { positions } = engine.scene;
    const { distance, nx, ny, nz, pax, pay, paz, pbx, pby, pbz, bound } = columns;
    for (let k = 0; k < count; k++) {
      const to = base + k;
      const at = 4 * k;
      const a = 4 * ids[2 * k];
      const b = 4 * ids[2 * k + 1];
      nx[to] = plain(separation[at]);
      ny[to] = plain(separation[at + 1]);
      nz[to] = plain(separation[at + 2]);
      distance[to] = plain(separation[at + 3]);
      pax[to] = plain(positions[a] + offsetA[at]);
      pay[to] = plain(positions[a + 1] + offsetA[at + 1]);
      paz[to] = plain(positions[a + 2] + offsetA[at + 2]);
      bound[to] = plain(offsetA[at + 3]);
      pbx[to] = plain(positions[b] + offsetB[at]);
      pby[to] = plain(positions[b + 1] + offsetB[at + 1]);
      pbz[to] = plain(positions[b + 2] + offsetB[at + 2]);
    }
  }

  #cast(given: Readonly<Record<string, ColumnData>>, from: number, to: number, frame: number, first: number): void {
    const { ox, oy, oz, dx, dy, dz, maxT, mask, ignore } = given as Record<string, Numbers>;
    const list = this.#scene.rays!;
    const { origins, directions, masks, ignored } = list;
    for (let row = from; row < to; row++) {
      const at = 4 * (row - from);
      origins[at] = ox[row];
      origins[at + 1] = oy[row];
      origins[at + 2] = oz[row];
      origins[at + 3] = maxT[row];
      directions[at] = dx[row];
      directions[at + 1] = dy[row];
      directions[at + 2] = dz[row];
      masks[row - from] = mask[row];
      ignored[row - from] = ignore[row];
    }
    const count = to - from;
    list.count = count;
    const { status, ids, t, normals } = this.#scene.engine.castRaysSync(list);
    const base = this.#rows.count;
    this.#reserve(base + count);
    this.#rows.count = base + count;
    this.asked += count;
    const columns = this.#rows.columns as Record<string, Numbers>;
    for (let k = 0; k < count; k++) {
      const row = base + k;
      columns.row[row] = first + from + k;
      columns.frame[row] = frame;
      columns.status[row] = status[k];
      if (status[k] === INVALID_RAY) this.invalid++;
      columns.id[row] = ids[k];
      columns.t[row] = plain(t[k]);
      columns.nx[row] = plain(normals[4 * k]);
      columns.ny[row] = plain(normals[4 * k + 1]);
      columns.nz[row] = plain(normals[4 * k + 2]);
      columns.bound[row] = plain(normals[4 * k + 3]);
    }
  }

  #reserve(count: number): void {
    if (count > this.#mostRows) {
      const got = `${count} rows or more; make smaller blocks: --block, now ${this.#plan.blockRows}`;
      throw new BatchError(
        EXIT.input,
        `batch: expected at most ${this.#mostRows} rows of results per block, got ${got}`,
      );
    }
    this.#rows.reserve(count);
  }

  /** What is answered goes into the groups of the reduction. */
  #reduce(): void {
    if (!this.#reduction) return;
    this.#reduction.take(this.#rows, this.#poses?.motion ?? 0);
    this.#rows.count = 0;
  }
}

/** NaN has one bit pattern in files. */
function plain(value: number): number {
  return Number.isNaN(value) ? Number.NaN : value;
}
