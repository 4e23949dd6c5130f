/** The camera: how the visitor turns it, and the distance at which it sees the whole scene. */
import type { PerspectiveCamera } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Largest polar angle (radians): the camera stays above the ground. */
export const LOWEST_ANGLE = 1.53;

/** Covered parts of the view (CSS px). The scene is centered in the rest. */
export interface Covered {
  readonly right: number;
  readonly bottom: number;
}

export function createControls(camera: PerspectiveCamera, canvas: HTMLCanvasElement): OrbitControls {
  const controls = new OrbitControls(camera, canvas);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.enableDamping = !isStill;
  controls.enablePan = false;
  controls.maxPolarAngle = LOWEST_ANGLE;
  controls.autoRotate = !isStill;
  controls.autoRotateSpeed = 0.35;
  return controls;
}

/** The distance at which a ball fills the part of the view that is not covered. */
export function fittingDistance(camera: PerspectiveCamera, radius: number, { right, bottom }: Covered): number {
  const { fullWidth, fullHeight } = camera.view ?? { fullWidth: 1, fullHeight: 1 };
  const least = Math.min(fullWidth - right, fullHeight - bottom);
  return (radius * fullHeight) / (Math.tan((camera.fov * Math.PI) / 360) * Math.max(least, 1));
}

export function setDistance(camera: PerspectiveCamera, { target }: OrbitControls, distance: number): void {
  camera.position.sub(target).setLength(distance).add(target);
}
