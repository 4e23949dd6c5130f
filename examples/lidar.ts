/**
 * A car with a lidar drives through a street of boxes and poles: 16 rings of 720 rays per scan, and a brake that looks
 * at the nearest point ahead. m, s; y up, the car drives along x.
 */
import { box, createEngine, cylinder, halfSpace, RayStatus } from 'hullstorm';

const RINGS = 16;
const COLUMNS = 720;
const REACH = 60;
const STEP = 0.1; // s between two scans

const engine = await createEngine({ workers: 1, capacity: { rays: RINGS * COLUMNS } });
const { scene } = engine;
scene.addCollider(scene.addShape(halfSpace()), { static: true });
const house = scene.addShape(box(6, 5, 4));
const pole = scene.addShape(cylinder(2, 0.1)); // half the height, radius
for (let k = 0; k < 12; k++) {
  scene.addCollider(house, { position: [16 * k, 5, k % 2 === 0 ? 10 : -10], static: true });
  scene.addCollider(pole, { position: [12 * k, 2, k % 2 === 0 ? -4 : 4], static: true });
}
const lorry = scene.addCollider(scene.addShape(box(4, 1.7, 1.2)), { position: [90, 1.7, 0] });
const car = scene.addCollider(scene.addShape(box(2, 0.7, 0.9)), { position: [0, 0.9, 0] });

const lidar = engine.createRayList(RINGS * COLUMNS);
const directions = new Float64Array(3 * RINGS * COLUMNS);
for (let ring = 0; ring < RINGS; ring++) {
  const up = (-15 + 2 * ring) * (Math.PI / 180);
  for (let column = 0; column < COLUMNS; column++) {
    const around = (2 * Math.PI * column) / COLUMNS;
    const direction = [Math.cos(up) * Math.cos(around), Math.sin(up), Math.cos(up) * Math.sin(around)];
    directions.set(direction, 3 * (COLUMNS * ring + column));
  }
}
const origins = new Float64Array(3 * RINGS * COLUMNS);
let speed = 14;
let points = 0;
let scans = 0;
while (speed > 0) {
  const x = scene.positions[4 * car];
  for (let k = 0; k < RINGS * COLUMNS; k++) origins.set([x, 2, 0], 3 * k);
  lidar.set(origins, directions, REACH);
  lidar.ignored.fill(car);
  const { status, t } = await engine.castRays(lidar);
  let ahead = Infinity;
  for (let k = 0; k < RINGS * COLUMNS; k++) {
    if (status[k] !== RayStatus.Hit) continue;
    points++;
    const isInLane = Math.abs(t[k] * directions[3 * k + 2]) < 1.2 && directions[3 * k] > 0;
    const isGround = 2 + t[k] * directions[3 * k + 1] < 0.1;
    if (isInLane && !isGround) ahead = Math.min(ahead, t[k] * directions[3 * k]);
  }
  if (scans % 20 === 0) console.log(`${x.toFixed(1)} m: ${ahead.toFixed(1)} m free`);
  // brakes with 5 m/s² when the way to stop is as long as the way that is free
  if (ahead - 4 < (speed * speed) / (2 * 5)) speed = Math.max(0, speed - 5 * STEP);
  scene.positions[4 * car] += speed * STEP;
  scans++;
}
const gap = scene.positions[4 * lorry] - 4 - (scene.positions[4 * car] + 2);
console.log(`stands ${gap.toFixed(1)} m before the lorry after ${scans} scans with ${points} points`);
await engine.close();
