/**
 * `npm run bench:hulls`: the time from points to a shape in the scene, ms: `scene.addShape(hull(points))`, with
 * neighbors, direction cells and contact faces. For comparison: `ConvexHull.setFromPoints` of three (faces), and
 * rapier's `ConvexPolyhedron` (wasm, merged faces; parry removes nearly coplanar ones).
 *
 * `--help` lists the options. Prints the best and the median call.
 *
 * Sphere: every point is a corner. Ball: few points are. Box: a grid of 602 points on its faces, rotated, so that f32
 * makes it rough. Scan: the hull of the Stanford dragon. Points differ from call to call (8 sets, seeds 1 to 8; 2 sets
 * of 20,000 points). `first` is the first call of a process that has built no hull. `addShapes` is 256 hulls at once on
 * all workers, ms per hull.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Vector3 } from 'three';
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js';
import { seeded } from '../scenes/random.ts';
import { commandLine, inner, real, words } from '../tools/commandLine.ts';
import { createEngine, type Engine, hull } from './library.ts';
import { installPeers } from './peers/command.ts';
import { importPeer } from './peers/peer.ts';
import { jsonFlag, printReport } from './report.ts';

const values = commandLine(
  'npm run bench:hulls',
  'Hulls from points to a shape in the scene, ms, beside three and rapier',
  {
    seconds: real(1, 'per cell'),
    only: words([], 'sets to keep, by the beginning of their names'),
    json: jsonFlag,
    first: inner(),
  },
);

/** Points on the unit sphere, or inside of it. */
function cloud(count: number, seed: number, inside: boolean): Float32Array {
  const random = seeded(seed);
  const points = new Float32Array(3 * count);
  for (let k = 0; k < count; ) {
    const p = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.hypot(...p);
    if (length > 1 || length < 0.01) continue;
    points.set(inside ? p : p.map((x) => x / length), 3 * k++);
  }
  return points;
}

function roughBox(seed: number): Float32Array {
  const random = seeded(seed);
  const [a, b] = [6 * random(), 6 * random()];
  const points: number[] = [];
  for (let i = 0; i < 11 * 11 * 11; i++) {
    const p = [i % 11, Math.floor(i / 11) % 11, Math.floor(i / 121)].map((k) => k / 10 - 0.5) as [
      number,
      number,
      number,
    ];
    if (p.every((x) => Math.abs(x) < 0.49)) continue;
    const x = Math.cos(a) * p[0] - Math.sin(a) * p[1];
    const y = Math.sin(a) * p[0] + Math.cos(a) * p[1];
    points.push(x, Math.cos(b) * y - Math.sin(b) * p[2], Math.sin(b) * y + Math.cos(b) * p[2]);
  }
  return Float32Array.from(points);
}

function scan(): Float32Array {
  const path = fileURLToPath(new URL('../scenes/data/dragon.json', import.meta.url));
  return Float32Array.from((JSON.parse(readFileSync(path, 'utf8')) as { points: number[] }).points);
}

const SETS: [string, (seed: number) => Float32Array][] = [
  ...[16, 64, 256, 1000, 20_000].map((n): [string, (seed: number) => Float32Array] => [
    `sphere ${n}`,
    (seed) => cloud(n, seed, false),
  ]),
  ...[16, 64, 256, 1000, 20_000].map((n): [string, (seed: number) => Float32Array] => [
    `ball ${n}`,
    (seed) => cloud(n, seed, true),
  ]),
  ['box 602', roughBox],
  ['scan', scan],
];

const room = (vertices: number): Promise<Engine> =>
  createEngine({ workers: 0, capacity: { shapes: 2048, vertices, colliders: 1, pairs: 1, contacts: 1 } });

/** Times of the calls (ms). */
function timesOf(seconds: number, inputs: Float32Array[], build: (points: Float32Array) => void): number[] {
  const times = [];
  const end = performance.now() + 1000 * seconds;
  for (let k = 0; k < 2 || performance.now() < end; k++) {
    const begin = performance.now();
    build(inputs[k % inputs.length]);
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b);
}

/** The best time, and the median. */
const shown = (times: readonly number[]) => [times[0], times[times.length >> 1]].map((ms) => Number(ms.toFixed(4)));

/** Builds into a scene, and empties it when it is full. */
async function ours(): Promise<(points: Float32Array) => void> {
  const { scene } = await room(400_000);
  const empty = scene.snapshot();
  return (points) => {
    if (scene.shapeCount === 2048 || points.length > 30_000) scene.restore(empty);
    scene.addShape(hull(points));
  };
}

interface Rapier {
  init(): Promise<void>;
  ConvexPolyhedron: new (points: Float32Array, indices: null) => { intoRaw(): { free(): void } };
}

if (values.first !== undefined) {
  const points = SETS[Number(values.first)][1](1);
  const { scene } = await room(100_000);
  const begin = performance.now();
  scene.addShape(hull(points));
  console.log((performance.now() - begin).toFixed(2));
  process.exit();
}

await installPeers();
const { default: rapier } = await importPeer<{ default: Rapier }>('@dimforge/rapier3d-compat');
await rapier.init();
const { seconds, only } = values;
const lines: object[] = [];
for (const [index, [name, make]] of SETS.entries()) {
  if (only.length > 0 && !only.some((begin) => name.startsWith(begin))) continue;
  const inputs = Array.from({ length: name.endsWith('20000') ? 2 : 8 }, (_, k) => make(k + 1));
  const build = await ours();
  const first = execFileSync(process.execPath, [...process.execArgv, process.argv[1], '--first', String(index)]);
  const [best, middle] = shown(timesOf(seconds, inputs, build));
  const [three] = shown(
    timesOf(seconds, inputs, (points) => {
      const list = Array.from({ length: points.length / 3 }, (_, k) => new Vector3().fromArray(points, 3 * k));
      new ConvexHull().setFromPoints(list);
    }),
  );
  const [parry] = shown(
    timesOf(seconds, inputs, (points) => new rapier.ConvexPolyhedron(points, null).intoRaw().free()),
  );
  lines.push({
    points: name,
    'addShape, best': best,
    'addShape, median': middle,
    'first of a process': Number(first),
    'three, best': three,
    'rapier, best': parry,
  });
}

const many = Array.from({ length: 256 }, (_, k) => hull(cloud(64, k + 1, false)));
const workers = Math.max(1, availableParallelism() - 1);
const engine = await createEngine({ workers, capacity: { shapes: 256, vertices: 20_000, colliders: 1, pairs: 1 } });
const empty = engine.scene.snapshot();
const calls: Record<string, number[]> = { addShapes: [], addShapesSync: [] };
const end = performance.now() + 4000 * seconds;
while (performance.now() < end) {
  for (const call of ['addShapes', 'addShapesSync'] as const) {
    engine.scene.restore(empty);
    const begin = performance.now();
    await engine.scene[call](many);
    calls[call].push((performance.now() - begin) / many.length);
  }
}
await engine.close();
const many64 = Object.entries(calls).map(([call, times]) => {
  const [best, middle] = shown(times.sort((a, b) => a - b));
  return { call, best, median: middle };
});
const note = `The second table: 256 hulls of 64 points on a sphere at once, ${workers} worker(s).`;
printReport(values.json, 'ms per hull.', { hulls: lines, at_once: many64 }, [note]);
