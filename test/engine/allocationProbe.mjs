/**
 * Counts the bytes that synchronous queries allocate, in a process of its own: plain modules, no test runner around.
 * Prints one JSON line: bytes per query by case.
 *
 *   node allocationProbe.mjs kernel mixed,boxes,hulls
 */
import { box, capsule, createEngine, halfSpace, hull, sphere } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const [kernel, scenes] = process.argv.slice(2);
const PAIRS = 96;

let seed = 0xa110c;
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const between = (low, high) => low + (high - low) * random();

/** A hull of `count` points near the unit sphere. */
function ball(count) {
  const points = [];
  for (let k = 0; k < count; k++) {
    const [x, y, z] = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const n = Math.hypot(x, y, z) * 2;
    points.push(x / n, y / n, z / n);
  }
  return hull(points);
}

/** An engine with 64 colliders of `shapes` in a small space, and PAIRS pairs of them. */
async function fixture(shapes, workers) {
  const engine = await createEngine({
    workers,
    kernel,
    capacity: { shapes: 16, vertices: 2048, colliders: 64, pairs: PAIRS },
    tuning: { shareFrom: 0, blockPairs: 16 },
  });
  const ids = shapes.map((shape) => engine.scene.addShape(shape));
  for (let k = 0; k < 64; k++) {
    engine.scene.addCollider(ids[k % ids.length], {
      position: [between(-1.2, 1.2), between(-1.2, 1.2), between(-1.2, 1.2)],
      rotation: [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)],
      static: shapes[k % ids.length].kind === 'halfSpace',
    });
  }
  const pairs = [];
  for (let k = 0; k < PAIRS; k++) {
    const a = k % 64;
    pairs.push(a, (a + 1 + ((k * 7 + Math.trunc(k / 64)) % 63)) % 64);
  }
  engine.pairs.set(pairs);
  return engine;
}

/** Small motions, written straight into the column, so that warm starts have something to do. */
function stir({ positions }, step) {
  for (let k = 0; k < 256; k += 4) positions[k] += step & 1 ? 0.01 : -0.01;
}

/** Smaller motions, of which some let a pair keep its manifold. */
function nudge({ positions }, step) {
  for (let k = 0; k < 256; k += 4) positions[k] += (step & 1 ? 1e-7 : -1e-7) * k;
  for (let k = 0; k < 256; k += 32) positions[k] += step & 1 ? 0.01 : -0.01;
}

// of one shape: where objects with and without a maxDistance meet, or a recycle, V8 allocates 16 bytes to read the number
const depthless = { depth: false, maxDistance: Infinity };
const margin = { margin: 0.05, touching: 0, recycle: 0 };
const keeping = { margin: 0.05, touching: 0, recycle: 1e-3 };
const near = { depth: true, maxDistance: 0.25 };
const boxes = [box(0.3, 0.2, 0.4)];
const hulls = [ball(12), ball(100)];
const mixed = [...boxes, ...hulls, sphere(0.4), capsule(0.3, 0.1), halfSpace()];
const found = {};

async function measure(name, shapes, workers) {
  const engine = await fixture(shapes, workers);
  const { scene, pairs } = engine;
  // a list of its own: a query without `recycle` ends what this one keeps
  const same = engine.createPairList(PAIRS);
  same.set(pairs.ids.subarray(0, 2 * PAIRS));
  const queries = {
    distance: () => engine.distanceSync(),
    'distance without depth': () => engine.distanceSync(pairs, depthless),
    'distance within': () => engine.distanceSync(pairs, near),
    intersect: () => engine.intersectSync(),
    contacts: () => engine.contactsSync(pairs, margin),
  };
  const calls = {};
  for (const [label, query] of Object.entries(queries)) {
    calls[`${label}, ${name}, ${workers} workers`] = (k) => {
      stir(scene, k);
      query();
    };
  }
  calls[`contacts that are kept, ${name}, ${workers} workers`] = (k) => {
    nudge(scene, k);
    engine.contactsSync(same, keeping);
  };
  Object.assign(found, bytesPer(calls));
  nudge(scene, 0);
  const { recycledCount, count } = engine.contactsSync(same, keeping);
  if (!(recycledCount > 0.3 * count && recycledCount < count))
    throw new Error(`${recycledCount} of ${count} rows kept`);
  const kept = new Array(64).fill({});
  const control = () => {
    engine.intersectSync();
    kept[(64 * random()) | 0] = random();
  };
  Object.assign(found, bytesPer({ [`control, ${name}, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

const shapes = { mixed, boxes, hulls };
for (const name of scenes.split(',')) await measure(name, shapes[name], 0);
await measure('mixed', mixed, 1);
console.log(JSON.stringify(found));
