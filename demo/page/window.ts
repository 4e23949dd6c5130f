/** What the page shows to tests, as `window.hullstormDemo`. */
import type { EngineInfo } from 'hullstorm';
import type { FrameStats } from '../shared/frameStats.ts';
import type { Stage } from './history.ts';
import type { Settings } from './settings.ts';

export interface HullstormDemo {
  /** Frames computed since the page was opened. */
  readonly frames: number;
  /** Times in ms, over the last 300 frames at most. */
  stats(): {
    readonly frame: FrameStats;
    readonly stages: Record<Stage, number>;
    readonly pairs: number;
    readonly overlaps: number;
    readonly settings: Settings;
    readonly paused: boolean;
  };
  /** Of the engine that runs; none while one is being made. */
  info(): EngineInfo | undefined;
}

declare global {
  interface Window {
    hullstormDemo: HullstormDemo;
  }
}
