/** Pages that several test files share, built once, before the tests: by vite, from the built package, as a user's page is. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the test page (site/main.ts), with the wasm as files in `wasm`. */
    site: string;
    /** Folder of the demo. */
    demo: string;
    /** Folder of examples/webWorker. */
    loop: string;
  }
}

/** Builds the pages: vitest calls it before the tests. @returns a function that removes them */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hullstorm-sites-'));
  const [site, demo, loop] = [join(folder, 'site'), join(folder, 'demo'), join(folder, 'loop')];
  for (const [source, outDir] of [
    ['test/browser/site', site],
    ['examples/webWorker', loop],
  ]) {
    await build({
      root: join(ROOT, source),
      configFile: false,
      logLevel: 'warn',
      worker: { format: 'es' },
      build: { outDir, emptyOutDir: true, target: 'es2022' },
    });
  }
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: demo, emptyOutDir: true },
  });
  await run(process.execPath, [join(ROOT, 'dist/src/cli/main.js'), 'wasm', join(site, 'wasm')]);
  project.provide('site', site);
  project.provide('demo', demo);
  project.provide('loop', loop);
  return () => rm(folder, { recursive: true, force: true });
}
