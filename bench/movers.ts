/**
 * `npm run bench:movers`: queries of points and probes in the settled heap of 5,000 boxes, one call each, CPU time per
 * row, the least of the calls.
 *
 *   closestPoints   points anywhere in the box of the heap
 *   nearest         the nearest other of each box, and the 4 nearest; beside it a loop of `closestPoints` over the
 *                   same boxes, one call per center: the closest collider of a point, without the box's own shape
 *   overlapShapes   capsules anywhere there, with and without a margin
 *   separate        capsules sunk up to 0.3 m into the top of the heap, and into a mesh of cells of 0.25 m, rough by
 *                   0.3 m
 *
 * `--help` lists the options. Seed 1.
 */
import { seeded } from '../scenes/random.ts';
import { square } from '../scenes/surfaces.ts';
import { commandLine, integer } from '../tools/commandLine.ts';
import { fillScene } from './fillScene.ts';
import { capsule, createEngine, mesh, SeparateStatus } from './library.ts';
import { jsonFlag, printReport } from './report.ts';
import { makeWorkload } from './workloads.ts';

const values = commandLine('npm run bench:movers', 'queries of points and probes in the settled heap, per row', {
  calls: integer(40, 'calls per row; the first ten are not counted'),
  points: integer(10_000, 'points per call'),
  movers: integer(1000, 'probes per call'),
  workers: integer(0, 'threads besides this one', 0, 255),
  json: jsonFlag,
});
const WARM_UP = 10;
/** Boxes of the loop of `closestPoints`: each call follows the bounds of all. */
const BOXES = 20;
const { calls, points, movers, workers } = values;

/** Least CPU time of a call, per row (ns). */
function measure(rows: number, call: () => void): number {
  let least = Infinity;
  for (let k = 0; k < calls + WARM_UP; k++) {
    const before = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(before);
    if (k >= WARM_UP) least = Math.min(least, user + system);
  }
  return (1000 * least) / rows;
}

const heap = makeWorkload('settled');
const engine = await createEngine({
  workers,
  capacity: { shapes: 5100, colliders: 5100, pairs: heap.pairCount, probes: 2 * movers, points, neighbors: 4 * 5100 },
});
const { scene } = engine;
fillScene(scene, heap);
const random = seeded(1);
const low = [Infinity, Infinity, Infinity];
const high = [-Infinity, -Infinity, -Infinity];
for (let k = 0; k < scene.rows; k++) {
  for (let c = 0; c < 3; c++) {
    low[c] = Math.min(low[c]!, scene.positions[4 * k + c]!);
    high[c] = Math.max(high[c]!, scene.positions[4 * k + c]!);
  }
}
const anywhere = (count: number) =>
  Float64Array.from({ length: 3 * count }, (_, k) => low[k % 3]! + (high[k % 3]! - low[k % 3]!) * random());
const body = scene.addShape(capsule(0.5, 0.3));
const inside = engine.createProbeList(movers);
inside.set(body, anywhere(movers));
// capsules that fall onto the heap, and then lie 0.1 to 0.3 m in it
const top = engine.createCastList(movers);
const places = anywhere(movers);
for (let k = 1; k < 3 * movers; k += 3) places[k] = high[1]! + 2;
top.set(body, places);
const fall = high[1]! - low[1]! + 4;
for (let k = 0; k < movers; k++) top.moves[4 * k + 1] = -fall;
const { t } = engine.castShapesSync(top);
for (let k = 0; k < movers; k++) top.positions[4 * k + 1] -= t[k]! * fall + 0.1 + 0.2 * random();

const pointList = anywhere(points);
const rough = await createEngine({ workers, capacity: { probes: movers } });
const surface = square(40, 0.25, () => 0.3 * random());
rough.scene.addCollider(rough.scene.addShape(mesh(surface)), { static: true });
const sunk = rough.createProbeList(movers);
const sunkPlaces = Float64Array.from(
  { length: 3 * movers },
  (_, k) => (k % 3 === 1 ? 0.3 : 8) * (random() - 0.5) + 0.5,
);
sunk.set(rough.scene.addShape(capsule(0.5, 0.3)), sunkPlaces);
const margin = { margin: 0.1 };
const four = { k: 4 };
const lines = {
  closestPoints: measure(points, () => engine.closestPointsSync(pointList)),
  'closestPoints, a call per box': measure(BOXES, () => {
    for (let k = 0; k < BOXES; k++) engine.closestPointsSync(scene.positions.subarray(4 * k, 4 * k + 3));
  }),
  nearest: measure(heap.colliderCount, () => engine.nearestSync()),
  'nearest, k 4': measure(heap.colliderCount, () => engine.nearestSync(four)),
  overlapShapes: measure(movers, () => engine.overlapShapesSync(inside)),
  'overlapShapes, 0.1 m': measure(movers, () => engine.overlapShapesSync(inside, margin)),
  separate: measure(movers, () => engine.separateSync(top)),
  'separate, mesh': measure(movers, () => rough.separateSync(sunk)),
};
const { status } = engine.separateSync(top);
const names = Object.keys(SeparateStatus) as (keyof typeof SeparateStatus)[];
const ended = names.map(
  (name) => `${status.filter((s, k) => k < movers && s === SeparateStatus[name]).length} ${name}`,
);
const rows = Object.entries(lines).map(([query, ns]) => ({ query, 'ns per row': Math.round(ns) }));
const heading = `Kernel ${engine.info.kernel}, ${workers} workers, seed 1.`;
printReport(values.json, heading, { queries: rows }, [`separate: ${ended.join(', ')}`]);
await engine.close();
await rough.close();
