/**
 * Groups of far bodies whose paths lie close together. A search for the whole group comes first: where it finds no body
 * that one of them may hit, its bodies need no search of their own. Bodies that fall together mostly have only each
 * other around them.
 */
import { BOX, BoxQueue } from './boxQueue.ts';

/** Bodies per group, at most. */
const MOST_BODIES = 64;
/** The box of a group has at most this multiple of the volume of the boxes in it. */
const LOOSE = 2;

export class FarGroups {
  /** The boxes around the groups. */
  readonly queue = new BoxQueue();
  /** The first body of each group, and one past the last. */
  #starts = new Int32Array(1);

  /**
   * Groups boxes that follow each other.
   * @param boxes BOX numbers per body
   */
  make(boxes: Float64Array, count: number): void {
    const { queue } = this;
    queue.clear(count);
    if (this.#starts.length <= count) this.#starts = new Int32Array(2 * count + 1);
    let volumes = 0;
    for (let k = 0; k < count; k++) {
      const own = volumeOf(boxes, BOX * k);
      const last = queue.count - 1;
      const isFull = last < 0 || k - this.#starts[last] === MOST_BODIES;
      if (isFull || unionVolume(queue.boxes, BOX * last, boxes, BOX * k) > LOOSE * (volumes + own)) {
        this.#starts[queue.count] = k;
        queue.add(boxes, BOX * k);
        volumes = own;
      } else {
        widen(queue.boxes, BOX * last, boxes, BOX * k);
        volumes += own;
      }
    }
    this.#starts[queue.count] = count;
  }

  /** The first body of a group. Its last one is before the first of the next group. */
  first(group: number): number {
    return this.#starts[group];
  }
}

function volumeOf(boxes: Float64Array, at: number): number {
  return (boxes[at + 3] - boxes[at]) * (boxes[at + 4] - boxes[at + 1]) * (boxes[at + 5] - boxes[at + 2]);
}

/** Volume of the box around two boxes. */
function unionVolume(boxes: Float64Array, at: number, others: Float64Array, from: number): number {
  let volume = 1;
  for (let c = 0; c < 3; c++) {
    const low = Math.min(boxes[at + c], others[from + c]);
    volume *= Math.max(boxes[at + 3 + c], others[from + 3 + c]) - low;
  }
  return volume;
}

/** Widens a box so that it holds another one. */
function widen(boxes: Float64Array, at: number, others: Float64Array, from: number): void {
  for (let c = 0; c < 3; c++) {
    boxes[at + c] = Math.min(boxes[at + c], others[from + c]);
    boxes[at + 3 + c] = Math.max(boxes[at + 3 + c], others[from + 3 + c]);
  }
}
