/** The state of the page for tests, as `window.hullstormDemo`. */
import type { EngineInfo } from 'hullstorm';
import { isDynamic } from '../../scenes/bodies.ts';
import type { FrameStats } from '../../scenes/frameStats.ts';
import type { Report } from './benchmark.ts';
import { STAGES, type Stage } from './history.ts';
import type { Page } from './page.ts';
import { FIELDS, type Field, type Seen } from './protocol.ts';
import type { Settings } from './settings.ts';

export interface HullstormDemo {
  /** Frames drawn since the page was opened. */
  readonly frames: number;
  /** Steps since the page was opened. */
  readonly steps: number;
  /**
   * Times of the last 300 steps (ms). `last` and `balls` are those of the last step. `busy` says whether a step is in
   * progress: a paused world still ends it.
   */
  stats(): {
    readonly step: FrameStats;
    readonly means: Record<Stage, number>;
    readonly last: Record<Field, number>;
    readonly balls: number;
    readonly settings: Settings;
    readonly paused: boolean;
    readonly busy: boolean;
  };
  /** Positions x y z of all dynamic bodies (m), without balls, and the number of steps so far. */
  positions(): { readonly steps: number; readonly xyz: number[] };
  /** The body that the last shot was aimed at; −1 for none. */
  readonly target: number;
  /** What is under the cursor, in scenes with a surface. */
  readonly seen: Seen | undefined;
  /** The point of the page (CSS px) at which a position is seen (m). */
  pointOf(position: [number, number, number]): [number, number];
  /** Position x y z of the character (m), if the scene has one. */
  character(): [number, number, number] | undefined;
  /** Hits of the last scan: x y z of each (m), as drawn. */
  scan(): number[];
  /** Of the engine that runs. Undefined while an engine starts. */
  info(): EngineInfo | undefined;
  /** Bytes of the engine's memory. */
  readonly bytes: number;
  /** Report of the last benchmark. */
  readonly report: Report | undefined;
}

declare global {
  interface Window {
    hullstormDemo: HullstormDemo;
  }
}

export function exposeToTests(page: Page): void {
  const { session } = page;
  const { history } = session;
  const each = <Name extends string>(names: readonly Name[], of: (name: Name) => number) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
  window.hullstormDemo = {
    get frames() {
      return page.frames;
    },
    get steps() {
      return session.steps;
    },
    get bytes() {
      return session.bytes;
    },
    get target() {
      return session.target;
    },
    get seen() {
      return session.seen;
    },
    pointOf: page.pointOf,
    get report() {
      return page.report;
    },
    stats: () => ({
      step: history.stats(),
      means: each(STAGES, history.mean),
      last: each(FIELDS, (name) => history.at(name, 0)),
      balls: session.balls,
      settings: page.settings,
      paused: page.paused,
      busy: session.isBusy,
    }),
    positions() {
      const { scene, poses, steps } = session;
      const xyz = (scene?.bodies ?? []).flatMap((spec, body) => {
        if (!isDynamic(spec) || !poses) return [];
        return [...poses.to.positions.subarray(4 * body, 4 * body + 3)];
      });
      return { steps, xyz };
    },
    character: () => session.character,
    scan: () => [...session.scanned],
    info: () => session.info,
  };
}
