/**
 * What was done to the scene without the stepper: colliders that went, or came in the place of others, were moved, or changed their groups;
 * supports that were moved by writing into their columns. Bodies whose collider is gone are forgotten; what sleeps on something that
 * changed wakes; and what changed wakes those that it touches now.
 */
import type { Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { Impulses } from './impulses.ts';
import type { SleepIslands } from './sleepIslands.ts';
import type { Supports } from './supports.ts';

export class Watch {
  /** By row: 1 = it changed, and those that it touches are to wake. */
  readonly stirred: Uint8Array;
  readonly #scene: Scene;
  readonly #bodies: Bodies;
  readonly #rest: SleepIslands;
  readonly #supports: Supports;
  readonly #impulses: Impulses;
  readonly #wake: (id: number) => void;
  readonly #moved: (id: number) => void;
  /** Calls and rows when they were looked at last. */
  readonly #seen = new Float64Array(1);
  #rows = 0;
  #stirs = 0;
  /** Static rows that `expose` made others of. */
  #exposed: number[] = [];

  constructor(scene: Scene, bodies: Bodies, rest: SleepIslands, supports: Supports, impulses: Impulses) {
    this.#scene = scene;
    this.#bodies = bodies;
    this.#rest = rest;
    this.#supports = supports;
    this.#impulses = impulses;
    this.#wake = (id) => rest.wake(id);
    this.#moved = (id) => this.stir(id);
    this.stirred = new Uint8Array(scene.statics.length);
    this.#seen[0] = scene.changes.calls;
    this.#rows = scene.rows;
  }

  /** Looks at calls since it was asked last, if any of them put a collider in the place of another, or took one away. */
  lookForGone(): void {
    if (this.#scene.changes.lastBirth > this.#seen[0]) this.look();
  }

  /** The stepper itself has just changed a row, and nothing else has changed since `look`, or poses and flags alone. */
  took(id: number): void {
    const { changes, rows } = this.#scene;
    this.#rows = Math.max(rows, this.#rows);
    if (changes.bornAt[id] === changes.calls) this.#impulses.meet(id);
    if (changes.calls === this.#seen[0] + 1) this.#seen[0] = changes.calls;
    this.stir(id);
  }

  /** Looks at calls since it was asked last. */
  look(): void {
    const { changes, rows } = this.#scene;
    const seen = this.#seen[0];
    if (changes.calls === seen) return;
    this.#seen[0] = changes.calls;
    const end = Math.max(rows, this.#rows);
    this.#rows = rows;
    this.#forgetGone(end);
    for (let id = 0; id < end; id++) {
      if (!(changes.changedAt[id] > seen)) continue;
      if (changes.bornAt[id] > seen) this.#impulses.meet(id);
      this.stir(id);
      this.#bodies.markStatic(id);
    }
  }

  /** Looks at supports of sleeping bodies. */
  lookAtSupports(): void {
    if (this.#rest.asleep > 0) this.#supports.findMoved(this.#moved);
  }

  /** A row changed: wakes its island, what sleeps on it, and, before the next step, what it touches where it is. */
  stir(id: number): void {
    this.#rest.wake(id);
    this.#supports.wakeOn(id, this.#wake);
    if (this.#rest.asleep === 0 || this.stirred[id] === 1) return;
    this.stirred[id] = 1;
    this.#stirs++;
  }

  /** Before pairs are found: static rows that changed are not static for once, as sleeping bodies are, and pairs among them are none. */
  expose(): void {
    if (this.#stirs === 0) return;
    const { statics, rows } = this.#scene;
    for (let id = 0; id < rows; id++) {
      if (this.stirred[id] === 0 || statics[id] === 0) continue;
      this.#exposed.push(id);
      statics[id] = 0;
    }
  }

  /** After pairs were found. @returns whether any row was exposed: then pairs are to be found again */
  cover(): boolean {
    if (this.#stirs === 0) return false;
    const { statics } = this.#scene;
    for (const id of this.#exposed) statics[id] = 1;
    const any = this.#exposed.length > 0;
    this.#exposed = [];
    this.stirred.fill(0);
    this.#stirs = 0;
    return any;
  }

  #forgetGone(end: number): void {
    const { statics, changes } = this.#scene;
    const gone: number[] = [];
    for (let id = 0; id < end; id++) if (this.#bodies.isGone(id, changes.bornAt[id])) gone.push(id);
    // waking an island makes its rows static no more, which rows that hold something else by now must not notice
    const flags = gone.map((id) => statics[id]);
    for (const id of gone) this.#rest.wake(id);
    for (const [k, id] of gone.entries()) {
      statics[id] = flags[k];
      this.#bodies.forget(id);
    }
  }
}
