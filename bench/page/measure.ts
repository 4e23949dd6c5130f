/** Runs the benches of a group under each version of Node. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALL_RUNTIMES, NODE_24, RUNTIMES } from '../../tools/node24.ts';
import { type Figures, type Group, NODES, type NodeName, type Run } from './group.ts';
import { commandOf, type Result } from './render.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A bench that takes more than LATE times its seconds, and START more, is stopped. */
const LATE = 3;
const START = 60;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The programs, and their exact versions. Installs Node 24 if it is not there. */
export interface Programs {
  readonly paths: Readonly<Record<NodeName, string>>;
  readonly versions: Readonly<Record<NodeName, string>>;
}

/** @throws Error if this is not Node 20 */
export function findPrograms(): Programs {
  if (!process.version.startsWith('v20.')) throw new Error(`expected to run in Node 20, got ${process.version}`);
  const path = join(RUNTIMES, 'node_modules', NODE_24);
  if (!existsSync(path)) {
    console.error('installing Node 24 into test/browser/runtimes');
    execFileSync('npm', INSTALL_RUNTIMES, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  return {
    paths: { 20: process.execPath, 24: path },
    versions: { 20: process.versions.node, 24: version.slice(1) },
  };
}

/** Time that the benches of a group take (s). */
export function secondsOf({ runs }: Group): number {
  return runs.reduce((sum, { seconds, nodes = NODES }) => sum + seconds * nodes.length, 0);
}

/**
 * All figures of a group: each bench under the versions of Node in turn.
 * @param failed gets a line for each bench without figures
 * @returns undefined if there are no figures
 */
export async function measureGroup(
  group: Group,
  { paths, versions }: Programs,
  isQuick: boolean,
  failed: string[],
): Promise<Result | undefined> {
  const figures: Record<NodeName, Figures> = { 20: {}, 24: {} };
  for (const run of group.runs) {
    for (const node of run.nodes ?? NODES) {
      const what = `Node ${node}: ${commandOf(run)}`;
      const begin = performance.now();
      process.stderr.write(`${what} …\n`);
      try {
        const output = await printed(run, paths[node], isQuick);
        if (!JSON.stringify(output).includes(versions[node])) throw new Error(`did not run in Node ${versions[node]}`);
        figures[node] = { ...figures[node], ...group.read(output) };
      } catch (error) {
        failed.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
      const seconds = Math.round((performance.now() - begin) / 1000);
      process.stderr.write(`  ${seconds} s, expected ${isQuick ? 'few' : run.seconds}\n`);
    }
  }
  if (NODES.every((node) => Object.keys(figures[node]).length === 0)) return undefined;
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${availableParallelism()} threads`;
  return { date: new Date().toISOString().slice(0, 10), machine, versions, figures };
}

/** The object that a bench prints. Scripts find `node` by the path, and so do the programs that they start. */
function printed({ script, args, quick, seconds }: Run, program: string, isQuick: boolean): Promise<unknown> {
  const asked = ['run', '--silent', script, '--', ...args, ...(isQuick ? quick : []), '--json'];
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const child = spawn('npm', asked, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  // the bench has processes of its own
  const kill = () => process.kill(-child.pid!, 'SIGKILL');
  const stop = () => {
    kill();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    let output = '';
    const most = LATE * seconds + START;
    const timer = setTimeout(() => {
      reject(new Error(`not done after ${most} s`));
      kill();
    }, 1000 * most);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      for (const signal of SIGNALS) process.off(signal, stop);
      if (code !== 0) return reject(new Error(`ended with code ${code}`));
      try {
        // a library may print lines of its own before
        resolve(JSON.parse(output.slice(output.search(/^\{/m))));
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}
