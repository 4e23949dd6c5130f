/** What the tests call in the page. */
import type { Engine, EngineInfo } from 'hullstorm';
import QueryWorker from 'hullstorm/worker?worker';
import { type Answers, ask, askSync, digest, fillScene } from '../questions.ts';
import { createEngineHere } from './webEngine.ts';

export interface Report {
  readonly answers: Answers;
  readonly info: EngineInfo;
}

/** Enough for a query of some hundred milliseconds. */
const MANY = 12_000;
/** A synchronous query goes on by itself after 5 s without a sign of its workers (ms). */
const SILENCE = 4500;
/** The longest a death may take to be seen (ms). */
const LONG_AFTER_DEATH = 15_000;
const SHARE_ALL = { shareFrom: 1 };

/** Asks everything with `workers` workers. */
async function report(workers: number, seed: number, sync = false): Promise<Report> {
  const engine = await createEngineHere({ workers, tuning: SHARE_ALL });
  fillScene(engine.scene, seed);
  const answers = await (sync ? askSync : ask)(engine, seed);
  const { info } = engine;
  await engine.close();
  return { answers, info };
}

/** With no options but a capacity, as a page would that thinks of nothing. */
async function reportDefault(seed: number): Promise<Report> {
  const engine = await createEngineHere();
  fillScene(engine.scene, seed);
  const answers = await ask(engine, seed);
  const { info } = engine;
  await engine.close();
  return { answers, info };
}

/** Asks in a worker. */
async function reportFromWorker(workers: number, seed: number, sync: boolean): Promise<Report> {
  const worker = new Worker(new URL('./engineWorker.ts', import.meta.url), { type: 'module' });
  const answer = await new Promise<Report | string>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data as Report | string);
    worker.onerror = (event) => resolve(`worker failed: ${event.message}`);
    worker.postMessage({ workers, seed, sync });
  });
  worker.terminate();
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
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
  } while (queries < 20 && engine.info.pairsByThread.some((rows) => rows === 0));
  const { pairsByThread } = engine.info;
  await engine.close();
  return { pairs: pairs.count, pairsByThread, queries };
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

/**
 * Terminates a worker while queries run one after the other. Chromium lets a worker that is busy go on for two more
 * seconds and then stops it wherever it is: in the middle of a block, as good as always.
 * @param replacement whether a new worker can be made
 * @param sync whether the queries are synchronous; no event tells of the death then
 */
async function kill(replacement: boolean, sync: boolean): Promise<Death> {
  const handles: Worker[] = [];
  const createWorker = () => {
    const worker = replacement || handles.length < 2 ? new QueryWorker() : new Worker('./nowhere.js', { type: 'module' });
    handles.push(worker);
    return worker;
  };
  const engine = await createEngineHere({ workers: 2, createWorker });
  try {
    fillScene(engine.scene, 6, MANY);
    const { count } = await engine.findPairs({ margin: 0.5 });
    const { pairs } = engine;
    const ask = async () => {
      // rows that are declared anew start cold: the same question gives the same bytes
      pairs.resize(count);
      const { separation } = sync ? engine.distanceSync() : await engine.distance();
      // read before anything else runs, but hashed only when something happened
      return separation.slice(0, 4 * count);
    };
    const hash = (separation: Float32Array) => digest(separation, separation.length);
    const expected = await hash(await ask());
    handles[0]!.terminate();
    const deadline = performance.now() + LONG_AFTER_DEATH;
    let answer = 'nothing happened';
    let happened = false;
    while (!happened && performance.now() < deadline) {
      const begin = performance.now();
      answer = await ask().then(hash).catch(String);
      console.log(performance.now() - begin, JSON.stringify(engine.info));
      happened = engine.info.restarts > 0 || engine.info.threads === 1 || performance.now() - begin > SILENCE;
    }
    const { info } = engine;
    const answerAfter = await ask().then(hash).catch(String);
    return { expected, answer, info, infoAfter: engine.info, answerAfter };
  } finally {
    await engine.close();
  }
}

/** Creates an engine and says how that ended, and after how long (ms). */
async function attempt(): Promise<{ outcome: string; ms: number }> {
  const begin = performance.now();
  const outcome = await createEngineHere({ workers: 2 }).then(
    (engine) => engine.close().then(() => 'it started'),
    (error: unknown) => String(error),
  );
  return { outcome, ms: performance.now() - begin };
}

/** Two engines at once. */
async function two(seeds: readonly [number, number]): Promise<[Answers, Answers]> {
  const engines = await Promise.all(seeds.map(() => createEngineHere({ workers: 1, tuning: SHARE_ALL })));
  engines.forEach((engine, k) => {
    fillScene(engine.scene, seeds[k]!);
  });
  const answers = await Promise.all(engines.map((engine, k) => ask(engine, seeds[k]!)));
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

export const tests = {
  isolated: () => crossOriginIsolated,
  report,
  reportDefault,
  reportFromWorker,
  spread,
  kill,
  attempt,
  two,
  createAndClose,
  roundTrip,
};

declare global {
  /** What the tests call. */
  var hullTests: typeof tests;
}

globalThis.hullTests = tests;
