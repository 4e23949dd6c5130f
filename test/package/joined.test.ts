/** The modules that the build joins (tools/joinModules.mjs), as Node loads them. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

test('Node loads at most 165 files for hullstorm and hullstorm/dynamics', async () => {
  const { metafile } = await build({
    absWorkingDir: DIST,
    entryPoints: ['src/index.node.js', 'src/dynamics/index.js'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'unwritten',
    write: false,
    metafile: true,
  });
  const files = Object.keys(metafile.inputs);
  for (const file of ['src/engine.js', 'src/threadCode.js', 'src/errors.js']) expect(files).toContain(file);
  expect(files.length).toBeLessThanOrEqual(165);
});

test('entries share their classes', async () => {
  const load = (path: string) => import(`${DIST}${path}`);
  const node = await load('src/index.node.js');
  const [web, pair, pair2d, dynamics] = await Promise.all([
    load('src/index.web.js'),
    load('src/pair.js'),
    load('src/pair2d.js'),
    load('src/dynamics/index.js'),
  ]);
  for (const name of ['Engine', 'Scene', 'PairList', 'QueryError']) expect(web[name], name).toBe(node[name]);
  expect(() => pair.distance(pair.sphere(-1), pair.sphere(1))).toThrow(node.QueryError);
  expect(() => pair2d.distance(pair2d.circle(-1), pair2d.circle(1))).toThrow(node.QueryError);
  await expect(dynamics.createDynamics({})).rejects.toBeInstanceOf(node.QueryError);
  const engine = await node.createEngine({ workers: 0, capacity: { colliders: 8, pairs: 8, contacts: 8 } });
  const stepper = await dynamics.createDynamics(engine);
  const stack = await stepper.step(-1).catch((error: Error) => error.stack);
  expect(stack).toMatch(/QueryError: dynamics\.step/);
  expect(stack).toMatch(/ at .*\bDynamics\.step \(.*dist\/src\/dynamics\/index\.js:\d+/);
  await engine.close();
});
