/**
 * Counts the bytes that overlapBoxSync and overlapSphereSync allocate, like findProbe.mjs: one JSON line, bytes per call.
 *
 *   node overlapProbe.mjs
 */
import { box, createEngine, halfSpace, sphere } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const BODIES = 100;
const VOLUMES = 20;
const found = {};

/** Whole numbers, so that the motion itself puts nothing on the heap. */
function mix(k) {
  let h = Math.imul(k, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
const at = (k) => ((mix(k) >>> 8) % 500) * 0.01;
const boxes = Float64Array.from({ length: 6 * VOLUMES }, (_, k) => at(k - (k % 6 > 2 ? 3 : 0)) + (k % 6 > 2 ? 1.5 : 0));
const spheres = Array.from({ length: 4 * VOLUMES }, (_, k) => (k % 4 === 3 ? 1.25 : at(k) + 0.001));
const options = { mask: 1 };

async function measure(workers) {
  const engine = await createEngine({
    workers,
    capacity: { shapes: 3, vertices: 8, colliders: BODIES, pairs: 20_000 },
    tuning: { shareFrom: 0 },
  });
  const { scene } = engine;
  const shapes = [scene.addShape(box(0.3, 0.2, 0.4)), scene.addShape(sphere(0.3))];
  // the first is a floor, which moves as all do
  scene.addCollider(scene.addShape(halfSpace()), { static: true });
  for (let k = 1; k < BODIES; k++) scene.addCollider(shapes[k % 2]);
  for (let k = 0; k < 4 * BODIES; k++) scene.positions[k] = at(k);
  const home = scene.positions.slice();
  const kept = new Array(64).fill({});
  const queries = {
    boxes: () => engine.overlapBoxSync(boxes),
    spheres: () => engine.overlapSphereSync(spheres, options),
    'boxes and pairs': () => {
      engine.overlapBoxSync(boxes, options);
      engine.findPairsSync();
    },
  };
  const calls = {};
  for (const [label, query] of Object.entries(queries)) {
    calls[`${label}, ${workers} workers`] = (k) => {
      // often enough for V8 to compile what follows a jump
      if (k % 10 === 0) scene.positions.set(home);
      for (let p = 0; p < 4 * BODIES; p++) scene.positions[p] += (((mix(p + 4096 * k) >>> 8) % 21) - 10) * 0.001;
      query();
    };
  }
  Object.assign(found, bytesPer(calls));
  const control = (k) => {
    engine.overlapBoxSync(boxes);
    kept[k & 63] = scene.positions[k & 255] + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

await measure(0);
await measure(1);
console.log(JSON.stringify(found));
