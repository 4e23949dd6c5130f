/**
 * Counts the bytes that findPairsSync allocates, like allocationProbe.mjs: one JSON line, bytes per call by kind of motion.
 *
 *   node findProbe.mjs bodies
 */
import { box, createEngine, halfSpace, sphere } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const BODIES = Number(process.argv[2]);
const found = {};
const options = { margin: 0.05 };

/** Whole numbers, so that the motion itself puts nothing on the heap. */
function mix(k) {
  let h = Math.imul(k, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/** Motions, each with its own part of the ways a call can take. */
const motions = {
  none() {},
  // some leave their boxes in every call
  jitter(positions, call) {
    for (let k = 0; k < 4 * BODIES; k++) positions[k] += (((mix(k + 4096 * call) >>> 8) % 21) - 10) * 0.001;
  },
  // nearly all leave them, all the time
  jumps(positions, call) {
    for (let k = 0; k < 4 * BODIES; k++) positions[k] = ((mix(k + 4096 * call) >>> 8) % 500) * 0.01;
  },
};

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
  motions.jumps(scene.positions, 1);
  const home = scene.positions.slice();
  const kept = new Array(64).fill({});
  const calls = {};
  for (const [label, move] of Object.entries(motions)) {
    calls[`${label}, ${workers} workers`] = (k) => {
      if (k % 100 === 0) scene.positions.set(home);
      move(scene.positions, k);
      engine.findPairsSync(options);
    };
  }
  Object.assign(found, bytesPer(calls));
  const control = (k) => {
    engine.findPairsSync(options);
    kept[k & 63] = scene.positions[k & 255] + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

await measure(0);
await measure(1);
console.log(JSON.stringify(found));
