/**
 * `docs/dynamics.md`: a heavy ball flies at a wall of bricks, next to a lift with a crate on it. m, kg, s; y points up.
 */
import { box, createEngine, sphere } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';

const engine = await createEngine();
const { scene } = engine;
const dynamics = await createDynamics(engine);

dynamics.addBody(box(20, 1, 20), { type: 'static', position: [0, -1, 0] });
const brick = dynamics.addShape(box(0.5, 0.25, 0.25)); // half extents; all bricks share it
const bricks: number[] = [];
for (let layer = 0; layer < 8; layer++) {
  const aside = layer % 2 === 0 ? 0.15 : -0.15;
  for (let k = -4; k <= 4; k++) {
    bricks.push(dynamics.addBody(brick, { position: [1.01 * k + aside, 0.25 + 0.5 * layer, 0], friction: 0.8 }));
  }
}
const lift = dynamics.addBody(box(1, 0.1, 1), { type: 'kinematic', position: [12, 0.1, 0], velocity: [0, 1, 0] });
const crate = dynamics.addBody(box(0.4, 0.4, 0.4), { position: [12, 0.6, 0] });
dynamics.addBody(sphere(0.6), { position: [0, 2, -6], velocity: [0, 2, 20], density: 4000, angularDamping: 1 });

let most = 0;
for (let n = 0; n < 360; n++) {
  if (n === 120) dynamics.setVelocity(lift, [0, 0, 0]);
  const { contacts } = await dynamics.step(1 / 60);
  most = Math.max(most, contacts);
}
const height = (id: number) => scene.positions[4 * id + 1];
const fallen = bricks.filter((id, k) => height(id) < 0.5 * Math.floor(k / 9)).length;
console.log(`lift      at ${height(lift).toFixed(2)} m, its crate at ${height(crate).toFixed(2)} m`);
console.log(`bricks    ${fallen} of ${bricks.length} have fallen, ${dynamics.stats.awake} bodies are awake`);
console.log(`contacts  ${dynamics.stats.contacts} now, ${most} at most`);
await engine.close();
