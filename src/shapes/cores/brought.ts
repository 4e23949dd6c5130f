/**
 * Cores that the functions of their shapes bring to `hullstorm/pair`: a program that never calls `hull()` is bundled
 * without what builds hulls. Engines know all cores (list.ts).
 */
import type { Prepare, SupportCore } from './core.ts';

/** What a pair needs of a core; `support` for tier smooth. */
export interface PairCore {
  readonly kind: string;
  readonly prepare: Prepare;
  readonly support?: SupportCore;
}

const prepares: Record<string, Prepare> = Object.create(null);
const supports: SupportCore[] = [];

/** Makes a core known to `hullstorm/pair`. */
export function bring({ kind, prepare, support }: PairCore): void {
  prepares[kind] = prepare;
  if (support) supports[support.code] = support;
}

/** What prepares the shapes of a kind that was brought. */
export function broughtPrepare(kind: string): Prepare | undefined {
  return prepares[kind];
}

/** Cores of tier smooth that were brought, by code. */
export function broughtSupports(): readonly (SupportCore | undefined)[] {
  return supports;
}
