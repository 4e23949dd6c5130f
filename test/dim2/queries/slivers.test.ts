/**
 * Degenerate polygons of the plane: slivers, points on a line, equal points, single points. The oracle knows no hull: the
 * signed distance of convex bodies is the largest separation along any direction, and that is one across two points of
 * a body, or between a point of each.
 */
import { expect, test } from 'vitest';
import { distance, intersect, type Pose, polygon, Status } from '../../../src/pair2d.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

type Point = readonly [x: number, y: number];
type Random = () => number;
interface Pair {
  readonly a: readonly Point[];
  readonly b: readonly Point[];
  readonly poseA: Pose;
  readonly poseB: Pose;
}

const SEED = 0x511;
const dot = (p: Point, q: Point) => p[0] * q[0] + p[1] * q[1];
const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1]];
const high = (points: readonly Point[], n: Point) => Math.max(...points.map((p) => dot(p, n)));

function placed(points: readonly Point[], { angle = 0 }: Pose): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]) => [cos * x - sin * y, sin * x + cos * y]);
}

/** Unit vectors across the ways between points, both signs. */
function across(points: readonly Point[]): Point[] {
  return points.flatMap((p, k) =>
    points.slice(0, k).flatMap((q) => {
      const [x, y] = minus(p, q);
      const length = Math.hypot(x, y);
      if (length === 0) return [];
      const n: Point = [y / length, -x / length];
      return [n, [-n[0], -n[1]] as const];
    }),
  );
}

/** The largest separation of the bodies, B moved by `offset`. */
function separationOf(a: readonly Point[], b: readonly Point[], offset: Point): number {
  const between = a.flatMap((p) =>
    b.flatMap((q) => {
      const way = minus([q[0] + offset[0], q[1] + offset[1]], p);
      const length = Math.hypot(...way);
      return length > 0 ? [[way[0] / length, way[1] / length] as const] : [];
    }),
  );
  let most = -Infinity;
  for (const n of [...across(a), ...across(b), ...between]) {
    most = Math.max(most, dot(offset, n) - high(a, n) - high(b, [-n[0], -n[1]]));
  }
  return most === -Infinity ? 0 : most;
}

const signed = (random: Random) => 2 * random() - 1;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Points of a body of about unit size whose thickness is `thin`. */
function body(random: Random, thin: number): Point[] {
  const count = 1 + Math.floor(12 * random());
  const many = (make: () => Point) => Array.from({ length: count }, make);
  return pick<() => Point[]>(random, [
    () => many(() => [signed(random), thin * signed(random)]),
    // on a line through the origin, up to rounding
    () => {
      const slope = 2 * thin * signed(random);
      return many(() => {
        const x = signed(random);
        return [x, slope * x + 1e-3 * thin * signed(random)];
      });
    },
    () => many(() => [signed(random), 0]),
    () => many(() => [signed(random) < 0 ? -1 : 1, thin * Math.round(signed(random))]),
    () => [...many(() => [0.5, 0]), [-0.5, 0], [-0.5, thin], [0.5, thin]],
    () => many(() => [1, 0]).slice(0, 3),
    () => [[signed(random), 0]],
    () => many(() => [signed(random), signed(random)]),
  ])();
}

function draw(random: Random): Pair {
  const scale = 10 ** (12 * random() - 6);
  const thin = 10 ** (-14 + 5 * random());
  const turn = random() < 0.5 ? 0 : 2 * Math.PI * random();
  const tilt = pick(random, [0, 0, Math.PI, Math.PI / 2, thin * signed(random), 6 * random()]);
  const shift = pick(random, [0, 0, thin * signed(random), signed(random)]);
  const slide = 1.5 * signed(random);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const start: Point = random() < 0.5 ? [0, 0] : [signed(random), signed(random)];
  const large = (points: readonly Point[]) => points.map(([x, y]): Point => [scale * x, scale * y]);
  return {
    a: large(body(random, thin)),
    b: large(body(random, thin)),
    poseA: { x: scale * start[0], y: scale * start[1], angle: turn },
    poseB: {
      x: scale * (start[0] + cos * slide - sin * shift),
      y: scale * (start[1] + sin * slide + cos * shift),
      angle: turn + tilt,
    },
  };
}

/** What is wrong with the answers of a pair. */
function faultsOf({ a, b, poseA, poseB }: Pair): string[] {
  const shapeA = polygon(a.flat());
  const shapeB = polygon(b.flat());
  const found = distance(shapeA, poseA, shapeB, poseB);
  const worldA = placed(a, poseA);
  const worldB = placed(b, poseB);
  const offset: Point = [poseB.x - poseA.x, poseB.y - poseA.y];
  const truth = separationOf(worldA, worldB, offset);
  const [nx = 0, ny = 0] = found.normal;
  const [ax = 0, ay = 0] = found.offsetA;
  const [bx = 0, by = 0] = found.offsetB;
  // the oracle rounds as well
  const most = 2 * found.errorBound;
  const off = Math.hypot(offset[0] + bx - ax - found.distance * nx, offset[1] + by - ay - found.distance * ny);
  const outside = (points: readonly Point[], p: Point) => Math.max(0, separationOf(points, [p], [0, 0]));
  const isMet = found.status === Status.Overlapping;
  const mirrored = distance(shapeB, poseB, shapeA, poseA);
  return [
    ...(Math.abs(found.distance - truth) <= most ? [] : [`distance ${found.distance}, not ${truth} ± ${most}`]),
    ...(off <= most ? [] : [`witness points ${off} m off`]),
    ...(outside(worldA, [ax, ay]) <= most ? [] : ['the point on A is outside of A']),
    ...(outside(worldB, [bx, by]) <= most ? [] : ['the point on B is outside of B']),
    ...(Math.abs(Math.hypot(nx, ny) - 1) < 1e-12 ? [] : [`a normal ${nx} ${ny}`]),
    ...(isMet === found.distance <= 0 ? [] : [`status ${found.status}`]),
    ...(intersect(shapeA, poseA, shapeB, poseB) === isMet ? [] : ['intersect says otherwise']),
    ...(mirrored.distance === found.distance ? [] : [`mirrored ${mirrored.distance}`]),
    ...(distance(shapeA, poseA, shapeB, poseB, undefined, { depth: false }).status === found.status
      ? []
      : ['without depth it has another status']),
  ];
}

test('two pairs that were wrong: a sliver and a point on its line', () => {
  const many: Point[] = [
    [0.5712679554708302, -2.8496759381299155e-12],
    [-0.5225944556295872, 8.522198311477524e-13],
    [-0.10248589795082808, 1.8985767019190036e-12],
    [0.21979335974901915, -1.5354222376741038e-12],
    [0.6587715605273843, -5.361670504111963e-13],
    [0.32356303464621305, 1.3855021251657856e-12],
    [-0.5512499064207077, 2.5694558427055892e-12],
    [0.8558554337359965, -2.909307698398725e-12],
    [-0.644249880220741, 1.8764534629574726e-12],
    [-0.13084111595526338, 2.669194331570776e-12],
    [-0.11890486814081669, -1.7067449182239463e-12],
    [-0.292493499815464, -2.2337712423304258e-12],
  ];
  const few: Point[] = [
    [-0.5099333813413978, 5.74380970030517e-11],
    [-0.8871679790318012, -1.1254687305206735e-10],
    [0.8822085130959749, 1.0491994651289615e-10],
    [0.3984438683837652, -3.451230598953413e-11],
    [-0.5897486433386803, 5.409283878817537e-11],
    [0.9177082255482674, 1.740275125053014e-11],
  ];
  const y = 0.7219719816930592;
  const origin: Point = [0, 0];
  const pairs: Pair[] = [
    {
      a: many,
      b: [origin, origin, origin],
      poseA: { x: -0.9355025351978838, y, angle: 0 },
      poseB: { x: -0.3551140259951353, y, angle: 0 },
    },
    {
      a: few,
      b: [[1, 0]],
      poseA: { x: 0.7212270931340754, y: 0.14209887944161892, angle: 0 },
      poseB: { x: -0.9731301805004478, y: 0.14209887944161892, angle: 0 },
    },
  ];
  for (const pair of pairs) expect(faultsOf(pair)).toEqual([]);
});

test(`random degenerate pairs, 1e-6 to 1e6 m large (seed 0x${SEED.toString(16)})`, () => {
  const random = seeded(SEED);
  const wrong: [number, Pair, string[]][] = [];
  let overlaps = 0;
  const count = sweep(1500, 100_000);
  for (let k = 0; k < count; k++) {
    const pair = draw(random);
    const faults = faultsOf(pair);
    if (faults.length > 0) wrong.push([k, pair, faults]);
    const { poseA, poseB, a, b } = pair;
    if (intersect(polygon(a.flat()), poseA, polygon(b.flat()), poseB)) overlaps++;
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(wrong.length).toBe(0);
  expect(overlaps / count).toBeGreaterThan(0.2);
  expect(overlaps / count).toBeLessThan(0.8);
});
