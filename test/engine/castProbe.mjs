/**
 * Counts the bytes that castPairsSync, castShapesSync and moveAndSlideSync allocate, like findProbe.mjs: one JSON line, bytes per call.
 *
 *   node castProbe.mjs
 */
import { box, capsule, createEngine, cylinder, hull } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const BODIES = 40;
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
    capacity: { shapes: 4, vertices: 64, colliders: BODIES, pairs: 1000 },
    tuning: { shareFrom: 0 },
  });
  const { scene, pairs } = engine;
  const points = Float32Array.from({ length: 36 }, (_, k) => at(k) * 0.2);
  const shapes = [box(0.1, 0.2, 0.3), capsule(0.2, 0.1), hull(points), cylinder(0.2, 0.1)].map((shape) =>
    scene.addShape(shape),
  );
  for (let k = 0; k < BODIES; k++) scene.addCollider(shapes[k % 4]);
  for (let k = 0; k < 4 * BODIES; k++) scene.positions[k] = at(k);
  const ids = [];
  for (let k = 1; k < BODIES; k++) ids.push(0, k, k, (k + 7) % BODIES === k ? 0 : (k + 7) % BODIES);
  pairs.set(ids);
  const motions = Float64Array.from({ length: 8 * BODIES }, (_, k) => at(k + 999) - 1.5);
  const still = Float64Array.from(motions, (x, k) => (k % 8 < 4 ? x : 0));
  const home = scene.positions.slice();
  const kept = new Array(64).fill({});
  const options = { skin: 0.01, leaving: true };
  const casts = engine.createCastList(20);
  casts.setColliders(Array.from({ length: 20 }, (_, k) => k));
  casts.moves.forEach((_, k) => {
    casts.moves[k] = at(k + 77) - 1.5;
    casts.turns[k] = k % 8 < 4 ? 0 : at(k + 177) - 1.5;
  });
  // beside a row of bodies: some stop, some slide
  const movers = engine.createCastList(20);
  movers.setColliders(Array.from({ length: 20 }, (_, k) => k));
  for (let k = 0; k < 20; k++) movers.moves.set([at(k + 77) - 1.5, at(k + 97) - 1.5, at(k + 117) - 1.5], 4 * k);
  for (let k = 0; k < 20; k++) movers.positions[4 * k] += 4;
  for (let k = 0; k < 20; k++) movers.moves[4 * k] = -2;
  const slides = { skin: 0.01, slides: 6, mask: 0xffff };
  const slidesSeen = () => [...engine.moveAndSlideSync(movers, slides).status.subarray(0, 20)].filter((s) => s === 1);
  if (slidesSeen().length < 3) throw new Error('too few movers slide');
  for (let k = 0; k < 2000; k++) engine.moveAndSlideSync(movers, slides);
  const calls = {
    [`shapes, ${workers} workers`]: (k) => {
      // often enough for V8 to compile what follows a jump
      if (k % 10 === 0) scene.positions.set(home);
      for (let p = 0; p < 4 * BODIES; p++) scene.positions[p] += (((mix(p + 4096 * k) >>> 8) % 21) - 10) * 0.001;
      engine.castShapesSync(casts, options);
    },
    [`movers, ${workers} workers`]: () => engine.moveAndSlideSync(movers, slides),
    [`pairs that turn, ${workers} workers`]: () => engine.castPairsSync(pairs, motions, options),
    [`pairs without turns, ${workers} workers`]: () => engine.castPairsSync(pairs, still, options),
  };
  Object.assign(found, bytesPer(calls));
  const control = (k) => {
    engine.castPairsSync(pairs, still);
    kept[k & 63] = scene.positions[k & 127] + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

await measure(0);
await measure(1);
console.log(JSON.stringify(found));
