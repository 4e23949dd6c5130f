import { box, capsule, createEngine, SlideStatus } from 'hullstorm';

const engine = await createEngine({ workers: 0 });
const { scene } = engine;
const floor = scene.addCollider(scene.addShape(box(50, 0.5, 50)), { position: [0, -0.5, 0] });
const wall = scene.addCollider(scene.addShape(box(0.5, 2, 50)), { position: [2.5, 2, 0] });

// a capsule of 2 m stands on the floor, and walks at an angle against the wall
const movers = engine.createCastList(1);
movers.set(scene.addShape(capsule(0.5, 0.5)), [0, 1.001, 0]);
movers.moves.set([0.05, -0.01, 0.02]);
let slid = 0;
for (let step = 0; step < 100; step++) {
  const found = await engine.moveAndSlide(movers);
  for (let c = 0; c < 3; c++) movers.positions[c] += found.displacements[c];
  if (found.status[0] === SlideStatus.Slid) slid++;
}
const [x, y, z] = movers.positions;
console.log(slid, x.toFixed(3), y.toFixed(3), z.toFixed(3), [floor, wall]);
await engine.close();
