/**
 * The stress world. Each frame moves all bodies, finds the candidate pairs and measures their distances. A table shows
 * the times.
 */
import { readFileSync } from 'node:fs';
import { decodeCuboids } from '../../scenes/recorded.ts';
import { createRecorded } from '../../scenes/recordedWorld.ts';
import { createStress } from '../../scenes/stress.ts';
import { createSimulation, type Simulation } from '../shared/simulation.ts';
import { addFrame, CHECKSUM_START, checksumText } from './checksum.ts';
import { withEngineOptions } from './engineOptions.ts';
import type { HeadlessOptions } from './options.ts';
import { createProgress } from './progress.ts';
import { createSamples, makeReport, printTable, STAGES } from './report.ts';

const FRAME_SECONDS = 1 / 60;
/** Frames before the first measured one, in which V8 compiles and caches fill. */
const WARM_UP_FRAMES = 20;

/** @returns the text to print */
export async function runPairs(options: HeadlessOptions): Promise<string> {
  const simulation = await start(options);
  try {
    const { samples, checksum } = await measure(simulation, options);
    const { world, engine } = simulation;
    const { threads, kernel, refined } = engine.info;
    const facts = {
      count: world.count,
      threads,
      kernel,
      refined,
      checksum,
      seed: options.seed,
      margin: options.margin,
    };
    const report = makeReport({ scene: world.name, ...facts }, samples);
    return options.json ? JSON.stringify(report) : printTable(report, samples);
  } finally {
    await simulation.close();
  }
}

function start(options: HeadlessOptions): Promise<Simulation> {
  const { shape, count, seed } = options;
  const world = shape === 'recorded' ? createRecorded(readRecording(), seed) : createStress({ count, shape, seed });
  return withEngineOptions(options, (engineOptions) => createSimulation(world, engineOptions));
}

async function measure(simulation: Simulation, { frames, margin }: HeadlessOptions) {
  const { last, world } = simulation;
  const progress = createProgress(frames, `${world.count} ${world.name}`);
  for (let frame = -WARM_UP_FRAMES; frame < 0; frame++) await simulation.step(frame * FRAME_SECONDS, margin);
  const samples = createSamples(frames);
  let checksum = CHECKSUM_START;
  for (let frame = 0; frame < frames; frame++) {
    const results = await simulation.step(frame * FRAME_SECONDS, margin);
    for (const stage of STAGES) samples.stages[stage][frame] = last[stage];
    samples.pairCounts[frame] = last.pairCount;
    samples.overlapCounts[frame] = last.overlapCount;
    checksum = addFrame(checksum, results);
    progress.update(frame + 1);
  }
  progress.stop();
  return { samples, checksum: checksumText(checksum) };
}

function readRecording() {
  const bytes = readFileSync(new URL('../../scenes/data/boxes-falling.bin', import.meta.url));
  return decodeCuboids(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
