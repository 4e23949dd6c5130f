/** Which lists have boxes alone, of colliders that there are: others do not go to a GPU. */
import type { ListState } from '../queries/pairLists.ts';
import type { QueryScene } from '../queries/queryRunner.ts';
import { NO_SHAPE } from '../tables/colliderTable.ts';
import { ROWS } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';

interface Known {
  /** `lastBirth` of the scene, and `changes` of the list, when the rows were looked at. */
  readonly births: number;
  readonly changes: number;
  readonly areBoxes: boolean;
}

export class BoxLists {
  readonly #frame: Frame;
  readonly #scene: QueryScene;
  readonly #lists = new WeakMap<ListState, Known>();
  /** The same of the whole scene: then no list is looked at. */
  #births = -1;
  #areBoxes = false;

  constructor(frame: Frame, scene: QueryScene) {
    this.#frame = frame;
    this.#scene = scene;
  }

  /** Whether all pairs of colliders on the list are pairs of boxes. Rows with bad ids count as such. */
  areBoxes(state: ListState): boolean {
    const births = this.#scene.changes.lastBirth;
    if (this.#births !== births) {
      this.#births = births;
      this.#areBoxes = this.#isSceneOfBoxes();
    }
    if (this.#areBoxes) return true;
    const { changes } = state.list;
    let known = this.#lists.get(state);
    if (known?.births !== births || known.changes !== changes) {
      known = { births, changes, areBoxes: this.#isListOfBoxes(state) };
      this.#lists.set(state, known);
    }
    return known.areBoxes;
  }

  #isSceneOfBoxes(): boolean {
    const rows = this.#frame.counts[ROWS];
    for (let row = 0; row < rows; row++) if (this.#isOther(row)) return false;
    return true;
  }

  #isListOfBoxes({ list: { ids, count } }: ListState): boolean {
    const rows = this.#frame.counts[ROWS];
    for (let k = 0; k < 2 * count; k++) if (ids[k] < rows && this.#isOther(ids[k])) return false;
    return true;
  }

  /** Whether the row is a collider of another shape. The first half extent of a box is 0, that of others NaN. */
  #isOther(row: number): boolean {
    const { halfExtents, shapes } = this.#frame.colliders;
    return halfExtents[4 * row] !== 0 && shapes[row] !== NO_SHAPE;
  }
}
