/** The tests of `hullstorm/three` with other versions of three.js: the packed package, installed beside each of them. */
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { makeFolder, packInto, removeFolder, run } from '../browser/apps.ts';
import { root } from '../docs/page.ts';

/** The oldest one that the package takes, and some since: in 0.174 the length of a capsule became its height. */
const VERSIONS = ['0.160.0', '0.170.0', '0.174.0', '0.178.0'];
/** What the tests import. */
const SOURCES = ['test/three', 'test/support', 'test/engine/bytesPer.mjs', 'scenes/random.ts'];

let folder: string;
let packed: string;
beforeAll(async () => {
  folder = await makeFolder();
  packed = join(folder, (await packInto(folder)).filename);
});
afterAll(() => removeFolder(folder));

test('the oldest version is that of the package', () => {
  expect(packageJson.peerDependencies.three).toBe(`>=${VERSIONS[0]!.replace(/\.0$/, '')}`);
});

test.each(VERSIONS)('three %s', async (version) => {
  const app = join(folder, version);
  for (const source of SOURCES) await cp(join(root, source), join(app, source), { recursive: true });
  await writeFile(join(app, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', packed, `three@${version}`];
  await run('npm', install, { cwd: app });
  await symlink(join(root, 'node_modules/vitest'), join(app, 'node_modules/vitest'));
  const found = join(app, 'found.json');
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', app];
  // it exits with 1 if a test fails
  await run(process.execPath, [...vitest, '--reporter=json', `--outputFile=${found}`]).catch(() => {});
  const { numPassedTests, testResults } = JSON.parse(await readFile(found, 'utf8')) as Found;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(numPassedTests).toBeGreaterThan(100);
  expect(JSON.parse(await readFile(join(app, 'node_modules/three/package.json'), 'utf8')).version).toBe(version);
});

/** What vitest writes. */
interface Found {
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string }[] }[];
}
