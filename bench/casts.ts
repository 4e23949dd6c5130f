/**
 * `npm run bench:casts`: ns per cast of whole queries, with and without turns, on one thread and on two.
 *
 * `--help` lists the options.
 *
 *   boxes, hulls         castPairs: pairs of the workloads `random` and `h16` that are apart. B moves towards A, up to
 *                        twice as far; turns are up to 1 rad
 *   heap, field          castShapes: boxes of half extents 0.1–0.4 m into the 5,000 settled cuboids, and into 10,000
 *                        hulls of 16 points on a jittered lattice; from outside, through the scene
 *
 * Each set runs in its own process. Rows of one thread are CPU time, those of two are time.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seeded } from '../scenes/random.ts';
import { commandLine, inner, integer, integers, word } from '../tools/commandLine.ts';
import { CAST_SCENES, shapeCasts, vector } from './castScenes.ts';
import { fillScene } from './fillScene.ts';
import { box, CastStatus, createEngine, type Engine, type KernelName, Status } from './library.ts';
import { jsonFlag, printReport } from './report.ts';
import { makeWorkload } from './workloads.ts';

const values = commandLine('npm run bench:casts', 'Casts of moving shapes: ns per cast of whole queries', {
  casts: integer(5000, 'casts per set'),
  runs: integer(15, 'calls per row'),
  threads: integers([1, 2], 'of the engines'),
  seed: integer(1, 'of the casts', 0),
  only: word('', 'sets whose name has it'),
  turns: word('both', 'of the shapes', ['both', 'no', 'yes']),
  kernel: word<KernelName>('auto', 'of', ['auto', 'scalar', 'simd', 'relaxed']),
  json: jsonFlag,
  // argument of a child process
  set: inner(),
});

/** Calls in which V8 compiles. */
const WARM_UP = 5;
/** Largest turn (rad). */
const TURN = 1;

interface Line {
  set: string;
  turns: string;
  threads: number;
  casts: number;
  'hits %': number;
  'ns/cast fastest': number;
  'ns/cast p50': number;
  checksum: string;
}

/** One call of a set, and the columns that it writes. */
interface Asked {
  run(): { readonly status: Uint8Array; readonly t: Float64Array; readonly count: number };
}

/** Pairs of a workload that are apart, and their motions. */
async function openPairs(name: 'random' | 'h16', workers: number, turns: boolean): Promise<[Engine, Asked]> {
  const workload = makeWorkload(name, 2 * values.casts, values.seed);
  const { shapes, colliderCount, pairs, pairCount } = workload;
  const engine = await createEngine({
    workers,
    kernel: values.kernel,
    capacity: { shapes: shapes.length, colliders: colliderCount, pairs: pairCount, casts: values.casts },
  });
  fillScene(engine.scene, workload);
  engine.pairs.set(pairs);
  const { status } = engine.intersectSync();
  const apart = Array.from({ length: pairCount }, (_, p) => p).filter((p) => status[p] === Status.Separated);
  engine.pairs.set(apart.slice(0, values.casts).flatMap((p) => [pairs[2 * p]!, pairs[2 * p + 1]!]));
  return [engine, { run: askPairs(engine, turns) }];
}

function askPairs(engine: Engine, turns: boolean): Asked['run'] {
  const random = seeded(values.seed);
  const { ids, count } = engine.pairs;
  const { positions, rows } = engine.scene;
  const motions = new Float64Array(8 * rows);
  for (let p = 0; p < count; p++) {
    const [a, b] = [ids[2 * p]!, ids[2 * p + 1]!];
    const far = 2 * random();
    const aside = vector(random, 0.5);
    for (let c = 0; c < 3; c++) {
      motions[8 * b + c] = far * (positions[4 * a + c]! - positions[4 * b + c]!) + aside[c]!;
    }
    for (const id of turns ? [a, b] : []) motions.set(vector(random, TURN), 8 * id + 4);
  }
  return () => engine.castPairsSync(engine.pairs, motions);
}

/** A scene of `bench/castScenes.ts`, and its casts. */
async function openScene(name: string, workers: number, turns: boolean): Promise<[Engine, Asked]> {
  const bodies = CAST_SCENES[name]!(values.seed);
  const made = shapeCasts(bodies, values.casts, values.seed, turns ? TURN : 0);
  const engine = await createEngine({
    workers,
    kernel: values.kernel,
    capacity: {
      shapes: bodies.shapes.length + made.halves.length,
      colliders: bodies.colliderCount,
      pairs: 1000,
      casts: values.casts,
    },
  });
  fillScene(engine.scene, bodies);
  const casts = engine.createCastList(values.casts);
  const boxes = made.halves.map(([x, y, z]) => engine.scene.addShape(box(x!, y!, z!)));
  const shapes = Array.from({ length: made.count }, (_, k) => boxes[k % boxes.length]!);
  casts.set(shapes, made.starts, made.rotations);
  for (let k = 0; k < made.count; k++) {
    casts.moves.set(made.moves.subarray(3 * k, 3 * k + 3), 4 * k);
    casts.turns.set(made.turns.subarray(3 * k, 3 * k + 3), 4 * k);
  }
  return [engine, { run: () => engine.castShapesSync(casts) }];
}

async function open(set: string, workers: number, turns: boolean): Promise<[Engine, Asked]> {
  if (set === 'boxes' || set === 'hulls') return openPairs(set === 'boxes' ? 'random' : 'h16', workers, turns);
  return openScene(set, workers, turns);
}

/** FNV-1a of statuses and times. */
function checksumOf(parts: readonly Uint8Array[]): string {
  let hash = 0x811c9dc5;
  for (const part of parts) for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Nanoseconds: of this process with one thread, else of the clock. */
function clockOf(threads: number): () => number {
  if (threads > 1) return () => 1e6 * performance.now();
  return () => {
    const { user, system } = process.cpuUsage();
    return 1e3 * (user + system);
  };
}

async function timeRow(set: string, turns: boolean, threads: number): Promise<Line> {
  const [engine, { run }] = await open(set, threads - 1, turns);
  const clock = clockOf(threads);
  const times: number[] = [];
  let { status, t, count } = run();
  for (let call = -WARM_UP; call < values.runs; call++) {
    const begin = clock();
    ({ status, t, count } = run());
    if (call >= 0) times.push((clock() - begin) / count);
  }
  times.sort((a, b) => a - b);
  const hits = status.subarray(0, count).filter((s) => s === CastStatus.Hit).length;
  const bytes = [status.subarray(0, count), new Uint8Array(t.buffer, t.byteOffset, 8 * count)];
  await engine.close();
  return {
    set,
    turns: turns ? 'yes' : 'no',
    threads,
    casts: count,
    'hits %': Math.round((100 * hits) / count),
    'ns/cast fastest': Math.round(times[0]!),
    'ns/cast p50': Math.round(times[times.length >> 1]!),
    checksum: checksumOf(bytes),
  };
}

if (values.set) {
  const lines: Line[] = [];
  for (const turns of [false, true]) {
    if (values.turns === (turns ? 'no' : 'yes')) continue;
    for (const threads of values.threads) lines.push(await timeRow(values.set, turns, threads));
  }
  process.stdout.write(JSON.stringify(lines));
} else {
  const lines: Line[] = [];
  for (const set of ['boxes', 'hulls', 'heap', 'field'].filter((name) => name.includes(values.only))) {
    const own = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2), '--set', set];
    const out = execFileSync(process.execPath, own, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    lines.push(...(JSON.parse(out) as Line[]));
  }
  printReport(values.json, `Casts, seed ${values.seed}.`, { casts: lines });
}
