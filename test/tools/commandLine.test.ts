/** `--help` and wrong options of every script in package.json that takes options. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test, vi } from 'vitest';
import type { Report } from '../../bench/report.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };

/** Scripts that run a file of this repository after the build, but the example, which takes no options. */
const FILES: [string, string][] = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /(?:tsx|&& esbuild) ((?:bench|demo)\/\S+\.ts)/.exec(line)?.[1];
  return file ? [[name, file]] : [];
});
const BY_HAND: [string, string][] = [['tools/makeDragonHull.ts', 'tools/makeDragonHull.ts']];

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Exit extends Error {}

let runs = 0;

/** Runs a script in this process, which its command line would end. */
async function run(file: string, ...args: string[]): Promise<Outcome> {
  const lines: { stdout: string[]; stderr: string[] } = { stdout: [], stderr: [] };
  let code = 0;
  const mocks = [
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.stdout.push(line)),
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.stderr.push(line)),
    vi.spyOn(process, 'exit').mockImplementation((given) => {
      code = Number(given ?? 0);
      throw new Exit();
    }),
  ];
  const argv = process.argv;
  process.argv = [process.execPath, file, ...args];
  try {
    // each run evaluates the file anew
    await import(/* @vite-ignore */ `${ROOT}${file}?run=${runs++}`);
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    process.argv = argv;
    process.exitCode = undefined;
    for (const mock of mocks) mock.mockRestore();
  }
  return { code, stdout: lines.stdout.join('\n'), stderr: lines.stderr.join('\n') };
}

test('there are scripts', () => {
  expect(FILES.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'bench', 'bench:kernel', 'bench:peers']),
  );
  expect(FILES.length).toBeGreaterThanOrEqual(9);
});

describe.each([...FILES, ...BY_HAND])('%s', (_, file) => {
  test('--help: usage with options, exit code 0', async () => {
    const { code, stdout, stderr } = await run(file, '--help');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/--help +this text/);
    expect(stdout).toContain(file.startsWith('tools') ? '[options]' : '-- [options]');
    expect(code).toBe(0);
  });

  test('an unknown option: one sentence, exit code 2', async () => {
    const { code, stdout, stderr } = await run(file, '--nonsense');
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining("Unknown option '--nonsense' (--help lists")]);
    expect(code).toBe(2);
  });
});

test('--only heap has a help of its own', async () => {
  const { code, stdout } = await run('bench/peers/main.ts', '--only', 'heap', '--help');
  expect(stdout).toMatch(/--engines A,B +of: .+; default/);
  expect(code).toBe(0);
}, 60_000);

test.each([
  ['bench/main.ts', ['--pairs', 'many'], '--pairs: expected a number ≥ 1, got "many"'],
  ['bench/main.ts', ['--kernel', 'simd,abacus'], '--kernel: expected auto, scalar, simd, relaxed, got "abacus"'],
  ['bench/pairs.ts', ['--workers', '1.5'], '--workers: expected a whole number, got "1.5"'],
])('%s %j: %s', async (file, args, sentence) => {
  const { code, stderr } = await run(file, ...args);
  expect(stderr.trim()).toMatch(sentence);
  expect(code).toBe(2);
});

test('bench:kernel runs as the one file that its script makes', async () => {
  const outfile = ROOT + /--outfile=(\S+)/.exec(scripts['bench:kernel']!)![1];
  await build({ entryPoints: [`${ROOT}bench/kernels.ts`], bundle: true, platform: 'node', format: 'esm', outfile });
  const few = ['--runs', '1', '--pairs', '50', '--only', 'settled', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, ...few], { cwd: ROOT });
  // a recorded scene is there, and both kernels run
  expect((JSON.parse(stdout) as Report).tables.kernels).toHaveLength(4);
});
