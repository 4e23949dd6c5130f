/** What the tests call in the page. */
import { box, createEngine, type Engine, type EngineInfo, type KernelName } from 'hullstorm';
import * as core from 'hullstorm/core';
import QueryWorker from 'hullstorm/worker?worker';
import { type BoxWords, boxWords } from '../boxWords.ts';
import { firstCalls } from '../firstCalls.ts';
import { type Answers, ask, askSync, digest, fillScene, stepBodies } from '../questions.ts';
import { borrowing } from './borrowing.ts';
import { complaints } from './complaints.ts';
import markPass from './markPass.js?url&no-inline';
import { createEngineHere } from './webEngine.ts';

export interface Report {
  readonly answers: Answers;
  readonly info: EngineInfo;
}

/** Enough for a query of some hundred milliseconds. */
const MANY = 12_000;
/** The longest a death may take to be seen (ms). */
const LONG_AFTER_DEATH = 60_000;
const SHARE_ALL = { shareFrom: 1 };

/** What to ask with. */
export interface Setup {
  readonly workers: number;
  readonly kernel: KernelName;
  readonly sync?: boolean;
  /** Of `createEngine`: the wasm as files. */
  readonly wasmUrl?: string;
}

/** Asks everything. */
async function report(seed: number, { workers, kernel, sync, wasmUrl }: Setup): Promise<Report> {
  const engine = await createEngineHere({ workers, kernel, wasmUrl, tuning: SHARE_ALL });
  fillScene(engine.scene, seed);
  const answers = await (sync ? askSync : ask)(engine, seed);
  const { info } = engine;
  await engine.close();
  return { answers, info };
}

/** Boxes on a GPU, if the page has one: also on software. */
async function boxesOnGpu(seed: number): Promise<BoxWords & { readonly info: EngineInfo }> {
  const engine = await createEngineHere({ gpu: true, workers: 0, tuning: { gpuFrom: 1, gpuOnSoftware: true } });
  const words = await boxWords(engine, seed);
  const { info } = engine;
  await engine.close();
  return { ...words, info };
}

/** Steps bodies. @returns what `stepBodies` does */
async function steps(seed: number, { workers, kernel, sync = false, wasmUrl }: Setup): Promise<string> {
  const engine = await createEngineHere({ workers, kernel, wasmUrl, tuning: SHARE_ALL });
  const answer = await stepBodies(engine, seed, sync);
  await engine.close();
  return answer;
}

/** With no options but a capacity, as a page would that thinks of nothing. */
async function reportDefault(seed: number): Promise<Report> {
  const engine = await createEngineHere();
  fillScene(engine.scene, seed);
  const answers = await ask(engine, seed);
  // workers start when there is work for them, and join when they have started
  engine.scene.addColliders(0, 2000);
  const end = performance.now() + 10_000;
  while (engine.info.threads < navigator.hardwareConcurrency && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { info } = engine;
  await engine.close();
  return { answers, info };
}

/** Queries until every thread had a part, and says how the last one was shared. */
async function spread(workers: number): Promise<{ pairs: number; pairsByThread: readonly number[]; queries: number }> {
  const engine = await createEngineHere({ workers });
  fillScene(engine.scene, 5, MANY);
  const pairs = await engine.findPairs({ margin: 0.5 });
  let queries = 0;
  do {
    await engine.distance();
    queries++;
  } while (queries < 500 && engine.info.pairsByThread.some((rows) => rows === 0));
  const { pairsByThread } = engine.info;
  await engine.close();
  return { pairs: pairs.count, pairsByThread, queries };
}

/** Each query as the first call of an engine: of `hullstorm`, or with this query alone of `hullstorm/core`. */
function first(isCore: boolean, kernel: 'simd' | 'scalar'): Promise<Record<string, unknown>> {
  return firstCalls(isCore ? { ...core } : { createEngine, box }, { workers: 1, kernel });
}

export interface Death {
  /** The answer without a death. */
  readonly expected: string;
  /** The answer of the query that saw the death, or what it rejected with. */
  readonly answer: string;
  readonly info: EngineInfo;
  /** The next query. */
  readonly answerAfter: string;
  readonly infoAfter: EngineInfo;
}

/** How a worker dies, and what becomes of it. */
export interface Fate {
  /** `terminate`: by `terminate()`. `throw`: by an error in the middle of a block. */
  readonly how: 'terminate' | 'throw';
  /** Whether a new worker can be made. */
  readonly replaceable: boolean;
  /** Whether the queries are synchronous: the calling thread hears of nothing while one runs. */
  readonly sync: boolean;
}

/**
 * Lets a worker die while queries run one after the other. Chromium lets a worker that is busy go on for two seconds
 * after `terminate()` and then stops it wherever it is: in the middle of a query, as good as always.
 */
async function kill({ how, replaceable, sync }: Fate): Promise<Death> {
  const handles: Worker[] = [];
  const createWorker = () => {
    const worker =
      handles.length === 0 && how === 'throw'
        ? new Worker(new URL('./brokenWorker.ts', import.meta.url), { type: 'module' })
        : handles.length < 2 || replaceable
          ? new QueryWorker()
          : new Worker('./nowhere.js', { type: 'module' });
    handles.push(worker);
    return worker;
  };
  const alone = await createEngineHere({ workers: 0 });
  const engine = await createEngineHere({ workers: 2, createWorker });
  const ask = async ({ pairs }: Engine, query: () => Promise<{ separation: Float32Array }>) => {
    // rows that are declared anew start cold: the same question gives the same bytes
    pairs.resize(pairs.count);
    const { separation } = await query();
    return digest(separation, 4 * pairs.count);
  };
  const askEngine = () => ask(engine, async () => (sync ? engine.distanceSync() : engine.distance())).catch(String);
  try {
    for (const { scene } of [alone, engine]) fillScene(scene, 6, MANY);
    await Promise.all([alone, engine].map((each) => each.findPairs({ margin: 0.5 })));
    const expected = await ask(alone, () => alone.distance());
    if (how === 'terminate') handles[0].terminate();
    const deadline = performance.now() + LONG_AFTER_DEATH;
    let answer = expected;
    const isOver = () => engine.info.restarts + engine.info.fallbacks.length > 0;
    while (answer === expected && !isOver() && performance.now() < deadline) {
      answer = await askEngine();
      // the browser ends workers, and tells of it, between tasks
      if (sync) await new Promise((resolve) => setTimeout(resolve));
    }
    const { info } = engine;
    const answerAfter = await askEngine();
    return { expected, answer, info, infoAfter: engine.info, answerAfter };
  } finally {
    await Promise.all([alone.close(), engine.close()]);
  }
}

/**
 * Creates an engine and says how that ended.
 * @param nonsense whether `createWorker` makes one worker and then something else
 */
async function attempt(nonsense = false): Promise<string> {
  let made = 0;
  const createWorker = () => (made++ === 0 ? new QueryWorker() : ('worker.js' as unknown as Worker));
  return createEngineHere({ workers: 2, ...(nonsense ? { createWorker } : {}) }).then(
    (engine) => engine.close().then(() => 'it started'),
    (error: unknown) => String(error),
  );
}

/** The same where a worker's type is not known of, as in browsers before 2023. */
async function attemptWithClassicWorkers(): Promise<string> {
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL) {
      super(address);
    }
  };
  try {
    return await attempt();
  } finally {
    globalThis.Worker = Worker;
  }
}

/** Two engines at once. */
async function two(seeds: readonly [number, number]): Promise<[Answers, Answers]> {
  const engines = await Promise.all(seeds.map(() => createEngineHere({ workers: 1, tuning: SHARE_ALL })));
  engines.forEach((engine, k) => {
    fillScene(engine.scene, seeds[k]);
  });
  const answers = await Promise.all(engines.map((engine, k) => ask(engine, seeds[k])));
  await Promise.all(engines.map((engine) => engine.close()));
  return answers as [Answers, Answers];
}

/** Makes and closes engines, each after one query. @returns how many answered right */
async function createAndClose(times: number): Promise<number> {
  const small = { shapes: 64, vertices: 4096, colliders: 1024, pairs: 8192 };
  const seen = new Set<string>();
  let right = 0;
  for (let k = 0; k < times; k++) {
    const engine = await createEngineHere({ workers: 2, capacity: small, tuning: SHARE_ALL });
    fillScene(engine.scene, 9, 200);
    const { count } = await engine.findPairs({ margin: 0.5 });
    seen.add(await digest((await engine.distance()).separation, 4 * count));
    await engine.close();
    right++;
  }
  return seen.size === 1 ? right : -seen.size;
}

/** A scene through bytes into another engine. */
async function roundTrip(seed: number): Promise<{ bytes: string; answers: Answers; refusal: string }> {
  const first = await createEngineHere({ workers: 1 });
  fillScene(first.scene, seed);
  const bytes = first.scene.snapshot();
  await first.close();
  const second = await createEngineHere({ workers: 1, tuning: SHARE_ALL });
  second.scene.restore(bytes);
  const refusal = refusalOf(second, bytes.subarray(0, bytes.length - 1));
  const answers = await ask(second, seed);
  await second.close();
  return { bytes: await digest(bytes, bytes.length), answers, refusal };
}

function refusalOf(engine: Engine, bytes: Uint8Array): string {
  try {
    engine.scene.restore(bytes);
    return 'none';
  } catch (error) {
    return String(error);
  }
}

/**
 * Runs a pass of a JavaScript module, and of wasm, until every thread had a part.
 * @returns whether each row was done once per run, and how many threads took part
 */
async function pass(workers: number, wasm: readonly number[]): Promise<{ right: boolean; threads: number }[]> {
  const engine = await createEngineHere({ workers });
  const found = [];
  for (const code of [markPass, new Uint8Array(wasm)]) {
    const passes = await engine.loadPasses(code, { bytes: 4 * (64 + MANY) });
    const words = new Int32Array(passes.buffer, passes.byteOffset, 64 + MANY);
    const program = passes.createProgram();
    for (let k = 0; k < 4; k++) program.add('mark', MANY, 8, passes.byteOffset);
    let runs = 0;
    const threads = () => words.subarray(0, engine.info.threads).filter((rows) => rows > 0).length;
    do {
      await passes.run(program);
      passes.runSync(program);
      runs += 2;
    } while (threads() < engine.info.threads && runs < 500);
    found.push({ right: words.subarray(64).every((count) => count === 4 * runs), threads: threads() });
  }
  await engine.close();
  return found;
}

export const tests = {
  isolated: () => crossOriginIsolated,
  complaints: () => complaints,
  report,
  boxesOnGpu,
  first,
  steps,
  reportDefault,
  spread,
  kill,
  attempt,
  attemptWithClassicWorkers,
  two,
  createAndClose,
  roundTrip,
  pass,
  ...borrowing,
};

declare global {
  /** What the tests call. */
  var hullTests: typeof tests;
}

globalThis.hullTests = tests;
