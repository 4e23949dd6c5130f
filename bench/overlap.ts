/**
 * `npm run bench:overlap`: `overlapBoxSync` and `overlapSphereSync` among boxes at random places (pairWorlds.ts), ns
 * per query. Every body moves by 1 % of its size before each call, outside of the measured time. Each call updates
 * bounds and tree first: `1 query` measures that alone, and `ns/query` minus it is the search.
 *
 * `--help` lists the options.
 *
 * Volumes are cubes and balls 2 m wide at random places of the world. The largest body is 1 m. Seed 1.
 */
import { seeded } from '../scenes/random.ts';
import { commandLine, integer } from '../tools/commandLine.ts';
import type { OverlapResults } from './library.ts';
import { openPairWorld, PAIR_WORLDS } from './pairWorlds.ts';
import { jsonFlag, printReport } from './report.ts';

const values = commandLine(
  'npm run bench:overlap',
  'overlapBoxSync and overlapSphereSync over boxes at random places, ns per query',
  {
    calls: integer(40, 'calls per row; the first ten are not counted'),
    queries: integer(10_000, 'volumes per call'),
    workers: integer(0, 'threads besides this one', 0, 255),
    json: jsonFlag,
  },
);
/** Calls in which V8 compiles. */
const WARM_UP = 10;
const { queries, workers } = values;
const [uniform] = PAIR_WORLDS;

/** Median time of the calls (ms). */
function measure(move: () => void, call: () => OverlapResults): { ms: number; found: number } {
  const times = [];
  let found = 0;
  for (let k = 0; k < values.calls + WARM_UP; k++) {
    move();
    const begin = performance.now();
    const { starts, count } = call();
    if (k >= WARM_UP) times.push(performance.now() - begin);
    found = starts[count];
  }
  times.sort((a, b) => a - b);
  return { ms: times[times.length >> 1], found };
}

const lines: object[] = [];
for (const bodies of [5000, 100_000]) {
  const random = seeded(1);
  const { engine, move } = await openPairWorld({ ...uniform!, bodies, pairs: 8 * bodies }, workers);
  const side = engine.scene.positions.reduce((most, x) => Math.max(most, x));
  const centers = Float64Array.from({ length: 3 * queries }, () => side * random());
  const boxes = Float64Array.from({ length: 6 * queries }, (_, k) => {
    const center = centers[3 * Math.floor(k / 6) + (k % 3)];
    return k % 6 < 3 ? center - 1 : center + 1;
  });
  const spheres = Float64Array.from({ length: 4 * queries }, (_, k) =>
    k % 4 === 3 ? 1 : centers[3 * Math.floor(k / 4) + (k % 4)],
  );
  const kinds = {
    boxes: [() => engine.overlapBoxSync(boxes), () => engine.overlapBoxSync(boxes.subarray(0, 6))],
    spheres: [() => engine.overlapSphereSync(spheres), () => engine.overlapSphereSync(spheres.subarray(0, 4))],
  } as const;
  for (const [kind, [all, one]] of Object.entries(kinds)) {
    const { ms, found } = measure(move, all);
    lines.push({
      bodies,
      volumes: kind,
      'ids per query': Number((found / queries).toFixed(2)),
      'ms/call': Number(ms.toFixed(2)),
      'ms, 1 query': Number(measure(move, one).ms.toFixed(2)),
      'ns/query': Number(((ms * 1e6) / queries).toFixed(0)),
      'ns/query, nothing moved': Number(((measure(() => {}, all).ms * 1e6) / queries).toFixed(0)),
    });
  }
  await engine.close();
}
printReport(values.json, `${queries} queries a call, ${workers + 1} thread(s).`, { volumes: lines });
