/** Contacts of bodies with surfaces, against every triangle by brute force. */
import { box, type ContactResults, capsule, createEngine, hull, mesh, type Shape, sphere } from 'hullstorm';
import { closestPoint, type Triangles, trianglesOf } from '../../scenes/bruteForce.ts';
import {
  type Body,
  boxBody,
  capsuleBody,
  hullBody,
  IDENTITY,
  place,
  type Quat,
  rotationMatrix,
  sphereBody,
  transformed,
  type Vec3,
} from '../oracle/body.ts';
import { signedDistance } from '../oracle/signedDistance.ts';
import { type Gap, gapsTo, nearestGap } from '../oracle/triangles.ts';
import { seeded } from './random.ts';
import { makeSurface, type SurfaceClass } from './surfaces.ts';

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].map((x) => 0.6 * x - 0.1);

/** A name, a shape, and the same for the oracle. */
export type NamedBody = readonly [string, Shape, Body];

/** Bodies for surfaces whose edges are about 1 m long, so many times as large. */
export function bodiesOf(scale: number): NamedBody[] {
  const half = [0.5, 0.25, 0.4].map((x) => scale * x) as Vec3;
  const corners = TETRAHEDRON.map((x) => scale * x);
  return [
    ['box', box(...half), boxBody(...half)],
    ['sphere', sphere(0.3 * scale), sphereBody(0.3 * scale)],
    ['capsule', capsule(0.4 * scale, 0.2 * scale), capsuleBody(0.4 * scale, 0.2 * scale)],
    ['tetrahedron', hull(corners), hullBody(corners)],
  ];
}

const BODIES = bodiesOf(1);

const MARGIN = 0.05;
/** What a distance is good to (m). */
const GOOD = 1e-5;
/**
 * A shallow overlap, and how much deeper than it contacts may be (m): a corner under narrow triangles is less deep in
 * each of them than under their surface. Deeper ones hold two points that are checked.
 */
const SHALLOW = -0.03;
const DEEPER = 0.02;
/** How far these points may be off the surface and off the body (m). */
const OFF = 1e-4;
/** Half the edge of the part of flat ground whose contacts have its normal (m). */
const INNER = 3;
const FLAT: readonly SurfaceClass[] = ['flat', 'tJunctions', 'tiles'];

export interface Counts {
  /** Poses, those apart from the surface but within the margin, and those in overlap. */
  poses: number;
  apart: number;
  overlaps: number;
  /** Closest contacts that are missing, and overlaps without a contact. */
  lost: number;
  unseen: number;
  /** Contacts nearer than the surface, and much deeper than a shallow overlap. */
  near: number;
  deep: number;
  /** Normals on flat ground that are not its own. */
  off: number;
  /** Worst error of a closest contact of a body apart (m). */
  worst: number;
  /** Most triangles within the margin of a body. */
  most: number;
  /** The first fault. */
  fault: string;
}

/** Counts faults of `poses` poses near a surface, of every body in turn. */
export async function countFaults(
  cls: SurfaceClass,
  kernel: 'scalar' | 'simd',
  poses: number,
  seed: number,
): Promise<Counts> {
  const random = seeded(seed);
  const surface = makeSurface(cls, seeded(seed + 1));
  const triangles = trianglesOf(surface);
  const engine = await createEngine({ kernel, workers: 0 });
  const { scene } = engine;
  const ground = scene.addCollider(scene.addShape(mesh(surface)), { static: true });
  const list = engine.createPairList(8);
  const ids = BODIES.map(([, shape]) => scene.addCollider(scene.addShape(shape)));
  const none = { apart: 0, overlaps: 0, lost: 0, unseen: 0, near: 0, deep: 0, off: 0, worst: 0, most: 0 };
  const counts: Counts = { poses, ...none, fault: '' };
  const note = (fault: 'lost' | 'unseen' | 'near' | 'deep' | 'off', what: string) => {
    counts[fault]++;
    counts.fault ||= `${fault}: ${what}`;
  };
  for (let k = 0; k < poses; k++) {
    const kind = k % BODIES.length;
    const [name, , shape] = BODIES[kind];
    const body = placeNear(triangles, shape, random);
    const { position, rotation } = body;
    const what = `${cls}, ${name}, ${k}, [${position}], [${rotation}]`;
    scene.setPose(ids[kind], position, rotation);
    list.set(k % 2 === 0 ? [ids[kind], ground] : [ground, ids[kind]]);
    const contacts = engine.contactsSync(list, { margin: MARGIN });
    const { pointCount, rowCount, separation } = contacts;
    const got = pointCount[0] > 0 ? separation[3] : Infinity;
    const gaps = gapsTo(triangles, body, MARGIN);
    const best = gaps.length > 0 ? least(gaps) : undefined;
    counts.most = Math.max(counts.most, gaps.length);
    if (!best || best.distance > 0) {
      if (got < (best?.distance ?? MARGIN) - GOOD) note('near', what);
      if (!best) continue;
      counts.apart++;
      const isMet = best.distance < MARGIN - GOOD && !isBehind(triangles, best, body);
      if (isMet && got > best.distance + GOOD) note('lost', what);
      else if (isMet) counts.worst = Math.max(counts.worst, Math.abs(got - best.distance));
    } else {
      counts.overlaps++;
      const isMet = best.distance < -GOOD && !gaps.some((gap) => isBehind(triangles, gap, body));
      if (isMet && !(got <= 0)) note('unseen', what);
      const isDeep = best.distance > SHALLOW && got < best.distance - DEEPER;
      if (isDeep && !isBetween(contacts, k % 2 === 0, triangles, body)) note('deep', what);
    }
    if (!FLAT.includes(cls) || Math.max(Math.abs(position[0]), Math.abs(position[2])) > INNER) continue;
    const up = k % 2 === 0 ? -1 : 1;
    for (let row = 0; row < rowCount; row++) {
      if (pointCount[row] > 0 && separation[4 * row + 1] !== up) note('off', what);
    }
  }
  await engine.close();
  return counts;
}

/** Whether the deepest point of the first row lies on a triangle and on the body. */
function isBetween(
  { pointsA, pointsB, pointCount }: ContactResults,
  isBodyFirst: boolean,
  triangles: Triangles,
  body: Body,
): boolean {
  const counted = Array.from({ length: pointCount[0] }, (_, n) => 4 * n);
  const at = counted.reduce((best, n) => (pointsA[n + 3] < pointsA[best + 3] ? n : best));
  const [onBody, onSurface] = isBodyFirst ? [pointsA, pointsB] : [pointsB, pointsA];
  const point = body.position.map((x, c) => x + onBody[at + c]) as Vec3;
  const { distance } = closestPoint(triangles, [...onSurface.subarray(at, at + 3)]);
  return distance < OFF && Math.abs(signedDistance(place(sphereBody(0), point), body).distance) < OFF;
}

function least(gaps: readonly Gap[]): Gap {
  return gaps.reduce((best, gap) => (gap.distance < best.distance ? gap : best));
}

/** A body of `scale` in front of a triangle at random, from 2 cm deep to 4 cm away, so many times as far. */
export function placeNear(triangles: Triangles, shape: Body, random: () => number, scale = 1): Body {
  const { corners, count } = triangles;
  const at = 9 * Math.floor(random() * count);
  const normal = normalOf(corners, at);
  const rotation = random() < 0.3 ? IDENTITY : ([0, 1, 2, 3].map(() => random() - 0.5) as Quat);
  const far = 0.7 * scale * random();
  const position = [0, 1, 2].map((c) => {
    const middle = (corners[at + c] + corners[at + 3 + c] + corners[at + 6 + c]) / 3;
    return Math.fround(middle + far * normal[c] + 0.2 * scale * (random() - 0.5));
  });
  const wanted = [0.01 * scale, (0.06 * random() - 0.02) * scale];
  for (const distance of wanted) {
    const nearest = nearestGap(triangles, place(shape, position as Vec3, rotation));
    if (nearest.distance > scale) break;
    for (let c = 0; c < 3; c++) {
      position[c] = Math.fround(position[c] + (distance - nearest.distance) * nearest.normal[c]);
    }
  }
  return place(shape, position as Vec3, rotation);
}

function normalOf(corners: Float64Array, at: number): Vec3 {
  const [u, v] = [3, 6].map((corner) => [0, 1, 2].map((c) => corners[at + corner + c] - corners[at + c]));
  const normal = [0, 1, 2].map((c) => u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3]);
  const length = Math.hypot(...normal);
  return normal.map((x) => x / length) as Vec3;
}

/** Whether the middle of a body is behind a triangle. */
function isBehind({ corners }: Triangles, { triangle }: Gap, body: Body): boolean {
  const at = 9 * triangle;
  const normal = normalOf(corners, at);
  const from = body.position.map((x, c) => x - corners[at + c]) as Vec3;
  const points = transformed(body.vertices, rotationMatrix(body.rotation), from);
  const heights: number[] = [];
  for (let k = 0; k < points.length; k += 3) {
    heights.push(normal[0] * points[k] + normal[1] * points[k + 1] + normal[2] * points[k + 2]);
  }
  return Math.min(...heights) + Math.max(...heights) < GOOD;
}
