/**
 * `npm run bench:layout`: the layout of poses in memory. Gathers both poses of every candidate pair, as the pair
 * kernels do, from two layouts of the same scene:
 *
 *   columns  positions f64×4, rotations f32×4, shape u32: as in the public API
 *   rows     one 64-byte row per collider: x y z f64, quaternion f32×4, shape u32
 *
 * Scenes: the recorded heaps (5,000 cuboids, which fit in L2), and a random scene that does not fit (200,000). Rounds
 * are interleaved. Figures are medians and their ratio. The decision: docs/decisions/pose-layout.md.
 */
import { cpus } from 'node:os';
import { seeded } from '../scenes/random.ts';
import { commandLine } from '../tools/commandLine.ts';
import { makeWorkload } from './workloads.ts';

commandLine('npm run bench:layout', 'How poses should lie in memory: columns or rows', {});

const ROUNDS = 41;
const POSE = 11;
const TILE = 64;

interface Scene {
  readonly name: string;
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
  readonly shapes: Uint32Array;
  readonly pairs: Uint32Array;
}

function recorded(name: 'settled' | 'falling'): Scene {
  const { positions, rotations, shapeOf, pairs } = makeWorkload(name, 100_000);
  return { name, positions, rotations, shapes: shapeOf, pairs };
}

/** Pairs of neighbors in space with ids in random order: a large scene without spatial order. */
function shuffled(colliders: number, seed: number): Scene {
  const random = seeded(seed);
  const positions = Float64Array.from({ length: 4 * colliders }, random);
  const rotations = Float32Array.from({ length: 4 * colliders }, random);
  const shapes = Uint32Array.from({ length: colliders }, () => (random() * 64) | 0);
  const pairs = Uint32Array.from({ length: 4 * colliders }, () => (random() * colliders) | 0);
  return { name: `shuffled ${colliders}`, positions, rotations, shapes, pairs };
}

const out = new Float64Array(POSE * TILE);

/** A buffer that begins on a page, as that of an engine. In other buffers a 64-byte row may lie on two cache lines. */
function pages(bytes: number): ArrayBuffer {
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) }).buffer as ArrayBuffer;
}

/** The columns of the scene, each on a page. */
function onPages(scene: Scene): Scene {
  const positions = new Float64Array(pages(scene.positions.byteLength), 0, scene.positions.length);
  const rotations = new Float32Array(pages(scene.rotations.byteLength), 0, scene.rotations.length);
  const shapes = new Uint32Array(pages(scene.shapes.byteLength), 0, scene.shapes.length);
  positions.set(scene.positions);
  rotations.set(scene.rotations);
  shapes.set(scene.shapes);
  return { ...scene, positions, rotations, shapes };
}

function gatherColumns({ positions, rotations, shapes, pairs }: Scene): number {
  let sum = 0;
  for (let pair = 0; 2 * pair < pairs.length; pair++) {
    const at = POSE * (pair % TILE);
    const a = pairs[2 * pair];
    const b = pairs[2 * pair + 1];
    sum += shapes[a] ^ shapes[b];
    const p = 4 * a;
    const q = 4 * b;
    for (let c = 0; c < 4; c++) out[at + c] = rotations[p + c];
    for (let c = 0; c < 4; c++) out[at + 4 + c] = rotations[q + c];
    for (let c = 0; c < 3; c++) out[at + 8 + c] = positions[q + c] - positions[p + c];
  }
  return sum + out[0];
}

/** The same scene as rows: 8 f64 = 16 f32 = 16 u32 per collider, in one buffer. */
function toRows({ positions, rotations, shapes }: Scene) {
  const buffer = pages(64 * shapes.length);
  const f64 = new Float64Array(buffer);
  const f32 = new Float32Array(buffer);
  const u32 = new Uint32Array(buffer);
  for (let row = 0; row < shapes.length; row++) {
    f64.set(positions.subarray(4 * row, 4 * row + 3), 8 * row);
    f32.set(rotations.subarray(4 * row, 4 * row + 4), 16 * row + 6);
    u32[16 * row + 10] = shapes[row];
  }
  return { f64, f32, u32 };
}

function gatherRows({ f64, f32, u32 }: ReturnType<typeof toRows>, pairs: Uint32Array): number {
  let sum = 0;
  for (let pair = 0; 2 * pair < pairs.length; pair++) {
    const at = POSE * (pair % TILE);
    const a = pairs[2 * pair];
    const b = pairs[2 * pair + 1];
    sum += u32[16 * a + 10] ^ u32[16 * b + 10];
    for (let c = 0; c < 4; c++) out[at + c] = f32[16 * a + 6 + c];
    for (let c = 0; c < 4; c++) out[at + 4 + c] = f32[16 * b + 6 + c];
    for (let c = 0; c < 3; c++) out[at + 8 + c] = f64[8 * b + c] - f64[8 * a + c];
  }
  return sum + out[0];
}

const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1];

console.log(
  `Gathering both poses of a pair, ns. ${cpus()[0]?.model}, Node ${process.version}, seed 1, ${ROUNDS} rounds`,
);
const table = [recorded('settled'), recorded('falling'), shuffled(200_000, 1)].map(onPages).map((scene) => {
  const rows = toRows(scene);
  const count = scene.pairs.length / 2;
  const times: [number[], number[]] = [[], []];
  let sums = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const first = gatherColumns(scene);
    const middle = performance.now();
    const second = gatherRows(rows, scene.pairs);
    const end = performance.now();
    sums = [first, second];
    times[0].push(((middle - start) * 1e6) / count);
    times[1].push(((end - middle) * 1e6) / count);
  }
  if (sums[0] !== sums[1]) throw new Error(`${scene.name}: the layouts disagree: ${sums}`);
  const [columns, packed] = [median(times[0]), median(times[1])];
  return {
    scene: scene.name,
    pairs: count,
    'columns ns': columns.toFixed(1),
    'rows ns': packed.toFixed(1),
    'columns / rows': (columns / packed).toFixed(2),
  };
});
console.table(table);
