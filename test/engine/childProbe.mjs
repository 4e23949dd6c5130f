/**
 * Counts the bytes that contactsSync and distanceSync allocate for pairs with children, like allocationProbe.mjs: one
 * JSON line.
 *
 *   node childProbe.mjs kernel
 */
import { box, capsule, compound, createEngine, hull, mesh, sphere } from 'hullstorm';
import { bytesPer, NUMBER } from './bytesPer.mjs';

const [kernel] = process.argv.slice(2);
const BODIES = 12;

let seed = 0xc41d;
function random() {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed / 0x7fffffff;
}

/** A ground with bodies in it and on it, and a list of their pairs. */
async function fixture(ground, workers) {
  const engine = await createEngine({ workers, kernel, tuning: { shareFrom: 0, blockPairs: 4 } });
  const { scene } = engine;
  const floor = scene.addCollider(scene.addShape(ground), { static: true });
  const shapes = [
    box(0.4, 0.2, 0.3),
    sphere(0.3),
    capsule(0.3, 0.2),
    hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    compound([box(0.5, 0.1, 0.1), box(0.1, 0.1, 0.5)]),
  ].map((shape) => scene.addShape(shape));
  const ids = [];
  for (let k = 0; k < BODIES; k++) {
    const position = [3 * (random() - 0.5), 0.3 * random(), 3 * (random() - 0.5)];
    const rotation = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    ids.push(floor, scene.addCollider(shapes[k % shapes.length], { position, rotation }));
  }
  const list = engine.createPairList(8 * BODIES);
  list.set(ids);
  return { engine, list };
}

const N = 9;
const rough = () => Float32Array.from({ length: N * N }, () => 0.3 * random());

function roughMesh() {
  const heights = rough();
  const positions = [];
  const indices = [];
  for (let i = 0; i < N; i++) for (let k = 0; k < N; k++) positions.push((i - 4) / 2, heights[N * i + k], (k - 4) / 2);
  for (let i = 0; i + 1 < N; i++) {
    for (let k = 0; k + 1 < N; k++) {
      const at = N * i + k;
      indices.push(at, at + 1, at + N, at + N, at + 1, at + N + 1);
    }
  }
  return mesh({ positions, indices });
}
const blocks = () =>
  compound(
    Array.from({ length: 9 }, (_, k) => ({ shape: box(0.3, 0.2, 0.3), position: [(k % 3) - 1, 0, ((k / 3) | 0) - 1] })),
  );

const margin = { margin: 0.05, touching: 0, recycle: 0 };
const found = {};

async function measure(name, ground, workers) {
  const { engine, list } = await fixture(ground, workers);
  const { positions } = engine.scene;
  const stir = (step) => {
    for (let k = 4; k <= 4 * BODIES; k += 4) positions[k] += step & 1 ? 0.01 : -0.01;
  };
  const calls = {
    [`contacts, ${name}, ${workers} workers`]: (k) => {
      stir(k);
      engine.contactsSync(list, margin);
    },
    [`distance, ${name}, ${workers} workers`]: (k) => {
      stir(k);
      engine.distanceSync(list);
    },
  };
  Object.assign(found, bytesPer(calls));
  const kept = new Array(64).fill({});
  const control = (k) => {
    engine.contactsSync(list, margin);
    kept[k & 63] = k + 0.5;
  };
  Object.assign(found, bytesPer({ [`control, ${name}, ${workers} workers`]: control }, NUMBER));
  await engine.close();
}

await measure('mesh', roughMesh(), 0);
await measure('mesh', roughMesh(), 1);
await measure('compound', blocks(), 0);
console.log(JSON.stringify(found));
