/**
 * Transposes four records of vectors to lanes and back: one vector of each of four bodies or contacts becomes x, y, z,
 * w of four lanes.
 */
import { columnAt, type Int, type Ints, type Lane, transpose } from '../../language/lanes.ts';
import type { Quat, Vec3 } from '../../math/lanes/vectors.ts';

/** Loads vectors of four floats from four addresses. */
export function quatsAt(a: Int, b: Int, c: Int, d: Int): Quat {
  const rows = transpose({ a: columnAt(a)[0], b: columnAt(b)[0], c: columnAt(c)[0], d: columnAt(d)[0] });
  return { x: rows.a, y: rows.b, z: rows.c, w: rows.d };
}

/** Loads the first three components from four addresses. */
export function vectorsAt(a: Int, b: Int, c: Int, d: Int): Vec3 {
  const rows = transpose({ a: columnAt(a)[0], b: columnAt(b)[0], c: columnAt(c)[0], d: columnAt(d)[0] });
  return { x: rows.a, y: rows.b, z: rows.c };
}

/** Loads vectors from four successive records, `stride` bytes apart. */
export function quatsFrom(at: Int, stride: Int): Quat {
  return quatsAt(at, at + stride, at + 2 * stride, at + 3 * stride);
}

export function vectorsFrom(at: Int, stride: Int): Vec3 {
  return vectorsAt(at, at + stride, at + 2 * stride, at + 3 * stride);
}

/** Loads the first three components of four records of a table, by row. */
export function vectorRows(table: Int, stride: Int, rows: Ints): Vec3 {
  return vectorsAt(
    table + stride * rows[0],
    table + stride * rows[1],
    table + stride * rows[2],
    table + stride * rows[3],
  );
}

/** Stores vectors to four records of a table, by row. */
export function storeRows(table: Int, stride: Int, rows: Ints, x: Lane, y: Lane, z: Lane, w: Lane): void {
  const vectors = transpose({ a: x, b: y, c: z, d: w });
  columnAt(table + stride * rows[0])[0] = vectors.a;
  columnAt(table + stride * rows[1])[0] = vectors.b;
  columnAt(table + stride * rows[2])[0] = vectors.c;
  columnAt(table + stride * rows[3])[0] = vectors.d;
}
