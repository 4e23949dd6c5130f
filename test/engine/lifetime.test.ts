import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { box, createEngine } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import type { Kernel } from '../support/kernels.ts';
import { SMALL } from '../support/mixedScene.ts';
import { sweep } from '../support/sweep.ts';
import { waitUntil } from '../support/waiting.ts';

const MIB = 2 ** 20;

/** Threads of this process. Linux only; elsewhere the check says nothing. */
function threadCount(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').length : 0;
}

/** Ports, workers and the like that keep the process alive. Timers come and go with the test runner: one may be its own. */
function resources(): { handles: string[]; timers: number } {
  const names = process.getActiveResourcesInfo();
  return {
    handles: names.filter((name) => name !== 'Immediate' && name !== 'Timeout').sort(),
    timers: names.filter((name) => name === 'Timeout').length,
  };
}

async function collect(): Promise<NodeJS.MemoryUsage> {
  for (let k = 0; k < 3; k++) {
    globalThis.gc!();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return process.memoryUsage();
}

async function useAndClose(workers: number, capacity: object, kernel: Kernel): Promise<void> {
  const engine = await createEngine({
    workers,
    kernel,
    capacity,
    tuning: { shareFrom: 0, blockPairs: 1 },
    warmUp: sweep(false, true),
  });
  const shape = engine.scene.addShape(box(1, 1, 1));
  engine.scene.addColliders(shape, 4);
  engine.findPairsSync();
  const { status } = await engine.distance();
  if (status[5] !== 1) throw new Error('a wrong answer');
  await engine.close();
}

describe('hundreds of engines, created and closed', () => {
  test.each([
    { rounds: sweep(10, 370), workers: 0, capacity: SMALL, kernel: 'scalar' },
    { rounds: sweep(10, 370), workers: 0, capacity: SMALL, kernel: 'simd' },
    { rounds: sweep(6, 30), workers: 1, capacity: SMALL, kernel: 'scalar' },
    { rounds: sweep(6, 30), workers: 1, capacity: SMALL, kernel: 'simd' },
    { rounds: sweep(10, 180), workers: 0, capacity: {}, kernel: 'simd' },
    { rounds: sweep(6, 20), workers: 2, capacity: {}, kernel: 'simd' },
  ] as const)('leave nothing behind: %o', async ({ rounds, workers, capacity, kernel }) => {
    // after as many engines the heap of malloc has the size that it keeps, with free memory in it (docs/memory.md)
    for (let k = 0; k < sweep(5, rounds); k++) await useAndClose(workers, capacity, kernel);
    const before = await collect();
    const threads = threadCount();
    const held = resources();
    for (let k = 0; k < rounds; k++) await useAndClose(workers, capacity, kernel);
    const after = await collect();

    // a thread that has been joined may be listed for a moment
    await waitUntil('threads to end', () => threadCount() <= threads);
    expect(resources().handles).toEqual(held.handles);
    expect(resources().timers).toBeLessThanOrEqual(held.timers + 1);
    // an engine that leaked would keep its scratch (4 MB) and its touched pages: hundreds of MiB over the long runs
    expect(after.heapUsed - before.heapUsed).toBeLessThan(4 * MIB);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(16 * MIB);
    expect(after.rss - before.rss).toBeLessThan(96 * MIB);
  });
});

describe('a program that forgets close()', () => {
  const run = (script: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
    });
  const SETUP = `
    import { box, createEngine } from 'hullstorm';
    const engine = await createEngine({ workers: 2, tuning: { shareFrom: 0, blockPairs: 1 } });
    engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), 40);
    const pairs = await engine.findPairs();
  `;

  test('ends by itself, idle', async () => {
    const { stdout } = await run(`${SETUP} console.log(pairs.count);`);
    expect(stdout).toBe('780\n');
  });

  test('ends by itself after a query, and not before it', async () => {
    const { stdout, stderr } = await run(`${SETUP}
      const many = [];
      for (let k = 0; k < 200; k++) many.push(await engine.distance());
      engine.distance().then((gaps) => console.log(gaps.count, gaps.status[779]));
    `);
    expect(stdout).toBe('780 1\n');
    expect(stderr).toBe('');
  });

  test('ends by itself after an error', async () => {
    const failed = run(`${SETUP} engine.pairs.set([0]);`);
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('QueryError: pairs.set') });
  });
});

test('queries whose workers die settle, in a process that nothing else keeps alive', async () => {
  const probe = new URL('deathsProbe.mjs', import.meta.url).pathname;
  const run = promisify(execFile)(process.execPath, [probe, String(sweep(4, 60))]);
  // the rejection of a process that ends with code 13 has its lines, too
  const { stdout, code = 0 } = await run.catch((cause) => cause);
  expect([...stdout.trim().split('\n'), `code ${code}`]).toEqual([
    'all at once',
    'and their successors, in many queries',
    'terminated from outside, in the middle of a block',
    'no successor starts',
    'none starts at creation',
    'hang',
    'two engines',
    'steps of dynamics',
    'passes and shapes',
    'an engine that is closed meanwhile',
    'left: []',
    'an engine that is never closed, its workers about to be replaced',
    'code 0',
  ]);
});

describe('close', () => {
  test('waits for the queries asked before it, and can be called again', async () => {
    const engine = await createEngine({ workers: 2, capacity: SMALL, tuning: { shareFrom: 0, blockPairs: 1 } });
    engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), 40);
    const finding = engine.findPairs();
    const pairs = await finding;
    const other = engine.createPairList(100);
    other.set([0, 1]);
    const answers = [engine.distance(), engine.intersect(other)];
    const threads = threadCount();
    const closings = [engine.close(), engine.close(), engine[Symbol.asyncDispose]()];
    const [gaps, hits] = await Promise.all(answers);
    expect(gaps!.count).toBe(pairs.count);
    expect(hits!.status[0]).toBe(1);
    await Promise.all(closings);
    if (threads) await waitUntil('threads to end', () => threadCount() <= threads - 2);
    await engine.close();
  });

  test('lets a queued findPairs finish', async () => {
    const engine = await createEngine({ workers: 1, capacity: SMALL });
    engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), 3);
    const list = engine.createPairList(10);
    list.set([0, 1]);
    const first = engine.distance(list);
    const second = engine.findPairs();
    await engine.close();
    expect((await first).count).toBe(1);
    expect((await second).count).toBe(3);
  });
});
