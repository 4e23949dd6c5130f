/** The test page, built by vite from the built package as a user's page is. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('./site', import.meta.url));

/** @returns the folder of the built page */
export async function buildSite(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'hullstorm-site-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
  return outDir;
}

/** Removes what `buildSite` made. */
export function removeSite(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
