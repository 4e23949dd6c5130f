/** `npm start` as a child process: what it prints, that the answers do not depend on the workers, how it refuses. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../demo/headless/options.ts';
import type { Report } from '../../demo/headless/report.ts';

const main = fileURLToPath(new URL('../../demo/headless/main.ts', import.meta.url));
const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function demo(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tsx, main, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

async function report(...args: string[]): Promise<Report> {
  const { stdout, stderr, code } = await demo('--json', ...args);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Report;
}

const number = expect.any(Number);
const stats = { mean: number, p50: number, p95: number, p99: number, max: number };
const stage = { mean: number, p95: number };

describe('headless demo', () => {
  it('prints one JSON object on stdout, of the recorded cuboids by default', async () => {
    const result = await report('--frames', '2', '--workers', '0');
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
    const { stdout, stderr, code } = await demo(
      '--count',
      '300',
      '--frames',
      '2',
      '--workers',
      '1',
      '--kernel',
      kernel,
    );
    expect(code).toBe(0);
    expect(stdout).toContain(`2 threads, kernel ${kernel}`);
    expect(stderr).not.toContain('expected');
  });

  it('answers another question with another seed', async () => {
    const args = ['--count', '300', '--frames', '2', '--workers', '0'];
    const one = await report(...args, '--seed', '1');
    const two = await report(...args, '--seed', '2');
    expect(one.checksum).not.toBe(two.checksum);
  });

  it('prints a table for people', async () => {
    const { stdout, code } = await demo('--count', '200', '--frames', '3', '--workers', '0', '--shape', 'hull');
    expect(code).toBe(0);
    for (const word of ['p50', 'move', 'distance', 'busiest 3', '200 hull', 'ns per pair', 'checksum', 'machine']) {
      expect(stdout).toContain(word);
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

describe('options', () => {
  it('default to the recorded cuboids, and to generated ones once a count is given', () => {
    expect(parseOptions([])).toMatchObject({ shape: 'recorded', frames: 300, margin: 0.05, kernel: 'auto' });
    expect(parseOptions(['--count', '70'])).toMatchObject({ shape: 'box', count: 70 });
    expect(parseOptions(['--shape', 'dragon'])).toMatchObject({ shape: 'dragon', count: 5000, workers: undefined });
  });

  it.each([
    [['--frames', '2.5'], '--frames: expected a whole number, got "2.5"'],
    [['--workers', '-1'], "Option '--workers' argument is ambiguous"],
    [['--margin=-1'], '--margin: expected a number in 0..10, got "-1"'],
    [['--count='], '--count: expected a number in 1..65536, got ""'],
    [['--shape', 'ball'], '--shape: expected box, hull, mixed, dragon, got "ball"'],
    [['--colour', 'red'], "Unknown option '--colour'"],
    [['fast'], "Unexpected argument 'fast'"],
  ])('of %j are refused', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence);
  });
});
