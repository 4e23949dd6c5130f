/**
 * `npm start`: the stress world without a screen. Every frame moves all bodies, finds the candidate pairs and measures
 * them; then a table says how long that took. Exit code 2 for arguments that make no run.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { SingleBar } from 'cli-progress';
import { type KernelName, QueryError } from 'hullstorm';
import { decodeCuboids } from '../../scenes/recorded.ts';
import { createRecorded } from '../../scenes/recordedWorld.ts';
import { createStress } from '../../scenes/stress.ts';
import { createSimulation, type Simulation } from '../shared/simulation.ts';
import { addFrame, CHECKSUM_START } from './checksum.ts';
import { HELP, type HeadlessOptions, parseOptions, UsageError } from './options.ts';
import { createSamples, makeReport, printTable, STAGES } from './report.ts';

const FRAME_SECONDS = 1 / 60;
/** Frames before the first that is measured: compilers and caches settle. */
const WARM_UP_FRAMES = 20;

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else await run(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`hullstorm demo: ${error.message}`);
  process.exitCode = 2;
}

async function run(options: HeadlessOptions): Promise<void> {
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
    console.log(options.json ? JSON.stringify(report) : printTable(report, samples));
  } finally {
    await simulation.close();
  }
}

async function start({ shape, count, seed, workers, kernel }: HeadlessOptions): Promise<Simulation> {
  const world = shape === 'recorded' ? createRecorded(readRecording(), seed) : createStress({ count, shape, seed });
  // Node 20 has relaxed SIMD behind this flag, later ones have it always
  if (kernel === 'relaxed' && process.version.startsWith('v20.'))
    setFlagsFromString('--experimental-wasm-relaxed-simd');
  try {
    // the library knows its kernels, and says so
    const engineOptions = { kernel: kernel as KernelName, ...(workers === undefined ? {} : { workers }) };
    return await createSimulation(world, engineOptions);
  } catch (error) {
    if (error instanceof QueryError && error.message.startsWith('createEngine: ')) {
      throw new UsageError(error.message.replace('createEngine: ', '--'), { cause: error });
    }
    throw error;
  }
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
  return { samples, checksum: checksum.toString(16).padStart(8, '0') };
}

/** On stderr, so that stdout holds the answer alone. A bar needs a terminal. */
function createProgress(frames: number, what: string): { update(frame: number): void; stop(): void } {
  if (!process.stderr.isTTY) {
    console.error(`hullstorm demo: ${what}, ${frames} frames …`);
    return { update() {}, stop() {} };
  }
  const bar = new SingleBar({
    format: `${what} {bar} {value}/{total} frames`,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(frames, 0);
  return bar;
}

function readRecording() {
  const bytes = readFileSync(new URL('../../scenes/data/boxes-falling.bin', import.meta.url));
  return decodeCuboids(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
