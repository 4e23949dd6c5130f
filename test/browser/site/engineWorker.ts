/** A worker with engines of its own, whose workers are nested, or lent by the page. */
import type { Engine, EngineInfo } from 'hullstorm';
import { ask, askSync, digest, fillScene } from '../questions.ts';
import type { Report, Setup } from './main.ts';
import { createEngineHere } from './webEngine.ts';

/** What the worker is to do. The first task brings the port, if there is one. */
export interface Task extends Setup {
  readonly number: number;
  /** `hold` makes an engine and keeps it for `askUntilReplaced`; `close` closes the worker itself. */
  readonly name: 'report' | 'askUntilReplaced' | 'hold' | 'close';
  readonly seed: number;
  readonly port?: MessagePort;
}

/** Answers of a query, repeated until a worker was replaced: how many different ones there were. */
export interface Replacement {
  readonly different: number;
  readonly info: EngineInfo;
}

/** To the task with this number. */
export interface Reply {
  readonly number: number;
  readonly value?: Report | Replacement | EngineInfo;
  readonly error?: string;
}

/** Enough for every thread to have a part. */
const MANY = 3000;

let workerPort: MessagePort | undefined;
let kept: Engine | undefined;

const create = ({ workers, kernel }: Task) =>
  createEngineHere({ workers, kernel, tuning: { shareFrom: 1 }, ...(workerPort && { workerPort }) });

async function report(task: Task): Promise<Report> {
  const engine = await create(task);
  fillScene(engine.scene, task.seed);
  const answers = await (task.sync ? askSync : ask)(engine, task.seed);
  const { info } = engine;
  await engine.close();
  return { answers, info };
}

async function hold(task: Task): Promise<EngineInfo> {
  kept = await create(task);
  return kept.info;
}

async function askUntilReplaced({ seed }: Task): Promise<Replacement> {
  const engine = kept!;
  fillScene(engine.scene, seed, MANY);
  const { count } = await engine.findPairs({ margin: 0.5 });
  const seen = new Set<string>();
  do {
    // rows that are declared anew start cold: the same question gives the same bytes
    engine.pairs.resize(count);
    seen.add(await digest((await engine.distance()).separation, 4 * count));
    await new Promise((resolve) => setTimeout(resolve, 1));
  } while (engine.info.restarts + engine.info.fallbacks.length === 0);
  const { info } = engine;
  await engine.close();
  return { different: seen.size, info };
}

const TASKS = {
  report,
  askUntilReplaced,
  hold,
  close: async () => close(),
};

addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  const { number, name, port } = data;
  workerPort ??= port;
  const reply = await TASKS[name](data).then(
    (value) => ({ number, value }),
    (error: unknown) => ({ number, error: String(error) }),
  );
  postMessage(reply as Reply);
});
