/**
 * `npm run bench:pairs`: the broad phase, `findPairsSync`, ns per body. Every body moves by 1 % of its size before each
 * call, outside of the measured time.
 *
 * `--help` lists the options.
 *
 * The recorded heaps (5,000 cuboids each) and the crowds (100,000 boxes) of workloads.ts move back and forth. The
 * worlds of pairWorlds.ts walk at random.
 */
import { commandLine, integer, real, word } from '../tools/commandLine.ts';
import type { Engine } from './library.ts';
import { openPairWorld, PAIR_WORLDS } from './pairWorlds.ts';
import { jsonFlag, printReport } from './report.ts';
import { openWorkload } from './workloadEngine.ts';
import { CROWDS, makeWorkload, type WorkloadName } from './workloads.ts';

const values = commandLine('npm run bench:pairs', 'The broad phase, findPairsSync, ns per body', {
  calls: integer(60, 'calls per scene; the first ten are not counted'),
  margin: real(0.05, 'm; for worlds of other sizes, a tenth of the largest stone'),
  workers: integer(0, 'threads besides this one', 0, 255),
  only: word('', 'scenes whose name has it'),
  json: jsonFlag,
});
const SCENES: readonly WorkloadName[] = ['settled', 'falling', ...CROWDS];
/** More than any of the scenes has. */
const PAIRS = 2_000_000;
/** Calls in which V8 compiles. */
const WARM_UP = 10;
const { workers } = values;

const lines: object[] = [];
function measure(scene: string, engine: Engine, move: () => void, margin: number): void {
  const options = { margin };
  const times = [];
  for (let call = 0; call < values.calls + WARM_UP; call++) {
    move();
    const begin = performance.now();
    engine.findPairsSync(options);
    if (call >= WARM_UP) times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  const bodies = engine.scene.count;
  const perBody = (ms: number) => Number(((ms * 1e6) / bodies).toFixed(0));
  lines.push({
    scene,
    bodies,
    pairs: engine.pairs.count,
    'ns/body mean': perBody(times.reduce((sum, ms) => sum + ms, 0) / times.length),
    'ns/body p50': perBody(times[times.length >> 1]),
    'ns/body p99': perBody(times[Math.floor(0.99 * times.length)]),
  });
}

for (const name of SCENES.filter((scene) => scene.includes(values.only))) {
  const at = await openWorkload(makeWorkload(name, PAIRS), workers, 'auto', PAIRS);
  measure(name, at.engine, at.move, values.margin);
  await at.engine.close();
}
for (const world of PAIR_WORLDS.filter(({ name }) => name.includes(values.only))) {
  const { engine, move } = await openPairWorld(world, workers);
  measure(world.name, engine, move, world.ground ? 0.0025 : values.margin);
  await engine.close();
}
printReport(values.json, `findPairsSync, ${workers + 1} thread(s).`, { scenes: lines });
