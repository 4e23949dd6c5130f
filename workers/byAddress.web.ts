/**
 * The worker by its address: the file beside this one, or what a bundler made of it. `hullstorm.min.js` has neither
 * (tools/bundle.mjs).
 */

export interface ByAddress {
  start(): Worker;
  /** Where the worker is, for messages. */
  address(): string;
  /**
   * Whether a bundler moved this module and left the address as it was (rollup, esbuild): nothing is there then, unless the
   * worker was bundled by itself.
   */
  isAstray(): boolean;
}

/** Bundlers find the worker only while both arguments stay literal and the URL stays inside the call. */
const start = () => new Worker(new URL('./entry.web.js', import.meta.url), { type: 'module' });

/** Whether `start` still says what is written above: bundlers that know of workers put another address there. */
const isAsWritten = () => /(["'`])\.\/entry\.web\.js\1/.test(String(start));

export const byAddress: ByAddress | undefined = {
  start,
  address: () =>
    isAsWritten() ? import.meta.url.replace(/[^/]*$/, 'entry.web.js') : 'the address that the bundler gave it',
  isAstray: () => isAsWritten() && !/\/byAddress\.web\.js(?:[?#]|$)/.test(import.meta.url),
};
