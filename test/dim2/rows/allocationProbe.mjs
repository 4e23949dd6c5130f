/** Prints the bytes that synchronous queries of a planar engine allocate per call, by case. */
import { createEngine } from 'hullstorm';
import { box2, capsule2, circle, polygon, rounded } from 'hullstorm/pair2d';
import { bytesPer, NUMBER } from '../../engine/bytesPer.mjs';

const COUNT = 64;
const PAIRS = 96;
const triangle = polygon([-0.4, -0.3, 0.5, -0.2, 0, 0.6]);
const shapes = [box2(0.3, 0.2), circle(0.4), capsule2(0.3, 0.1), triangle, rounded(triangle, 0.1)];
const depthless = { depth: false, maxDistance: Infinity };
const near = { depth: true, maxDistance: 0.25 };
const margin = { margin: 0.05, touching: 0 };
const found = {};

for (const workers of [0, 1]) {
  const engine = await createEngine({
    planar: true,
    workers,
    capacity: { shapes: 16, vertices: 256, colliders: COUNT, pairs: 2048 },
    tuning: { shareFrom: 0, blockPairs: 16 },
  });
  const { scene } = engine;
  const ids = scene.addShapesSync(shapes);
  for (let k = 0; k < COUNT; k++) {
    scene.addCollider(ids[k % ids.length], { position: [(k * 0.617) % 3.1, (k * 0.381) % 3.2], angle: k });
  }
  const list = engine.createPairList(PAIRS);
  const pairs = Array.from({ length: PAIRS }, (_, p) => [p % COUNT, (p + 1 + ((p * 7) % (COUNT - 1))) % COUNT]);
  list.set(pairs.flat());
  const queries = {
    findPairs: () => engine.findPairsSync(),
    intersect: () => engine.intersectSync(list),
    distance: () => engine.distanceSync(list),
    'distance without depth': () => engine.distanceSync(list, depthless),
    'distance within': () => engine.distanceSync(list, near),
    contacts: () => engine.contactsSync(list, margin),
  };

  const calls = {};
  for (const [label, query] of Object.entries(queries)) {
    calls[`${label}, ${workers} workers`] = (k) => {
      for (let id = 0; id < COUNT; id++) scene.positions[2 * id] += k & 1 ? 0.01 : -0.01;
      query();
    };
  }
  Object.assign(found, bytesPer(calls));
  const kept = new Array(64).fill({});
  const control = (k) => {
    engine.intersectSync(list);
    kept[k & 63] = k + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}
console.log(JSON.stringify(found));
