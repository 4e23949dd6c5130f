/** A height field: words of a pool (tables/heightWords.ts), and no nodes. src/fields reads and packs it. */
import { fail } from '../../errors.ts';
import { type HeightFieldShape, packedOf } from '../../fields/surface.ts';
import {
  BOTH_SIDES,
  CHILD_FLAGS,
  FIELD_COLUMNS,
  FIELD_ROWS,
  IS_FIELD,
  SPACING_X,
  SPACING_Z,
} from '../../tables/childWords.ts';
import { HEIGHT_FIELD, MANY_TRAITS } from '../../tables/shapeWords.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import type { Core, PreparedShape } from './core.ts';
import { checkNoRadius, isManyRow, manySupport, NO_CHILDREN, prepareMany } from './many.ts';

/** Functions of the box around a height field. @internal */
export const heightFieldSupport = /* @__PURE__ */ manySupport(HEIGHT_FIELD);

/** @internal */
export function prepareHeightField(at: string, shape: HeightFieldShape, radius: number): PreparedShape {
  checkNoRadius(at, radius, 'a height field is a surface');
  const packed = packedOf(at, shape);
  const { rows, columns, spacing, sides, holeFlag, words: heights } = packed;
  const children = { ...NO_CHILDREN, nodes: NO_CHILDREN.places, heights, count: 2 * (rows - 1) * (columns - 1) };
  return prepareMany(heightFieldSupport, packed, children, (words, reals) => {
    words[FIELD_ROWS] = rows;
    words[FIELD_COLUMNS] = columns;
    words[CHILD_FLAGS] = IS_FIELD | holeFlag | (sides === 'both' ? BOTH_SIDES : 0);
    reals[SPACING_X] = spacing[0];
    reals[SPACING_Z] = spacing[1];
  });
}

function moments(at: string): UnitBody {
  return fail(at, 'a shape with a volume', 'a height field');
}

/** @internal */
export const heightFieldCore: Core = {
  kind: 'heightField',
  code: HEIGHT_FIELD,
  traits: MANY_TRAITS,
  prepare: prepareHeightField,
  isSound: isManyRow,
  moments,
  hasFaces: false,
};
