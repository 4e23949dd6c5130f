/**
 * Starts the worker by its address: the file beside this one, or the output of a bundler. `hullstorm.min.js` has
 * neither (tools/bundle.mjs).
 */

export interface ByAddress {
  start(): Worker;
  /** Address of the worker, for messages. */
  address(): string;
  /**
   * Whether a bundler moved this module and did not adapt the address (rollup, esbuild): no file is there then, unless
   * the worker was bundled by itself.
   */
  isAstray(): boolean;
}

/** Bundlers find the worker only while both arguments stay literal and the URL stays inside the call. */
const start = () => new Worker(new URL('./entry.web.js', import.meta.url), { type: 'module' });

/**
 * The address in the source of `start`. Bundlers that support workers replace it, possibly by an expression that is not
 * readable.
 */
const written = () => /(["'`])([^"'`]+\.js[^"'`]*)\1/.exec(String(start))?.[2];

export const byAddress: ByAddress | undefined = {
  start,
  address() {
    const base = import.meta.url;
    const address = written();
    return address === undefined ? 'the address that the bundler gave it' : new URL(address, base).href;
  },
  isAstray: () => written() === './entry.web.js' && !/\/byAddress\.web\.js(?:[?#]|$)/.test(import.meta.url),
};
