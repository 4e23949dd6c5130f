/**
 * Counts the bytes that synchronous queries allocate, in a process of its own: plain modules, no test runner around.
 * Prints one JSON line: bytes per query by case, the median over rounds without a garbage collection in between.
 *
 *   node --expose-gc --max-semi-space-size=64 allocationProbe.mjs kernel mixed,boxes,hulls
 */
import { box, capsule, createEngine, hull, sphere } from 'hullstorm';
import { bytesPer } from './bytesPer.mjs';

const [kernel, scenes] = process.argv.slice(2);
const ATTEMPTS = 4;
/** Enough for V8 to compile what runs once per query, or for one pair in a hundred; 4,000 still show 32 bytes of it. */
const WARM_UP = 8000;
/** Before all counts of an engine (ms). Few pairs of a wide kernel come to the scalar one, and compiling that takes a while. */
const WARM_TIME = 2000;
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
async function rig(shapes, workers) {
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

// of one shape: where objects with and without a maxDistance meet, V8 allocates 16 bytes to read the number
const depthless = { depth: false, maxDistance: Infinity };
const margin = { margin: 0.05, touching: 0 };
const near = { depth: true, maxDistance: 0.25 };
const boxes = [box(0.3, 0.2, 0.4)];
const hulls = [ball(12), ball(100)];
const mixed = [...boxes, ...hulls, sphere(0.4), capsule(0.3, 0.1)];
const found = {};

async function measure(name, shapes, workers) {
  const engine = await rig(shapes, workers);
  const { scene, pairs } = engine;
  const queries = {
    distance: () => engine.distanceSync(),
    'distance without depth': () => engine.distanceSync(pairs, depthless),
    'distance within': () => engine.distanceSync(pairs, near),
    intersect: () => engine.intersectSync(),
    contacts: () => engine.contactsSync(pairs, margin),
  };
  for (const end = performance.now() + WARM_TIME; performance.now() < end; ) {
    for (const query of Object.values(queries)) {
      for (let k = 0; k < 100; k++) {
        stir(scene, k);
        query();
      }
    }
  }
  const count = (label, query) => {
    let least = Infinity;
    // a pair that takes a way for the first time makes V8 compile once more, and for a while it allocates: that is no steady state
    for (let attempt = 0; attempt < ATTEMPTS && !(least < 1); attempt++) {
      const bytes = bytesPer((k) => {
        stir(scene, k);
        query();
      }, WARM_UP);
      least = Math.min(least, bytes);
    }
    found[`${label}, ${name}, ${workers} workers`] = least;
  };
  for (const [label, query] of Object.entries(queries)) count(label, query);
  // the control: one double kept on the heap per query, 16 bytes, must show
  const kept = new Array(64).fill({});
  count('control', () => {
    engine.intersectSync();
    kept[(64 * random()) | 0] = random();
  });
  await engine.close();
}

// once for V8 to see and compile everything, then for the numbers
await measure('mixed', mixed, 0);
if (scenes.includes('boxes')) await measure('boxes', boxes, 0);
if (scenes.includes('hulls')) await measure('hulls', hulls, 0);
await measure('mixed', mixed, 0);
await measure('mixed', mixed, 1);
console.log(JSON.stringify(found));
