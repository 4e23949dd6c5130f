/** When steps are due: simulated time follows real time, and time that cannot be caught up with is dropped. */

/** A step is due this much early (part of a step), so that rounding of a display's frame times leaves out none. */
const EARLY = 1e-3;

export class StepClock {
  /** Simulated seconds per real second. */
  speed = 1;
  /** Simulated seconds that were dropped. */
  dropped = 0;
  readonly #step: number;
  readonly #maxSteps: number;
  /** Time of the last call of `advance` (s); NaN before the first. */
  #last = Number.NaN;
  /** Time that is not simulated yet (s, simulated). */
  #behind = 0;

  /** @param step seconds per step @param maxSteps steps that are due at once, at most */
  constructor(step: number, maxSteps: number) {
    this.#step = step;
    this.#maxSteps = maxSteps;
  }

  /** Time before the next `advance` does not count. */
  restart(): void {
    this.#last = Number.NaN;
  }

  /** Goes to a time (s, real). A time before the last one counts as the last one. */
  advance(now: number): void {
    if (now > this.#last) this.#behind += this.speed * (now - this.#last);
    if (!(now <= this.#last)) this.#last = now;
  }

  /** Drops what is more than `maxSteps` behind. @returns steps that are due */
  due(): number {
    const due = Math.floor(this.#behind / this.#step + EARLY);
    const steps = Math.min(due, this.#maxSteps);
    this.dropped += (due - steps) * this.#step;
    this.#behind -= (due - steps) * this.#step;
    return steps;
  }

  /** A step that was due is done. */
  count(): void {
    this.#behind -= this.#step;
  }

  /** Real seconds to the next step, or to a look at the speed, which may have changed. */
  get wait(): number {
    return this.speed > 0 ? Math.min(this.#step, Math.max(0, (this.#step - this.#behind) / this.speed)) : this.#step;
  }

  /** The real time that the simulated one stands for (s); NaN before the first `advance`. */
  get shown(): number {
    return this.speed > 0 ? this.#last - this.#behind / this.speed : this.#last;
  }

  /** How far the time is between the last step and the next one: 0 to 1. */
  get alpha(): number {
    return Math.min(1, Math.max(0, this.#behind / this.#step));
  }
}
