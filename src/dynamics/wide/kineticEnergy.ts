/**
 * Kinetic energy of the bodies of a contact (J). Where contacts move one of them only, in the frame of the other one at
 * the contact: in it a contact does no work.
 */
import type { Lane } from '../../language/lanes.ts';
import { along, dot, scale, sub, type Vec3 } from '../../math/lanes/vectors.ts';
import type { Bundle } from './bundles.ts';
import type { Motion } from './contactJacobian.ts';

/** Velocity, at the contact, of a body that contacts do not move; 0 if both bodies move (m/s). */
export function frameOf(bundle: Bundle, a: Motion, b: Motion): Vec3 {
  const first = bundle.firstAngular[0];
  const second = bundle.secondAngular[0];
  const angular = bundle.point[0].angular[0];
  const onA = surfaceVelocity(bundle, a, first.a, second.a, angular.a);
  const onB = surfaceVelocity(bundle, b, first.b, second.b, angular.b);
  return along(scale(1 - bundle.isDynamicA[0], onA), 1 - bundle.isDynamicB[0], onB);
}

function surfaceVelocity(bundle: Bundle, body: Motion, first: Vec3, second: Vec3, normal: Vec3): Vec3 {
  const u = along(body.velocity, dot(body.spin, first), bundle.first[0]);
  return along(along(u, dot(body.spin, second), bundle.second[0]), dot(body.spin, normal), bundle.normal[0]);
}

/** Kinetic energy of the bodies of a contact that contacts move, in the frame of the other one (J). */
export function energyOf(bundle: Bundle, a: Motion, b: Motion): Lane {
  const frame = frameOf(bundle, a, b);
  return (
    0.5 *
    (bundle.isDynamicA[0] * squareOf(a, bundle.invSqrtMassA[0], frame) +
      bundle.isDynamicB[0] * squareOf(b, bundle.invSqrtMassB[0], frame))
  );
}

export function squareOf(body: Motion, invSqrtMass: Lane, frame: Vec3): Lane {
  const v = sub(body.velocity, scale(1 / invSqrtMass, frame));
  return dot(v, v) + dot(body.spin, body.spin);
}

export function slopeOf(body: Motion, invSqrtMass: Lane, frame: Vec3, change: Motion): Lane {
  return dot(sub(body.velocity, scale(1 / invSqrtMass, frame)), change.velocity) + dot(body.spin, change.spin);
}
