/**
 * The page: a worker steps a world of rigid bodies, and the page draws them. One loop talks to the worker: it applies
 * the visitor's changes, steps, and takes over the poses. A second loop draws.
 */
import type { Report } from './benchmark.ts';
import { runInSession } from './benchmarkRun.ts';
import { onClick } from './clicks.ts';
import { type Controls, createControls } from './controls.ts';
import { element, nextFrame } from './dom.ts';
import { isReporting, type Mode } from './mode.ts';
import { createPanel } from './panel.ts';
import { coveredByPanel } from './panelCover.ts';
import { createPointer } from './pointer.ts';
import type { Orders, Shot } from './protocol.ts';
import { createReportView } from './reportView.ts';
import { Session } from './session.ts';
import { formatSettings, parseSettings, type Settings } from './settings.ts';
import type { Stage } from './stage.ts';
import { createStepClock } from './stepClock.ts';
import { createWalkKeys } from './walkKeys.ts';

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
  readonly #clock = createStepClock();
  readonly #walkKeys = createWalkKeys();
  #shots: Shot[] = [];
  readonly #pointer = createPointer(element('view'));
  /** Whether contact points are shown, and whether that has changed since the last run. */
  #showsContacts = false;
  #isToggled = false;

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
    this.#showControls();
  }

  /** Both loops. Never resolves. */
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
    this.#walkKeys.release();
    this.#clock.restart();
    this.#panel.refresh();
  }

  /** Steps if a step is due or wanted, else waits for a frame. */
  async #step(): Promise<void> {
    const isStep = !document.hidden && this.#clock.takeStep(this.paused);
    if (document.hidden || !(isStep || this.#isAsked())) {
      await nextFrame();
      return;
    }
    await this.session.run(isStep ? 1 : 0, this.#takeOrders());
  }

  /** Whether the visitor wants something without a step. */
  #isAsked(): boolean {
    return this.#shots.length > 0 || this.#isToggled || (this.session.hasSurface && this.#pointer.isMoved);
  }

  #takeOrders(): Orders {
    const shots = this.#shots;
    this.#shots = [];
    this.#isToggled = false;
    const place = this.#pointer.take();
    const look = place && this.session.hasSurface ? this.#stage.rayTo(...place) : undefined;
    const walk = this.#walkKeys.walk(this.#stage.heading());
    return { shots, walk, look, withContacts: this.#showsContacts };
  }

  async #benchmark(): Promise<void> {
    const run = this.#benchmarks;
    const isCurrent = () => this.#mode === 'benchmark' && run === this.#benchmarks;
    const report = await runInSession(this.session, this.settings, this.#stage.graphics, isCurrent, {
      started: this.#panel.refresh,
      progress: this.#reportView.progress,
    });
    if (!report || !isCurrent()) return;
    this.report = report;
    this.#reportView.show(report);
    this.#mode = 'report';
  }

  #fail(error: unknown): void {
    const wasReporting = isReporting(this.#mode);
    this.#mode = 'failed';
    if (wasReporting) this.#reportView.close();
    this.session.reset();
    this.#showError(error);
  }

  #closeReport(): void {
    if (this.#mode === 'failed') return;
    this.#mode = 'loading';
    element('error').hidden = true;
  }

  #restart(): void {
    if (!isReporting(this.#mode)) this.#mode = 'loading';
    element('error').hidden = true;
  }

  #startBenchmark(): void {
    if (isReporting(this.#mode)) return;
    this.#mode = 'benchmark';
    this.#benchmarks++;
    element('error').hidden = true;
    this.#reportView.open();
  }

  #change(settings: Settings): void {
    this.settings = settings;
    this.#restart();
    history.replaceState(null, '', `#${formatSettings(settings, this.#mostWorkers)}`);
    this.#showControls();
  }

  #setPaused(paused: boolean): void {
    this.paused = paused;
    this.#showControls();
  }

  #showControls(): void {
    this.#controls.show(this.settings, this.paused, this.#showsContacts);
  }

  /** Shoots a ball at a point of the page (CSS px), or at the center of the scene. */
  #shoot(x?: number, y?: number): void {
    if (this.session.scene && !isReporting(this.#mode)) this.#shots.push(this.#stage.rayTo(x, y));
  }

  #createControls(): Controls {
    return createControls(this.settings, this.#mostWorkers, {
      change: (settings) => this.#change(settings),
      pause: () => this.#setPaused(!this.paused),
      step: () => {
        this.#clock.addStep();
        this.#setPaused(true);
      },
      restart: () => this.#restart(),
      shoot: () => this.#shoot(),
      showContacts: () => {
        this.#showsContacts = !this.#showsContacts;
        this.#isToggled = true;
        this.#showControls();
      },
      benchmark: () => this.#startBenchmark(),
      turn: this.#stage.turn,
      zoom: this.#stage.zoom,
      hold: (key, isDown) => !!this.session.scene?.character && this.#walkKeys.hold(key, isDown),
      release: this.#walkKeys.release,
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
    if (session.character) this.#stage.follow(session.character);
    if (!this.#stage.draw(session.takeMoved())) return;
    this.frames++;
    session.renderTime = performance.now() - start;
    if (session.info && session.scene) {
      this.#panel.update(session.history, session.info, session.running?.count ?? 0, {
        hasSensor: !!session.scene.sensor,
        hasSurface: session.hasSurface,
        seen: session.seen,
      });
    }
  }
}
