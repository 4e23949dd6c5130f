import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const TESTS = new URL('test/', import.meta.url);
/** Tests that repeat what they do more often in `deep`: test/support/sweep.ts. */
const SWEEPS = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => path.endsWith('.test.ts') && readFileSync(new URL(path, TESTS), 'utf8').includes(`support/sweep.ts'`),
  )
  .map((path) => `test/${path}`);

/**
 * unit     what `npm test` runs: sources directly, engine tests against the built package with real threads
 * deep     the million seeded pairs and the long runs, and the sweeps of `unit` with all repetitions; before a release
 * browser  real Chromium, and the packed npm package in fresh apps
 * apps     the packed npm package under every bundler, before a release; minutes
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/deep/**', 'test/browser/**', 'test/apps/**', '**/node_modules/**'],
          pool: 'forks',
          maxWorkers: availableParallelism(), // by default vitest leaves one core idle
          execArgv: ['--expose-gc'],
          // for a machine that is busy with ten other things
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'deep',
          include: ['test/deep/**/*.test.ts', ...SWEEPS],
          env: { HULLSTORM_DEEP: '1' },
          pool: 'forks',
          execArgv: ['--expose-gc'],
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/buildSites.ts',
          pool: 'forks',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2, // each file starts browsers and servers of its own, and spends half of its time waiting for them
        },
      },
      {
        test: {
          name: 'apps',
          include: ['test/apps/**/*.test.ts', 'test/browser/{apps,package}.test.ts'],
          pool: 'forks',
          testTimeout: 900_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
