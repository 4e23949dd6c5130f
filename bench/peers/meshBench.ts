/**
 * `npm run bench:peers -- --only mesh`: queries on one terrain of triangles, and steps of bodies on it. A sample of the
 * answers is judged by brute force in f64 (scenes/bruteForce.ts); casts are not judged. One thread, CPU time.
 */

import { castRay, closestPoint, type Triangles, trianglesOf } from '../../scenes/bruteForce.ts';
import { between, seeded } from '../../scenes/random.ts';
import { type Surface, terrain, triangleCount } from '../../scenes/surfaces.ts';
import { commandLine, integer, word, words } from '../../tools/commandLine.ts';
import { installPeers, MACHINE_LINE, reasonOf } from './command.ts';
import { hullstorm } from './mesh/hullstorm.ts';
import { jolt } from './mesh/jolt.ts';
import type { MeshPeer } from './mesh/meshPeer.ts';
import { rapier } from './mesh/rapier.ts';
import { stepRows } from './mesh/steps.ts';
import { threeMeshBvh } from './mesh/threeMeshBvh.ts';
import { asksFor, leastTimes } from './rounds.ts';
import { printLines } from './tables.ts';

/** Libraries in the order of the table. */
const MAKERS: readonly (() => Promise<MeshPeer>)[] = [
  hullstorm,
  rapier,
  jolt,
  () => threeMeshBvh('CENTER'),
  () => threeMeshBvh('SAH'),
];
const SIZES = [1_000_000, 200_000];
const ROWS = ['bake', 'rays', 'closest', 'casts', 'steps'];
/** An answer is wrong if it is farther off (m). */
const WRONG = 1e-3;

interface Input {
  readonly from: Float32Array;
  readonly to: Float32Array;
}
interface Row {
  readonly name: string;
  readonly kind: string;
  make(surface: Surface, count: number, seed: number): Input;
  ask(peer: MeshPeer): ((input: Input, out: Float64Array) => void) | undefined;
  /** Undefined: answers are not judged. */
  truth?(triangles: Triangles, from: Float32Array, to: Float32Array): number;
  /** What an answer of 1 is long (m). */
  scale(to: Float32Array): number;
}

const rayRow = (name: string, make: Row['make']): Row => ({
  name,
  kind: 'rays',
  make,
  ask: (peer) => peer.rays && ((input, out) => peer.rays!(input.from, input.to, out)),
  truth: (triangles, from, to) => castRay(triangles, from, to)?.t ?? Infinity,
  scale: () => 1,
});
const QUERY_ROWS: readonly Row[] = [
  rayRow('random rays', (surface, count, seed) => {
    const { from, to } = ways(surface, count, seed, 60);
    return { from, to: unit(to) };
  }),
  rayRow('camera rays', cameraRays),
  {
    name: 'closest points',
    kind: 'closest',
    make: (surface, count, seed) => ways(surface, count, seed, 10),
    ask: (peer) => peer.closest && ((input, out) => peer.closest!(input.from, out)),
    truth: (triangles, from) => closestPoint(triangles, from).distance,
    scale: () => 1,
  },
  {
    name: 'box casts',
    kind: 'casts',
    make(surface, count, seed) {
      const { from, to } = ways(surface, count, seed, 10);
      return { from, to: to.map((value, k) => (k % 3 === 1 ? 1.5 * value : value / 8)) };
    },
    ask: (peer) => peer.casts && ((input, out) => peer.casts!(input.from, input.to, out)),
    scale: (to) => Math.hypot(...to),
  },
];

export function asksForMesh(argv: readonly string[]): boolean {
  return asksFor(argv, 'mesh');
}

export async function benchMesh(): Promise<void> {
  const flags = commandLine('npm run bench:peers', 'Queries on terrains of triangles, and steps on them', {
    only: word('mesh', 'this bench', ['mesh']),
    count: integer(5_000, 'queries of a row'),
    rounds: integer(3, 'timed rounds; the least is printed'),
    sample: integer(200, 'answers that are judged, of each row'),
    seed: integer(1, 'of the terrain and the queries'),
    rows: words(ROWS, 'rows to measure', ROWS),
  });
  installPeers();
  console.log(MACHINE_LINE);
  const lines = [['row', 'triangles', 'library', 'time', 'wrong']];
  const queries = QUERY_ROWS.filter(({ kind }) => flags.rows.includes(kind));
  for (const size of queries.length > 0 || flags.rows.includes('bake') ? SIZES : []) {
    const surface = terrain(size, flags.seed);
    const triangles = `${triangleCount(surface)}`;
    console.log(`terrain   ${triangles} triangles, seed ${flags.seed}, checksum ${checksum(surface.positions)}`);
    const peers: MeshPeer[] = [];
    for (const make of MAKERS.filter((make) => make !== jolt || size <= 200_000)) {
      try {
        const peer = await make();
        const time = cpuOf(() => peer.bake(surface));
        peers.push(peer);
        if (flags.rows.includes('bake'))
          lines.push(['bake', triangles, peer.name, `${(time / 1e3).toFixed(0)} ms`, '–']);
      } catch (error) {
        console.error(`left out: ${reasonOf(error)}`);
      }
    }
    for (const row of queries) {
      const able = peers.filter((peer) => row.ask(peer));
      const input = row.make(surface, flags.count, flags.seed);
      const answers = able.map(() => new Float64Array(flags.count));
      const times = leastTimes(able.length, flags.rounds, (at) => row.ask(able[at]!)!(input, answers[at]!));
      const wrong = countWrong(row, surface, input, answers, flags.sample);
      able.forEach(({ name }, at) => {
        const each = times[at]! / flags.count / 1e3;
        lines.push([
          row.name,
          triangles,
          name,
          `${each.toFixed(2)} µs`,
          row.truth ? `${wrong[at]} of ${flags.sample}` : '–',
        ]);
      });
    }
    for (const peer of peers) peer.dispose();
  }
  if (flags.rows.includes('steps')) lines.push(...(await stepRows(flags.seed)));
  printLines(lines);
}

/** CPU time (µs). */
function cpuOf(run: () => void): number {
  const begin = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

function countWrong(
  row: Row,
  surface: Surface,
  { from, to }: Input,
  answers: Float64Array[],
  sample: number,
): number[] {
  const wrong = answers.map(() => 0);
  if (!row.truth) return wrong;
  const triangles = trianglesOf(surface);
  for (let k = 0; k < sample; k++) {
    const [start, way] = [from.subarray(3 * k, 3 * k + 3), to.subarray(3 * k, 3 * k + 3)];
    const truth = row.truth(triangles, start, way);
    answers.forEach((own, at) => {
      const isOff = Math.abs(own[k]! - truth) * row.scale(way) > WRONG;
      if (own[k] !== truth && isOff) wrong[at]!++;
    });
  }
  return wrong;
}

/** From points up to `height` above random vertices, to other vertices (random directions down). */
function ways({ positions }: Surface, count: number, seed: number, height: number): Input {
  const random = seeded(seed);
  const [from, to] = [new Float32Array(3 * count), new Float32Array(3 * count)];
  const vertices = positions.length / 3;
  for (let k = 0; k < 3 * count; k += 3) {
    const at = 3 * Math.floor(random() * vertices);
    from.set([positions[at]!, positions[at + 1]! + between(random, 0.2, 1) * height, positions[at + 2]!], k);
    to.set([between(random, -1, 1) * height, -height, between(random, -1, 1) * height], k);
  }
  return { from, to };
}

/** A square picture from above one corner of the terrain to its middle. */
function cameraRays({ positions }: Surface, count: number): Input {
  const side = Math.ceil(Math.sqrt(count));
  const corner = positions[0]!;
  const from = new Float32Array(3 * count);
  const to = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) {
    const [right, up] = [(k % side) / side - 0.5, Math.floor(k / side) / side - 0.5];
    from.set([0.9 * corner, 60, 0.9 * corner], 3 * k);
    to.set([1 + right, 0.8 * up - 0.45, 1 - right], 3 * k);
  }
  return { from, to: unit(to) };
}

function unit(directions: Float32Array): Float32Array {
  return directions.map((value, k) => value / Math.hypot(...directions.subarray(k - (k % 3), k - (k % 3) + 3)));
}

function checksum(values: Float32Array): string {
  let hash = 0x811c9dc5;
  for (const word of new Uint32Array(values.buffer)) hash = Math.imul(hash ^ word, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
