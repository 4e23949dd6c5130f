/**
 * Takes the place of `workers/source.js` in `hullstorm.min.js`: the worker imports the same file once more, which has
 * all of its code. A bundler that moves the code into another file breaks that: the worker would run the application.
 */
import { runWholeWorker } from '../dist/workers/runWholeWorker.js';

// not `import.meta.url`: rollup writes the address of a classic script for that
const { url: address } = import.meta;

/**
 * Whether the file at `address` has the worker. The name comes first, that of the file or of the package (of a CDN): an
 * application that waits for this promise at its top level waits for ever if it is imported here. Text is compared,
 * since a redirect makes the import another copy.
 */
async function hasWorker() {
  if (!/^(blob|data):|^[^?#]*\/hullstorm(\.min[^/?#]*|@[^/?#]*)?([?#]|$)/.test(address)) return false;
  const own = await import(/* webpackIgnore: true */ /* @vite-ignore */ address).catch(() => undefined);
  return String(own?._runWebWorker) === String(runWholeWorker);
}

/** A content security policy takes `import()` for a script, `import` for a worker. Messages may come before its end. */
const program = () => `
const early = [];
const keep = (event) => early.push(event);
addEventListener('message', keep);
import(${JSON.stringify(address)}).then(({ _runWebWorker }) => {
  removeEventListener('message', keep);
  _runWebWorker();
  for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports }));
}).catch(reportError);
`;

export async function source() {
  if (await hasWorker()) return program();
  throw new Error(
    `hullstorm.min.js has become a part of ${address ?? 'a script'}, and its workers import it as a file of this ` +
      `name; with a bundler, import from 'hullstorm'`,
  );
}
