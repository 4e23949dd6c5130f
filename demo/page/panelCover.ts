/** The part of the view that the panel covers. */
import type { Covered } from './camera.ts';
import { element } from './dom.ts';

export function coveredByPanel(): Covered {
  const { left, top, width } = element('panel').getBoundingClientRect();
  const isFolded = element('panel').classList.contains('folded');
  const isNarrow = width > innerWidth - 40;
  if (isNarrow) return { right: 0, bottom: innerHeight - top };
  return { right: isFolded ? 0 : innerWidth - left, bottom: 0 };
}
