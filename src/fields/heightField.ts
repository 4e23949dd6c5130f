/** Height fields in the public API. */
import { refuse } from '../errors.ts';
import { type HeightFieldOptions, readField } from './options.ts';
import { type PackedField, packField } from './pack.ts';

export type { HeightFieldOptions } from './options.ts';

/** A regular grid of heights: a surface, not a solid. For colliders that do not move. */
export interface HeightFieldShape {
  readonly kind: 'heightField';
  /** Always 0. */
  readonly radius: number;
  /** The heights, which `heightField()` has copied. */
  readonly surface: HeightFieldSurface;
}

/** The heights of a field. Only calls of `heightField()` make one; copies of it in other threads hold nothing. */
export interface HeightFieldSurface {
  readonly rows: number;
  readonly columns: number;
}

const PACKED = new WeakMap<object, PackedField>();

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
  const packed = packField(readField('heightField', options));
  const surface = Object.freeze({ rows: packed.rows, columns: packed.columns });
  PACKED.set(surface, packed);
  return { kind: 'heightField', radius: 0, surface };
}

/** The tables of a height field. @throws QueryError for anything else @internal */
export function packedOf(where: string, { surface }: { readonly surface?: unknown }): PackedField {
  const packed = typeof surface === 'object' && surface !== null ? PACKED.get(surface) : undefined;
  return packed ?? refuse(where, 'a height field made by a call of heightField()', surface);
}
