/**
 * Joins modules of `dist`, since Node takes about a millisecond to load a file:
 *
 *   dist/src/engine.js           those that only the calling thread of an engine runs
 *   dist/src/threadCode.js       those that its workers run, too
 *   dist/src/dynamics/index.js   those of the stepper
 *
 * Modules that `hullstorm/pair` or several entries share stay as they are: bundlers leave out what an application does
 * not use of them, and each class is there once.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';

const STEPPER = 'src/dynamics/index.js';
const ENTRIES = ['src/index.node.js', 'src/index.web.js', STEPPER, 'workers/runWebWorker.js'];
/** What else imports modules: the last for `npm run bench:kernel`. */
const OTHERS = [
  ...['src/pair.js', 'src/pair2d.js', 'workers/spawn.node.js', 'workers/spawn.web.js', 'workers/lend.web.js'],
  'src/kernels/rows/distanceRows.js',
];
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = `${ROOT}dist/`;

/** All modules that files of `dist` reach. Paths. */
async function reach(...files) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: files.map((file) => DIST + file),
    bundle: true,
    packages: 'external',
    format: 'esm',
    outdir: 'unwritten',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs).map((path) => ROOT + path);
}

/** Joins them, in place. Comments for users stay. */
export async function joinModules() {
  const shared = (await reach(STEPPER)).filter((path) => !path.startsWith(`${DIST}src/dynamics/`));
  const stay = new Set([...(await reach(...OTHERS)), ...shared]);
  const joined = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(ENTRIES.map((file) => [file.replace('.js', ''), DIST + file])),
    external: (id) => stay.has(id) || !/^[./]/.test(id),
  });
  await joined.write({
    dir: DIST,
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.includes(`${DIST}src/engine/engine.js`) ? 'src/engine.js' : 'src/threadCode.js',
    minifyInternalExports: false,
  });
}
