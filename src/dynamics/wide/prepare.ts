/**
 * Loads the contacts of a step into bundles: their Jacobians and masses, and the impulses at the end of the last step.
 */
import {
  any,
  floatsAt,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type Lane,
  type LaneInt,
  max,
  min,
  select,
  splat,
  sqrt,
  tablesAt,
  where,
} from '../../language/lanes.ts';
import { along, cross, dot, scale, sub, type Vec3 } from '../../math/lanes/vectors.ts';
import { type AngularJacobian, type Bundle, PREFETCH_RUN } from './bundles.ts';
import { motionOf, separationSpeed } from './contactJacobian.ts';
import {
  BUNDLES,
  FRAME,
  MAX_STIFFNESS_GAIN,
  ORDER,
  POINTS_A,
  POINTS_B,
  SEPARATION,
  SLOP,
  STATE,
  STIFFNESS_GAIN,
} from './context.ts';
import { energyOf } from './kineticEnergy.ts';
import { COMMON_SIZE, CUBE } from './limits.ts';
import { prefetchFrames, prefetchRow, startImpulses, takeRow } from './loadContacts.ts';
import { type Symmetric, transform } from './rotation.ts';
import { quatsAt, vectorsAt } from './rows.ts';

/** One body of each of four contacts. */
interface ContactBodies {
  readonly invSqrtInertia: Symmetric;
  readonly invSqrtMass: Lane;
  readonly isDynamic: Lane;
  /** Center of mass, from the collider's position (m). */
  readonly middle: Vec3;
  readonly friction: Lane;
  readonly restitution: Lane;
  /** Time by which the rotation was predicted when contacts were found (s). */
  readonly predictionTime: Lane;
}

/** Arm (m) beyond which f32 squares do not resolve how far the points of a contact are apart. */
const FAR_ARM = 256;

/** Prepares bundles begin … end − 1 of a color. */
export function prepare(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = first + begin; k < first + end; k += PREFETCH_RUN) {
    let last: Int = k + PREFETCH_RUN;
    if (last > first + end) last = first + end;
    prepareRun(context, k, last);
  }
}

/** Prepares the bundles of a run: scattered rows are prefetched for all of them first, so that cache misses overlap. */
function prepareRun(context: Ints, begin: Int, end: Int): void {
  const order = intsAt(context[ORDER]);
  for (let k: Int = begin; k < end; k += 1) {
    const bundle = tablesAt<Bundle>(context[BUNDLES])[k];
    let sum: LaneInt = 0;
    for (let lane: Int = 0; lane < 4; lane += 1) sum += prefetchRow(context, order[4 * k + lane]);
    intColumnAt(bundle.point[0])[0] = sum;
  }
  for (let k: Int = begin; k < end; k += 1) {
    const bundle = tablesAt<Bundle>(context[BUNDLES])[k];
    for (let lane: Int = 0; lane < 4; lane += 1) takeRow(context, bundle, 4 * k + lane, order[4 * k + lane]);
    startImpulses(bundle);
    intColumnAt(bundle.point[0])[0] =
      prefetchFrames(context, intsAt(bundle.a)) + prefetchFrames(context, intsAt(bundle.b));
  }
  for (let k: Int = begin; k < end; k += 1) {
    prepareBundle(context, tablesAt<Bundle>(context[BUNDLES])[k]);
  }
}

/** Loads one body per lane, by the addresses of their states. */
function bodiesOf(context: Ints, states: Ints): ContactBodies {
  const offset = context[FRAME] - context[STATE];
  const a = states[0] + offset;
  const b = states[1] + offset;
  const c = states[2] + offset;
  const d = states[3] + offset;
  const first = quatsAt(a, b, c, d);
  const second = quatsAt(a + 16, b + 16, c + 16, d + 16);
  const third = quatsAt(a + 32, b + 32, c + 32, d + 32);
  const fourth = vectorsAt(a + 48, b + 48, c + 48, d + 48);
  return {
    invSqrtInertia: { xx: first.x, xy: first.y, xz: first.z, yy: second.x, yz: second.y, zz: second.z },
    invSqrtMass: first.w,
    isDynamic: second.w,
    middle: { x: third.x, y: third.y, z: third.z },
    friction: third.w,
    restitution: fourth.x,
    predictionTime: fourth.y,
  };
}

/** Size of a body as a part of COMMON_SIZE. */
function sizeOf(bodies: ContactBodies): Lane {
  return (
    ((CUBE / COMMON_SIZE) * bodies.invSqrtMass) /
    (bodies.invSqrtInertia.xx + bodies.invSqrtInertia.yy + bodies.invSqrtInertia.zz)
  );
}

function angularJacobian(a: ContactBodies, b: ContactBodies, atA: Vec3, atB: Vec3, direction: Vec3): AngularJacobian {
  return {
    a: transform(a.invSqrtInertia, cross(atA, direction)),
    b: transform(b.invSqrtInertia, cross(atB, direction)),
  };
}

/** Change of speed by a unit impulse: the part of the spins. */
function angularInvMass(a: ContactBodies, b: ContactBodies, angular: AngularJacobian): Lane {
  return a.isDynamic * dot(angular.a, angular.a) + b.isDynamic * dot(angular.b, angular.b);
}

function prepareBundle(context: Ints, bundle: Bundle): void {
  const a = bodiesOf(context, intsAt(bundle.a));
  const b = bodiesOf(context, intsAt(bundle.b));
  const rows = intsAt(bundle.row);
  // an empty lane reads the contact of the first lane
  const row0 = rows[0];
  const row1 = rows[1] < 0 ? row0 : rows[1];
  const row2 = rows[2] < 0 ? row0 : rows[2];
  const row3 = rows[3] < 0 ? row0 : rows[3];
  const separations = context[SEPARATION];
  const normal = vectorsAt(
    separations + 16 * row0,
    separations + 16 * row1,
    separations + 16 * row2,
    separations + 16 * row3,
  );
  const linearInvMass = a.isDynamic * a.invSqrtMass * a.invSqrtMass + b.isDynamic * b.invSqrtMass * b.invSqrtMass;
  const counts = bundle.counts[0];
  const most = max(
    max(intsAt(bundle.counts)[0], intsAt(bundle.counts)[1]),
    max(intsAt(bundle.counts)[2], intsAt(bundle.counts)[3]),
  );
  const restitution = max(a.restitution, b.restitution);
  intsAt(bundle.points)[0] = most;
  intsAt(bundle.bouncing)[0] = 0;
  if (any(restitution > 0)) intsAt(bundle.bouncing)[0] = 1;
  bundle.isDynamicA[0] = a.isDynamic;
  bundle.isDynamicB[0] = b.isDynamic;
  bundle.invSqrtMassA[0] = a.invSqrtMass;
  bundle.invSqrtMassB[0] = b.invSqrtMass;
  bundle.friction[0] = sqrt(a.friction * b.friction);
  bundle.restitution[0] = restitution;
  bundle.normal[0] = normal;

  // friction acts at the middle of the points; points with a gap weigh less
  const isPredicted = any(a.predictionTime + b.predictionTime > 0);
  const slop = splat(floatsAt(context)[SLOP]) * min(1, min(sizeOf(a), sizeOf(b)));
  let weights: Lane = 0;
  let sumA: Vec3 = { x: 0, y: 0, z: 0 };
  let sumB: Vec3 = { x: 0, y: 0, z: 0 };
  let squares: Lane = 0;
  let squaresB: Lane = 0;
  // effective masses of the points, weighted by depth; and the greatest depth
  let weightedMass: Lane = 0;
  let deepest: Lane = 0;
  for (let p: Int = 0; p < most; p += 1) {
    const point = bundle.point[p];
    const pointsA = context[POINTS_A] + 16 * p;
    const pointsB = context[POINTS_B] + 16 * p;
    const onA = quatsAt(pointsA + 64 * row0, pointsA + 64 * row1, pointsA + 64 * row2, pointsA + 64 * row3);
    const onB = vectorsAt(pointsB + 64 * row0, pointsB + 64 * row1, pointsB + 64 * row2, pointsB + 64 * row3);
    const exists = counts > splat(p);
    const atA = sub({ x: onA.x, y: onA.y, z: onA.z }, a.middle);
    const atB = sub(onB, b.middle);
    const angular = angularJacobian(a, b, atA, atB, normal);
    const invEffectiveMass = linearInvMass + angularInvMass(a, b, angular);
    point.angular[0] = angular;
    let separation = onA.w;
    if (isPredicted) separation -= separationChange(bundle, a.predictionTime, b.predictionTime, angular);
    point.separation[0] = separation;
    point.mass[0] = where(exists && invEffectiveMass > 0, 1 / invEffectiveMass);
    const weight = where(exists, slop / (slop + max(0, separation)));
    weights += weight;
    const depth = where(exists, max(0, -separation));
    weightedMass += depth * point.mass[0];
    deepest = max(deepest, depth);
    const half = 0.5 * onA.w;
    const middleA = along(atA, half, normal);
    sumA = along(sumA, weight, middleA);
    const middleB = along(atB, -half, normal);
    sumB = along(sumB, weight, middleB);
    squares += weight * dot(middleA, middleA);
    squaresB += weight * dot(middleB, middleB);
  }
  const share = where(weights > 0, 1 / weights);
  const atA = scale(share, sumA);
  const atB = scale(share, sumB);
  // the effective mass of an impulse through both centers, relative to that
  const reals = floatsAt(context);
  const ratio = where(
    weightedMass > 0 && linearInvMass > 0,
    (splat(reals[STIFFNESS_GAIN]) * deepest) / (linearInvMass * weightedMass),
  );
  bundle.stiffnessGain[0] = max(min(ratio, splat(reals[MAX_STIFFNESS_GAIN])) - 1, 0);
  const square = dot(atA, atA);
  const spread = share * squares - square;
  // the points may be far from the position of a half-space: then from B's
  bundle.lever[0] = sqrt(max(0, select(square > FAR_ARM * FAR_ARM, share * squaresB - dot(atB, atB), spread)));

  prepareFriction(bundle, a, b, atA, atB, linearInvMass);
  if (intsAt(bundle.bouncing)[0] === 1) storeApproach(bundle);
}

/** Prepares friction at the middle of the points: `atA` and `atB`, from the centers of mass. */
function prepareFriction(
  bundle: Bundle,
  a: ContactBodies,
  b: ContactBodies,
  atA: Vec3,
  atB: Vec3,
  linearInvMass: Lane,
): void {
  const normal = bundle.normal[0];
  // two directions across the normal (Duff et al., Building an Orthonormal Basis, Revisited, 2017)
  const sign: Lane = select(normal.z < 0, -1, 1);
  const f = -1 / (sign + normal.z);
  const g = normal.x * normal.y * f;
  const first: Vec3 = { x: 1 + sign * normal.x * normal.x * f, y: sign * g, z: -sign * normal.x };
  const second: Vec3 = { x: g, y: sign + normal.y * normal.y * f, z: -normal.y };
  const firstAngular = angularJacobian(a, b, atA, atB, first);
  const secondAngular = angularJacobian(a, b, atA, atB, second);
  const twistAngular: AngularJacobian = {
    a: transform(a.invSqrtInertia, normal),
    b: transform(b.invSqrtInertia, normal),
  };
  const invFirstMass = linearInvMass + angularInvMass(a, b, firstAngular);
  const invSecondMass = linearInvMass + angularInvMass(a, b, secondAngular);
  const invTwistMass = angularInvMass(a, b, twistAngular);
  const friction = bundle.first[0];
  bundle.firstImpulse[0] = dot(friction, first);
  bundle.secondImpulse[0] = dot(friction, second);
  bundle.first[0] = first;
  bundle.second[0] = second;
  bundle.firstAngular[0] = firstAngular;
  bundle.secondAngular[0] = secondAngular;
  bundle.twistAngular[0] = twistAngular;
  bundle.firstMass[0] = where(invFirstMass > 0, 1 / invFirstMass);
  bundle.secondMass[0] = where(invSecondMass > 0, 1 / invSecondMass);
  bundle.twistMass[0] = where(invTwistMass > 0, 1 / invTwistMass);
}

/** Change of the separation at a point by the predicted rotations of the bodies (m). */
function separationChange(
  bundle: Bundle,
  predictionTimeA: Lane,
  predictionTimeB: Lane,
  angular: AngularJacobian,
): Lane {
  const a = motionOf(intsAt(bundle.a));
  const b = motionOf(intsAt(bundle.b));
  return predictionTimeB * dot(b.spin, angular.b) - predictionTimeA * dot(a.spin, angular.a);
}

/** Stores the approach speed of the bodies at each point, and their energy, before gravity and contacts. */
function storeApproach(bundle: Bundle): void {
  for (let p: Int = 0; p < intsAt(bundle.points)[0]; p += 1) {
    const approach = bundle.approach[p];
    approach.speed[0] = separationSpeed(bundle, bundle.point[p]);
    // `solve` adds it: it belongs to the last step
    approach.impulse[0] = -bundle.point[p].impulse[0];
  }
  bundle.energy[0] = energyOf(bundle, motionOf(intsAt(bundle.a)), motionOf(intsAt(bundle.b)));
}
