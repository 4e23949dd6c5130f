/**
 * `npm run bench:round`: ns per pair of whole queries on round shapes, one thread, per kernel.
 *
 * `--help` lists the options.
 *
 * Shapes have lengths of 0.2–1 m and random poses; each pair has colliders of its own, and at least one round shape.
 *
 *   cans    cylinders, cones and boxes
 *   all     frustums, ellipsoids, disks, rounded cones, with boxes, capsules, spheres and hulls of 12 points too
 *
 * Cold: the caches of the list are dropped before each call. Coherent: they are kept, and every collider moves by up to
 * 1 mm along each axis.
 *
 * Of each, 42 % of the pairs overlap in `mixed`; `apart` and `together` have pairs of one kind. "refined" is the share
 * of pairs that a wide kernel leaves to the scalar kernel. Each set and kernel runs in its own process.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { between, seeded } from '../scenes/random.ts';
import { commandLine, inner, integer, word, words } from '../tools/commandLine.ts';
import { type Engine, type KernelName, Status } from './library.ts';
import { jsonFlag, printReport } from './report.ts';
import { choosePairs, KINDS, openPool, SETS } from './roundPairs.ts';

const values = commandLine('npm run bench:round', 'Whole queries on round shapes, one thread, ns per pair', {
  pairs: integer(10_000, 'pairs per set'),
  runs: integer(25, 'calls per row'),
  seed: integer(1, 'of the pairs', 0),
  only: word('', 'rows whose name has it'),
  kernel: words<KernelName>(['scalar', 'simd'], 'of', ['auto', 'scalar', 'simd', 'relaxed']),
  json: jsonFlag,
  // arguments of a child process
  set: inner(),
});

/** Calls in which V8 compiles. */
const WARM_UP = 5;
const QUERIES = ['intersect', 'distance', 'depth'] as const;
const STARTS = ['cold', 'coherent'] as const;
/** What is measured of each set of pairs. */
const ROWS = QUERIES.flatMap((query) => STARTS.map((start) => [query, start] as const));
/** Longest move of a collider along each axis between two calls (m). */
const MOVE = 1e-3;

interface Line {
  set: string;
  query: string;
  start: string;
  kernel: string;
  pairs: number;
  'overlapping %': number;
  'ns/pair fastest': number;
  'ns/pair p50': number;
  'ns/pair p99': number;
  'refined %': number;
  checksum: string;
}

/** FNV-1a of statuses, and of distances if the query computes them. */
function checksumOf(bytes: readonly Uint8Array[]): string {
  let hash = 0x811c9dc5;
  for (const part of bytes) for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Times one query. The colliders are where they were afterwards. */
function timeRow(
  engine: Engine,
  query: (typeof QUERIES)[number],
  start: (typeof STARTS)[number],
): Omit<Line, 'set' | 'kernel'> {
  const { positions } = engine.scene;
  const poses = positions.slice();
  const random = seeded(values.seed);
  const move = () => {
    for (let k = 0; k < positions.length; k++) if (k % 4 < 3) positions[k] += between(random, -MOVE, MOVE);
  };
  const { pairs } = engine;
  const { count } = pairs;
  const run = () =>
    query === 'intersect' ? engine.intersectSync() : engine.distanceSync(pairs, { depth: query === 'depth' });
  const times: number[] = [];
  let refined = 0;
  for (let call = -WARM_UP; call < values.runs; call++) {
    // drops the caches of the list
    if (start === 'cold') pairs.resize(count);
    else move();
    const before = engine.info.refined;
    const begin = performance.now();
    run();
    const time = performance.now() - begin;
    refined = engine.info.refined - before;
    if (call >= 0) times.push((1e6 * time) / count);
  }
  times.sort((a, b) => a - b);
  positions.set(poses);
  pairs.resize(count);
  const results = run();
  const status = results.status.subarray(0, count);
  const parts = [status];
  if ('separation' in results) {
    const { buffer, byteOffset } = results.separation;
    parts.push(new Uint8Array(buffer, byteOffset, 16 * count));
  }
  const overlapping = status.reduce((sum, code) => sum + (code === Status.Overlapping ? 1 : 0), 0);
  return {
    query,
    start,
    pairs: count,
    'overlapping %': Number(((100 * overlapping) / count).toFixed(1)),
    'ns/pair fastest': Math.round(times[0]!),
    'ns/pair p50': Math.round(times[times.length >> 1]!),
    'ns/pair p99': Math.round(times[Math.floor(0.99 * times.length)]!),
    'refined %': Number(((100 * refined) / count).toFixed(2)),
    checksum: checksumOf(parts),
  };
}

/** Measures one set and kernel in this process. */
async function runHere(set: string, kernel: KernelName): Promise<Line[]> {
  const engine = await openPool(set, kernel, values.pairs, values.seed);
  const chosen = choosePairs(engine, values.pairs);
  const lines: Line[] = [];
  for (const kind of KINDS) {
    engine.pairs.set(chosen[kind]);
    for (const [query, start] of ROWS) {
      const name = `${set} ${kind}`;
      if (!`${name} ${query} ${start}`.includes(values.only)) continue;
      lines.push({ set: name, ...timeRow(engine, query, start), kernel: engine.info.kernel });
    }
  }
  await engine.close();
  return lines;
}

/** Measures it in a process of its own. */
function runApart(set: string, kernel: string): Line[] {
  const asked = ['--set', set, '--kernel', kernel, '--only', values.only];
  const same = ['--pairs', `${values.pairs}`, '--runs', `${values.runs}`, '--seed', `${values.seed}`];
  const child = [...process.execArgv, fileURLToPath(import.meta.url), ...asked, ...same];
  const output = execFileSync(process.execPath, child, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(output) as Line[];
}

if (values.set !== undefined) {
  console.log(JSON.stringify(await runHere(values.set, values.kernel[0]!)));
} else {
  const lines = Object.keys(SETS)
    .filter((set) => KINDS.some((kind) => ROWS.some((row) => `${set} ${kind} ${row.join(' ')}`.includes(values.only))))
    .flatMap((set) => values.kernel.flatMap((kernel) => runApart(set, kernel)));
  const heading = `Whole queries on round shapes, one thread, ns per pair. Seed ${values.seed}.`;
  printReport(values.json, heading, { queries: lines });
}
