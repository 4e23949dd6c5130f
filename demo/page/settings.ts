/** What the visitor chose, kept in the address: `#shape=hull&count=10000&workers=3&kernel=scalar&margin=0.1&seed=2`. */
import type { KernelName } from 'hullstorm';
import { STRESS_SHAPES, type StressShape } from '../../scenes/stress.ts';

export interface Settings {
  readonly shape: StressShape | 'recorded';
  readonly count: number;
  readonly workers: number;
  readonly kernel: KernelName;
  /** of candidate pairs (m) */
  readonly margin: number;
  readonly seed: number;
}

export const RECORDED_COUNT = 5000;
export const SHAPES: readonly Settings['shape'][] = ['recorded', ...STRESS_SHAPES];
export const KERNELS: readonly KernelName[] = ['auto', 'scalar', 'simd', 'relaxed'];
export const LIMITS = { count: [100, 20_000], margin: [0, 0.25], seed: [0, 2 ** 32 - 1] } as const;

/** Reads an address; what is missing or makes no sense gets its default. */
export function parseSettings(hash: string, mostWorkers: number): Settings {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name: string, [low, high]: readonly [number, number], otherwise: number) => {
    const text = given.get(name);
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) ? Math.min(Math.max(value, low), high) : otherwise;
  };
  const whole = (name: string, limits: readonly [number, number], otherwise: number) =>
    Math.round(number(name, limits, otherwise));
  const count = whole('count', LIMITS.count, RECORDED_COUNT);
  const named = SHAPES.find((shape) => shape === given.get('shape')) ?? 'recorded';
  return {
    // there are no more recorded cuboids than these; any other number of bodies is of generated ones
    shape: named === 'recorded' && count !== RECORDED_COUNT ? 'box' : named,
    count,
    workers: whole('workers', [0, mostWorkers], mostWorkers),
    kernel: KERNELS.find((kernel) => kernel === given.get('kernel')) ?? 'auto',
    margin: number('margin', LIMITS.margin, 0.05),
    seed: whole('seed', LIMITS.seed, 1),
  };
}

/** The address of settings; only what differs from the defaults. */
export function formatSettings(settings: Settings, mostWorkers: number): string {
  const defaults = parseSettings('', mostWorkers);
  const keys = Object.keys(defaults) as (keyof Settings)[];
  const changed = keys.filter((key) => settings[key] !== defaults[key]);
  return changed.map((key) => `${key}=${settings[key]}`).join('&');
}
