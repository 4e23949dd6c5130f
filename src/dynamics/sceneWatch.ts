/**
 * Finds what the user changed in the scene between two steps: colliders that were removed, replaced or moved, or whose
 * groups changed, and supports that were moved through their columns. Bodies without a collider are removed. Bodies
 * that sleep on a changed support wake, and so do the sleeping bodies in contact with a changed collider.
 */
import type { Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { Impulses } from './impulses.ts';
import type { SleepIslands } from './sleepIslands.ts';
import type { Supports } from './supports.ts';

/** The value of `scene.shapes` of a row without a collider. */
const NO_SHAPE = 0xffffffff;

export class SceneWatch {
  /** By row: 1 = the collider changed, and wakes the sleeping bodies in contact with it. */
  readonly disturbed: Uint8Array;
  /** By row: 1 = the collider was a sensor when a call last changed it. */
  readonly #wasSensor: Uint8Array;
  readonly #scene: Scene;
  readonly #bodies: Bodies;
  readonly #islands: SleepIslands;
  readonly #supports: Supports;
  readonly #impulses: Impulses;
  readonly #wake: (id: number) => void;
  readonly #disturb: (id: number) => void;
  /** `scene.changes.calls` at the last update. */
  readonly #seen = new Float64Array(1);
  /** `scene.rows` at the last update. */
  #rows = 0;
  /** Rows with `disturbed` set. */
  #disturbedCount = 0;
  /** Static rows that `exposeStatics` has made not static. */
  #exposed: number[] = [];

  constructor(scene: Scene, bodies: Bodies, islands: SleepIslands, supports: Supports, impulses: Impulses) {
    this.#scene = scene;
    this.#bodies = bodies;
    this.#islands = islands;
    this.#supports = supports;
    this.#impulses = impulses;
    this.#wake = (id) => islands.wake(id);
    this.#disturb = (id) => this.disturb(id);
    this.disturbed = new Uint8Array(scene.statics.length);
    this.#wasSensor = new Uint8Array(scene.statics.length);
    this.#seen[0] = scene.changes.calls;
    this.#rows = scene.rows;
  }

  /** `update`, if a call has removed or replaced a collider since the last update. */
  updateIfReplaced(): void {
    if (this.#scene.changes.lastBirth > this.#seen[0]) this.update();
  }

  /** Records a change by the stepper itself. No other call may have removed or replaced a collider since `update`. */
  recordOwnChange(id: number): void {
    const { changes, rows } = this.#scene;
    this.#rows = Math.max(rows, this.#rows);
    if (changes.bornAt[id] === changes.calls) this.#impulses.addNew(id);
    if (changes.calls === this.#seen[0] + 1) this.#seen[0] = changes.calls;
    this.disturb(id);
  }

  /** Processes all changes by calls since the last update. */
  update(): void {
    const { changes, rows } = this.#scene;
    const seen = this.#seen[0];
    if (changes.calls === seen) return;
    this.#seen[0] = changes.calls;
    const end = Math.max(rows, this.#rows);
    this.#rows = rows;
    this.#bodies.reach(rows);
    this.#forgetGone(end);
    for (let id = 0; id < end; id++) {
      if (!(changes.changedAt[id] > seen)) continue;
      if (changes.bornAt[id] > seen) this.#impulses.addNew(id);
      this.disturb(id);
      this.#bodies.markStatic(id);
    }
  }

  /** Finds supports of sleeping bodies that were moved through their columns. */
  findMovedSupports(): void {
    if (this.#islands.asleep > 0) this.#supports.findMoved(this.#disturb);
  }

  /**
   * Wakes the island of a changed row, and the bodies that sleep on it. The next step wakes the sleeping bodies that
   * are in contact with it, unless it is a sensor.
   */
  disturb(id: number): void {
    this.#islands.wake(id);
    this.#supports.wakeOn(id, this.#wake);
    if (this.#isSensor(id) || this.#islands.asleep === 0 || this.disturbed[id] === 1) return;
    this.disturbed[id] = 1;
    this.#disturbedCount++;
  }

  /**
   * Makes disturbed static rows not static, for one query. Sleeping bodies are static too, and a query finds no pairs
   * of two static colliders.
   */
  exposeStatics(): void {
    if (this.#disturbedCount === 0) return;
    const { statics, rows } = this.#scene;
    for (let id = 0; id < rows; id++) {
      if (this.disturbed[id] === 0 || statics[id] === 0) continue;
      this.#exposed.push(id);
      statics[id] = 0;
    }
  }

  /**
   * Undoes `exposeStatics`, and clears `disturbed`.
   * @returns whether any row was exposed: then the pairs have to be found again
   */
  restoreStatics(): boolean {
    if (this.#disturbedCount === 0) return false;
    const { statics } = this.#scene;
    for (const id of this.#exposed) statics[id] = 1;
    const any = this.#exposed.length > 0;
    this.#exposed = [];
    this.disturbed.fill(0);
    this.#disturbedCount = 0;
    return any;
  }

  /** Whether the changed row holds a sensor, or held one and is empty. */
  #isSensor(id: number): boolean {
    const { sensors, shapes } = this.#scene;
    const was = this.#wasSensor[id] === 1;
    const is = sensors[id] !== 0;
    this.#wasSensor[id] = Number(is);
    return is || (was && shapes[id] === NO_SHAPE);
  }

  #forgetGone(end: number): void {
    const { statics, changes } = this.#scene;
    const gone: number[] = [];
    for (let id = 0; id < end; id++) if (this.#bodies.isGone(id, changes.bornAt[id])) gone.push(id);
    // `wake` clears the static flags of an island; rows that hold another collider by now keep theirs
    const flags = gone.map((id) => statics[id]);
    for (const id of gone) this.#islands.wake(id);
    for (const [k, id] of gone.entries()) {
      statics[id] = flags[k];
      this.#bodies.forget(id);
    }
  }
}
