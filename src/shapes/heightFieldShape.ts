/** Height fields in the public API. */
import { type HeightFieldOptions, readField } from '../fields/options.ts';
import { packField } from '../fields/pack.ts';
import { type HeightFieldShape, heightFieldOf } from '../fields/surface.ts';
import { registerOther } from './cores/registry.ts';

export type { HeightFieldOptions } from '../fields/options.ts';
export type { HeightFieldShape, HeightFieldSurface } from '../fields/surface.ts';

/**
 * A terrain from a regular grid of heights along +y: rows along z, columns along x, the middle at the origin. It takes
 * a twentieth of the memory of a mesh. Two triangles fill a cell; their common edge runs from the corner with the
 * larger x to that with the larger z. Cell (row, column) has the triangles 2 · cell and 2 · cell + 1, where cell is
 * row · (columns − 1) + column; holes count, too. Arrays are checked, copied and not kept.
 *
 * @param options heights and spacing (m), and settings
 * @throws QueryError for fewer than 2 rows or columns, more than 8,388,608 cells, a spacing that is not > 0, a wrong
 * number of heights or holes, heights that are not finite or beyond 1e18 m, and holes alone
 */
export function heightField(options: HeightFieldOptions): HeightFieldShape {
  registerOther('heightField', 'a height field');
  return heightFieldOf(packField(readField('heightField', options)));
}
