/** Kinds of shapes that only `hullstorm/pair` takes: engines say so. */
import { fail } from '../../errors.ts';
import { SMOOTH, SUPPORT } from '../../tables/shapeWords.ts';
import type { Core } from './core.ts';

function refuse(at: string): never {
  fail(at, 'a shape that threads can share', 'a function: only hullstorm/pair takes support()');
}

/** @internal */
export const userSupportCore: Core = {
  kind: 'support',
  code: SUPPORT,
  traits: SMOOTH,
  prepare: refuse,
  isSound: () => false,
  moments: refuse,
  hasFaces: false,
};
