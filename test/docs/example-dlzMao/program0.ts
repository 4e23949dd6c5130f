import { box, createEngine, hull, Status } from 'hullstorm';

const engine = await createEngine({ workers: 1 });
const { scene } = engine;
const crate = scene.addShape(box(0.5, 0.5, 0.5)); // half extents, meters
const rock = scene.addShape(hull([0, 1, 0, 1, -1, 0, -1, -1, 1, -1, -1, -1])); // xyz triples
const a = scene.addCollider(crate, { position: [0, 1.4, 0] });
const b = scene.addCollider(rock);

scene.positions[4 * a + 1] -= 0.05; // y of a: this is the shared memory itself
const pairs = await engine.findPairs({ margin: 0.5 });
const gaps = await engine.distance(pairs);
console.log(pairs.count, gaps.status[0] === Status.Overlapping, gaps.distance(0).toFixed(3), gaps.read(0).pointB, b);
await engine.close();
