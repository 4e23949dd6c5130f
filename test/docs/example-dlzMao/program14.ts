import { createEngine, halfSpace, sphere } from 'hullstorm';

const engine = await createEngine();
const { scene } = engine;
const floor = scene.addCollider(scene.addShape(halfSpace()), { static: true });
const ball = scene.addCollider(scene.addShape(sphere(0.5)), { position: [30_000, 0.75, -40_000] });
engine.pairs.set([floor, ball]);
console.log((await engine.distance()).distance(0));
await engine.close();
