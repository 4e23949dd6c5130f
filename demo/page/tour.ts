/** The tour: scenes that follow each other by themselves, until the visitor does something. Pure. */
import type { BodySceneName } from '../../scenes/bodyScenes.ts';

interface Stop {
  readonly scene: BodySceneName;
  /** Times of shots at the middle of the scene, since the world began (simulated s). */
  readonly shots: readonly number[];
}

const STOPS: readonly Stop[] = [
  { scene: 'wall', shots: [1.6, 2.6, 3.4, 4.2, 5, 5.8] },
  { scene: 'lidar', shots: [] },
  { scene: 'mixed', shots: [4.5, 5.5, 6.5] },
  { scene: 'walk', shots: [] },
  { scene: 'pyramid', shots: [1.2, 2.2, 3.2, 4.2] },
];
/** Simulated time of a stop (s). */
const STAY = 8;

export interface Tour {
  readonly isOn: boolean;
  /** Of the stop. */
  readonly scene: BodySceneName;
  start(): void;
  stop(): void;
  /** @param time of the world (s) @returns what is to be done now */
  next(time: number): 'shoot' | 'go on' | undefined;
}

export function createTour(): Tour {
  let isOn = false;
  let stop = 0;
  let shot = 0;
  return {
    get isOn() {
      return isOn;
    },
    get scene() {
      return STOPS[stop].scene;
    },
    start() {
      isOn = true;
      stop = shot = 0;
    },
    stop() {
      isOn = false;
    },
    next(time) {
      if (!isOn) return undefined;
      const { shots } = STOPS[stop];
      if (time >= STAY) {
        stop = (stop + 1) % STOPS.length;
        shot = 0;
        return 'go on';
      }
      if (shot >= shots.length || time < shots[shot]) return undefined;
      shot++;
      return 'shoot';
    },
  };
}
