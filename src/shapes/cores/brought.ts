/**
 * Cores registered for `hullstorm/pair` by the functions of their shapes: a program that never calls `hull()` is
 * bundled without the code that builds hulls. Engines have all cores (list.ts).
 */
import type { Prepare, SupportCore } from './core.ts';

/** The parts of a core that a pair query uses; `support` for tier smooth. */
export interface PairCore {
  readonly kind: string;
  readonly prepare: Prepare;
  readonly support?: SupportCore;
}

const prepares: Record<string, Prepare> = Object.create(null);
const supports: SupportCore[] = [];

/** Registers a core for `hullstorm/pair`. */
export function bring({ kind, prepare, support }: PairCore): void {
  prepares[kind] = prepare;
  if (support) supports[support.code] = support;
}

/** The function that prepares shapes of a registered kind. */
export function broughtPrepare(kind: string): Prepare | undefined {
  return prepares[kind];
}

/** Registered cores of tier smooth, by code. */
export function broughtSupports(): readonly (SupportCore | undefined)[] {
  return supports;
}
