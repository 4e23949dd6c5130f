import { box, CastStatus, createEngine, sphere } from 'hullstorm';

const engine = await createEngine({ workers: 0 });
const { scene } = engine;
const wall = scene.addCollider(scene.addShape(box(0.005, 2, 2)), { position: [100, 0, 0] });

// a ball of 5 cm flies 300 m along x
const casts = engine.createCastList(1);
casts.set(scene.addShape(sphere(0.05)), [0, 0.5, 0]);
casts.moves.set([300, 0, 0]);
const hits = await engine.castShapes(casts);
const isHit = hits.status[0] === CastStatus.Hit && hits.ids[0] === wall;

// a blade of 4 m turns by 90° about z, and meets the ball 1 m from its tip
const blade = scene.addCollider(scene.addShape(box(2, 0.01, 0.1)), { position: [0, -50, 0] });
const ball = scene.addCollider(scene.addShape(sphere(0.05)), { position: [0, -49, 0] });
engine.pairs.set([blade, ball]);
const motions = new Float64Array(8 * scene.rows);
motions[8 * blade + 6] = Math.PI / 2;
const spin = await engine.castPairs(engine.pairs, motions);
console.log(isHit, (300 * hits.t[0]).toFixed(3), ((90 * spin.t[0]) | 0) + '°');
await engine.close();
