/**
 * A scene of rigid bodies: they fall into a yard, stepped by `hullstorm/dynamics`. A table shows the times of each
 * stage, and how the bodies lie in the end. Every step is measured, from the first on.
 */
import { createEngine, type EngineOptions, type Shape } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { type BodyScene, POSE, roomForBodies } from '../../scenes/bodies.ts';
import { createBodyScene } from '../../scenes/bodyScenes.ts';
import { judgeHeap } from '../../scenes/heapJudge.ts';
import { rayCount } from '../../scenes/sensor.ts';
import { createGuidedWalk, type GuidedWalk } from '../shared/guidedWalk.ts';
import { countHits, createScanner, type Scanner } from '../shared/scanner.ts';
import { addHits, addNumbers, CHECKSUM_START, checksumText } from './checksum.ts';
import { withEngineOptions } from './engineOptions.ts';
import type { HeadlessOptions, SceneName } from './options.ts';
import { createProgress } from './progress.ts';
import {
  createStepSamples,
  makeRayReport,
  makeStepReport,
  makeWalkReport,
  printSteps,
  STEP_STAGES,
} from './stepsReport.ts';

const DT = 1 / 60; // s
/** Capacity per body: candidate pairs, and pairs with contact points. */
const PAIRS = 16;
const CONTACTS = 6;
/** Capacity for the stepper's tables: bytes per row (1.5 times what they take), and for everything else. */
const BYTES_PER_ROW = 600;
const BYTES_BESIDES = 2 ** 20;

/** @returns the text to print */
export async function runSteps(name: SceneName, options: HeadlessOptions): Promise<string> {
  const scene = await createBodyScene(name, options.count, options.seed);
  const dynamics = await withEngineOptions(options, (engineOptions) => start(scene, options, engineOptions));
  const { engine } = dynamics;
  try {
    const ids = addBodies(dynamics, scene);
    const scanner = scene.sensor && createScanner(engine, scene.sensor);
    const walk = scene.character && createGuidedWalk(dynamics, scene, scene.character, ids);
    const what = `${name} of ${options.count}`;
    const { samples, before, seen } = await measure(dynamics, ids, { scanner, walk }, options, what);
    const after = readPoses(dynamics, ids);
    const { threads, kernel, refined } = engine.info;
    const { count, seed, margin, sleeping } = options;
    const rest = await judgeHeap(scene, before, after, DT);
    const checksum = checksumText(addNumbers(CHECKSUM_START, after));
    const { awake, substeps } = dynamics.stats;
    const facts = { scene: name, count, threads, kernel, refined, checksum, seed, margin, substeps, sleeping };
    const rays = scanner && { rays: makeRayReport(samples, scanner.rays.count, checksumText(seen)) };
    const walked = walk && { walk: makeWalkReport(samples, walk) };
    const report = { ...makeStepReport({ ...facts, awake, rest }, samples), ...rays, ...walked };
    return options.json ? JSON.stringify(report) : printSteps(report);
  } finally {
    await engine.close();
  }
}

/** An engine for the scene, and its stepper. */
async function start(
  { bodies, stepping, sensor }: BodyScene,
  { margin, substeps, sleeping }: HeadlessOptions,
  options: EngineOptions<never>,
): Promise<Dynamics> {
  const colliders = bodies.length;
  const [pairs, contacts] = [1024 + PAIRS * colliders, 1024 + CONTACTS * colliders];
  const passBytes = BYTES_BESIDES + BYTES_PER_ROW * (colliders + contacts) + (BYTES_PER_ROW / 4) * pairs;
  const rays = sensor ? rayCount(sensor) : 1;
  const capacity = { ...roomForBodies(bodies), pairs, contacts: pairs, passBytes, rays, rayHits: 1 };
  const engine = await createEngine({ ...options, capacity });
  const chosen = substeps === undefined ? stepping : { substeps };
  return createDynamics(engine, { margin, sleeping, contacts, ...chosen });
}

/** @returns their ids */
function addBodies(dynamics: Dynamics, { bodies }: BodyScene): number[] {
  const rows = new Map<Shape, number>();
  return bodies.map(({ shape, ...body }) => {
    const id = dynamics.addBody(rows.get(shape) ?? shape, body);
    rows.set(shape, dynamics.engine.scene.shapes[id]);
    return id;
  });
}

/** @returns one sample per step, the poses before the last step, and a checksum of what the sensor has seen */
async function measure(
  dynamics: Dynamics,
  ids: readonly number[],
  { scanner, walk }: { scanner?: Scanner | undefined; walk?: GuidedWalk | undefined },
  { frames }: HeadlessOptions,
  what: string,
) {
  const progress = createProgress(frames, what);
  const samples = createStepSamples(frames);
  let before = readPoses(dynamics, ids);
  let seen = CHECKSUM_START;
  for (let frame = 0; frame < frames; frame++) {
    if (frame === frames - 1) before = readPoses(dynamics, ids);
    const first = performance.now();
    await walk?.move(DT);
    const begin = performance.now();
    const stats = await dynamics.step(DT);
    const end = performance.now();
    walk?.settle();
    samples.walk[frame] = begin - first;
    samples.step[frame] = end - begin;
    for (const stage of STEP_STAGES) samples[stage][frame] = stats[stage];
    samples.pairs[frame] = stats.pairs;
    samples.contacts[frame] = stats.contacts;
    if (scanner) {
      const hits = await scanner.scan(DT);
      samples.scan[frame] = performance.now() - end;
      samples.hits[frame] = countHits(hits);
      seen = addHits(seen, hits);
    }
    progress.update(frame + 1);
  }
  progress.stop();
  return { samples, before, seen };
}

/** POSE numbers per body. */
function readPoses({ engine }: Dynamics, ids: readonly number[]): Float64Array {
  const { positions, rotations } = engine.scene;
  const poses = new Float64Array(POSE * ids.length);
  ids.forEach((id, k) => {
    poses.set(positions.subarray(4 * id, 4 * id + 3), POSE * k);
    poses.set(rotations.subarray(4 * id, 4 * id + 4), POSE * k + 3);
  });
  return poses;
}
