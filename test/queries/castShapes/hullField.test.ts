/** Casts through a field of hulls, among them ways along faces: both kernels give the same rows. */
import {
  box,
  type CastList,
  CastStatus,
  createEngine,
  type Engine,
  hull,
  type KernelName,
  rounded,
  sphere,
} from 'hullstorm';
import { expect, test } from 'vitest';
import { makeWorkload } from '../../../bench/workloads.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SIDE = 4;
const SPACING = 2;
const HULLS = SIDE ** 3;
const CASTS = sweep(200, 1000);
const OCTAHEDRON = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
const PRISM = [-1, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0.5, 1, 0, 0.5, 0, 1, 0.5];

interface Field {
  readonly engine: Engine;
  readonly casts: CastList;
  readonly movers: readonly number[];
}

async function field(kernel: KernelName): Promise<Field> {
  const random = seeded(7);
  const engine = await createEngine({
    workers: 0,
    kernel,
    capacity: { colliders: HULLS, probes: CASTS, casts: CASTS, shapes: 32 },
  });
  const { scene } = engine;
  const points = makeWorkload('h16', 4).shapes.flatMap((shape) => (shape.kind === 'hull' ? [shape.points] : []));
  const targets = [...points.slice(0, 6), OCTAHEDRON, PRISM].map((p, k) =>
    scene.addShape(rounded(hull(p), 0.1 * (k % 2))),
  );
  for (let k = 0; k < HULLS; k++) {
    const position = [k % SIDE, Math.floor(k / SIDE) % SIDE, Math.floor(k / SIDE ** 2)].map((c) => SPACING * c);
    // faces that are parallel to those of the boxes as well
    const rotation = k % 3 === 0 ? [0, 0, 0, 1] : [0, 0, 0, 0].map(() => random() - 0.5);
    scene.addCollider(targets[k % targets.length]!, { position, rotation });
  }
  const movers = [box(0.3, 0.2, 0.1), box(0.02, 0.5, 0.5), sphere(0.25), hull(points[6]!)];
  return { engine, casts: engine.createCastList(CASTS), movers: movers.map((shape) => scene.addShape(shape)) };
}

/** From around the field to somewhere in it: most pass some hulls, and many by less than the tolerance. */
function ask({ engine, casts, movers }: Field, seed: number) {
  const random = seeded(seed);
  const place = (from: number, to: number) => [0, 0, 0].map(() => from + (to - from) * random());
  const starts = Array.from({ length: CASTS }, () => place(-3, SPACING * SIDE + 1));
  casts.set(
    starts.map((_, k) => movers[k % movers.length]!),
    starts.flat(),
    starts.flatMap((_, k) => (k % 2 === 0 ? [0, 0, 0, 1] : [0, 0, 0, 0].map(() => random() - 0.5))),
  );
  starts.forEach((start, k) => {
    const target = place(0, SPACING * (SIDE - 1));
    for (let c = 0; c < 3; c++) casts.moves[4 * k + c] = k % 5 === c ? 0 : 1.2 * (target[c]! - start[c]!);
  });
  const options = { skin: seed % 2 === 0 ? 0 : 0.03, tolerance: [1e-6, 1e-3, 0.2][seed % 3]! };
  const found = engine.castShapesSync(casts, options);
  const rows = [found.status, found.ids, found.t].map((column) => Array.from(column.subarray(0, CASTS)));
  const vectors = [found.normals, found.offsetsA, found.offsetsB].map((v) => Array.from(v.subarray(0, 4 * CASTS)));
  return [...rows, ...vectors];
}

test('both kernels give the same rows, for small tolerances and for large ones', async () => {
  const wide = await field('auto');
  const scalar = await field('scalar');
  const counts = [0, 0, 0, 0, 0];
  for (const seed of sweep(
    [1, 2, 3],
    Array.from({ length: 60 }, (_, k) => k),
  )) {
    const expected = ask(scalar, seed);
    expect(ask(wide, seed)).toEqual(expected);
    for (const status of expected[0]!) counts[status]!++;
  }
  expect(counts[CastStatus.Hit]).toBeGreaterThan(100);
  expect(counts[CastStatus.Free]).toBeGreaterThan(100);
  expect(counts[CastStatus.Unresolved]).toBe(0);
  await wide.engine.close();
  await scalar.engine.close();
});
