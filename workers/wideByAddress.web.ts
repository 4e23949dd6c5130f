/** The worker of engines on a wide kernel, by its address. `hullstorm.min.js` has no such file (tools/bundle.mjs). */
import { addressOf, type ByAddress } from './addressOf.web.ts';

export const wideByAddress: ByAddress | undefined = addressOf(
  () => new Worker(new URL('./wideEntry.web.js', import.meta.url), { type: 'module' }),
  './wideEntry.web.js',
  import.meta.url,
  /\/wideByAddress\.web\.js(?:[?#]|$)/,
);
