/** Poses and shapes of the colliders, as f64 kernels read them. */
import type { CorePools, PoseColumns } from '../../scalar/tables.ts';
import { CELLS, COLLIDER_SHAPES, COORDINATES, POSITIONS, ROTATIONS, SHAPE_WORDS } from '../context.ts';
import { doublesAt, floatsAt, type Ints, shortsAt, wordsAt } from '../lanes.ts';

export function posesOf(context: Ints): PoseColumns {
  return {
    positions: doublesAt(context[POSITIONS]),
    rotations: floatsAt(context[ROTATIONS]),
    shapes: wordsAt(context[COLLIDER_SHAPES]),
  };
}

export function poolsOf(context: Ints): CorePools {
  return {
    shapes: { words: wordsAt(context[SHAPE_WORDS]), reals: floatsAt(context[SHAPE_WORDS]) },
    vertices: { coordinates: floatsAt(context[COORDINATES]), cells: shortsAt(context[CELLS]) },
  };
}
