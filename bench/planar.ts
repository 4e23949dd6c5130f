/**
 * `npm run bench:planar`: queries of a planar engine over circles and polygons at random positions and angles.
 *
 * `--help` lists the options. Bodies are circles and polygons of 3 to 8 corners, in turn, of 64 shapes, with radii from
 * 0.25 to 0.5 m. Before each round every body moves by up to 1 cm and turns by up to 0.01 rad, untimed. The last line
 * is the checksum of all answers of the last round: the same for any number of workers.
 */
import { createEngine } from 'hullstorm';
import { circle, polygon, type Shape } from 'hullstorm/pair2d';
import { between, seeded } from '../scenes/random.ts';
import { commandLine, integer, real } from '../tools/commandLine.ts';
import { jsonFlag, printReport } from './report.ts';

const { bodies, rounds, workers, seed, margin, density, json } = commandLine(
  'npm run bench:planar',
  'A planar engine, ns per body and per pair',
  {
    bodies: integer(100_000, 'circles and polygons'),
    rounds: integer(40, 'timed rounds; p50 and p99 are of these'),
    workers: integer(0, 'threads besides this one', 0, 255),
    seed: integer(1, 'of shapes, poses and motions'),
    margin: real(0.05, 'of findPairs and contacts (m)'),
    density: real(2, 'bodies per m²'),
    json: jsonFlag,
  },
);
/** Rounds in which V8 compiles. */
const WARM_UP = 4;
const SHAPES = 64;

const random = seeded(seed);

function makeShape(k: number): Shape {
  const radius = between(random, 0.25, 0.5);
  if (k % 2 === 0) return circle(radius);
  const corners = 3 + Math.floor(6 * random());
  const points = Array.from({ length: corners }, (_, n) => {
    const angle = (2 * Math.PI * (n + 0.8 * random())) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return polygon(points.flat());
}

const pairs = Math.ceil(8 * density * bodies);
const engine = await createEngine({
  planar: true,
  workers,
  capacity: { colliders: bodies, pairs, contacts: pairs },
});
const { scene } = engine;
const shapes = scene.addShapesSync(Array.from({ length: SHAPES }, (_, k) => makeShape(k)));
const side = Math.sqrt(bodies / density);
for (let k = 0; k < bodies; k++) {
  const position = [between(random, 0, side), between(random, 0, side)];
  scene.addCollider(shapes[k % SHAPES], { position, angle: between(random, -Math.PI, Math.PI) });
}

/** Moves and turns all bodies. */
function move(): void {
  const { positions, angles } = scene;
  for (let k = 0; k < 2 * bodies; k++) positions[k] += between(random, -0.01, 0.01);
  for (let k = 0; k < bodies; k++) angles[k] += between(random, -0.01, 0.01);
}

const QUERIES = {
  findPairs: () => engine.findPairsSync({ margin }),
  intersect: () => engine.intersectSync(),
  distance: () => engine.distanceSync(),
  contacts: () => engine.contactsSync(engine.pairs, { margin }),
};
type Query = keyof typeof QUERIES;

const names = Object.keys(QUERIES) as Query[];
const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Query, number[]>;
for (let round = 0; round < rounds + WARM_UP; round++) {
  move();
  for (const name of names) {
    const begin = performance.now();
    QUERIES[name]();
    if (round >= WARM_UP) times[name].push(performance.now() - begin);
  }
}

/** FNV-1a over the bytes of columns. */
function checksum(...columns: readonly ArrayBufferView[]): string {
  let hash = 0x811c9dc5;
  for (const { buffer, byteOffset, byteLength } of columns) {
    for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const { count, ids } = engine.pairs;
const part = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))];
const lines = names.map((query) => {
  const sorted = times[query].sort((a, b) => a - b);
  const items = query === 'findPairs' ? bodies : count;
  const each = (ms: number) => Number(((1e6 * ms) / items).toFixed(1));
  return {
    query,
    'ns per': query === 'findPairs' ? 'body' : 'pair',
    least: each(sorted[0]),
    p50: each(part(sorted, 0.5)),
    p99: each(part(sorted, 0.99)),
    'p50, ms': Number(part(sorted, 0.5).toFixed(2)),
  };
});
const { status } = engine.intersectSync();
const overlapping = status.subarray(0, count).reduce((sum, code) => sum + Number(code === 1), 0);
const { separation, offsetA, offsetB } = engine.distanceSync();
const columns = [separation, offsetA, offsetB].map((column) => column.subarray(0, 4 * count));
const sum = checksum(ids.subarray(0, 2 * count), status.subarray(0, count), ...columns);
const { kernel, threads } = engine.info;
const heading =
  `${bodies} bodies, ${count} pairs, ${((100 * overlapping) / count).toFixed(0)} % overlap. ` +
  `${threads} thread(s), kernel ${kernel}, seed ${seed}.`;
printReport(json, heading, { queries: lines }, [`checksum ${sum}`]);
await engine.close();
