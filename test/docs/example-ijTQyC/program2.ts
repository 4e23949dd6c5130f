import { box, createEngine } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';

const engine = await createEngine({ workers: 1 });
const dynamics = await createDynamics(engine);
dynamics.addBody(box(10, 0.5, 10), { type: 'static', position: [0, -0.5, 0] });
const crate = dynamics.addShape(box(0.5, 0.5, 0.5)); // 1,000 kg/m³, as everything without a density
const tower = Array.from({ length: 5 }, (_, k) => dynamics.addBody(crate, { position: [0, 0.5 + k, 0] }));
for (let n = 0; n < 120; n++) await dynamics.step(1 / 60);
const asleep = tower.length - dynamics.stats.awake;
dynamics.applyImpulse(tower[4]!, [3000, 0, 0]); // N s: wakes the tower
for (let n = 0; n < 180; n++) await dynamics.step(1 / 60);
const heights = tower.map((id) => engine.scene.positions[4 * id + 1]!.toFixed(1)); // the shared memory itself
console.log(asleep, heights.join(' '));
await engine.close();
