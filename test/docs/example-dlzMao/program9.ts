import { createEngine } from 'hullstorm';

const ROWS = 10_000;
const engine = await createEngine({ workers: 1 });
const passes = await engine.loadPasses(new URL('./dampPasses.mjs', import.meta.url), { bytes: 64 + 16 * ROWS });
const { buffer, byteOffset } = passes;
new Float32Array(buffer, byteOffset, 1)[0] = 0.5;
const velocities = new Float32Array(buffer, byteOffset + 64, 4 * ROWS).fill(8);

const program = passes.createProgram();
for (let k = 0; k < 3; k++) program.add('damp', ROWS, 256, byteOffset);
await passes.run(program); // or passes.runSync(program)
console.log(velocities[0], velocities[4 * ROWS - 1]);
await engine.close();
