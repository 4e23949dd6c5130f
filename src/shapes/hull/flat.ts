/**
 * The outline of a flat point set: Andrew's monotone chain (Another Efficient Algorithm for Convex Hulls in Two
 * Dimensions, 1979) on the two axes along which its projected area is largest, so that f32 coordinates enter unchanged.
 */
import type { Cloud } from './cloud.ts';
import type { FacetTable } from './facetTable.ts';

/**
 * Corners in order around the set, counter-clockwise about the normal of row 0 of `planes`. Points inside edges are
 * dropped.
 */
export function flatOutline({ xyz, count }: Cloud, { planes }: FacetTable): number[] {
  const [nx, ny, nz] = [planes[0], planes[1], planes[2]];
  const size = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  const dropped = size.indexOf(Math.max(...size));
  const u = (dropped + 1) % 3;
  const v = (dropped + 2) % 3;

  const order = Array.from({ length: count }, (_, p) => p);
  order.sort((p, q) => xyz[3 * p + u] - xyz[3 * q + u] || xyz[3 * p + v] - xyz[3 * q + v] || p - q);
  const turn = (p: number, q: number, r: number): number =>
    (xyz[3 * q + u] - xyz[3 * p + u]) * (xyz[3 * r + v] - xyz[3 * p + v]) -
    (xyz[3 * q + v] - xyz[3 * p + v]) * (xyz[3 * r + u] - xyz[3 * p + u]);
  const chain = (ids: readonly number[]): number[] => {
    const kept: number[] = [];
    for (const r of ids) {
      while (kept.length > 1 && !(turn(kept.at(-2)!, kept.at(-1)!, r) > 0)) kept.pop();
      if (kept.length !== 1 || xyz[3 * kept[0] + u] !== xyz[3 * r + u] || xyz[3 * kept[0] + v] !== xyz[3 * r + v]) {
        kept.push(r);
      }
    }
    return kept.slice(0, -1); // the last point is the first of the other chain
  };
  const outline = [...chain(order), ...chain(order.reverse())];
  return [nx, ny, nz][dropped] > 0 ? outline : outline.reverse();
}
