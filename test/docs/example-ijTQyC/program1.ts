import { box, createEngine } from 'hullstorm';

const engine = await createEngine({ workers: 1 });
const { scene } = engine;
const floor = scene.addCollider(scene.addShape(box(5, 0.5, 5)), { static: true });
const crate = scene.addCollider(scene.addShape(box(0.5, 0.5, 0.5)), { position: [0, 0.99, 0] });
const contacts = await engine.contacts({ margin: 0.02 }); // finds the pairs; speculative points up to 2 cm apart
const [x, y, z, distance] = contacts.separation; // of pair 0: normal from A to B, signed distance
console.log(floor, crate, [x, y, z], distance?.toFixed(3), contacts.pointCount[0], contacts.beganCount);
await engine.close();
