/** Code that never loads, and passes that never end: limits, and what goes on meanwhile. */
import { Worker } from 'node:worker_threads';
import { box, createEngine, type Engine, type EngineTuning } from 'hullstorm';
import { afterEach, expect, test } from 'vitest';
import { TINY } from '../../support/passes.ts';
import { waitUntil } from '../../support/waiting.ts';

const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const IN_WORKERS = `import { isMainThread } from 'node:worker_threads';`;
const PENDING = script('await new Promise(() => {}); export function pass() {}');
// the calling thread leaves blocks for workers
const LOOPING = script(`export function pass(begin, end, argument, thread) {
  while (thread > 0);
  for (const end = Date.now() + 5; Date.now() < end; );
}`);

/** Whether every worker of the last engine has ended. */
let ended: boolean[] = [];
let engine: Engine | undefined;

async function make(workers: number, tuning: Partial<EngineTuning> = {}): Promise<Engine> {
  ended = [];
  const createWorker = () => {
    const worker = new Worker(ENTRY);
    const k = ended.push(false) - 1;
    worker.once('exit', () => {
      ended[k] = true;
    });
    return worker;
  };
  engine = await createEngine({ workers, capacity: TINY, tuning: { shareFrom: 0, ...tuning }, createWorker });
  engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), 9);
  return engine;
}

afterEach(() => engine?.close());

test.each(['startLimit', 'silenceLimit', 'endLimit'])('tuning.%s is checked', async (limit) => {
  await expect(createEngine({ workers: 0, capacity: TINY, tuning: { [limit]: 0 } })).rejects.toThrow(
    `createEngine: tuning.${limit}: expected an integer in 1..2147483647, got 0`,
  );
});

test('a module that never loads on the calling thread is given up, and named', async () => {
  const { loadPasses } = await make(0, { startLimit: 2000 }).then((made) => ({
    loadPasses: made.loadPasses.bind(made),
  }));
  await expect(loadPasses(PENDING, { bytes: 64 })).rejects.toThrow(
    `engine.loadPasses: code: expected the module at ${PENDING} to load in 2 s, got no end of it (does it await for ever?)`,
  );
  const passes = await loadPasses(script('export function pass() {}'), { bytes: 64 });
  expect(passes.names).toEqual(['pass']);
});

const pending: [string, number, string][] = [
  ['on the calling thread', 1, PENDING],
  ['in workers', 1, script(`${IN_WORKERS} if (!isMainThread) await new Promise(() => {}); export function pass() {}`)],
  ['in workers, which are busy', 2, script(`${IN_WORKERS} while (!isMainThread); export function pass() {}`)],
];
test.each(pending)('while a module loads %s, queries go on, and close ends the wait', async (_, workers, code) => {
  const made = await make(workers);
  const other = await made.loadPasses(script('export function other() {}'), { bytes: 64 });
  const loading = made.loadPasses(code, { bytes: 64 }).catch((error: Error) => error.message);
  for (let k = 0; k < 20; k++) {
    expect((await made.findPairs()).count).toBe(36);
    expect(made.findPairsSync().count).toBe(36);
    await other.run(other.createProgram());
  }
  await made.close();
  expect(await loading).toBe('engine.loadPasses: expected an open engine, got one that is closed');
  await waitUntil('ended.every((is) => is)', () => ended.every((is) => is));
});

test('a pass that loops in a worker: run rejects and names it, the worker is replaced', async () => {
  const made = await make(2, { silenceLimit: 300 });
  const passes = await made.loadPasses(LOOPING, { bytes: 64 });
  const program = passes.createProgram();
  program.add('pass', 80, 2);
  let failure: Error | undefined;
  // workers may come too late for a program
  while (!failure) {
    await passes.run(program).catch((error: Error) => {
      failure = error;
    });
  }
  expect(failure.name).toBe('QueryError');
  expect(failure.message).toMatch(
    /^passes\.run: expected a block of pass 'pass', rows \d+ to \d+, to end in 0\.3 s, got no end of it in worker [12], which is terminated; the program has ended in the middle$/,
  );
  const [begin, end] = failure.message
    .match(/\d+ to \d+/)![0]
    .split(' to ')
    .map(Number);
  expect([begin! % 2, end! - begin!]).toEqual([0, 2]);
  expect((await made.findPairs()).count).toBe(36);
  await waitUntil('made.info.restarts >= 1', () => made.info.restarts >= 1);
  expect(made.findPairsSync().count).toBe(36);
});

test('close ends although a pass loops in a worker: what was asked before is answered or refused', async () => {
  const made = await make(1, { silenceLimit: 300 });
  const passes = await made.loadPasses(LOOPING, { bytes: 64 });
  const program = passes.createProgram();
  program.add('pass', 80, 1);
  const running = passes.run(program).catch((error: Error) => error.message);
  const pairs = made.findPairs();
  await made.close();
  // undefined if the worker came too late for the program
  expect((await running) ?? 'in worker 1, which is terminated').toMatch(/in worker 1, which is terminated/);
  expect((await pairs).count).toBe(36);
  await waitUntil('ended.every((is) => is)', () => ended.every((is) => is));
});
