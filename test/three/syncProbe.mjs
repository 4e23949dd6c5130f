/** Counts the bytes that `sync` allocates: one JSON line, bytes per frame. */
import { createEngine, sphere } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { createLoop } from 'hullstorm/loop';
import { createBridge } from 'hullstorm/three';
import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Scene } from 'three';
import { bytesPer } from '../engine/bytesPer.mjs';

const BODIES = 100;
const engine = await createEngine({ workers: 0, capacity: { colliders: 1024 } });
const dynamics = await createDynamics(engine, { gravity: [0, 0, 0] });
const geometry = new BoxGeometry();
const material = new MeshBasicMaterial();
const moving = { spin: [1, 2, 3], velocity: [0.1, 0.2, 0.3], canSleep: false };

function fill(parent) {
  const bridge = createBridge(dynamics);
  for (let k = 0; k < BODIES; k++) {
    const mesh = new Mesh(geometry, material);
    mesh.position.set(3 * k + 0.5, 0.25, parent.id);
    parent.add(mesh);
    bridge.addObject(mesh, moving);
  }
  return bridge;
}

const group = new Group();
group.position.set(1, 20, 3);
group.rotation.x = 1;
new Scene().add(group);
const bridges = { 'sync of meshes': fill(new Scene()), 'sync below a parent': fill(group) };
for (const place of ['instances', 'instances of a mesh that is moved']) {
  const mesh = new InstancedMesh(geometry, material, BODIES);
  for (let k = 0; k < BODIES; k++) mesh.setMatrixAt(k, new Matrix4().makeTranslation(3 * k, 50, 7));
  if (place !== 'instances') mesh.position.y = 20;
  const bridge = createBridge(dynamics);
  bridge.addObject(mesh, { ...moving, shape: sphere(0.5) });
  bridges[`sync of ${place}`] = bridge;
}
const loop = createLoop({ dynamics, requestFrame: () => {} });
for (let k = 0; k < 3; k++) await loop.stepOnce();
// the alpha of each call is another one, so that all objects are written
const times = Array.from({ length: 64 }, (_, k) => ({ ...loop.poses, alpha: k / 64 }));
const calls = Object.entries(bridges).map(([label, bridge]) => [label, (k) => bridge.sync(times[k & 63])]);
console.log(JSON.stringify(bytesPer(Object.fromEntries(calls))));
await engine.close();
