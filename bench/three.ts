/**
 * `npm run bench:three`: what `bridge.sync` of hullstorm/three costs per frame, one thread: bodies that are meshes of
 * their own, and instances of one mesh. All move, or all rest. What three.js does with them afterwards does not count.
 *
 * `--help` lists the options.
 */
import { box, createEngine } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { createLoop, type Poses } from 'hullstorm/loop';
import { createBridge } from 'hullstorm/three';
import { BoxGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Scene } from 'three';
import { commandLine, integer, integers } from '../tools/commandLine.ts';
import { jsonFlag, printReport } from './report.ts';

const values = commandLine('npm run bench:three', 'sync of bodies with three.js, µs per frame', {
  bodies: integers([1000, 10_000], 'bodies, two rows each'),
  frames: integer(600, 'frames per row'),
  json: jsonFlag,
});

/** Frames before the first one that counts. */
const WARM_UP = 200;

async function row(bodies: number, isInstanced: boolean) {
  const engine = await createEngine({ workers: 0, capacity: { colliders: bodies } });
  const dynamics = await createDynamics(engine, { gravity: [0, 0, 0] });
  const bridge = createBridge(dynamics);
  const [geometry, material, scene] = [new BoxGeometry(), new MeshBasicMaterial(), new Scene()];
  const options = { shape: box(0.5, 0.5, 0.5), type: 'kinematic', velocity: [0.1, 0.2, 0.3], spin: [1, 2, 3] } as const;
  const places = Array.from({ length: bodies }, (_, k) => [2 * (k % 100), 2 * Math.floor(k / 100), 0.5] as const);
  if (isInstanced) {
    const mesh = new InstancedMesh(geometry, material, bodies);
    for (const [k, place] of places.entries()) mesh.setMatrixAt(k, new Matrix4().makeTranslation(...place));
    scene.add(mesh);
    bridge.addObject(mesh, options);
  } else {
    for (const place of places) {
      const mesh = new Mesh(geometry, material);
      mesh.position.set(...place);
      scene.add(mesh);
      bridge.addObject(mesh, options);
    }
  }
  const loop = createLoop({ dynamics, requestFrame: () => {} });
  for (let k = 0; k < 2; k++) await loop.stepOnce();
  const frames = Array.from({ length: 64 }, (_, k): Poses => ({ ...loop.poses, alpha: k / 64 }));
  const last = { ...loop.poses, alpha: 1 };
  // a call with the same poses writes nothing
  const measure = (posesOf: (frame: number) => Poses) => {
    const times = new Float64Array(values.frames);
    for (let frame = -WARM_UP; frame < values.frames; frame++) {
      const poses = posesOf(frame + WARM_UP);
      const start = performance.now();
      bridge.sync(poses);
      if (frame >= 0) times[frame] = 1000 * (performance.now() - start);
    }
    times.sort();
    return [0.5, 0.99].map((part) => Math.round(times[Math.floor(part * values.frames)]));
  };
  const moving = measure((frame) => frames[(frame * 7) % 64]);
  const still = measure(() => last);
  await engine.close();
  return {
    bodies,
    as: isInstanced ? 'instances of one mesh' : 'meshes',
    'moving p50': moving[0],
    'moving p99': moving[1],
    'at rest p50': still[0],
    'at rest p99': still[1],
  };
}

const rows = [];
for (const bodies of values.bodies) for (const isInstanced of [false, true]) rows.push(await row(bodies, isInstanced));
printReport(values.json, 'µs per sync, one thread,', { sync: rows });
