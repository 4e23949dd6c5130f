/** The lights of a scene: one that casts shadows, from a low sun, one from behind, and the sky. */
import { DirectionalLight, HemisphereLight, type Scene, Vector3 } from 'three';

const SHADOW_PIXELS = 2048;
/** Direction to the light, unit length. */
export const LIGHT = new Vector3(-0.8, 0.64, 0.22).normalize();

/** @returns the light that casts shadows */
export function addLights(scene: Scene): DirectionalLight {
  const light = new DirectionalLight('#ffd6a8', 4);
  light.castShadow = true;
  light.shadow.mapSize.setScalar(SHADOW_PIXELS);
  light.shadow.radius = 2.5;
  const rim = new DirectionalLight('#a9c0ff', 0.7);
  rim.position.set(6, 4, 8);
  scene.add(new HemisphereLight('#cfd8f2', '#8a7a80', 1.95), light, light.target, rim);
  return light;
}

/** Aims the light at the center, with shadows of the whole scene and nothing more, so that they are sharp. */
export function aimLight({ position, target, shadow }: DirectionalLight, center: Vector3, radius: number): void {
  target.position.copy(center);
  position.copy(center).addScaledVector(LIGHT, 4 * radius);
  const reach = 1.35 * radius;
  Object.assign(shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: radius,
    far: 7 * radius,
  });
  shadow.camera.updateProjectionMatrix();
  shadow.normalBias = 0.0012 * radius;
  shadow.bias = -0.0004;
}
