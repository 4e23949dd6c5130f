/**
 * `npm run example:arm:cost`: what `hullstorm batch run` costs on this machine, as a table: the arm among the obstacles
 * with one process and with two, once with the least clearance per motion, once with all distances. Each process has
 * one thread. "read" is from Parquet to columns, "write" from columns to a file that is on the disk, "compute" is the
 * rest. Of three runs, the fastest.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { LINKS } from './arm.ts';
import { writeFiles } from './writeFiles.ts';

/** What `--json` prints of a run. */
interface Summary {
  readonly questions: number;
  readonly rows: number;
  readonly seconds: number;
  readonly readSeconds: number;
  readonly writeSeconds: number;
}

const PACKAGE = fileURLToPath(import.meta.resolve('hullstorm/package.json'));
const PROGRAM = join(dirname(PACKAGE), JSON.parse(readFileSync(PACKAGE, 'utf8')).bin.hullstorm);
const RUNS = [
  { name: 'least clearance per motion', options: ['--reduce', 'min', '--by', 'motion'], share: 1 },
  // some 57 rows per frame: fewer motions
  { name: 'all distances', options: [], share: 0.2 },
];
/** Of each motion. */
const FRAMES = 10;
const REPETITIONS = 3;
/** Results of fewer rows do not say what a row costs. */
const LEAST_ROWS = 500_000;

const total = (summaries: readonly Summary[], key: keyof Summary) =>
  summaries.reduce((sum, summary) => sum + summary[key], 0);

async function fastest(folder: string, options: readonly string[], processes: number): Promise<Summary[]> {
  const runs: Summary[][] = [];
  for (let k = 0; k < REPETITIONS; k++) runs.push(await measure(folder, options, processes));
  return runs.sort((a, b) => total(a, 'seconds') - total(b, 'seconds'))[0]!;
}

async function measure(folder: string, options: readonly string[], processes: number): Promise<Summary[]> {
  const out = mkdtempSync(join(folder, 'run-'));
  const files = ['shapes', 'colliders', 'poses'].flatMap((name) => [`--${name}`, join(folder, `${name}.parquet`)]);
  const given = [...files, '--find-pairs', '0.3', ...options, '--threads', '0', '--json', '--out', out];
  const runs = Array.from({ length: processes }, async (_, shard) => {
    const args = ['batch', 'run', ...given, '--shards', String(processes), '--shard', String(shard)];
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args]);
    return JSON.parse(stdout) as Summary;
  });
  const summaries = await Promise.all(runs);
  rmSync(out, { recursive: true });
  return summaries;
}

const { values } = parseArgs({ options: { motions: { type: 'string', default: '20000' } } });
const motions = Number(values.motions);
const folder = mkdtempSync(join(tmpdir(), 'hullstorm-arm-'));
try {
  const { length: cores, 0: core } = cpus();
  console.log(`${core!.model.trim()}, ${cores} cores, Node ${process.versions.node}`);
  const rows: object[] = [];
  for (const { name, options, share } of RUNS) {
    const frames = FRAMES * Math.ceil(share * motions);
    writeFiles(folder, { motions: frames / FRAMES, frames: FRAMES });
    for (const processes of [1, 2]) {
      const summaries = await fastest(folder, options, processes);
      const sum = (key: keyof Summary) => total(summaries, key);
      const compute = sum('seconds') - sum('readSeconds') - sum('writeSeconds');
      const perMillion = (seconds: number, count: number) => ((1e6 * seconds) / count).toFixed(2);
      rows.push({
        run: name,
        processes,
        frames,
        pairs: sum('questions'),
        rows: sum('rows'),
        'read, s/M poses': perMillion(sum('readSeconds'), frames * LINKS),
        'compute, s/M pairs': perMillion(compute, sum('questions')),
        'write, s/M rows': sum('rows') < LEAST_ROWS ? '' : perMillion(sum('writeSeconds'), sum('rows')),
        'frames/s and core': Math.round(frames / sum('seconds')),
      });
    }
  }
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true });
}
