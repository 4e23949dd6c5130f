/** The nearest planes of one mover, sorted by signed distance. Of equal distances the one that was added first wins. */
import { MOST_PLANES } from '../../tables/moverPlanes.ts';

export class MoverPlanes {
  /** Normal to the mover, and signed distance (m), four numbers per plane. Without a plane the first is far away. */
  readonly planes = new Float64Array(4 * MOST_PLANES);
  readonly ids = new Uint32Array(MOST_PLANES);
  readonly children = new Int32Array(MOST_PLANES);
  count = 0;

  clear(): void {
    this.count = 0;
    this.planes[3] = Infinity;
  }

  /** Adds the plane at from[at …]: normal and signed distance. Drops the farthest one if there are too many. */
  add(from: Float32Array, at: number, id: number, child: number): void {
    const { planes, ids, children } = this;
    let place = this.count;
    while (place > 0 && planes[4 * place - 1] > from[at + 3]) place--;
    if (place === MOST_PLANES) return;
    this.count = Math.min(this.count + 1, MOST_PLANES);
    planes.copyWithin(4 * place + 4, 4 * place, 4 * this.count - 4);
    ids.copyWithin(place + 1, place, this.count - 1);
    children.copyWithin(place + 1, place, this.count - 1);
    for (let c = 0; c < 4; c++) planes[4 * place + c] = from[at + c];
    ids[place] = id;
    children[place] = child;
  }

  copy(other: MoverPlanes): void {
    this.planes.set(other.planes);
    this.ids.set(other.ids);
    this.children.set(other.children);
    this.count = other.count;
  }
}
