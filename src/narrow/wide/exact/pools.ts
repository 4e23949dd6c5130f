/** Poses and shapes of the colliders, as f64 kernels read them. */
import type { EnginePools, ShapeRows } from '../../scalar/enginePools.ts';
import type { PoseColumns } from '../../scalar/tables.ts';
import { CELLS, COLLIDER_SHAPES, COORDINATES, PART_WORDS, POSITIONS, ROTATIONS, SHAPE_WORDS } from '../context.ts';
import { type Doubles, doublesAt, floatsAt, type Ints, shortsAt, type Table, wordsAt } from '../lanes.ts';

/** The stack of supports of composites (shapes/cores/supports/composite.ts). */
export interface PartPoints extends Table<16> {
  readonly values: Doubles;
}

export function posesOf(context: Ints): PoseColumns {
  return {
    positions: doublesAt(context[POSITIONS]),
    rotations: floatsAt(context[ROTATIONS]),
    shapes: wordsAt(context[COLLIDER_SHAPES]),
  };
}

export function shapesOf(context: Ints): ShapeRows {
  return { words: wordsAt(context[SHAPE_WORDS]), reals: floatsAt(context[SHAPE_WORDS]) };
}

export function poolsOf(context: Ints, stack: PartPoints): EnginePools {
  return {
    shapes: shapesOf(context),
    vertices: { coordinates: floatsAt(context[COORDINATES]), cells: shortsAt(context[CELLS]) },
    parts: { words: wordsAt(context[PART_WORDS]), reals: floatsAt(context[PART_WORDS]) },
    points: stack.values,
  };
}
