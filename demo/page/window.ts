/** What the page shows to tests, as `window.hullstormDemo`. */
import type { EngineInfo } from 'hullstorm';
import type { FrameStats } from '../../scenes/frameStats.ts';
import type { Report } from './benchmark.ts';
import { STAGES, type Stage } from './history.ts';
import { FIELDS, type Field } from './protocol.ts';
import type { Session } from './session.ts';
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

/** What the page knows and the session does not. */
export interface PageState {
  frames(): number;
  settings(): Settings;
  paused(): boolean;
  report(): Report | undefined;
}

export function exposeToTests(session: Session, page: PageState): void {
  const { history } = session;
  const each = <Name extends string>(names: readonly Name[], of: (name: Name) => number) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
  window.hullstormDemo = {
    get frames() {
      return page.frames();
    },
    get steps() {
      return session.steps;
    },
    get bytes() {
      return session.bytes;
    },
    get report() {
      return page.report();
    },
    stats: () => ({
      step: history.stats(),
      means: each(STAGES, history.mean),
      last: each(FIELDS, (name) => history.at(name, 0)),
      balls: session.balls,
      settings: page.settings(),
      paused: page.paused(),
    }),
    positions() {
      const { scene, poses, steps } = session;
      const xyz = (scene?.bodies ?? []).flatMap(({ type }, body) => {
        if (type === 'static' || !poses) return [];
        return [...poses.positions.subarray(poses.stride * body, poses.stride * body + 3)];
      });
      return { steps, xyz };
    },
    info: () => session.info,
  };
}
