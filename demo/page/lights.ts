/** The lights of a scene: a sun that casts shadows, and the sky. */
import { DirectionalLight, HemisphereLight, type Scene, Vector3 } from 'three';
import type { Theme } from './themes.ts';

/** Direction to the sun, unit length. */
export const SUN = new Vector3(-0.62, 0.75, 0.3).normalize();

export interface Lights {
  setTheme(theme: Theme): void;
  /** Aims the sun at the center, with shadows of what is within the radius and nothing more, so that they are sharp. */
  aim(center: Vector3, radius: number): void;
  /** Width of the shadows' picture (px). */
  setShadowPixels(pixels: number): void;
}

export function addLights(scene: Scene): Lights {
  const sun = new DirectionalLight();
  const sky = new HemisphereLight();
  const { shadow } = sun;
  sun.castShadow = true;
  shadow.radius = 3.5;
  scene.add(sky, sun, sun.target);
  return {
    setTheme({ sun: color, sunlight, above, below, skylight }) {
      sun.color.set(color);
      sun.intensity = sunlight;
      sky.color.set(above);
      sky.groundColor.set(below);
      sky.intensity = skylight;
    },
    aim(center, radius) {
      sun.target.position.copy(center);
      sun.position.copy(center).addScaledVector(SUN, 4 * radius);
      const reach = 1.35 * radius;
      const [near, far] = [radius, 7 * radius];
      Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near, far });
      shadow.camera.updateProjectionMatrix();
      shadow.normalBias = 0.0016 * radius;
      shadow.bias = -0.0005;
    },
    setShadowPixels(pixels) {
      if (shadow.mapSize.x === pixels) return;
      shadow.mapSize.setScalar(pixels);
      shadow.map?.dispose();
      shadow.map = null;
    },
  };
}
