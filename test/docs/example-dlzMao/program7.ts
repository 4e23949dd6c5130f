import { capsule, createEngine, halfSpace, SeparateStatus } from 'hullstorm';

const engine = await createEngine({ workers: 0 });
const { scene } = engine;
const ground = scene.addShape(halfSpace());
const floor = scene.addCollider(ground, { static: true });
const wall = scene.addCollider(ground, { static: true, rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] });

// a capsule of 2 m stands 0.1 m in the floor, and 0.2 m in the wall
const movers = engine.createProbeList(1);
movers.set(scene.addShape(capsule(0.5, 0.5)), [0.3, 0.9, 0]);
const { pushes, status, planeIds } = await engine.separate(movers, { skin: 0.01 });
for (let c = 0; c < 3; c++) movers.positions[c] += pushes[c];
const touched = [...planeIds.subarray(0, 2)].sort();
console.log(status[0] === SeparateStatus.Moved, pushes[0].toFixed(2), pushes[1].toFixed(2), touched, [floor, wall]);
await engine.close();
