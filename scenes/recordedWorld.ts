/** Recorded cuboids as a world: from their recorded poses they fall and tumble as in `fall.ts`. */
import { box, type Shape } from 'hullstorm';
import { type Column, createMotions, phaseAt } from './fall.ts';
import { seeded } from './random.ts';
import type { RecordedCuboids } from './recorded.ts';
import { makeWorld, type World } from './world.ts';

/** The cuboids of a recording, from their recorded poses. @param count at most this many of them */
export function createRecorded(recording: RecordedCuboids, seed = 1, count = recording.count): World {
  const { halfExtents, positions, rotations } = recording;
  const kept = Math.min(count, recording.count);
  const column = recordedColumn(positions);
  const shapes: Shape[] = [];
  const motions = createMotions(kept);
  for (let i = 0; i < kept; i++) {
    shapes.push(box(halfExtents[3 * i], halfExtents[3 * i + 1], halfExtents[3 * i + 2]));
    motions.x[i] = positions[3 * i];
    motions.z[i] = positions[3 * i + 2];
    motions.phase[i] = phaseAt(column, positions[3 * i + 1]);
    for (let k = 0; k < 4; k++) motions.rotation[4 * i + k] = rotations[4 * i + k];
  }
  const shapeOf = Uint32Array.from({ length: kept }, (_, i) => i);
  return makeWorld('recorded', seed, shapes, shapeOf, column, motions, seeded(seed));
}

/** Free space above the recorded poses (m). */
const HEADROOM = 4;

/** The column around the recorded poses, with free space above. */
function recordedColumn(positions: Float32Array): Column {
  let low = Infinity;
  let high = -Infinity;
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    low = Math.min(low, positions[i + 1]);
    high = Math.max(high, positions[i + 1]);
    square = Math.max(square, positions[i] ** 2 + positions[i + 2] ** 2);
  }
  return { bottom: low - 2, top: high + HEADROOM, radius: Math.sqrt(square) };
}
