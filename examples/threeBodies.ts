/**
 * A scene of three.js in which things fall: crates are instances of one mesh, a chair is a group, an arch is all of its
 * triangles, rocks are hulls. A ball flies into the crates. In a page a renderer draws `scene` in each frame.
 */
import { createEngine } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { createLoop } from 'hullstorm/loop';
import { createBridge } from 'hullstorm/three';
import * as THREE from 'three';

const material = new THREE.MeshLambertMaterial();
const scene = new THREE.Scene();
function put(name: string, geometry: THREE.BufferGeometry, x: number, y: number, z: number): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.name = name;
  mesh.position.set(x, y, z);
  scene.add(mesh);
  return mesh;
}

const floor = put('floor', new THREE.BoxGeometry(40, 1, 40), 0, -0.5, 0);
const arch = put('arch', new THREE.TorusGeometry(3, 0.5, 8, 24, Math.PI), 0, 0, -3);
const rocks = [0, 1, 2, 3, 4].map((k) => put('rock', new THREE.DodecahedronGeometry(0.7), 1.6 * k - 6, 4 + k, 3));
const cone = put('cone', new THREE.ConeGeometry(0.6, 1.5), 4.5, 3, 0.5);
const capsule = put('capsule', new THREE.CapsuleGeometry(0.4, 1), -3.5, 5, 0);
const ball = put('ball', new THREE.SphereGeometry(0.8), 12, 1.5, -0.2);

const chair = new THREE.Group();
chair.name = 'chair';
for (const x of [-0.4, 0.4])
  for (const z of [-0.4, 0.4]) chair.add(new THREE.Mesh(new THREE.BoxGeometry(0.1, 0.9, 0.1).translate(x, 0.45, z)));
chair.add(new THREE.Mesh(new THREE.BoxGeometry(1, 0.1, 1).translate(0, 0.95, 0)));
chair.add(new THREE.Mesh(new THREE.BoxGeometry(1, 1, 0.1).translate(0, 1.5, -0.45)));
chair.position.set(4, 2, 3.5);
chair.rotation.z = 0.5;
scene.add(chair);

const crates = new THREE.InstancedMesh(new THREE.BoxGeometry(1, 1, 1), material, 28);
crates.name = 'crates';
for (let row = 0, k = 0; row < 7; row++)
  for (let column = row; column < 7; column++, k++)
    crates.setMatrixAt(k, new THREE.Matrix4().makeTranslation(1.02 * (column - row / 2 - 3), row + 0.5, 0));
scene.add(crates);

const engine = await createEngine({ workers: 1 });
const dynamics = await createDynamics(engine);
const bridge = createBridge(dynamics);
for (const object of [floor, arch]) bridge.addObject(object, { type: 'static' });
for (const object of [...rocks, cone, capsule, chair, crates]) bridge.addObject(object, { density: 500 });
bridge.addObject(ball, { density: 3000, velocity: [-14, 3, 0] });

const loop = createLoop({ dynamics, onFrame: () => bridge.sync(loop.poses) });
// a page calls loop.start(), and renders in onFrame; here steps are taken by hand
for (let second = 1; second <= 3; second++) {
  for (let k = 0; k < 60; k++) await loop.stepOnce();
  bridge.sync();
  console.log(
    `${second} s: ball at ${ball.position.x.toFixed(1)}, chair at a height of ${chair.position.y.toFixed(2)}`,
  );
}
const matrix = new THREE.Matrix4();
let low = 0;
for (let k = 0; k < crates.count; k++) {
  crates.getMatrixAt(k, matrix);
  if (new THREE.Vector3().setFromMatrixPosition(matrix).y < 1) low++;
}
const raycaster = new THREE.Raycaster(new THREE.Vector3(0, 10, -3), new THREE.Vector3(0, -1, 0));
const hit = await bridge.pick(raycaster);
console.log(`${low} of ${crates.count} crates on the floor; below the pointer: ${hit?.object?.name}`);
await engine.close();
