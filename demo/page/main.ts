/**
 * The page: a world of falling bodies, every candidate pair measured every frame, drawn with what was found. One loop does
 * everything in order: take over what the visitor changed, move, query, draw, report. So nothing overlaps, and an engine is
 * closed only between queries.
 */
import { createRecorded } from '../../scenes/recordedWorld.ts';
import { createStress } from '../../scenes/stress.ts';
import type { World } from '../../scenes/world.ts';
import { createSimulation, type Simulation } from '../shared/simulation.ts';
import { createBodyMaterial } from './bodyMaterial.ts';
import { type BodyMeshes, createBodyMeshes } from './bodyMeshes.ts';
import { createControls } from './controls.ts';
import { element, setText } from './dom.ts';
import { createHistory } from './history.ts';
import { createPanel } from './panel.ts';
import { loadRecording } from './recording.ts';
import { formatSettings, parseSettings, type Settings } from './settings.ts';
import { createStage } from './stage.ts';
import type {} from './window.ts';

const LONGEST_STEP = 1 / 20; // s: after a pause or a slow frame bodies do not jump
/** For 20,000 bodies with some room; what is reserved and not touched costs nothing, but phones refuse to reserve a lot. */
const CAPACITY = { colliders: 32_768, pairs: 524_288 };

/** Frames after a start that count for nothing: shaders and kernels are being compiled. */
const UNCOUNTED = 5;

addEventListener('error', ({ message, error }) => showError(error ?? message));
addEventListener('unhandledrejection', ({ reason }) => showError(reason));

const cores = navigator.hardwareConcurrency ?? 1;
const mostWorkers = Math.max(cores - 1, 0);
const history = createHistory();
let settings = parseSettings(location.hash, mostWorkers);
let paused = false;
let time = 0;
let frames = 0;
let simulation: Simulation | undefined;

window.hullstormDemo = {
  get frames() {
    return frames;
  },
  stats: () => ({
    frame: history.stats(),
    stages: history.means(),
    pairs: simulation?.last.pairCount ?? 0,
    overlaps: simulation?.last.overlapCount ?? 0,
    settings,
    paused,
  }),
  info: () => simulation?.engine.info,
};

await main();

async function main(): Promise<void> {
  const stage = createStage(element('view', HTMLCanvasElement));
  const look = createBodyMaterial();
  const panel = createPanel();
  const clearPart = () => stage.setCovered(coveredByPanel());
  const controls = createControls(settings, crossOriginIsolated ? mostWorkers : 0, {
    change,
    pause: () => {
      paused = !paused;
      controls.show(settings, paused);
    },
    restart: () => {
      time = 0;
      stale = true;
      tryAgain();
    },
    turn: stage.turn,
    zoom: stage.zoom,
    folded: () => queueMicrotask(clearPart),
  });
  let meshes: BodyMeshes | undefined;
  let running: Settings | undefined;
  let failed = false;
  let stale = true; // what is shown does not belong to the settings
  let age = 0; // frames of this engine
  let before = performance.now();

  addEventListener('resize', clearPart);
  addEventListener('hashchange', () => change(parseSettings(location.hash, mostWorkers)));
  element('error-retry').onclick = () => {
    running = undefined;
    tryAgain();
  };
  clearPart();
  controls.show(settings, paused);

  for (;;) {
    const now = await nextFrame();
    const elapsed = Math.min((now - before) / 1000, LONGEST_STEP);
    before = now;
    if (failed) continue;
    try {
      // a copy: while a world is being made the visitor may change their mind
      const wanted = settings;
      if (!simulation || !running || needsRebuild(running, wanted)) await rebuild(wanted);
      running = wanted;
      await frame(elapsed);
    } catch (error) {
      failed = true;
      showError(error);
    }
  }

  /** Settings that the loop takes over before the next frame. */
  function change(next: Settings): void {
    settings = next;
    stale = true;
    tryAgain();
    window.history.replaceState(null, '', `#${formatSettings(next, mostWorkers)}`);
    controls.show(next, paused);
  }

  function tryAgain(): void {
    failed = false;
    element('error').hidden = true;
  }

  async function frame(elapsed: number): Promise<void> {
    if (!simulation || !meshes) return;
    if (paused && !stale) return stage.draw(); // the view can still be turned
    stale = false;
    if (!paused) time += elapsed;
    const results = await simulation.step(time, settings.margin);
    const start = performance.now();
    meshes.update(simulation.engine.scene, results);
    stage.draw();
    const draw = performance.now() - start;
    frames++;
    if (++age > UNCOUNTED) history.record(simulation.last, draw);
    panel.update(simulation, history);
  }

  /** Another world, other workers or another kernel: the old engine ends, a new one starts. */
  async function rebuild(wanted: Settings): Promise<void> {
    const { workers, kernel } = wanted;
    const kept = running && sameWorld(running, wanted) ? simulation?.world : undefined;
    await simulation?.close();
    simulation = undefined;
    const world = kept ?? (await makeWorld(wanted));
    simulation = await createSimulation(world, { workers, kernel, capacity: CAPACITY });
    history.clear();
    age = 0;
    panel.refresh();
    if (kept) return;
    time = 0;
    meshes?.dispose();
    meshes = createBodyMeshes(world, look.material);
    look.setColumn(world.column);
    stage.show(meshes.group);
    stage.frame(world.column);
  }
}

function sameWorld(a: Settings, b: Settings): boolean {
  return a.shape === b.shape && a.count === b.count && a.seed === b.seed;
}

function needsRebuild(a: Settings, b: Settings): boolean {
  return !sameWorld(a, b) || a.workers !== b.workers || a.kernel !== b.kernel;
}

async function makeWorld({ shape, count, seed }: Settings): Promise<World> {
  if (shape === 'recorded') return createRecorded(await loadRecording(), seed);
  return createStress({ shape, count, seed });
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

function coveredByPanel(): { right: number; bottom: number } {
  const { left, top, width } = element('panel').getBoundingClientRect();
  const folded = element('panel').classList.contains('folded');
  const narrow = width > innerWidth - 40;
  if (narrow) return { right: 0, bottom: innerHeight - top };
  return { right: folded ? 0 : innerWidth - left, bottom: 0 };
}

function showError(error: unknown): void {
  setText(element('error-text'), error instanceof Error ? error.message : String(error));
  element('error').hidden = false;
}
