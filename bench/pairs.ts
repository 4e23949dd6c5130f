/**
 * `npm run bench:pairs`: the broad phase, `findPairsSync`, ns per body. Every body moves by 1 % of its pair's size before each call,
 * outside the clock.
 *
 *   --calls N      calls per scene, default 60
 *   --margin M     default 0.05 m
 *   --only WORD    scenes whose name has this word
 *
 * The recorded heaps (5,000 cuboids each) and the crowds (100,000 boxes); see workloads.ts.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openWorkload } from './workloadEngine.ts';
import { CROWDS, makeWorkload, type WorkloadName } from './workloads.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '60' },
    margin: { type: 'string', default: '0.05' },
    only: { type: 'string', default: '' },
  },
});
const SCENES: readonly WorkloadName[] = ['settled', 'falling', ...CROWDS];
/** More than any of the scenes has. */
const PAIRS = 2_000_000;

const lines = [];
for (const name of SCENES.filter((scene) => scene.includes(values.only))) {
  const workload = makeWorkload(name, PAIRS);
  const at = await openWorkload(workload, 0, 'auto', PAIRS);
  const options = { margin: Number(values.margin) };
  const times = [];
  let found = 0;
  for (let call = 0; call < Number(values.calls); call++) {
    at.move();
    const begin = performance.now();
    found = at.engine.findPairsSync(options).count;
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  const perBody = (ms: number) => Number(((ms * 1e6) / workload.colliderCount).toFixed(0));
  lines.push({
    scene: name,
    bodies: workload.colliderCount,
    pairs: found,
    'ns/body p50': perBody(times[times.length >> 1]!),
    'ns/body p99': perBody(times[Math.floor(0.99 * times.length)]!),
  });
  await at.engine.close();
}
console.log(`findPairsSync, one thread. ${cpus()[0]?.model}, Node ${process.version}`);
console.table(lines);
