/**
 * `npm run bench:pair2d`: `hullstorm/pair2d` and other libraries on the same pairs of 8-gons at random poses, ns.
 *
 * `--help` lists the options. A round is one pass over all pairs; libraries take turns within a round. hullstorm reads
 * poses in each call: `{ x, y, cos, sin }`, and in a row of its own `{ x, y, angle }`. Peers get bodies whose rotations
 * are set before, untimed. Answers are judged by the normals of all edges and by all corners.
 */

import { createPairDistance, distance, intersect, type Pose, polygon } from 'hullstorm/pair2d';
import { between, seeded } from '../scenes/random.ts';
import { commandLine, integer } from '../tools/commandLine.ts';
import { installPeers, MACHINE_LINE, reasonOf } from './peers/command.ts';
import { bodiesOf, loadPlanck, loadRapier2d, loadSat, type Peer2d } from './peers/plane.ts';

const { pairs, rounds, corners, seed } = commandLine('npm run bench:pair2d', 'Pairs of polygons in the plane, ns', {
  pairs: integer(1000, 'pairs'),
  rounds: integer(300, 'timed rounds; p50 and p99 are of these'),
  corners: integer(8, 'corners of a polygon', 3, 12),
  seed: integer(1, 'of shapes and poses'),
});
/** Answers nearer to the truth than this are right (m). Polygons have a radius of 1 m. */
const TOLERANCE = 1e-5;

const random = seeded(seed);
const outlines = Array.from({ length: 64 }, () =>
  Array.from({ length: corners }, (_, k) => {
    const angle = ((k + 0.8 * random()) / corners) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)] as const;
  }),
);
const poses = Array.from({ length: 2 * pairs }, () => {
  const angle = between(random, -Math.PI, Math.PI);
  return { x: between(random, 0, 3.6), y: between(random, 0, 3.6), angle };
});
const bodies = bodiesOf(outlines, poses);

/** Signed distances, by the normals of all edges and by all corners. */
const truth = Float64Array.from({ length: pairs }, (_, k) => judge(bodies[2 * k].corners, bodies[2 * k + 1].corners));

type Corners = readonly (readonly [number, number])[];

function judge(a: Corners, b: Corners): number {
  const depth = Math.max(deepest(a, b), deepest(b, a));
  return depth <= 0 ? depth : Math.min(nearest(a, b), nearest(b, a));
}

function deepest(a: Corners, b: Corners): number {
  const along = a.map(([x, y], k) => {
    const [nextX, nextY] = a[(k + 1) % a.length];
    const length = Math.hypot(nextX - x, nextY - y);
    return Math.min(...b.map(([p, q]) => ((p - x) * (nextY - y) - (q - y) * (nextX - x)) / length));
  });
  return Math.max(...along);
}

function nearest(a: Corners, b: Corners): number {
  const all = a.flatMap(([x, y], k) => {
    const [dx, dy] = [a[(k + 1) % a.length][0] - x, a[(k + 1) % a.length][1] - y];
    return b.map(([p, q]) => {
      const part = Math.min(1, Math.max(0, ((p - x) * dx + (q - y) * dy) / (dx * dx + dy * dy)));
      return Math.hypot(p - x - part * dx, q - y - part * dy);
    });
  });
  return Math.min(...all);
}

/** hullstorm, with poses of either kind. */
function loadHullstorm(name: string, poseOf: (k: number) => Pose): Peer2d {
  const shapes = outlines.map((outline) => polygon(outline.flat()));
  const own = poses.map((_, k) => poseOf(k));
  const result = createPairDistance();
  const shapeOf = (k: number) => shapes[k % shapes.length];
  return {
    name,
    intersect: (a, b) => intersect(shapeOf(a), own[a], shapeOf(b), own[b]),
    distance: (a, b) => distance(shapeOf(a), own[a], shapeOf(b), own[b], result).distance,
    hasDepth: true,
  };
}

interface Row {
  readonly name: string;
  readonly pass: () => void;
  readonly judged: () => { wrong: number; worst: number };
  readonly times: number[];
}

function rowsOf({ name, intersect: ask, distance: measure, hasDepth }: Peer2d): Row[] {
  const flags = new Uint8Array(pairs);
  const lengths = new Float64Array(pairs);
  const overlap: Row = {
    name: `intersect ${name}`,
    pass: () => {
      for (let k = 0; k < pairs; k++) flags[k] = ask(2 * k, 2 * k + 1) ? 1 : 0;
    },
    judged: () => {
      const wrong = truth.filter((d, k) => Math.abs(d) > TOLERANCE && d <= 0 !== (flags[k] === 1));
      return { wrong: wrong.length, worst: Math.max(0, ...wrong.map(Math.abs)) };
    },
    times: [],
  };
  if (!measure) return [overlap];
  const signed: Row = {
    name: `distance ${name}${hasDepth === true ? '' : `, ${hasDepth}`}`,
    pass: () => {
      for (let k = 0; k < pairs; k++) lengths[k] = measure(2 * k, 2 * k + 1);
    },
    judged: () => {
      // a library without depths, or without gaps, gives 0 there
      const errors = truth.map((d, k) => {
        const wanted = hasDepth === 'no depth' ? Math.max(d, 0) : hasDepth === 'no gap' ? Math.min(d, 0) : d;
        return Math.abs(lengths[k] - wanted);
      });
      return { wrong: errors.filter((error) => !(error <= TOLERANCE)).length, worst: Math.max(...errors) };
    },
    times: [],
  };
  return [overlap, signed];
}

installPeers();
const peers = [
  loadHullstorm('hullstorm, cos and sin', (k) => {
    const { x, y, angle } = poses[k];
    return { x, y, cos: Math.cos(angle), sin: Math.sin(angle) };
  }),
  loadHullstorm('hullstorm, angle', (k) => poses[k]),
];
for (const load of [loadPlanck, loadSat, loadRapier2d]) {
  try {
    peers.push(await load(outlines, bodies));
  } catch (error) {
    console.error(`${load.name}: ${reasonOf(error)}`);
  }
}
const rows = peers.flatMap(rowsOf);

for (let round = -30; round < rounds; round++) {
  for (let k = 0; k < rows.length; k++) {
    const row = rows[(k + round + 30) % rows.length];
    const start = process.hrtime.bigint();
    row.pass();
    if (round >= 0) row.times.push(Number(process.hrtime.bigint() - start) / pairs);
  }
}

const overlapping = truth.filter((d) => d <= 0).length;
const checksum = truth.reduce((sum, d) => sum + d, 0).toFixed(6);
console.log(MACHINE_LINE);
console.log(`pairs     ${pairs} of ${corners}-gons, ${overlapping} overlap, seed ${seed}, checksum ${checksum}`);
console.log(`rounds    ${rounds}; wrong: farther than ${TOLERANCE} m from the truth`);
for (const { name, times, judged } of rows) {
  times.sort((p, q) => p - q);
  const at = (part: number) => times[Math.floor(part * (times.length - 1))].toFixed(0).padStart(7);
  const { wrong, worst } = judged();
  const verdict = wrong > 0 ? `${wrong} wrong, by up to ${worst.toExponential(1)} m` : 'all right';
  console.log(`${name.padEnd(42)} least ${at(0)}  p50 ${at(0.5)}  p99 ${at(0.99)} ns  ${verdict}`);
}
