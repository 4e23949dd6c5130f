/** `--help` and wrong options of every script in package.json that takes options, in processes of their own. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSX = `${ROOT}node_modules/tsx/dist/cli.mjs`;
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };

/** Scripts that run a file of this repository after the build, but the example, which takes no options. */
const FILES: [string, string][] = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /(?:tsx|&& esbuild) ((?:bench|demo)\/\S+\.ts)/.exec(line)?.[1];
  return file ? [[name, file]] : [];
});
const BY_HAND: [string, string][] = [['tools/makeDragonHull.ts', 'tools/makeDragonHull.ts']];

async function run(file: string, ...args: string[]) {
  let command = [TSX, `${ROOT}${file}`];
  if (file === 'bench/kernels.ts') {
    // that one is bundled, as its script does it
    const outfile = `${ROOT}bench/.kernels.mjs`;
    await build({ entryPoints: [`${ROOT}${file}`], bundle: true, platform: 'node', format: 'esm', outfile });
    command = [outfile];
  }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [...command, ...args], { cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
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
  }, 60_000);

  test('an unknown option: one sentence, exit code 2', async () => {
    const { code, stdout, stderr } = await run(file, '--nonsense');
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining("Unknown option '--nonsense' (--help lists")]);
    expect(code).toBe(2);
  }, 60_000);
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
])(
  '%s %j: %s',
  async (file, args, sentence) => {
    const { code, stderr } = await run(file, ...args);
    expect(stderr.trim()).toMatch(sentence);
    expect(code).toBe(2);
  },
  60_000,
);
