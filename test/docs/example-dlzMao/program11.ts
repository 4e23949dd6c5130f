import { box, ClosestStatus, createEngine, sphere } from 'hullstorm';

const engine = await createEngine({ workers: 0 });
const { scene } = engine;
const crate = scene.addCollider(scene.addShape(box(1, 1, 1)), { position: [0, 1, 0] });

// two balls of 0.5 m: one overlaps the crate, one is 0.25 m beside it
const probes = engine.createProbeList(2);
probes.set(scene.addShape(sphere(0.5)), [0, 2.25, 0, 1.75, 1, 0]);
const touching = await engine.overlapShapes(probes);
const first = touching.read(0).includes(crate);
const second = touching.read(1).includes(crate);
const near = (await engine.overlapShapes(probes, { margin: 0.3 })).read(1).includes(crate);

// the closest collider of two points: one above the crate, one in it
const closest = await engine.closestPoints([0, 5, 0, 0.75, 1, 0]);
const isInside = closest.status[1] === ClosestStatus.Inside;
console.log(first, second, near, closest.distances[0], closest.distances[1], isInside);
await engine.close();
