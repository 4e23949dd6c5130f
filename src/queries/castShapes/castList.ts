/** The public cast list: a probe list whose probes move. */
import { numberList } from '../../checks.ts';
import { fail } from '../../errors.ts';
import { NO_SHAPE } from '../../tables/colliderTable.ts';
import { ROWS } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { ProbeList, type ProbeListOwner } from '../probes/probeList.ts';

/**
 * Shapes with poses and motions, for `engine.castShapes`. Made by `engine.createCastList`. It is a probe list with two
 * more columns. `set` and `setColliders` leave these as they are; at first they are 0.
 */
export class CastList extends ProbeList {
  /** Displacements while t goes from 0 to 1, 4 per cast: x y z – (m), world. */
  readonly moves: Float64Array;
  /**
   * Turns about the position while t goes from 0 to 1, 4 per cast: rotation vector x y z – (rad, at most 64 long),
   * world axes.
   */
  readonly turns: Float64Array;
  readonly #scene: Frame;

  /** @internal The list of probes [first, first + capacity). */
  constructor(frame: Frame, first: number, capacity: number, owner: ProbeListOwner) {
    super(frame, first, capacity, owner);
    this.#scene = frame;
    this.moves = frame.casts.moves.subarray(4 * first, 4 * (first + capacity));
    this.turns = frame.casts.turns.subarray(4 * first, 4 * (first + capacity));
  }

  /**
   * Makes the shapes and poses of colliders the list. Each sees all groups, and ignores the collider itself.
   * @param ids of live colliders
   * @throws QueryError for an id that is not a live collider, more ids than `capacity`, or while a query runs on this
   *   list; the list is then unchanged
   *
   * @example
   * ```ts
   * const casts = engine.createCastList(1);
   * casts.setColliders([id]);
   * casts.moves.set([0, -5, 0]);
   * ```
   */
  setColliders(ids: ArrayLike<number>): void {
    const where = 'casts.setColliders';
    const own = numberList(`${where}: ids`, 'collider ids', ids);
    const { placed } = this.#scene;
    this.checkIdle(where);
    const count = own.length;
    if (count > this.capacity) {
      fail(`${where}: ids`, `at most ${this.capacity} (raise the capacity of this list)`, count);
    }
    for (let k = 0; k < count; k++) this.#checkCollider(`${where}: ids[${k}]`, own[k]);
    for (let k = 0; k < count; k++) {
      const id = own[k];
      this.shapes[k] = placed.shapes[id];
      for (let c = 0; c < 4; c++) {
        this.positions[4 * k + c] = placed.positions[4 * id + c];
        this.rotations[4 * k + c] = placed.rotations[4 * id + c];
      }
      this.masks[k] = 0xffff;
      this.ignored[k] = id;
    }
    this.count = count;
  }

  /** @internal Whether a value is a list, of any engine: proxies are not. */
  static override is(value: unknown): value is CastList {
    return typeof value === 'object' && value !== null && #scene in value;
  }

  #checkCollider(where: string, id: number): void {
    const { counts, colliders } = this.#scene;
    const isLive = Number.isInteger(id) && id >= 0 && id < counts[ROWS] && colliders.shapes[id] !== NO_SHAPE;
    if (!isLive) fail(where, 'the id of a live collider', id);
  }
}
