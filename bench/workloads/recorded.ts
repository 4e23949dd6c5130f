/** The recorded scenes: 5,000 cuboids of scenes/data, with the candidate pairs. */
import { readFileSync } from 'node:fs';
import { rotationMatrix, type WorkloadShape } from '../workloadShapes.ts';
import { finishWorkload, type Workload } from './workload.ts';

const RECORD_FLOATS = 10; // half extents, position, rotation

/**
 * One of the recorded scenes. Candidate pairs: world AABBs that overlap after each has grown on every side by 2 % of
 * its cuboid's largest full extent.
 */
export function recorded(name: 'settled' | 'falling', pairCount: number): Workload {
  const bytes = readFileSync(new URL(`../../scenes/data/boxes-${name}.bin`, import.meta.url));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.byteLength / (4 * RECORD_FLOATS);
  const float = (row: number, column: number) => view.getFloat32(4 * (row * RECORD_FLOATS + column), true);

  const shapes: WorkloadShape[] = [];
  const positions = new Float64Array(4 * count);
  const rotations = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    shapes.push({ kind: 'box', halfExtents: new Float32Array([float(i, 0), float(i, 1), float(i, 2)]) });
    for (let k = 0; k < 3; k++) positions[4 * i + k] = float(i, 3 + k);
    for (let k = 0; k < 4; k++) rotations[4 * i + k] = float(i, 6 + k);
  }
  const all = candidatePairs(shapes, positions, rotations);
  const kept = Math.min(all.length / 2, pairCount);
  const pairs = new Uint32Array(2 * kept);
  for (let p = 0; p < kept; p++) {
    const from = Math.floor((p * (all.length / 2)) / kept);
    pairs[2 * p] = all[2 * from];
    pairs[2 * p + 1] = all[2 * from + 1];
  }
  const shapeOf = Uint32Array.from({ length: count }, (_, i) => i);
  return finishWorkload({ name, seed: 0, shapes, shapeOf, positions, rotations, pairs });
}

const MARGIN = 0.04; // of the largest half extent: 2 % of the largest full extent

/** Sweep along x. Pairs are (a < b), sorted by a, then b. */
function candidatePairs(
  shapes: readonly WorkloadShape[],
  positions: Float64Array,
  rotations: Float32Array,
): Uint32Array {
  const count = shapes.length;
  const low = new Float64Array(3 * count);
  const high = new Float64Array(3 * count);
  const m = new Float64Array(9);
  shapes.forEach((shape, i) => {
    if (shape.kind !== 'box') return;
    const [hx, hy, hz] = shape.halfExtents;
    const margin = MARGIN * Math.max(hx, hy, hz);
    rotationMatrix(m, rotations, i);
    for (let k = 0; k < 3; k++) {
      const reach = Math.abs(m[3 * k]) * hx + Math.abs(m[3 * k + 1]) * hy + Math.abs(m[3 * k + 2]) * hz + margin;
      low[3 * i + k] = positions[4 * i + k] - reach;
      high[3 * i + k] = positions[4 * i + k] + reach;
    }
  });
  const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => low[3 * i] - low[3 * j]);
  const found: [number, number][] = [];
  for (let s = 0; s < count; s++) {
    const i = order[s];
    for (let t = s + 1; t < count; t++) {
      const j = order[t];
      if (low[3 * j] > high[3 * i]) break;
      if (low[3 * i + 1] > high[3 * j + 1] || low[3 * j + 1] > high[3 * i + 1]) continue;
      if (low[3 * i + 2] > high[3 * j + 2] || low[3 * j + 2] > high[3 * i + 2]) continue;
      found.push(i < j ? [i, j] : [j, i]);
    }
  }
  return Uint32Array.from(found.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}
