/** The packed package in Bun, Deno and Node 24: the same bytes as in Node, for every kernel and number of workers. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NODE_24, RUNTIMES } from '../../tools/node24.ts';
import { PORTABLE } from '../support/kernels.ts';
import { type AllAnswers, allAnswersInNode } from './nodeAnswers.ts';
import type { Answered, Setup } from './runtimeAnswers.ts';
import { findProgram } from './testBrowser.ts';

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ANSWERS = fileURLToPath(new URL('./runtimeAnswers.ts', import.meta.url));
const SEED = 45;
/** All answers of one runtime (ms); it takes seconds. */
const LIMIT = 150_000;

// the packages of the programs themselves: those named bun and deno only look for them, by scripts
const PROGRAMS = [
  {
    name: 'Bun',
    path: `@oven/bun-${platform()}-${arch() === 'arm64' ? 'aarch64' : arch()}/bin/bun`,
    args: [],
  },
  {
    name: 'Deno',
    path: `@deno/${platform()}-${arch()}${platform() === 'linux' ? '-glibc' : ''}/deno`,
    args: ['run', '--allow-all'],
  },
  { name: 'Node 24', path: NODE_24, args: [] },
];

const SETUPS: readonly Setup[] = PORTABLE.flatMap((kernel) => [
  { kernel, workers: 0, sync: false },
  { kernel, workers: 1, sync: false },
  { kernel, workers: 2, sync: false },
  { kernel, workers: 2, sync: true },
]);

let app: string;
let inNode: AllAnswers;

beforeAll(async () => {
  inNode = await allAnswersInNode(SEED);
  app = await mkdtemp(join(tmpdir(), 'hullstorm-runtimes-'));
  await installPackage(join(app, 'node_modules'));
  await writeFile(join(app, 'package.json'), '{ "type": "module" }\n');
  await build({
    entryPoints: [ANSWERS],
    outfile: join(app, 'answers.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['hullstorm'],
  });
});

afterAll(async () => {
  if (app) await rm(app, { recursive: true, force: true });
});

/** The package as npm would install it, its dependencies from here. */
async function installPackage(modules: string): Promise<void> {
  await mkdir(join(modules, 'hullstorm'), { recursive: true });
  const packed = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', app], { cwd: ROOT });
  const file = join(app, packed.stdout.trim());
  await run('tar', ['-xzf', file, '-C', join(modules, 'hullstorm'), '--strip-components', '1']);
  const manifest = await readFile(join(ROOT, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  for (const name of Object.keys(dependencies)) await symlink(join(ROOT, 'node_modules', name), join(modules, name));
}

describe.each(PROGRAMS)('$name', ({ path, args }) => {
  let answered: readonly Answered[];

  beforeAll(async () => {
    const advice = 'run npm ci --ignore-scripts --prefix test/browser/runtimes';
    const program = findProgram([join(RUNTIMES, 'node_modules', path)], advice);
    const command = [...args, join(app, 'answers.js'), JSON.stringify([SEED, SETUPS])];
    const env = { ...process.env, DENO_DIR: join(app, 'deno'), DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' };
    const { stdout, stderr } = await run(program, command, { cwd: app, env, timeout: LIMIT });
    expect(stderr).toBe('');
    answered = JSON.parse(stdout) as Answered[];
  });

  test.each(SETUPS.map((setup) => [setup.kernel, setup.workers, setup.sync] as const))(
    'the same bytes as in this Node, kernel %s, %i workers, synchronous: %s',
    (kernel, workers, sync) => {
      const here = answered.find((each) => each.kernel === kernel && each.workers === workers && each.sync === sync);
      expect(here).toMatchObject(inNode[kernel]);
      expect(here?.info).toMatchObject({ kernel, threads: workers + 1, shared: true, fallbacks: [], restarts: 0 });
    },
  );
});
