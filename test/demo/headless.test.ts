/** `npm start`: what it prints, that the answers do not depend on the workers, how it refuses. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { parseOptions } from '../../demo/headless/options.ts';
import { runPairs } from '../../demo/headless/pairs.ts';
import type { Report } from '../../demo/headless/report.ts';
import { runSteps } from '../../demo/headless/steps.ts';
import type { StepReport } from '../../demo/headless/stepsReport.ts';
import { UsageError } from '../../tools/commandLine.ts';

const main = fileURLToPath(new URL('../../demo/headless/main.ts', import.meta.url));
const hooks = new URL('../../tools/typeScript.mjs', import.meta.url).href;

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function demo(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', hooks, main, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

/** What a run prints, in this process. */
async function printed(...args: string[]): Promise<string> {
  const options = parseOptions(args);
  return options.scene ? runSteps(options.scene, options) : runPairs(options);
}

async function report<R = Report>(...args: string[]): Promise<R> {
  return JSON.parse(await printed('--json', ...args)) as R;
}

const number = expect.any(Number);
const stats = { mean: number, p50: number, p95: number, p99: number, max: number };
const stage = { mean: number, p95: number };

describe('headless demo', () => {
  it('prints one JSON object on stdout, of the recorded cuboids by default', async () => {
    const { stdout, stderr, code } = await demo('--json', '--frames', '2', '--workers', '0');
    expect(code, stderr).toBe(0);
    const result = JSON.parse(stdout) as Report;
    expect(result).toEqual({
      scene: 'recorded',
      count: 5000,
      frames: 2,
      threads: 1,
      kernel: 'simd',
      refined: number,
      checksum: expect.stringMatching(/^[0-9a-f]{8}$/),
      all: stats,
      busiest: stats,
      stages: { move: stage, pairs: stage, distance: stage },
      pairs: number,
      overlaps: number,
      seed: 1,
      margin: 0.05,
      machine: expect.stringContaining(`Node ${process.versions.node}`),
    });
    expect(result.pairs).toBeGreaterThan(10_000);
    const { mean, p50, p95, p99, max } = result.all;
    expect([p50, p95, p99]).toEqual([p50, p95, p99].sort((a, b) => a - b));
    expect(max).toBeGreaterThanOrEqual(mean);
  });

  it.each(['box', 'mixed'])('answers the same with 0, 1 and 2 workers: %s', async (shape) => {
    const checksums = new Set<string>();
    for (const workers of [0, 1, 2]) {
      const result = await report('--shape', shape, '--count', '1500', '--frames', '4', '--workers', String(workers));
      expect(result.threads).toBe(workers + 1);
      expect(result.pairs, 'enough pairs for workers to be woken').toBeGreaterThan(2000);
      checksums.add(result.checksum);
    }
    expect([...checksums]).toHaveLength(1);
  });

  it.each(['scalar', 'simd', 'relaxed'])('runs on the kernel that is asked for: %s', async (kernel) => {
    const warn = vi.spyOn(console, 'warn');
    const text = await printed('--count', '300', '--frames', '2', '--workers', '1', '--kernel', kernel);
    expect(text).toContain(`2 threads, kernel ${kernel}`);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('answers another question with another seed', async () => {
    const args = ['--count', '300', '--frames', '2', '--workers', '0'];
    const one = await report(...args, '--seed', '1');
    const two = await report(...args, '--seed', '2');
    expect(one.checksum).not.toBe(two.checksum);
  });

  it('prints a table for people', async () => {
    const text = await printed('--count', '200', '--frames', '3', '--workers', '0', '--shape', 'hull');
    for (const word of ['p50', 'move', 'distance', 'busiest 3', '200 hull', 'ns per pair', 'checksum', 'machine']) {
      expect(text).toContain(word);
    }
  });

  it('helps', async () => {
    const { stdout, code } = await demo('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--workers W');
  });

  // the second one is refused by the library, which knows its kernels
  it.each([
    [['--count', 'many'], '--count: expected a number in 1..65536, got "many"'],
    [['--kernel', 'abacus', '--count', '2'], '--kernel: expected '],
  ])('refuses %j with a sentence and exit code 2', async (args, sentence) => {
    const { code, stderr, stdout } = await demo(...args);
    expect(stderr).toContain(`hullstorm demo: ${sentence}`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});

describe('headless demo, --scene mixed', () => {
  it('ends the same with 0 and 2 workers: all inside, none deep in another', async () => {
    const args = ['--scene', 'mixed', '--count', '100', '--steps', '150'];
    const [alone, three] = [
      await report<StepReport>(...args, '--workers', '0'),
      await report<StepReport>(...args, '--workers', '2'),
    ];
    expect(alone).toMatchObject({ scene: 'mixed', count: 100, rest: { escaped: 0, broken: 0 } });
    expect(alone.contacts.mean).toBeGreaterThan(20);
    expect(alone.rest.deepest).toBeLessThan(0.01);
    expect(alone.rest.speed).toBeLessThan(0.5);
    expect(three.checksum).toBe(alone.checksum);
  });
});

describe('headless demo, --scene lidar', () => {
  it('sees the same with 0 and 2 workers, and prints rays per second', async () => {
    const args = ['--scene', 'lidar', '--count', '100', '--steps', '4'];
    const [alone, three] = [
      await report<StepReport>(...args, '--workers', '0'),
      await report<StepReport>(...args, '--workers', '2'),
    ];
    expect(alone.rays).toMatchObject({ perScan: 50_048, perSecond: number, time: stats });
    expect(alone.rays?.hits).toBeGreaterThan(30_000);
    expect(three.checksum).toBe(alone.checksum);
    expect(three.rays).toMatchObject({ hits: alone.rays?.hits, checksum: alone.rays?.checksum });
    const later = await report<StepReport>(...args.slice(0, -1), '5', '--workers', '0');
    expect(later.rays?.checksum).not.toBe(alone.rays?.checksum);
    expect(await printed(...args)).toMatch(
      /^rays {7}[\d,]+ per s: 50,048 per scan, [\d,]+ hit; checksum [0-9a-f]{8}$/m,
    );
  });
});

describe('headless demo, --scene walk', () => {
  it('walks the same way with 0 and 2 workers, and prints where to', async () => {
    const args = ['--scene', 'walk', '--count', '30', '--steps', '130'];
    const alone = await report<StepReport>(...args, '--workers', '0');
    expect(alone.walk).toMatchObject({ reached: 1, time: stats });
    expect(alone.rest).toMatchObject({ escaped: 0, broken: 0 });
    const three = await report<StepReport>(...args, '--workers', '2');
    expect(three.checksum).toBe(alone.checksum);
    expect(three.walk?.position).toEqual(alone.walk?.position);
    expect(await printed(...args)).toMatch(/^walk {7}1 places reached; now at [\d.]+, [\d.]+, [\d.]+ m$/m);
  });
});

describe('headless demo, --scene heap', () => {
  const heap = (...args: string[]) => report<StepReport>('--scene', 'heap', ...args);

  it('prints one JSON object on stdout', async () => {
    const result = await heap('--count', '60', '--steps', '230', '--workers', '0');
    const times = { broad: stats, narrow: stats, solve: stats, integrate: stats, step: stats };
    const tally = { mean: number, busiest: number, last: number };
    expect(result).toEqual({
      scene: 'heap',
      count: 60,
      frames: 230,
      threads: 1,
      kernel: 'simd',
      refined: number,
      checksum: expect.stringMatching(/^[0-9a-f]{8}$/),
      all: times,
      busiest: times,
      pairs: tally,
      contacts: tally,
      awake: number,
      rest: {
        deepest: number,
        p99: number,
        deepestPart: number,
        p99Part: number,
        energy: number,
        speed: number,
        escaped: 0,
        broken: 0,
      },
      seed: 1,
      margin: 0.02,
      substeps: 5,
      sleeping: true,
      machine: expect.stringContaining(`Node ${process.versions.node}`),
    });
    const { all, busiest, pairs, contacts, rest } = result;
    expect(busiest.step.mean, 'the busiest 200 of 230').toBeGreaterThanOrEqual(all.step.mean);
    expect(all.step.mean).toBeGreaterThanOrEqual(
      all.broad.mean + all.narrow.mean + all.solve.mean + all.integrate.mean - 1e-9,
    );
    expect(contacts.mean).toBeGreaterThan(10);
    expect(pairs.mean).toBeGreaterThanOrEqual(contacts.mean);
    expect(rest.deepest).toBeLessThan(0.01);
  });

  it('ends the same with 0, 1 and 2 workers, and another way with another seed', async () => {
    const args = ['--count', '1000', '--steps', '75'];
    const results = [];
    for (const workers of ['0', '1', '2']) results.push(await heap(...args, '--workers', workers));
    expect(results.map(({ threads }) => threads)).toEqual([1, 2, 3]);
    expect(results[0].contacts.last, 'enough contacts for workers to be woken').toBeGreaterThan(1000);
    expect(new Set(results.map(({ checksum }) => checksum)).size).toBe(1);
    expect((await heap(...args, '--workers', '0', '--seed', '2')).checksum).not.toBe(results[0].checksum);
  });

  it('leaves nobody asleep with --no-sleep', async () => {
    const args = ['--count', '20', '--steps', '200', '--workers', '0'];
    expect(await heap(...args)).toMatchObject({ awake: 0, sleeping: true });
    expect(await heap(...args, '--no-sleep', '--margin', '0.05')).toMatchObject({
      awake: 20,
      sleeping: false,
      margin: 0.05,
    });
  });

  it('takes --substeps', async () => {
    const args = ['--count', '60', '--steps', '100', '--workers', '0'];
    const [scenes, same, other] = [
      await heap(...args),
      await heap(...args, '--substeps', '5'),
      await heap(...args, '--substeps', '9'),
    ];
    expect(scenes).toMatchObject({ substeps: 5, checksum: same.checksum });
    expect(other.substeps).toBe(9);
    expect(other.checksum).not.toBe(same.checksum);
  });

  it('prints a table for people', async () => {
    const args = ['--count', '50', '--frames', '3', '--workers', '1', '--kernel', 'relaxed'];
    const text = await printed('--scene', 'heap', ...args);
    for (const word of ['p99', 'broad', 'narrow', 'solve', 'integrate', 'step', 'all 3', 'busiest 3', 'heap of 50']) {
      expect(text).toContain(word);
    }
    for (const word of [
      'contacts ',
      'awake      50 of 50',
      'deepest ',
      '0 escaped, 0 NaN',
      '2 threads, kernel relaxed',
    ]) {
      expect(text).toContain(word);
    }
    expect(text).toMatch(/checksum {3}[0-9a-f]{8}$/);
  });

  it('leaves the refusal of a kernel to the library', async () => {
    const refused = printed('--scene', 'heap', '--kernel', 'abacus', '--count', '2');
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow('--kernel: expected ');
  });
});

describe('options', () => {
  it('default to the recorded cuboids, and to generated ones once a count is given', () => {
    expect(parseOptions([])).toMatchObject({ shape: 'recorded', frames: 300, margin: 0.05, kernel: 'auto' });
    expect(parseOptions(['--count', '70'])).toMatchObject({ shape: 'box', count: 70 });
    expect(parseOptions(['--shape', 'dragon'])).toMatchObject({ shape: 'dragon', count: 5000, workers: undefined });
  });

  it('default to 600 steps and a margin of 2 cm for a scene', () => {
    const heap = { scene: 'heap', count: 5000, frames: 600, margin: 0.02, substeps: undefined, sleeping: true };
    expect(parseOptions(['--scene', 'heap'])).toMatchObject(heap);
    expect(parseOptions(['--scene', 'heap', '--steps', '7', '--no-sleep'])).toMatchObject({
      frames: 7,
      sleeping: false,
    });
    expect(parseOptions(['--steps', '7'])).toMatchObject({ scene: undefined, frames: 7 });
  });

  it.each([
    [['--frames', '2.5'], '--frames: expected a whole number, got "2.5"'],
    [['--workers', '-1'], "Option '--workers' argument is ambiguous"],
    [['--margin=-1'], '--margin: expected a number in 0..10, got "-1"'],
    [['--count='], '--count: expected a number in 1..65536, got ""'],
    [['--shape', 'ball'], '--shape: expected box, hull, mixed, dragon, got "ball"'],
    [['--scene', 'pile'], '--scene: expected heap, mixed, lidar, walk, got "pile"'],
    [['--scene', 'heap', '--shape', 'hull'], '--shape: expected no shape with --scene, got "hull"'],
    [['--scene', 'heap', '--steps', '0'], '--steps: expected a number in 1..100000, got "0"'],
    [['--steps', '3', '--frames', '3'], '--steps: expected no --frames with it, got both'],
    [['--no-sleep'], '--no-sleep: expected --scene with it, got none'],
    [['--substeps', '5'], '--substeps: expected --scene with it, got none'],
    [['--scene', 'heap', '--substeps', '65'], '--substeps: expected a number in 1..64, got "65"'],
    [['--colour', 'red'], "Unknown option '--colour'"],
    [['fast'], "Unexpected argument 'fast'"],
  ])('of %j are refused', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence);
  });
});
