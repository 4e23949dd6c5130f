import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { type Place, sourcePlace } from './test/support/sourcePlace.ts';

const TESTS = new URL('test/', import.meta.url);

/** The unit tests whose source has `what`. */
function testsWith(what: RegExp): string[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !/^(deep|browser|apps|site)\b/.test(path))
    .filter((path) => what.test(readFileSync(new URL(path, TESTS), 'utf8')))
    .map((path) => `test/${path}`);
}

/** Tests that open a device of WebGPU. */
const DEVICES = testsWith(/'\.\/device\.ts'/);
/** Tests that repeat what they do more often in `deep`. */
const SWEEPS = testsWith(/support\/sweep\.ts'|SWEPT_/).filter((path) => !DEVICES.includes(path));
/** Tests that replace modules. */
const MOCKS = testsWith(/vi\.(mock|resetModules)\(/);

/** What all unit tests have in common. */
const UNIT = {
  pool: 'forks' as const,
  maxWorkers: availableParallelism(), // by default vitest leaves one core idle
  execArgv: ['--expose-gc'],
  restoreMocks: true,
  // for a machine that is busy with ten other things
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** SwiftShader of Debian's Chromium, where no other adapter is named. */
const CHROMIUM = '/usr/lib/chromium';
const SOFTWARE_ADAPTER = {
  VK_ICD_FILENAMES: process.env.VK_ICD_FILENAMES ?? `${CHROMIUM}/vk_swiftshader_icd.json`,
  LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? CHROMIUM,
  // without it the library of windows prints an error, and a test expects none
  XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? tmpdir(),
};

/** Tests of the language of kernels, which the project `gpu` runs as WGSL. */
const OF_LANGUAGE = ['language', 'operators', 'random', 'scalars'].map((name) => `test/tools/lanes/${name}.test.ts`);
/** Tests of the other projects. */
const OTHERS = [...['deep', 'browser', 'apps', 'site'].map((folder) => `test/${folder}/**`), ...DEVICES];

/** Modules that are no tests. */
const MODULES = /(?<!\.test)\.(ts|js|mjs)$/;
/** Has Node import them: in vitest's own modules, each call of an imported function reads a getter. */
const NATIVE = {
  execArgv: [...UNIT.execArgv, '--import', './tools/typeScript.mjs'],
  server: { deps: { external: [MODULES] } },
  onStackTrace(_: unknown, frame: Place) {
    if (MODULES.test(frame.file) && frame.file.endsWith('.ts')) Object.assign(frame, sourcePlace(frame));
  },
};

/**
 * unit     what `npm test` runs: sources directly, engine tests against the built package with real threads
 * mocks    the unit tests that replace modules: each file loads all modules anew
 * deep     the million seeded pairs and the long runs, and the sweeps of `unit` with all repetitions; before a release
 * browser  real Chromium, and the packed npm package in fresh apps
 * gpu      kernels as WGSL, on the software adapter of Chromium or a GPU
 * apps     the packed npm package under every bundler, before a release; minutes
 * site     the built site, in its folder's own packages and in Chromium
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...UNIT,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...OTHERS, '**/node_modules/**', ...MOCKS],
          ...NATIVE,
          isolate: false, // two processes load and compile the library once, not once per file
        },
      },
      {
        test: { ...UNIT, name: 'mocks', include: MOCKS },
      },
      {
        test: {
          name: 'deep',
          include: ['test/deep/**/*.test.ts', ...SWEEPS],
          env: { ...SOFTWARE_ADAPTER, HULLSTORM_DEEP: '1' },
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
          // each file starts browsers and servers of its own, and spends half of its time waiting for them
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        test: {
          name: 'gpu',
          include: [...DEVICES, ...OF_LANGUAGE],
          pool: 'forks',
          env: { ...SOFTWARE_ADAPTER, HULLSTORM_WGSL: '1' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          isolate: false,
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
      {
        test: {
          name: 'site',
          include: ['test/site/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: availableParallelism(),
          testTimeout: 180_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
