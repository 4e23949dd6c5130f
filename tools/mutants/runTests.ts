/** Runs test files of `npm test` until one fails, in a process of its own. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Outcome {
  readonly result: 'passed' | 'failed' | 'times out';
  /** The test file that failed. */
  readonly by?: string;
}

export interface Limits {
  /** CPU time of each process (s): only an endless loop takes as much. */
  readonly cpu: number;
  /** Time of all (s), for threads that wait forever. */
  readonly wall: number;
}

interface Report {
  readonly testResults?: readonly { readonly name: string; readonly status: string }[];
}

/** Files run one after the other. @param folder the repository, or a copy of it */
export async function runTests(folder: string, files: readonly string[], limits: Limits): Promise<Outcome> {
  const report = join(folder, 'node_modules/.cache/mutants.json');
  rmSync(report, { force: true });
  const projects = ['--project', 'unit', '--project', 'mocks'];
  const quiet = ['--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report];
  // transformed modules are kept between runs: half of the time
  const cache = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath', 'node_modules/.cache/vitest'];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...quiet, ...cache, ...files];
  const start = performance.now();
  const { status, isLate } = await runLimited([process.execPath, ...vitest], folder, limits);
  if (status === 0) return { result: 'passed' };
  const failed = readReport(report).testResults?.find((each) => each.status === 'failed');
  const by = files.find((file) => failed?.name.replaceAll('\\', '/').endsWith(file));
  if (by !== undefined) return { result: 'failed', by };
  // a process that ended in the middle of a test: by a limit, or by a fault of V8
  const isOver = isLate || performance.now() - start > 1000 * limits.cpu;
  return { result: isOver ? 'times out' : 'failed', ...(files.length === 1 ? { by: files[0]! } : {}) };
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Runs a command under limits. Its processes are a group, which ends with it. */
function runLimited(
  command: readonly string[],
  cwd: string,
  limits: Limits,
): Promise<{ status: number | null; isLate: boolean }> {
  const limited = ['-c', `ulimit -t ${limits.cpu}; exec "$@"`, 'sh', ...command];
  const child = spawn('sh', limited, { cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  let isLate = false;
  child.stderr.on('data', (data) => {
    output += data;
  });
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {} // it has ended
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, 1000 * limits.wall);
  process.prependOnceListener('exit', end);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => {
      clearTimeout(timer);
      process.off('exit', end);
      end();
      done({ status, isLate: isLate || /SIGXCPU|SIGKILL/.test(output) });
    });
  });
}
