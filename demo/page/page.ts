/**
 * The page: a worker steps a world of rigid bodies, and the page draws them. One loop talks to the worker: it applies
 * the visitor's changes, steps, and takes over the poses. A second loop draws. Simulated time follows real time, and
 * falls behind where steps take longer.
 */
import { benchmarkSettings, makeReport, type Report, runBenchmark, STEPS } from './benchmark.ts';
import { onClick } from './clicks.ts';
import { type Controls, createControls } from './controls.ts';
import { element } from './dom.ts';
import { createPanel } from './panel.ts';
import { type Shot, TIME_STEP } from './protocol.ts';
import { createReportView } from './reportView.ts';
import { Session } from './session.ts';
import { formatSettings, parseSettings, type Settings } from './settings.ts';
import type { Stage } from './stage.ts';

const STEP = 1000 * TIME_STEP; // ms
/** A step may begin this much early, to meet a frame of the display (ms). */
const EARLY = 4;
/** Delay that is caught up with; longer delays are dropped (ms). */
const MOST_DELAY = 50;

/**
 * What the loop does next:
 *
 *   loading    create a world with the current settings
 *   stepping   step the world, unless the visitor has paused it
 *   benchmark  run the benchmark
 *   report     wait until the visitor closes the report
 *   failed     wait until the visitor tries again
 */
type Mode = 'loading' | 'stepping' | 'benchmark' | 'report' | 'failed';

export class Page {
  readonly session: Session;
  settings: Settings;
  paused = false;
  /** Frames drawn. */
  frames = 0;
  /** Report of the last benchmark. */
  report: Report | undefined;
  /** The point of the page at which a position is seen, for tests. */
  readonly pointOf: Stage['pointOf'];
  readonly #stage: Stage;
  readonly #mostWorkers: number;
  readonly #panel = createPanel();
  readonly #reportView = createReportView(() => this.#closeReport());
  readonly #controls: Controls;
  readonly #showError: (error: unknown) => void;
  #mode: Mode = 'loading';
  /** Benchmarks begun so far: a run ends when its number is not the last. */
  #benchmarks = 0;
  /** Steps that the visitor has asked for one by one. */
  #singleSteps = 0;
  #shots: Shot[] = [];
  /** When the next step is due (ms). */
  #due = 0;

  constructor(stage: Stage, mostWorkers: number, isStill: boolean, showError: (error: unknown) => void) {
    this.#stage = stage;
    this.pointOf = stage.pointOf;
    this.#mostWorkers = mostWorkers;
    this.#showError = showError;
    this.session = new Session(stage, isStill);
    this.settings = parseSettings(location.hash, mostWorkers);
    this.#controls = this.#createControls();
    onClick(element('view'), (x, y) => this.#shoot(x, y));
    addEventListener('resize', () => this.#fitView());
    addEventListener('hashchange', () => this.#change(parseSettings(location.hash, mostWorkers)));
    element('error-retry').onclick = () => this.#restart();
    this.#fitView();
    this.#controls.show(this.settings, this.paused);
  }

  /** Runs both loops. Never resolves. */
  async run(): Promise<never> {
    this.#draw();
    for (;;) {
      try {
        await this.#next();
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  async #next(): Promise<void> {
    switch (this.#mode) {
      case 'loading':
        return this.#load();
      case 'stepping':
        return this.#step();
      case 'benchmark':
        return this.#benchmark();
      default:
        await nextFrame();
    }
  }

  async #load(): Promise<void> {
    // set first: a change of settings during the start sets it back to 'loading'
    this.#mode = 'stepping';
    await this.session.start(this.settings);
    this.#controls.offerWorkers(this.session.info?.whyNoWorkers);
    this.#shots = [];
    this.#due = performance.now();
    this.#panel.refresh();
  }

  /** Steps if a step is due or wanted, else waits for a frame. */
  async #step(): Promise<void> {
    const now = performance.now();
    const isDue = !this.paused && now >= this.#due - EARLY;
    const isWanted = isDue || this.#singleSteps > 0;
    if (document.hidden || (!isWanted && this.#shots.length === 0)) {
      await nextFrame();
      return;
    }
    if (isDue) this.#due = Math.max(this.#due, now - MOST_DELAY) + STEP;
    else if (isWanted) this.#singleSteps--;
    const shots = this.#shots;
    this.#shots = [];
    await this.session.run(isWanted ? 1 : 0, shots);
  }

  async #benchmark(): Promise<void> {
    const run = this.#benchmarks;
    const isCurrent = () => this.#mode === 'benchmark' && run === this.#benchmarks;
    const { session } = this;
    const chosen = benchmarkSettings(this.settings);
    await session.start(chosen);
    this.#panel.refresh();
    if (!session.simulator) return;
    const result = await runBenchmark(session.simulator, async (ran, done) => {
      session.takeOver(ran);
      this.#reportView.progress(done / STEPS);
      await nextFrame();
      await nextFrame(); // the frame that shows these poses is drawn before the next steps
      return isCurrent();
    });
    if (!result || !session.info || !isCurrent()) return;
    const { samples, last } = result;
    this.report = makeReport(chosen, session.info, samples, last.checksum ?? '', this.#stage.graphics);
    this.#reportView.show(this.report);
    this.#mode = 'report';
  }

  #fail(error: unknown): void {
    const isReporting = this.#isReporting;
    this.#mode = 'failed';
    if (isReporting) this.#reportView.close();
    this.session.reset();
    this.#showError(error);
  }

  /** Whether the dialog of the benchmark is open. */
  get #isReporting(): boolean {
    return this.#mode === 'benchmark' || this.#mode === 'report';
  }

  #closeReport(): void {
    if (this.#mode === 'failed') return;
    this.#mode = 'loading';
    element('error').hidden = true;
  }

  #restart(): void {
    if (!this.#isReporting) this.#mode = 'loading';
    element('error').hidden = true;
  }

  #startBenchmark(): void {
    if (this.#isReporting) return;
    this.#mode = 'benchmark';
    this.#benchmarks++;
    element('error').hidden = true;
    this.#reportView.open();
  }

  #change(settings: Settings): void {
    this.settings = settings;
    this.#restart();
    history.replaceState(null, '', `#${formatSettings(settings, this.#mostWorkers)}`);
    this.#controls.show(settings, this.paused);
  }

  #setPaused(paused: boolean): void {
    this.paused = paused;
    this.#controls.show(this.settings, paused);
  }

  /** Shoots a ball at a point of the page (CSS px), or at the center of the scene. */
  #shoot(x?: number, y?: number): void {
    if (this.session.scene && !this.#isReporting) this.#shots.push(this.#stage.rayTo(x, y));
  }

  #createControls(): Controls {
    return createControls(this.settings, this.#mostWorkers, {
      change: (settings) => this.#change(settings),
      pause: () => this.#setPaused(!this.paused),
      step: () => {
        this.#singleSteps++;
        this.#setPaused(true);
      },
      restart: () => this.#restart(),
      shoot: () => this.#shoot(),
      benchmark: () => this.#startBenchmark(),
      turn: this.#stage.turn,
      zoom: this.#stage.zoom,
      folded: () => queueMicrotask(() => this.#fitView()),
    });
  }

  /** Centers the scene in the part of the view that the panel does not cover. */
  #fitView(): void {
    this.#stage.setCovered(coveredByPanel());
  }

  #draw(): void {
    requestAnimationFrame(() => this.#draw());
    const start = performance.now();
    const { session } = this;
    if (!this.#stage.draw(session.takeMoved())) return;
    this.frames++;
    session.renderTime = performance.now() - start;
    if (session.info && session.scene) {
      this.#panel.update(session.history, session.info, session.running?.count ?? 0, !!session.scene.sensor);
    }
  }
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

function coveredByPanel(): { right: number; bottom: number } {
  const { left, top, width } = element('panel').getBoundingClientRect();
  const isFolded = element('panel').classList.contains('folded');
  const isNarrow = width > innerWidth - 40;
  if (isNarrow) return { right: 0, bottom: innerHeight - top };
  return { right: isFolded ? 0 : innerWidth - left, bottom: 0 };
}
