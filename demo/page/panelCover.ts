/** The part of the view that the panel and the scenes cover. */
import type { Covered } from './camera.ts';
import { element } from './dom.ts';

export function coveredByPanel(): Covered {
  const panel = element('panel');
  const { left, width } = panel.getBoundingClientRect();
  const isNarrow = width > innerWidth - 40;
  const scenes = element('scenes').getBoundingClientRect();
  const bottom = scenes.height > 0 ? innerHeight - scenes.top : 0;
  // two views lie beside the panel
  if (document.body.classList.contains('split')) return { right: 0, bottom: isNarrow ? 0 : bottom };
  if (isNarrow) return { right: 0, bottom };
  return { right: panel.classList.contains('folded') ? 0 : innerWidth - left, bottom };
}
