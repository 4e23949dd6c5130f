/**
 * The kernel of planar scenes, as one thread runs it. The build makes it one module with all that it imports
 * (tools/flattenPasses.mjs).
 */
import type { QueryTables } from '../../tables/boundTables.ts';
import type { Frame } from '../../tables/frame.ts';
import { planarBounds } from './planarBounds.ts';
import { PlanarRows } from './planarRows.ts';
import { PlanarShapes } from './planarShapes.ts';

/** Functions over rows: of pairs, and for bounds of colliders. */
export function planarKernel(scene: Frame, tables: QueryTables) {
  const shapes = new PlanarShapes(scene);
  const rows = new PlanarRows(scene, tables, shapes);
  return {
    intersect: (begin: number, end: number): void => rows.intersect(begin, end),
    distance: (begin: number, end: number): void => rows.distance(begin, end),
    contacts: (begin: number, end: number): void => rows.contacts(begin, end),
    writeBounds: (begin: number, end: number): number => planarBounds(scene, shapes, begin, end),
  };
}
