/** How each scene is first seen. */
import type { BodySceneName } from '../../scenes/bodyScenes.ts';

export interface View {
  /** Polar angle and azimuth of the camera (rad). */
  readonly angles: readonly [number, number];
  /** What fills the view, on a landscape and on an upright screen: part of the scene's radius. */
  readonly wide: number;
  readonly upright: number;
}

export const VIEWS: Record<BodySceneName, View> = {
  heap: { angles: [1.2, 0.62], wide: 0.7, upright: 0.72 },
  wall: { angles: [1.3, 0.5], wide: 0.62, upright: 0.58 },
  pyramid: { angles: [1.3, 0.55], wide: 0.85, upright: 0.85 },
  mixed: { angles: [1.15, 0.62], wide: 0.7, upright: 0.72 },
  dragonRain: { angles: [1.18, 0.62], wide: 0.62, upright: 0.65 },
  dragon: { angles: [1.25, 0.35], wide: 0.62, upright: 0.58 },
  terrain: { angles: [1.1, 0.7], wide: 0.72, upright: 0.72 },
  lidar: { angles: [1.12, 0.62], wide: 0.82, upright: 0.8 },
  walk: { angles: [1.15, 0.62], wide: 0.42, upright: 0.38 },
};
