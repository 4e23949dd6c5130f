import { box, capsule, createEngine, halfSpace, RayStatus, sphere } from 'hullstorm';

const engine = await createEngine({ workers: 1, capacity: { colliders: 1000, rays: 1000 } });
const { scene } = engine;
const floor = scene.addCollider(scene.addShape(halfSpace()), { static: true });
scene.addCollider(scene.addShape(box(0.5, 0.5, 0.5)), { position: [0, 0.5, 0] });
scene.addCollider(scene.addShape(sphere(0.5)), { position: [3, 0.5, 0] });
const robot = scene.addCollider(scene.addShape(capsule(0.5, 0.25)), { position: [-3, 0.75, 0] });

// a sensor on the robot: 360 rays in the plane, 20 m long, which do not see the robot
const sensor = engine.createRayList(360);
const origins = new Float64Array(3 * 360);
const directions = new Float64Array(3 * 360);
for (let k = 0; k < 360; k++) {
  const angle = (Math.PI * k) / 180;
  origins.set([-3, 0.5, 0], 3 * k);
  directions.set([Math.cos(angle), 0, Math.sin(angle)], 3 * k);
}
sensor.set(origins, directions, 20);
sensor.ignored.fill(robot);
const { status, ids, t } = await engine.castRays(sensor);
let seen = 0;
for (const code of status.subarray(0, 360)) if (code === RayStatus.Hit) seen++;
console.log(`${seen} rays hit; ahead: collider ${ids[0]} at ${t[0]} m`);

// one ray through everything, sorted
const line = engine.createRayList(1);
line.set([-10, 0.5, 0], [1, 0, 0]);
const all = await engine.castRays(line, { hits: 'all' });
console.log(all.read(0).map(({ id, t }) => `${id}: ${t}`).join(', '));

// straight down
line.set([1.5, 8, 0], [0, -1, 0]);
const { id, point, normal } = engine.castRaysSync(line).read(0);
console.log(id === floor, point, normal);

// whether something is in the way, and nothing more
line.set([-2, 0.5, 0], [5, 0, 0], 1);
console.log((await engine.castRays(line, { hits: 'any' })).status[0] === RayStatus.Hit);
await engine.close();
