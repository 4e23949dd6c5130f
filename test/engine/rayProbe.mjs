/**
 * Counts the bytes that castRaysSync allocates, like findProbe.mjs: one JSON line, bytes per call.
 *
 *   node rayProbe.mjs
 */
import { box, capsule, createEngine, cylinder, halfSpace, hull, rounded, sphere } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const BODIES = 100;
const RAYS = 40;
const found = {};

/** Whole numbers, so that the motion itself puts nothing on the heap. */
function mix(k) {
  let h = Math.imul(k, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
const at = (k) => ((mix(k) >>> 8) % 500) * 0.01;
const origins = Float64Array.from({ length: 3 * RAYS }, (_, k) => at(k));
const directions = Float64Array.from({ length: 3 * RAYS }, (_, k) => at(k + 999) - 2.5);

async function measure(workers) {
  const engine = await createEngine({
    workers,
    capacity: { shapes: 8, vertices: 64, colliders: BODIES, pairs: 1, rays: RAYS, rayHits: 4000 },
    tuning: { shareFrom: 0 },
  });
  const { scene } = engine;
  const points = Array.from({ length: 36 }, (_, k) => at(k) * 0.2 - 0.5);
  const kinds = [
    box(0.3, 0.2, 0.4),
    sphere(0.3),
    capsule(0.2, 0.2),
    hull(points),
    rounded(box(0.2, 0.2, 0.2), 0.1),
    cylinder(0.3, 0.2),
  ];
  const shapes = kinds.map((shape) => scene.addShape(shape));
  // the first is a floor, which moves as all do
  scene.addCollider(scene.addShape(halfSpace()), { static: true });
  for (let k = 1; k < BODIES; k++) scene.addCollider(shapes[k % shapes.length]);
  for (let k = 0; k < 4 * BODIES; k++) scene.positions[k] = at(k);
  const home = scene.positions.slice();
  const kept = new Array(64).fill({});
  const rays = engine.createRayList(RAYS);
  const queries = {
    closest: undefined,
    any: { hits: 'any', mask: 1 },
    all: { hits: 'all' },
    skip: { inside: 'skip' },
  };
  const calls = {};
  for (const [label, options] of Object.entries(queries)) {
    calls[`${label}, ${workers} workers`] = (k) => {
      // often enough for V8 to compile what follows a jump
      if (k % 10 === 0) scene.positions.set(home);
      for (let p = 0; p < 4 * BODIES; p++) scene.positions[p] += (((mix(p + 4096 * k) >>> 8) % 21) - 10) * 0.001;
      rays.set(origins, directions, 8);
      engine.castRaysSync(rays, options);
    };
  }
  Object.assign(found, bytesPer(calls));
  const control = (k) => {
    engine.castRaysSync(rays);
    kept[k & 63] = scene.positions[k & 255] + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

await measure(0);
await measure(1);
console.log(JSON.stringify(found));
