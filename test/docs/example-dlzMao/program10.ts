import { createEngine, Status, verify } from 'hullstorm';
import { box2, circle, polygon } from 'hullstorm/pair2d';

const engine = await createEngine({ planar: true });
const { scene } = engine;
const floor = scene.addCollider(scene.addShape(box2(10, 1)), { static: true });
const crate = scene.addShape(polygon([-1, -1, 1, -1, 1, 1, -1, 1]));
const first = scene.addCollider(crate, { position: [0, 1.98] });
const second = scene.addCollider(crate, { position: [0.3, 4.5], angle: Math.PI / 4 });
scene.addCollider(scene.addShape(circle(0.5)), { position: [5, 3] });

const pairs = await engine.findPairs({ margin: 2 });
const results = await engine.distance(pairs, { maxDistance: 1.2 });
for (let i = 0; i < pairs.count; i++) {
  const far = results.status[i] === Status.BeyondMaxDistance ? 'at least ' : '';
  console.log(`${pairs.ids[2 * i]} and ${pairs.ids[2 * i + 1]}: ${far}${results.distance(i).toFixed(3)} m`);
}
console.log(verify(results).worstError < 1e-6);

scene.positions[2 * second + 1] -= 0.2; // y: the columns are the shared memory
scene.angles[first] = 0.001;
const contacts = await engine.contacts({ margin: 0.05 });
for (let i = 0; i < contacts.count; i++) {
  const { a, b, normal, points } = contacts.read(i);
  const found = points.map(({ pointA, separation }) => `${pointA[0].toFixed(2)} (${separation.toFixed(3)})`);
  console.log(a === floor, b, normal.map((x) => Math.round(x)).join(' '), found.join(', '));
}
await engine.close();
