/** The worker with all queries, by its address. `hullstorm.min.js` has no such file (tools/bundle.mjs). */
import { addressOf, type ByAddress } from './addressOf.web.ts';

export const byAddress: ByAddress | undefined = addressOf(
  () => new Worker(new URL('./entry.web.js', import.meta.url), { type: 'module' }),
  './entry.web.js',
  import.meta.url,
  /\/byAddress\.web\.js(?:[?#]|$)/,
);
