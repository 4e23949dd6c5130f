/** Capacities of engines' tables in tests: small, and whatever queries there are. */
import type { FrameCapacity } from '../../src/queries/frameLayout.ts';
import { leastCapacity } from '../../src/queries/leastCapacity.ts';

export function testCapacity(given: Partial<FrameCapacity> = {}): FrameCapacity {
  return leastCapacity({ shapes: 64, vertices: 4096, colliders: 64, pairs: 256, passBytes: 64, ...given });
}
