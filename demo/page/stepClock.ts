/** When steps are due: simulated time follows real time, and falls behind where steps take longer. */
import { TIME_STEP } from './protocol.ts';

const STEP = 1000 * TIME_STEP; // ms
/** A step may begin this much early, to meet a frame of the display (ms). */
const EARLY = 4;
/** Delay that is caught up with; longer delays are dropped (ms). */
const MOST_DELAY = 50;

export interface StepClock {
  /** The next step is due now. */
  restart(): void;
  /** Asks for one step out of time. */
  addStep(): void;
  /** Whether a step is due or asked for; if so, it counts as taken. @param paused no step is due */
  takeStep(paused: boolean): boolean;
}

export function createStepClock(): StepClock {
  let due = 0; // ms
  let asked = 0;
  return {
    restart() {
      due = performance.now();
    },
    addStep() {
      asked++;
    },
    takeStep(paused) {
      const now = performance.now();
      if (!paused && now >= due - EARLY) {
        due = Math.max(due, now - MOST_DELAY) + STEP;
        return true;
      }
      if (asked === 0) return false;
      asked--;
      return true;
    },
  };
}
