/** Poses and shapes of the colliders, as f64 kernels read them. */
import { type Doubles, floatsAt, type Ints, shortsAt, type Table, wordsAt } from '../../../language/lanes.ts';
import { CELLS, COORDINATES, PART_WORDS, SHAPE_WORDS } from '../../../tables/kernelContext.ts';
import type { EnginePools, ShapeRows, VertexPools } from '../../cores/enginePools.ts';

/** The stack of supports of composites (kernels/supports/composite.ts). */
export interface PartStack extends Table<16> {
  readonly values: Doubles;
}

export function shapesOf(context: Ints): ShapeRows {
  return { words: wordsAt(context[SHAPE_WORDS]), reals: floatsAt(context[SHAPE_WORDS]) };
}

export function vertexPools(context: Ints): VertexPools {
  return {
    shapes: shapesOf(context),
    vertices: { coordinates: floatsAt(context[COORDINATES]), cells: shortsAt(context[CELLS]) },
  };
}

export function poolsOf(context: Ints, stack: PartStack): EnginePools {
  const { shapes, vertices } = vertexPools(context);
  return {
    shapes,
    vertices,
    parts: { words: wordsAt(context[PART_WORDS]), reals: floatsAt(context[PART_WORDS]) },
    points: stack.values,
  };
}
