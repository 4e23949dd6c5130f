/**
 * Counts the bytes that queries allocate on a ground of many children, like allocationProbe.mjs: one JSON line.
 *
 *   node childProbe.mjs kernel mesh,field,compound workers
 */
import { box, capsule, compound, createEngine, heightField, hull, mesh, sphere } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const [kernel, names, workers] = process.argv.slice(2);
const grounds = names.split(',');
/** Five kinds, each of them on each of three grounds. */
const BODIES = 15;

let seed = 0xc41d;
function random() {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed / 0x7fffffff;
}

const N = 9;
const APART = 10;
const rough = () => Float32Array.from({ length: N * N }, () => 0.3 * random());

function roughMesh() {
  const heights = rough();
  const positions = [];
  const indices = [];
  for (let i = 0; i < N; i++) for (let k = 0; k < N; k++) positions.push((i - 4) / 2, heights[N * i + k], (k - 4) / 2);
  for (let i = 0; i + 1 < N; i++) {
    for (let k = 0; k + 1 < N; k++) {
      const at = N * i + k;
      indices.push(at, at + 1, at + N, at + N, at + 1, at + N + 1);
    }
  }
  return mesh({ positions, indices });
}
const roughField = () => heightField({ rows: N, columns: N, spacing: [0.5, 0.5], heights: rough() });
const blocks = () =>
  compound(
    Array.from({ length: 9 }, (_, k) => ({ shape: box(0.3, 0.2, 0.3), position: [(k % 3) - 1, 0, ((k / 3) | 0) - 1] })),
  );

const GROUNDS = { mesh: roughMesh, field: roughField, compound: blocks };
const engine = await createEngine({ workers: Number(workers), kernel, tuning: { shareFrom: 0, blockPairs: 4 } });
const { scene } = engine;
/** Their middles are APART meters from each other on x. */
const floors = grounds.map((name, k) =>
  scene.addCollider(scene.addShape(GROUNDS[name]()), { static: true, position: [APART * k, 0, 0] }),
);
const shapes = [
  box(0.4, 0.2, 0.3),
  sphere(0.3),
  capsule(0.3, 0.2),
  hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  compound([box(0.5, 0.1, 0.1), box(0.1, 0.1, 0.5)]),
].map((shape) => scene.addShape(shape));
const kinds = Array.from({ length: BODIES }, (_, k) => shapes[k % shapes.length]);

/** A place for each body: in its ground, on it, or over it. */
const places = (lowest) =>
  kinds.flatMap((_, k) => [
    APART * (k % floors.length) + 3 * (random() - 0.5),
    lowest + 0.3 * random(),
    3 * (random() - 0.5),
  ]);
const turn = () => [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];

const start = places(0);
const bodies = kinds.map((kind, k) =>
  scene.addCollider(kind, { position: start.slice(3 * k, 3 * k + 3), rotation: turn() }),
);
const list = engine.createPairList(8 * BODIES);
// a list of its own: a query without `recycle` ends what this one keeps
const same = engine.createPairList(8 * BODIES);
const ids = bodies.flatMap((id, k) => [floors[k % floors.length], id]);
list.set(ids);
same.set(ids);
const probes = engine.createProbeList(BODIES);
probes.set(kinds, places(0));
const movers = engine.createProbeList(BODIES);
movers.set(kinds, places(0.4));
const casts = engine.createCastList(BODIES);
casts.set(kinds, places(1.5));
for (let k = 0; k < BODIES; k++) casts.moves.set([random() - 0.5, -2, random() - 0.5], 4 * k);
const motions = Float64Array.from({ length: 8 * scene.rows }, (_, k) => (k < 8 * bodies[0] ? 0 : random() - 0.5));
const points = Float64Array.from(places(0));
const rays = engine.createRayList(BODIES);
rays.set(
  places(1),
  kinds.flatMap(() => [random() - 0.5, -1, random() - 0.5]),
);
const middles = places(0);
const boxes = Float64Array.from(
  kinds.flatMap((_, k) => [-0.2, 0.3].flatMap((x) => [0, 1, 2].map((c) => middles[3 * k + c] + x))),
);
const spheres = Float64Array.from(kinds.flatMap((_, k) => [...middles.slice(3 * k, 3 * k + 3), 0.3]));

// of one shape: where objects with and without a member meet, V8 allocates 16 bytes to read the number
const margin = { margin: 0.05, touching: 0, recycle: 0 };
const keeping = { margin: 0.05, touching: 0, recycle: 1e-3 };
const children = { margin: 0.1, children: true };
const exact = { exact: true };
const all = { hits: 'all' };
const leaving = { skin: 0.01, leaving: true };

const first = 4 * bodies[0];
const end = first + 4 * BODIES;

/** Small motions, written straight into the column. */
function stir(step) {
  for (let k = first; k < end; k += 4) scene.positions[k] += step & 1 ? 0.01 : -0.01;
}

/** Smaller motions, of which some let a pair keep its manifolds. */
function nudge(step) {
  for (let k = first; k < end; k += 4) scene.positions[k] += (step & 1 ? 1e-7 : -1e-7) * k;
  for (let k = first; k < end; k += 16) scene.positions[k] += step & 1 ? 0.01 : -0.01;
}

const asks = {
  findPairs: () => engine.findPairsSync(),
  intersect: () => engine.intersectSync(list),
  distance: () => engine.distanceSync(list),
  contacts: () => engine.contactsSync(list, margin),
  castRays: () => engine.castRaysSync(rays),
  'castRays, all': () => engine.castRaysSync(rays, all),
  castPairs: () => engine.castPairsSync(list, motions, leaving),
  castShapes: () => engine.castShapesSync(casts, leaving),
  moveAndSlide: () => engine.moveAndSlideSync(casts),
  closestPoints: () => engine.closestPointsSync(points),
  nearest: () => engine.nearestSync(),
  overlapShapes: () => engine.overlapShapesSync(probes),
  'overlapShapes, children': () => engine.overlapShapesSync(probes, children),
  'overlapBox, exact': () => engine.overlapBoxSync(boxes, exact),
  'overlapSphere, exact': () => engine.overlapSphereSync(spheres, exact),
  separate: () => engine.separateSync(movers),
};
const calls = {};
for (const [name, ask] of Object.entries(asks)) {
  calls[name] = (k) => {
    stir(k);
    ask();
  };
}
calls['contacts that are kept'] = (k) => {
  nudge(k);
  engine.contactsSync(same, keeping);
};
const found = bytesPer(calls);
nudge(0);
const { recycledCount, count } = engine.contactsSync(same, keeping);
if (!(recycledCount > 0 && recycledCount < count)) throw new Error(`${recycledCount} of ${count} rows kept`);
const kept = new Array(64).fill({});
const control = (k) => {
  engine.contactsSync(list, margin);
  kept[k & 63] = k + 0.5;
};
Object.assign(found, bytesPer({ control }, NUMBER));
await engine.close();
console.log(JSON.stringify(found));
