/** Random ids and rotations of workloads. */
import type { Random } from '../../scenes/random.ts';

export function shuffledIds(count: number, random: Random): Uint32Array {
  const ids = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = ids[i];
    ids[i] = ids[j];
    ids[j] = kept;
  }
  return ids;
}

/** Uniform over rotations, by rejection from the 4-ball. */
export function randomRotation(rotations: Float32Array, collider: number, random: Random): void {
  for (;;) {
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const z = 2 * random() - 1;
    const w = 2 * random() - 1;
    const n2 = x * x + y * y + z * z + w * w;
    if (n2 > 1 || n2 < 1e-4) continue;
    const n = Math.sqrt(n2);
    rotations.set([x / n, y / n, z / n, w / n], 4 * collider);
    return;
  }
}
