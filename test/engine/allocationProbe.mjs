/**
 * Counts the bytes that synchronous queries allocate, in a process of its own: plain modules, no test runner around.
 * Prints one JSON line: bytes per query by case, the median over rounds without a garbage collection in between.
 *
 *   node --expose-gc --max-semi-space-size=64 allocationProbe.mjs
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { box, createEngine, hull, sphere } from 'hullstorm';

const ROUNDS = 9;
const QUERIES = 400;
const WARM_UP = 300;

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

/** An engine with 64 colliders of `shapes` in a small space, and 512 pairs of them. */
async function rig(shapes, workers) {
  const engine = await createEngine({
    workers,
    capacity: { shapes: 16, vertices: 2048, colliders: 64, pairs: 512 },
    tuning: { shareFrom: 0, blockPairs: 16 },
  });
  const ids = shapes.map((shape) => engine.scene.addShape(shape));
  for (let k = 0; k < 64; k++) {
    engine.scene.addCollider(ids[k % ids.length], {
      position: [between(-1.2, 1.2), between(-1.2, 1.2), between(-1.2, 1.2)],
      rotation: [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)],
    });
  }
  const pairs = [];
  for (let k = 0; k < 512; k++) {
    const a = k % 64;
    pairs.push(a, (a + 1 + ((k * 7) % 63)) % 64);
  }
  engine.pairs.set(pairs);
  return engine;
}

/** Small motions, written straight into the column, so that warm starts have something to do. */
function stir({ positions }, step) {
  for (let k = 0; k < 256; k += 4) positions[k] += step & 1 ? 0.01 : -0.01;
}

/** Bytes per call of `call`: the median over rounds; rounds that a collection falls into are repeated. */
function bytesPer(call) {
  for (let k = 0; k < WARM_UP; k++) call(k);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc();
    // what the two readings cost themselves
    const idle = process.memoryUsage().heapUsed;
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < QUERIES; k++) call(k);
    const after = process.memoryUsage().heapUsed;
    rounds.push((after - before - (before - idle)) / QUERIES);
  }
  return rounds.sort((p, q) => p - q)[ROUNDS >> 1];
}

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ['gc'] });

const cases = { boxes: [box(0.3, 0.2, 0.4)], hulls: [ball(12), ball(100)] };
cases.mixed = [...cases.boxes, ...cases.hulls, sphere(0.4)];
const depthless = { depth: false };
const near = { maxDistance: 0.25 };
const found = {};
for (const workers of [0, 1]) {
  for (const [name, shapes] of Object.entries(cases)) {
    const engine = await rig(shapes, workers);
    const { scene, pairs } = engine;
    const count = (label, query) => {
      found[`${label}, ${name}, ${workers} workers`] = bytesPer((k) => {
        stir(scene, k);
        query();
      });
    };
    count('distance', () => engine.distanceSync());
    count('distance without depth', () => engine.distanceSync(pairs, depthless));
    count('distance within', () => engine.distanceSync(pairs, near));
    count('intersect', () => engine.intersectSync());
    if (name === 'boxes') {
      // the control: one HeapNumber of 16 bytes (a double kept on the heap) per query must show
      const kept = new Array(QUERIES + WARM_UP).fill({});
      count('control', () => {
        engine.intersectSync();
        kept[(kept.length * random()) | 0] = random();
      });
    }
    await engine.close();
  }
}
console.log(JSON.stringify({ found, collections }));
