/**
 * Counts the bytes that stepSync allocates, like test/engine/allocationProbe.mjs: one JSON line, bytes per step.
 *
 *   node stepProbe.mjs mostBytes
 */
import { box, capsule, compound, createEngine, ellipsoid, heightField, mesh, sphere } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { bytesPer, NUMBER } from '../engine/bytesPer.mjs';

/** Bytes that a step may leave. */
const MOST = Number(process.argv[2]);
const DT = 1 / 60;
const found = {};

async function measure(name, workers, sleeping, fill) {
  const capacity = { shapes: 64, vertices: 1024, colliders: 64, pairs: 1024, passBytes: 1 << 22 };
  const engine = await createEngine({ workers, capacity, tuning: { shareFrom: 0, blockPairs: 16 } });
  const dynamics = await createDynamics(engine, { sleeping });
  dynamics.addBody(box(50, 1, 50), { type: 'static', position: [0, -1, 0] });
  fill(dynamics);
  const kept = new Array(64).fill({});
  const label = `${name}, ${workers} workers`;
  const { step } = bytesPer({ step: () => dynamics.stepSync(DT) }, MOST);
  const keepOne = (k) => {
    dynamics.stepSync(DT);
    kept[k & 63] = k + 0.5;
  };
  const { control } = bytesPer({ control: keepOne }, step + NUMBER);
  found[`step, ${label}`] = step;
  found[`control, ${label}`] = control;
  await engine.close();
}

function pile(dynamics) {
  for (let k = 0; k < 20; k++)
    dynamics.addBody(box(0.5, 0.5, 0.5), { position: [2 * (k % 5), 0.5 + Math.floor(k / 5), 0] });
}
/** Eggs that rock. */
function rocking(dynamics) {
  for (let k = 0; k < 20; k++) {
    const rotation = [Math.sin(0.9), 0, 0, Math.cos(0.9)];
    dynamics.addBody(ellipsoid(0.3, 0.5, 0.3), { position: [2 * (k % 5), 0.35, 2 * Math.floor(k / 5)], rotation });
  }
}
/** Balls that roll round and round in a bowl of walls, and bounce. */
function rolling(dynamics) {
  for (const [x, z] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    dynamics.addBody(box(x ? 1 : 9, 3, x ? 9 : 1), { type: 'static', position: [6 * x, 3, 6 * z], restitution: 1 });
  }
  for (let k = 0; k < 20; k++) {
    dynamics.addBody(sphere(0.4), {
      position: [k % 5, 0.4 + Math.floor(k / 5), k / 10],
      velocity: [3, 0, k],
      canSleep: false,
      friction: 0,
    });
  }
}

const N = 9;
const heights = Float32Array.from({ length: N * N }, (_, k) => 0.05 * ((k * k) % 7));
function bumpyMesh() {
  const positions = Array.from(heights, (height, k) => [(k % N) - 4, height, Math.floor(k / N) - 4]).flat();
  const indices = [];
  for (let k = 0; k + N < N * N; k++) {
    if (k % N < N - 1) indices.push(k, k + N, k + 1, k + 1, k + N, k + N + 1);
  }
  return mesh({ positions, indices });
}
const bumpyField = () => heightField({ rows: N, columns: N, spacing: [1, 1], heights });
const blocks = () =>
  compound(
    Array.from({ length: 9 }, (_, k) => ({
      shape: box(1, 0.1 + 0.02 * k, 1),
      position: [2 * (k % 3) - 2, 0, 2 * ((k / 3) | 0) - 2],
    })),
  );
/** Bodies on a ground of many children, some of them compounds. */
const on = (ground) => (dynamics) => {
  dynamics.addBody(ground, { type: 'static' });
  const kinds = [
    box(0.3, 0.2, 0.3),
    sphere(0.3),
    capsule(0.2, 0.2),
    compound([box(0.4, 0.1, 0.1), box(0.1, 0.1, 0.4)]),
  ];
  for (let k = 0; k < 20; k++) {
    dynamics.addBody(kinds[k % 4], { position: [1.2 * ((k % 5) - 2), 0.8, 1.2 * (Math.floor(k / 5) - 1.5)] });
  }
};

await measure('at rest', 0, false, pile);
await measure('asleep', 0, true, pile);
await measure('rolling', 0, true, rolling);
await measure('rolling', 1, true, rolling);
await measure('rocking', 0, false, rocking);
await measure('on a mesh', 0, false, on(bumpyMesh()));
await measure('on a mesh', 1, false, on(bumpyMesh()));
await measure('on a height field', 0, false, on(bumpyField()));
await measure('on a compound', 0, false, on(blocks()));
console.log(JSON.stringify(found));
