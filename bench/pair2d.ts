/**
 * `npm run bench:pair2d`: `hullstorm/pair2d` and other libraries on the same pairs of 8-gons at random poses, ns.
 *
 * `--help` lists the options. A round is two passes over all pairs, the second one timed; libraries take turns within a
 * round. hullstorm reads poses in each call: `{ x, y, cos, sin }`, and in a row of its own `{ x, y, angle }`. Peers get
 * bodies whose rotations are set before, untimed. Answers are judged by planeTruth.ts.
 */
import {
  CastStatus,
  castRay,
  castShapes,
  contacts,
  createCastHit,
  createPairContacts,
  createPairDistance,
  createRayHit,
  distance,
  intersect,
  type Pose,
  polygon,
} from 'hullstorm/pair2d';
import { between, seeded } from '../scenes/random.ts';
import { commandLine, integer } from '../tools/commandLine.ts';
import { installPeers, reasonOf } from './peers/command.ts';
import { bodiesOf, loadPlanck, loadRapier2d, loadSat, type Peer2d } from './peers/plane.ts';
import { firstContact, firstHit, signedDistance } from './planeTruth.ts';
import { jsonFlag, printReport } from './report.ts';

const { pairs, rounds, corners, seed, json } = commandLine(
  'npm run bench:pair2d',
  'Pairs of polygons in the plane, ns',
  {
    pairs: integer(1000, 'pairs'),
    rounds: integer(300, 'timed rounds; p50 and p99 are of these'),
    corners: integer(8, 'corners of a polygon', 3, 12),
    seed: integer(1, 'of shapes and poses'),
    json: jsonFlag,
  },
);
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

/** Bodies of casts: three times as far from each other. Each B moves past A, which a ray is cast at as well. */
const farBodies = bodiesOf(
  outlines,
  poses.map(({ x, y, angle }) => ({ x: 3 * x, y: 3 * y, angle })),
);
const motions = Array.from({ length: pairs }, (_, k) => {
  const [a, b] = [farBodies[2 * k], farBodies[2 * k + 1]];
  const aim = between(random, 1, 2);
  return { x: aim * (a.x - b.x) + between(random, -1.5, 1.5), y: aim * (a.y - b.y) + between(random, -1.5, 1.5) };
});

const cornersOf = (all: typeof bodies, k: number) => [all[2 * k].corners, all[2 * k + 1].corners] as const;
const truth = Float64Array.from({ length: pairs }, (_, k) => signedDistance(...cornersOf(bodies, k)));
/** Times of casts and rays; −1 for none. */
const timeOf = (t: number) => (t === Infinity ? -1 : t);
const castTruth = Float64Array.from({ length: pairs }, (_, k) =>
  timeOf(firstContact(...cornersOf(farBodies, k), [motions[k].x, motions[k].y])),
);
const rayTruth = Float64Array.from({ length: pairs }, (_, k) => {
  const { x, y } = farBodies[2 * k + 1];
  return timeOf(firstHit(farBodies[2 * k].corners, [x, y], [motions[k].x, motions[k].y]));
});

/** hullstorm, with poses of either kind. */
function loadHullstorm(name: string, poseOf: (k: number) => Pose): Peer2d {
  const shapes = outlines.map((outline) => polygon(outline.flat()));
  const own = poses.map((_, k) => poseOf(k));
  const far = own.map((pose) => ({ ...pose, x: 3 * pose.x, y: 3 * pose.y }));
  const result = createPairDistance();
  const touch = createPairContacts();
  const hit = createCastHit();
  const rayHit = createRayHit();
  const still = { x: 0, y: 0 };
  const upToOne = { maxT: 1 };
  const line = [0, 0];
  const from = [0, 0];
  const shapeOf = (k: number) => shapes[k % shapes.length];
  return {
    name,
    intersect: (a, b) => intersect(shapeOf(a), own[a], shapeOf(b), own[b]),
    distance: (a, b) => distance(shapeOf(a), own[a], shapeOf(b), own[b], result).distance,
    contacts: (a, b) => contacts(shapeOf(a), own[a], shapeOf(b), own[b], touch).pointCount,
    castRay: (a, origin, direction) => {
      from[0] = origin.x;
      from[1] = origin.y;
      line[0] = direction.x;
      line[1] = direction.y;
      return castRay(shapeOf(a), far[a], from, line, rayHit, upToOne).t;
    },
    castShapes: (a, b, motion) => {
      const { status, t } = castShapes(shapeOf(a), far[a], still, shapeOf(b), far[b], motion, hit);
      return status === CastStatus.Free ? Infinity : t;
    },
    hasDepth: true,
  };
}

interface Row {
  readonly name: string;
  readonly pass: () => void;
  readonly judged: () => { wrong: number; worst: number };
  readonly times: number[];
}

/**
 * @param ask the answer for pair k
 * @param errorOf how far an answer is from the truth (m)
 */
function rowOf(name: string, ask: (k: number) => number, errorOf: (k: number, found: number) => number): Row {
  const answers = new Float64Array(pairs);
  return {
    name,
    pass: () => {
      for (let k = 0; k < pairs; k++) answers[k] = ask(k);
    },
    judged: () => {
      const errors = Array.from(answers, (found, k) => errorOf(k, found));
      return { wrong: errors.filter((error) => !(error <= TOLERANCE)).length, worst: Math.max(...errors) };
    },
    times: [],
  };
}

/** Rows of a library that was loaded with the bodies of pairs, and with those of casts. */
function rowsOf({ name, intersect: ask, distance: measure, contacts: touch, hasDepth }: Peer2d, far: Peer2d): Row[] {
  const errorOfFlag = (k: number, found: number) => (truth[k] <= 0 === found > 0 ? 0 : Math.abs(truth[k]));
  // a time in (m); all of the way for a hit that is missed, or none
  const errorOfTime = (k: number, found: number, wanted: number) =>
    Math.abs(timeOf(found) - wanted) * Math.hypot(motions[k].x, motions[k].y);
  const rows = [rowOf(`intersect ${name}`, (k) => +ask(2 * k, 2 * k + 1), errorOfFlag)];
  if (measure) {
    // a library without depths, or without gaps, gives 0 there
    const wanted = (d: number) =>
      hasDepth === 'no depth' ? Math.max(d, 0) : hasDepth === 'no gap' ? Math.min(d, 0) : d;
    const title = `distance ${name}${hasDepth === true ? '' : `, ${hasDepth}`}`;
    rows.push(
      rowOf(
        title,
        (k) => measure(2 * k, 2 * k + 1),
        (k, found) => Math.abs(found - wanted(truth[k])),
      ),
    );
  }
  if (touch) rows.push(rowOf(`contacts ${name}`, (k) => touch(2 * k, 2 * k + 1), errorOfFlag));
  const { castRay: ray, castShapes: cast } = far;
  if (ray) {
    const from = (k: number) => farBodies[2 * k + 1];
    rows.push(
      rowOf(
        `castRay ${name}`,
        (k) => ray(2 * k, from(k), motions[k]),
        (k, t) => errorOfTime(k, t, rayTruth[k]),
      ),
    );
  }
  if (cast) {
    const ends = (k: number) => cast(2 * k, 2 * k + 1, motions[k]);
    rows.push(rowOf(`castShapes ${name}`, ends, (k, t) => errorOfTime(k, t, castTruth[k])));
  }
  return rows;
}

installPeers();
const turned = loadHullstorm('hullstorm, cos and sin', (k) => {
  const { x, y, angle } = poses[k];
  return { x, y, cos: Math.cos(angle), sin: Math.sin(angle) };
});
const angled = loadHullstorm('hullstorm, angle', (k) => poses[k]);
const rows = [...rowsOf(turned, turned), ...rowsOf(angled, angled)];
for (const load of [loadPlanck, loadSat, loadRapier2d]) {
  try {
    rows.push(...rowsOf(await load(outlines, bodies), await load(outlines, farBodies)));
  } catch (error) {
    console.error(`${load.name}: ${reasonOf(error)}`);
  }
}

for (let round = -30; round < rounds; round++) {
  for (let k = 0; k < rows.length; k++) {
    const row = rows[(k + round + 30) % rows.length];
    // what other libraries have put out of the caches
    row.pass();
    const start = process.hrtime.bigint();
    row.pass();
    if (round >= 0) row.times.push(Number(process.hrtime.bigint() - start) / pairs);
  }
}

const overlapping = truth.filter((d) => d <= 0).length;
const [rays, casts] = [rayTruth, castTruth].map((times) => times.filter((t) => t >= 0).length);
const checksum = truth.reduce((sum, d) => sum + d, 0).toFixed(6);
const lines = rows.map(({ name, times, judged }) => {
  times.sort((p, q) => p - q);
  const at = (part: number) => Math.round(times[Math.floor(part * (times.length - 1))]);
  const { wrong, worst } = judged();
  return { row: name, least: at(0), p50: at(0.5), p99: at(0.99), wrong, 'worst, m': Number(worst.toPrecision(2)) };
});
printReport(json, `${pairs} pairs of ${corners}-gons, ${overlapping} overlap, ns. Seed ${seed}.`, { rows: lines }, [
  `casts     of shapes ${casts} hit, of rays ${rays}; checksum ${checksum}`,
  `rounds    ${rounds}; wrong: farther than ${TOLERANCE} m from the truth`,
]);
