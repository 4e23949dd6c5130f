/**
 * A point cloud against hulls: which points of a scan lie on known parts, and how far the others are from them. Parts
 * of a machine stand on a table; the scan has noise, and one object that is not in the plan.
 */
import { box, createEngine, cylinder, hull, RayStatus, sphere } from 'hullstorm';

const NOISE = 0.002; // m
const TOLERANCE = 0.008; // m
let state = 1;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const plan = await createEngine({ workers: 1 });
const wedge = hull([-0.2, 0, -0.1, 0.2, 0, -0.1, -0.2, 0, 0.1, 0.2, 0, 0.1, -0.2, 0.2, -0.1, -0.2, 0.2, 0.1]);
const parts = [
  { name: 'table', shape: box(1, 0.05, 0.6), position: [0, -0.05, 0] },
  { name: 'motor', shape: cylinder(0.15, 0.12), position: [-0.6, 0.15, 0] },
  { name: 'housing', shape: box(0.2, 0.15, 0.2), position: [0, 0.15, 0.2] },
  { name: 'wedge', shape: wedge, position: [0.6, 0, -0.1] },
];
for (const { shape, position } of parts) plan.scene.addCollider(plan.scene.addShape(shape), { position });

// the scan: rays from above into a scene with one object more
const world = await createEngine({ workers: 0, capacity: { rays: 20_000 } });
for (const { shape, position } of parts) world.scene.addCollider(world.scene.addShape(shape), { position });
world.scene.addCollider(world.scene.addShape(sphere(0.08)), { position: [0.2, 0.08, -0.3] });
const count = 20_000;
const origins = new Float64Array(3 * count);
const directions = new Float64Array(3 * count);
for (let k = 0; k < count; k++) {
  origins.set([0.3, 2, 0.4], 3 * k);
  directions.set([2 * random() - 1.3, -2, 1.2 * random() - 1], 3 * k);
}
const rays = world.createRayList(count);
rays.set(origins, directions);
const { status, t } = world.castRaysSync(rays);
const cloud: number[] = [];
for (let k = 0; k < count; k++) {
  if (status[k] !== RayStatus.Hit) continue;
  for (let c = 3 * k; c < 3 * k + 3; c++) cloud.push(origins[c] + t[k] * directions[c] + NOISE * (2 * random() - 1));
}

const { ids, distances } = await plan.closestPoints(cloud);
const found = parts.map(() => 0);
let foreign = 0;
let farthest = 0;
for (let k = 0; k < cloud.length / 3; k++) {
  if (Math.abs(distances[k]) < TOLERANCE) found[ids[k]]++;
  else foreign++;
  farthest = Math.max(farthest, distances[k]);
}
console.log(parts.map(({ name }, k) => `${name} ${found[k]}`).join(', '));
console.log(`${foreign} points of nothing in the plan, up to ${farthest.toFixed(3)} m away from it`);
await plan.close();
await world.close();
