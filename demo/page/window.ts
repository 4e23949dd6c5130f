/** What the page shows to tests, as `window.hullstormDemo`. */
import type { EngineInfo } from 'hullstorm';
import type { FrameStats } from '../shared/frameStats.ts';
import type { Report } from './benchmark.ts';
import type { Stage } from './history.ts';
import type { Field } from './protocol.ts';
import type { Settings } from './settings.ts';

export interface HullstormDemo {
  /** Pictures drawn, and steps taken, since the page was opened. */
  readonly frames: number;
  readonly steps: number;
  /** Times in ms, over the last 300 steps at most; the rest of the last step. */
  stats(): {
    readonly step: FrameStats;
    readonly means: Record<Stage, number>;
    readonly last: Record<Field, number>;
    readonly balls: number;
    readonly settings: Settings;
    readonly paused: boolean;
  };
  /** Where the bodies that move are, balls not among them: x y z each (m); and after how many steps. */
  positions(): { readonly steps: number; readonly xyz: number[] };
  /** Of the engine that runs; none while one is being made. */
  info(): EngineInfo | undefined;
  /** Of the engine's memory. */
  readonly bytes: number;
  /** Of the last benchmark. */
  readonly report: Report | undefined;
}

declare global {
  interface Window {
    hullstormDemo: HullstormDemo;
  }
}
