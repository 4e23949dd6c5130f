/** The worker of pairs, flags and distances, by its address. */
import { addressOf } from './addressOf.web.ts';

export const coreByAddress = addressOf(
  () => new Worker(new URL('./coreEntry.web.js', import.meta.url), { type: 'module' }),
  './coreEntry.web.js',
  import.meta.url,
  /\/coreByAddress\.web\.js(?:[?#]|$)/,
);
