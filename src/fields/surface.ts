/** What a height field of the public API holds: its tables. Apart from the functions that make these. */
import { refuse } from '../errors.ts';
import type { PackedField } from './pack.ts';

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

/** A height field with these tables. */
export function heightFieldOf(packed: PackedField): HeightFieldShape {
  const surface = Object.freeze({ rows: packed.rows, columns: packed.columns });
  PACKED.set(surface, packed);
  return { kind: 'heightField', radius: 0, surface };
}

/** The tables of a height field. @throws QueryError for anything else */
export function packedOf(where: string, { surface }: { readonly surface?: unknown }): PackedField {
  const packed = typeof surface === 'object' && surface !== null ? PACKED.get(surface) : undefined;
  return packed ?? refuse(where, 'a height field made by a call of heightField()', surface);
}
