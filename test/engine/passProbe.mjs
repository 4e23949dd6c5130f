/**
 * Counts the bytes that runSync allocates, like allocationProbe.mjs: one JSON line, bytes per run.
 *
 *   node passProbe.mjs
 */
import { createEngine } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const ROWS = 300;
const found = {};

async function measure(workers) {
  const engine = await createEngine({
    workers,
    capacity: { shapes: 1, vertices: 4, colliders: 4, pairs: 4, passBytes: 65_536 },
  });
  const passes = await engine.loadPasses(new URL('../support/testPasses.mjs', import.meta.url), { bytes: 65_536 });
  const column = passes.byteOffset + 128;
  new Int32Array(passes.buffer, passes.byteOffset, 3).set([ROWS, column, column + 4 * ROWS]);
  const program = passes.createProgram();
  const fill = (k) => {
    program.clear();
    for (let stage = 0; stage < 20 + (k & 3); stage++) program.add('mix', ROWS, 100, passes.byteOffset);
    program.add('mark', k & 1023, 16, passes.byteOffset);
  };
  const few = passes.createProgram();
  few.add('mix', ROWS, ROWS, passes.byteOffset);
  const kept = new Array(64).fill({});
  const calls = {
    [`filled again, ${workers} workers`]: (k) => {
      fill(k);
      passes.runSync(program);
    },
    [`the same program, ${workers} workers`]: () => passes.runSync(program),
    [`one block, ${workers} workers`]: () => passes.runSync(few),
  };
  Object.assign(found, bytesPer(calls));
  const control = (k) => {
    passes.runSync(few);
    kept[k & 63] = k + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

await measure(0);
await measure(1);
console.log(JSON.stringify(found));
