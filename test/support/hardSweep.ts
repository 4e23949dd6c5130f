/** Asks an engine about hard pairs of one kind, and checks every row: all are settled, and `verify` finds them right. */
import { createEngine, Status, verify } from 'hullstorm';
import { worldShape } from '../../src/results/worldShape.ts';
import { HARD_KINDS, type HardKind } from './hardPairs.ts';
import { seeded } from './random.ts';

/** Pairs of one engine: its shapes are drawn anew for each. */
const BATCH = 2000;
const SHAPES = 64;

/**
 * What verify may find wrong, as a part of the size of the pair. It adds up three columns, each rounded to f32: 3 · 2^-24 of
 * the size, and 2e-8 for the scalar kernel's f64.
 */
const PROMISED = { scalar: 2e-7, simd: 1e-5 } as const;
/** What an f32 column holds of a distance: its own rounding, and that of the normal it is seen along. */
const F32_ROUNDING = 2 ** -23;

export interface Sweep {
  rows: number;
  /** Rows of a distance or an overlap query that end as neither Separated nor Overlapping. */
  unsettled: number;
  /** The worst error that `verify` finds, as a part of the size. */
  worst: number;
  /** The worst difference of distance and gap along the normal, of rows that are apart, less its f32 rounding. */
  worstGap: number;
  faults: string[];
}

export async function sweepHard(
  kernel: keyof typeof PROMISED,
  kind: HardKind,
  seed: number,
  rows: number,
): Promise<Sweep> {
  const random = seeded(seed);
  const sweep: Sweep = { rows: 0, unsettled: 0, worst: 0, worstGap: 0, faults: [] };
  while (sweep.rows < rows) {
    const set = HARD_KINDS[kind](random);
    const count = Math.min(BATCH, rows - sweep.rows);
    const capacity = { shapes: SHAPES, vertices: 100 * SHAPES, colliders: 2 * count, pairs: count };
    const engine = await createEngine({ workers: 0, kernel, capacity });
    const { scene } = engine;
    const shapes = set.shapes.map((shape) => scene.addShape(shape));
    const place = ({ shape, position, rotation }: ReturnType<typeof set.draw>[0]) => {
      const id = scene.addCollider(shapes[shape]);
      scene.positions.set(position, 4 * id);
      scene.rotations.set(rotation, 4 * id);
      return id;
    };
    engine.pairs.set(Array.from({ length: count }, () => set.draw().map(place)).flat());
    const blame = (row: number, what: string) => {
      if (sweep.faults.length < 10) sweep.faults.push(`${kind}, seed ${seed}, row ${sweep.rows + row}: ${what}`);
    };
    const settled = (what: string, status: Uint8Array) => {
      for (let row = 0; row < count; row++) {
        if (status[row] === Status.Separated || status[row] === Status.Overlapping) continue;
        sweep.unsettled++;
        blame(row, `${what}: status ${status[row]}`);
      }
    };
    settled('intersect', engine.intersectSync().status);
    const results = engine.distanceSync();
    settled('distance', results.status);
    const { worstError, worstReason, worstRow } = verify(results);
    sweep.worst = Math.max(sweep.worst, worstError);
    if (!(worstError <= PROMISED[kernel])) blame(worstRow, `${worstReason} by ${worstError}`);
    for (let row = 0; row < count; row++) {
      const distance = results.distance(row);
      if (!(distance > 0)) continue;
      const [a, b] = [0, 1].map((k) => worldShape(results.scene, results.pairs.ids[2 * row + k])) as [Body, Body];
      const size = a.extent + b.extent + a.radius + b.radius;
      const rounding = F32_ROUNDING * (distance + size);
      const off =
        Math.max(0, Math.abs(gapAlong(results.separation, 4 * row, a, b) - distance) - rounding) / (size || 1);
      sweep.worstGap = Math.max(sweep.worstGap, off);
      if (!(off <= PROMISED[kernel])) blame(row, `the gap along the normal is off by ${off}`);
    }
    sweep.rows += count;
    await engine.close();
  }
  return sweep;
}

type Body = ReturnType<typeof worldShape>;

/** Gap between the planes square to the normal at `at` that support the two bodies (m). */
function gapAlong(normals: Float32Array, at: number, a: Body, b: Body): number {
  const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2]);
  const n = [0, 1, 2].map((c) => normals[at + c] / length);
  const along = (v: ArrayLike<number>) => n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
  const gap = along([0, 1, 2].map((c) => b.position[c] - a.position[c])) - a.radius - b.radius;
  return gap - b.reach([-n[0], -n[1], -n[2]]) - a.reach([n[0], n[1], n[2]]);
}
