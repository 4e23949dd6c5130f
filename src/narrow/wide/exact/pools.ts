/** What kernels in f64 read of shapes, and which rows they leave to the host. */
import { COMPOSITE, CORE, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { CorePools } from '../../scalar/tables.ts';
import { CELLS, COLLIDER_SHAPES, COORDINATES, IDS, ROW_COUNT, SHAPE_COUNT, SHAPE_WORDS } from '../context.ts';
import { type Flag, floatsAt, type Int, type Ints, shortsAt, wordsAt } from '../lanes.ts';

export function poolsAt(context: Ints): CorePools {
  return {
    shapes: { words: wordsAt(context[SHAPE_WORDS]), reals: floatsAt(context[SHAPE_WORDS]) },
    vertices: { coordinates: floatsAt(context[COORDINATES]), cells: shortsAt(context[CELLS]) },
  };
}

/** Whether a body of a row of the list is a composite. Rows with an id that does not exist have none. */
export function hasComposite(context: Ints, row: Int): Flag {
  const ids = wordsAt(context[IDS]);
  const a = ids[2 * row];
  const b = ids[2 * row + 1];
  const rowCount = context[ROW_COUNT];
  if (!(a >= 0 && a < rowCount && b >= 0 && b < rowCount)) return false;
  return isComposite(context, a) || isComposite(context, b);
}

/** Whether the shape of a collider or probe is a composite. */
export function isComposite(context: Ints, row: Int): Flag {
  const shape = wordsAt(context[COLLIDER_SHAPES])[row];
  if (!(shape >= 0 && shape < context[SHAPE_COUNT])) return false;
  return wordsAt(context[SHAPE_WORDS])[SHAPE_STRIDE * shape + CORE] === COMPOSITE;
}
