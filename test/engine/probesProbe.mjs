/**
 * Counts the bytes that overlapShapesSync, closestPointsSync, nearestSync and separateSync allocate, like findProbe.mjs:
 * one JSON line, bytes per call.
 *
 *   node probesProbe.mjs
 */
import { box, capsule, createEngine, cylinder, halfSpace, hull, sphere } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const BODIES = 60;
const PROBES = 20;
const found = {};

/** Whole numbers, so that the motion itself puts nothing on the heap. */
function mix(k) {
  let h = Math.imul(k, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
const at = (k) => ((mix(k) >>> 8) % 300) * 0.01;

async function measure(workers) {
  const engine = await createEngine({
    workers,
    capacity: {
      shapes: 8,
      vertices: 64,
      colliders: BODIES,
      pairs: 1000,
      probes: PROBES,
      overlaps: 20_000,
      neighbors: 3 * BODIES,
    },
    tuning: { shareFrom: 0 },
  });
  const { scene } = engine;
  const points = Float32Array.from({ length: 36 }, (_, k) => at(k) * 0.2);
  const shapes = [box(0.1, 0.2, 0.3), capsule(0.2, 0.1), hull(points), cylinder(0.2, 0.1), sphere(0.2)].map((shape) =>
    scene.addShape(shape),
  );
  // the first is a floor, which stays: the last probe is at the margin from it, and is measured in each call
  scene.addCollider(scene.addShape(halfSpace()), { static: true });
  for (let k = 1; k < BODIES; k++) scene.addCollider(shapes[k % 5]);
  for (let k = 4; k < 4 * BODIES; k++) {
    scene.positions[k] = at(k);
    scene.rotations[k] = at(k + 555) - 1.505;
  }
  const home = scene.positions.slice();
  const kept = new Array(64).fill({});
  const probes = engine.createProbeList(PROBES);
  probes.set(
    Array.from({ length: PROBES }, (_, k) => shapes[(k + 1) % 5]),
    Array.from({ length: 3 * PROBES }, (_, k) => at(k + 777)),
    Array.from({ length: 4 * PROBES }, (_, k) => at(k + 666) - 1.505),
  );
  const last = PROBES - 1;
  probes.shapes[last] = shapes[4];
  probes.positions.set([1, 0.3, 1], 4 * last);
  const places = Float64Array.from({ length: 3 * PROBES }, (_, k) => at(k + 888));
  const margin = { margin: 0.1 };
  const near = { k: 3, maxDistance: 0.1 };
  const options = { skin: 0.02, maxPush: 2.5, rounds: 6, mask: 1 };
  const queries = {
    'shapes that overlap': () => engine.overlapShapesSync(probes),
    'shapes near': () => engine.overlapShapesSync(probes, margin),
    'closest points': () => engine.closestPointsSync(places),
    nearest: () => engine.nearestSync(near),
    movers: () => engine.separateSync(probes),
    'movers with options': () => engine.separateSync(probes, options),
  };
  const calls = {};
  for (const [label, query] of Object.entries(queries)) {
    calls[`${label}, ${workers} workers`] = (k) => {
      // often enough for V8 to compile what follows a jump
      if (k % 10 === 0) scene.positions.set(home);
      for (let p = 4; p < 4 * BODIES; p++) scene.positions[p] += (((mix(p + 4096 * k) >>> 8) % 21) - 10) * 0.001;
      query();
    };
  }
  // few probes of a call are measured on the host, whose code V8 compiles after thousands of them
  for (let k = 0; k < 30_000; k++) calls[`shapes near, ${workers} workers`](k);
  Object.assign(found, bytesPer(calls));
  const control = (k) => {
    engine.closestPointsSync(places);
    kept[k & 63] = scene.positions[k & 127] + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

await measure(0);
console.log(JSON.stringify(found));
