/** Workers that start by the address of a file: one beside the module that asks, or the output of a bundler. */

export interface ByAddress {
  start(): Worker;
  /** Address of the worker, for messages. */
  address(): string;
  /**
   * Whether a bundler moved the module and did not adapt the address (rollup, esbuild): no file is there then, unless
   * the worker was bundled by itself.
   */
  isAstray(): boolean;
  /** Whether a bundler gave it another address: then it is one file. */
  isBundled(): boolean;
}

/**
 * @param start starts the worker. Bundlers find it only while both arguments of `Worker` stay literal and the URL stays
 *   inside the call
 * @param file of the worker, as `start` writes it
 * @param base address of the module of `start`
 * @param module its file name
 */
export function addressOf(start: () => Worker, file: string, base: string, module: RegExp): ByAddress {
  // bundlers that support workers replace it in the source of `start`, possibly by an expression that is not readable
  const written = () => /(["'`])([^"'`]+\.js[^"'`]*)\1/.exec(String(start))?.[2];
  return {
    start,
    address() {
      const address = written();
      return address === undefined ? 'the address that the bundler gave it' : new URL(address, base).href;
    },
    isAstray: () => written() === file && !module.test(base),
    isBundled: () => written() !== file,
  };
}
