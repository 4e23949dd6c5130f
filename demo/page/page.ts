/** The page: a loop in a worker steps a world; the page draws it, and passes on what the visitor wants. */

import { createGuide, type Guide } from '../../scenes/character.ts';
import { benchmarkSettings, type Report, STEPS, WHAT } from './benchmark.ts';
import { runInSession } from './benchmarkRun.ts';
import { onClick } from './clicks.ts';
import { type Controls, createControls } from './controls.ts';
import { element, nextFrame } from './dom.ts';
import { createDrag, type Drag } from './drag.ts';
import { isReporting, type Mode } from './mode.ts';
import { createPanel } from './panel.ts';
import { coveredByPanel } from './panelCover.ts';
import { createPointer } from './pointer.ts';
import type { Orders, Shot } from './protocol.ts';
import { drawReport } from './reportPicture.ts';
import { createReportView } from './reportView.ts';
import { createRival, type Rival } from './rival.ts';
import { Session } from './session.ts';
import {
  type CameraPlace,
  formatLink,
  formatSettings,
  parseCamera,
  parseSettings,
  type Settings,
  withScene,
} from './settings.ts';
import type { Stage } from './stage.ts';
import { LINES } from './stateLines.ts';
import { createTour } from './tour.ts';
import { createWalkKeys } from './walkKeys.ts';

/** Of the key for slow motion. */
const SLOW = 0.25;
/** A pyramid is shot at by itself after this time (s), unless the visitor acts before. */
const FIRST_SHOT = 1.5;

export class Page {
  readonly session: Session;
  settings: Settings;
  paused = false;
  /** Simulated seconds per second. */
  speed = 1;
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
  /** What waits for the next frame. */
  readonly #due: ((time: number) => void)[] = [];
  readonly #drag: Drag;
  readonly #isStill: boolean;
  /** Whether the scene is shot at by itself. */
  #isToShoot = false;
  #rival: Rival | undefined;
  readonly #tour = createTour();
  /** Leads the character of the scene on the tour. */
  #guide: Guide | undefined;
  /** Of the address: for the next world. */
  #camera: CameraPlace | undefined;
  readonly #walkKeys = createWalkKeys();
  #shots: Shot[] = [];
  readonly #pointer = createPointer(element('view'));
  /** Whether contact points are shown, and whether that has changed since the last run. */
  #showsContacts = false;
  #isToggled = false;

  constructor(stage: Stage, mostWorkers: number, isStill: boolean, showError: (error: unknown) => void) {
    this.#stage = stage;
    this.#isStill = isStill;
    this.pointOf = stage.pointOf;
    this.#mostWorkers = mostWorkers;
    this.#showError = showError;
    this.session = new Session(
      stage,
      isStill,
      (frame) => this.#due.push(frame),
      (error) => this.#fail(error),
    );
    this.#drag = createDrag(element('view'), stage, this.session);
    this.settings = parseSettings(location.hash, mostWorkers);
    this.#camera = parseCamera(location.hash);
    if (location.hash === '' && !isStill) this.#startTour();
    this.#controls = this.#createControls();
    for (const name of ['pointerdown', 'wheel', 'keydown'] as const) {
      addEventListener(name, (event) => this.#takeOver(event), { capture: true, passive: true });
    }
    onClick(element('view'), (x, y) => this.#shoot(x, y));
    addEventListener('resize', () => this.#fitView());
    addEventListener('hashchange', () => {
      this.#camera = parseCamera(location.hash);
      this.#change(parseSettings(location.hash, mostWorkers));
    });
    element('error-retry').onclick = () => this.#restart();
    this.#fitView();
    this.#showControls();
  }

  /** Never resolves. */
  async run(): Promise<never> {
    this.#draw();
    for (;;) {
      try {
        if (this.#mode === 'loading') await this.#load();
        else if (this.#mode === 'benchmark') await this.#benchmark();
        else await nextFrame();
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  async #load(): Promise<void> {
    // set first: a change of settings during the start sets it back to 'loading'
    this.#mode = 'running';
    await this.session.start(this.settings);
    await this.#rival?.start(this.settings);
    this.#controls.offerWorkers(this.session.info?.whyNoWorkers);
    this.#shots = [];
    this.#walkKeys.release();
    const { scene } = this.session;
    this.#guide = scene?.character && createGuide(scene.character);
    if (this.#camera) this.#stage.camera = this.#camera;
    this.#camera = undefined;
    this.#isToShoot = this.settings.scene === 'pyramid' && !this.#tour.isOn && !this.#isStill;
    this.#runOrPause();
    this.#panel.refresh();
  }

  #takeOrders(): Orders {
    const shots = this.#shots;
    this.#shots = [];
    this.#isToggled = false;
    const place = this.#pointer.take();
    const look = place && this.session.hasSurface ? this.#stage.rayTo(...place) : undefined;
    const { character } = this.session;
    const isGuided = this.#tour.isOn && this.#guide && character;
    const walk = isGuided ? this.#guide!.next(character) : this.#walkKeys.walk(this.#stage.heading());
    const orders = { shots, walk, look, pull: this.#drag.goal(), withContacts: this.#showsContacts };
    this.#rival?.tell(orders);
    return orders;
  }

  async #benchmark(): Promise<void> {
    const run = this.#benchmarks;
    const isCurrent = () => this.#mode === 'benchmark' && run === this.#benchmarks;
    const report = await runInSession(this.session, this.settings, this.#stage.graphics, isCurrent, {
      started: this.#panel.refresh,
      progress: this.#reportView.progress,
    });
    if (!report || !isCurrent()) return;
    const picture = await drawReport(report, this.#stage.snapshot());
    if (!isCurrent()) return;
    this.report = report;
    this.#reportView.show(report, picture);
    this.#mode = 'report';
  }

  #fail(error: unknown): void {
    const wasReporting = isReporting(this.#mode);
    this.#mode = 'failed';
    if (wasReporting) this.#reportView.close();
    this.#endCompare();
    void this.session.close();
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
    this.#tour.stop();
    this.#endCompare();
    this.#mode = 'benchmark';
    this.#benchmarks++;
    element('error').hidden = true;
    const { count, workers, kernel } = benchmarkSettings(this.settings);
    const threads = workers === 0 ? 'one thread' : `${workers + 1} threads`;
    this.#reportView.open(`${count.toLocaleString('en')} ${WHAT}: ${STEPS} steps on ${threads}, kernel ${kernel}`);
  }

  #change(settings: Settings): void {
    this.settings = settings;
    this.#restart();
    this.#tour.stop();
    this.#showAddress();
    this.#showControls();
  }

  /** The same scene on one thread, beside this one; or not any more. */
  #compare(): void {
    if (this.#rival) {
      this.#endCompare();
    } else {
      this.#tour.stop();
      this.#rival = createRival(
        this.#isStill,
        (frame) => this.#due.push(frame),
        (error) => this.#fail(error),
      );
    }
    this.#fitView();
    this.#restart();
    this.#showControls();
  }

  #endCompare(): void {
    this.#rival?.dispose();
    this.#rival = undefined;
  }

  #startTour(): void {
    this.#endCompare();
    this.#tour.start();
    this.paused = false;
    this.speed = 1;
    this.settings = withScene(this.settings, this.#tour.scene);
    this.#restart();
  }

  #goOn(): void {
    this.settings = withScene(this.settings, this.#tour.scene);
    this.#restart();
    this.#showControls();
  }

  /** The visitor acts: nothing goes on by itself. */
  #takeOver({ target }: Event): void {
    this.#isToShoot = false;
    if (!this.#tour.isOn || (target instanceof Element && target.closest('#tour'))) return;
    this.#tour.stop();
    this.#showAddress();
    this.#showControls();
  }

  #showAddress(): void {
    history.replaceState(null, '', `#${formatSettings(this.settings, this.#mostWorkers)}`);
  }

  async #copyLink(): Promise<boolean> {
    const hash = formatLink(this.settings, this.#mostWorkers, this.#stage.camera);
    history.replaceState(null, '', `#${hash}`);
    try {
      await navigator.clipboard.writeText(location.href);
      return true;
    } catch {
      return false;
    }
  }

  #setPaused(paused: boolean): void {
    this.paused = paused;
    this.#runOrPause();
    this.#showControls();
  }

  #setSpeed(speed: number): void {
    this.speed = speed;
    this.#runOrPause();
    this.#showControls();
  }

  #runOrPause(): void {
    if (this.#mode !== 'running') return;
    for (const world of [this.session, this.#rival]) world?.setRunning(!this.paused, this.speed);
  }

  #showControls(): void {
    const { settings, paused, speed, session } = this;
    this.#controls.show(settings, {
      paused,
      speed,
      hasContacts: this.#showsContacts,
      lines: session.lines,
      isCompared: !!this.#rival,
      isTour: this.#tour.isOn,
    });
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
        this.#setPaused(true);
        void this.session.stepOnce().catch(this.#showError);
      },
      setSpeed: (speed) => this.#setSpeed(speed),
      restart: () => this.#restart(),
      shoot: () => this.#shoot(),
      compare: () => this.#compare(),
      nextLines: () => {
        const { session } = this;
        session.lines = LINES[(LINES.indexOf(session.lines) + 1) % LINES.length];
        this.#showControls();
      },
      slowDown: () => this.#setSpeed(this.speed === 1 ? SLOW : 1),
      copyLink: () => this.#copyLink(),
      tour: () => {
        if (this.#tour.isOn) this.#tour.stop();
        else this.#startTour();
        this.#showControls();
      },
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
    for (const view of [this.#stage, this.#rival]) view?.setCovered(coveredByPanel());
  }

  #draw(): void {
    requestAnimationFrame((time) => {
      for (const frame of this.#due.splice(0)) frame(time);
      this.#draw();
    });
    const start = performance.now();
    const { session } = this;
    if (this.#mode === 'running' && (!this.paused || this.#isAsked())) {
      void session.exchange(() => this.#takeOrders());
    }
    if (this.#mode === 'running' && session.running) {
      const now = this.#tour.next(session.worldTime);
      if (this.#isToShoot && session.worldTime > FIRST_SHOT) {
        this.#isToShoot = false;
        this.#shoot();
      }
      if (now === 'shoot') this.#shoot();
      if (now === 'go on') this.#goOn();
    }
    const isMoved = session.update();
    if (session.character) this.#stage.follow(session.character);
    this.#rival?.draw(session, this.#stage);
    if (!this.#stage.draw(isMoved)) return;
    this.frames++;
    session.drawTime = performance.now() - start;
    if (session.info && session.scene) {
      this.#panel.update(session.history, session.info, session.running?.count ?? 0, {
        hasSensor: !!session.scene.sensor,
        hasSurface: session.hasSurface,
        seen: session.seen,
        gpuTime: this.#stage.gpuTime,
        tier: this.#stage.tier.name,
      });
    }
  }

  /** Whether the visitor wants something of a world that is paused. */
  #isAsked(): boolean {
    const { session } = this;
    const isStale = session.unseen > 0;
    return isStale || this.#shots.length > 0 || this.#isToggled || (session.hasSurface && this.#pointer.isMoved);
  }
}
