/**
 * Takes the place of `workers/source.js` in `hullstorm.min.js`: the worker is the same file once more, which has all of
 * its code. A bundler that moves the code into another file breaks that: its worker would run the application.
 */
import { runWebWorker } from '../dist/workers/runWebWorker.js';

export const source = (async () => {
  const address = import.meta.url;
  const own = await import(/* webpackIgnore: true */ /* @vite-ignore */ address).catch(() => undefined);
  if (own?._runWebWorker !== runWebWorker) {
    throw new Error(
      `expected hullstorm.min.js as a file of its own, got ${address}; bundlers take the modules of hullstorm`,
    );
  }
  return `import { _runWebWorker } from ${JSON.stringify(address)};\n_runWebWorker();\n`;
})();
