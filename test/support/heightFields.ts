/** Height fields as lists of triangles, and as tables. Shares no code with src/fields. */
import type { HeightFieldOptions } from 'hullstorm';
import { bindChildren, type ChildTable, childTableBytes } from '../../src/tables/childTable.ts';
import type { Surface } from './surfaces.ts';

type Random = () => number;

/** The triangles of a field, with the number of each. */
export interface FieldTriangles extends Surface {
  readonly indices: Uint32Array;
  readonly children: readonly number[];
}

export function trianglesOfField({ rows, columns, spacing, heights, holes }: HeightFieldOptions): FieldTriangles {
  const positions = new Float32Array(3 * rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const place = [(column - (columns - 1) / 2) * spacing[0]!, heights[at]!, (row - (rows - 1) / 2) * spacing[1]!];
      positions.set(place, 3 * at);
    }
  }
  const indices: number[] = [];
  const children: number[] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const cell = row * (columns - 1) + column;
      if (holes && holes[cell]! !== 0) continue;
      const here = row * columns + column;
      const [ahead, right, across] = [here + columns, here + 1, here + columns + 1];
      indices.push(here, ahead, right, across, right, ahead);
      children.push(2 * cell, 2 * cell + 1);
    }
  }
  return { positions, indices: Uint32Array.from(indices), children };
}

/** A field of random heights. @param part of its cells that are holes */
export function randomField(
  random: Random,
  rows: number,
  columns: number,
  spacing: readonly [number, number],
  part = 0,
): HeightFieldOptions {
  const height = 0.3 * (spacing[0] + spacing[1]);
  const heights = Float32Array.from({ length: rows * columns }, () => height * (random() - 0.5));
  const holes = Uint8Array.from({ length: (rows - 1) * (columns - 1) }, () => Number(random() < part));
  if (holes.every((hole) => hole === 1)) holes[0] = 0;
  return { rows, columns, spacing, heights, ...(part > 0 ? { holes } : {}) };
}

/** Pools for one head and `heights` heights. */
export function poolsFor(heights: number): ChildTable {
  const capacity = { meshTriangles: 0, meshVertices: 0, heights: 2 * heights, compoundParts: 0 };
  return bindChildren(new ArrayBuffer(childTableBytes(capacity)), 0, capacity);
}
