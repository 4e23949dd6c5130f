/**
 * The settings of the visitor, and their form in the address: `#scene=heap&count=5000&workers=3&margin=0.05&seed=2`.
 */
import type { KernelName } from 'hullstorm';
import { BODY_SCENES, type BodySceneName } from '../../scenes/bodyScenes.ts';

export interface Settings {
  readonly scene: BodySceneName;
  /** Bodies that are not static. */
  readonly count: number;
  readonly workers: number;
  readonly kernel: KernelName;
  /** Margin of contacts (m). */
  readonly margin: number;
  readonly seed: number;
}

export const FIRST_SCENE: BodySceneName = 'wall';
export const KERNELS: readonly KernelName[] = ['auto', 'scalar', 'simd', 'relaxed'];
export const LIMITS = { count: [100, 20_000], margin: [0, 0.1], seed: [0, 2 ** 32 - 1] } as const;
/** Default number of bodies of each scene. */
const COUNTS: Record<BodySceneName, number> = {
  heap: 3000,
  wall: 1000,
  pyramid: 1000,
  mixed: 600,
  dragonRain: 100,
  dragon: 2000,
  terrain: 2000,
  lidar: 500,
  walk: 150,
};

/** Reads an address. Missing and bad values become defaults. */
export function parseSettings(hash: string, mostWorkers: number): Settings {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name: string, [low, high]: readonly [number, number], otherwise: number) => {
    const text = given.get(name);
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) ? Math.min(Math.max(value, low), high) : otherwise;
  };
  const whole = (name: string, limits: readonly [number, number], otherwise: number) =>
    Math.round(number(name, limits, otherwise));
  const scene = BODY_SCENES.find((name) => name === given.get('scene')) ?? FIRST_SCENE;
  return {
    scene,
    count: whole('count', LIMITS.count, COUNTS[scene]),
    workers: whole('workers', [0, mostWorkers], mostWorkers),
    kernel: KERNELS.find((kernel) => kernel === given.get('kernel')) ?? 'auto',
    margin: number('margin', LIMITS.margin, 0.02),
    seed: whole('seed', LIMITS.seed, 1),
  };
}

/** Settings with another scene, and its default number of bodies. */
export function withScene(settings: Settings, scene: BodySceneName): Settings {
  return { ...settings, scene, count: COUNTS[scene] };
}

/** The address of settings: only the values that differ from the defaults. */
export function formatSettings(settings: Settings, mostWorkers: number): string {
  const defaults = parseSettings(`scene=${settings.scene}`, mostWorkers);
  const keys = Object.keys(defaults) as (keyof Settings)[];
  const changed = keys.filter((key) =>
    key === 'scene' ? settings.scene !== FIRST_SCENE : settings[key] !== defaults[key],
  );
  return changed.map((key) => `${key}=${settings[key]}`).join('&');
}

/** Where the camera is: its polar angle and azimuth (rad), and its distance (m). */
export type CameraPlace = readonly [number, number, number];

/** The camera in an address; undefined: where the scene has it. */
export function parseCamera(hash: string): CameraPlace | undefined {
  const [polar, azimuth, away, ...rest] = (new URLSearchParams(hash.replace(/^#/, '')).get('camera') ?? '')
    .split(',')
    .map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const isPlace = polar > 0 && polar < Math.PI && Number.isFinite(azimuth) && away > 0 && away < 1e4;
  return isPlace && rest.length === 0 ? [polar, azimuth, away] : undefined;
}

/** The address of settings, with the camera. */
export function formatLink(settings: Settings, mostWorkers: number, camera: CameraPlace): string {
  const place = `camera=${camera.map((number) => Number(number.toFixed(2))).join(',')}`;
  return [`scene=${settings.scene}`, formatSettings(settings, mostWorkers).replace(/^scene=\w+&?/, ''), place]
    .filter((part) => part !== '')
    .join('&');
}
