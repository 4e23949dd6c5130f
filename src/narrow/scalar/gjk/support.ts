/** The support of the difference B − A: of A along v, of B along −v. */

import { CELL_BEGIN, CELL_GRID, VERTEX_BEGIN, VERTEX_ROWS } from '../../../shapes/codes.ts';
import { scan, scanCell } from '../../../shapes/cores/supports/vertices.ts';
import type { PairContext, Pools } from '../context.ts';
import type { Core, PairRow } from '../row.ts';
import { dot, negative, store, timesTransposed, type Vec3 } from '../vectors.ts';
import type { Search } from './search.ts';

/** The range of a core's vertices in the pool; empty for a box. */
export function verticesOf(pools: Pools, core: Core) {
  const { words } = pools;
  const { word } = core;
  let first = 0;
  let rows = 0;
  let grid = 0;
  let cells = 0;
  if (!core.isBox) {
    first = 3 * words[word + VERTEX_BEGIN];
    rows = words[word + VERTEX_ROWS];
    grid = words[word + CELL_GRID];
    cells = words[word + CELL_BEGIN];
  }
  return { first, rows, grid, cells };
}

export type Vertices = ReturnType<typeof verticesOf>;

/** Finds the point of B − A that is lowest along v, with its ids and its height. */
export function supportOfDifference(
  context: PairContext,
  row: PairRow,
  verticesA: Vertices,
  verticesB: Vertices,
  search: Search,
): void {
  const { v, w } = search;
  const r = row.pose.rotation;
  const t = row.pose.shift;
  const a = supportOf(context, context.a, row.a, verticesA, v);
  const seen = timesTransposed(r, v);
  const down = { x: -seen.x, y: -seen.y, z: -seen.z };
  const b = supportOf(context, context.b, row.b, verticesB, down);
  search.idW = a.id | (b.id << 16);
  w.x = t.x - a.x + (r.x.x * b.x + r.x.y * b.y + r.x.z * b.z);
  w.y = t.y - a.y + (r.y.x * b.x + r.y.y * b.y + r.y.z * b.z);
  w.z = t.z - a.z + (r.z.x * b.x + r.z.y * b.y + r.z.z * b.z);
  search.height = dot(v, w);
}

/** The vertex of a core that is farthest along `direction`, in the core's own frame. */
function supportOf(context: PairContext, pools: Pools, core: Core, vertices: Vertices, direction: Vec3) {
  const { direction: along } = context;
  const { coordinates } = pools;
  let id: number;
  let x: number;
  let y: number;
  let z: number;
  if (core.isBox) {
    const sx = negative(direction.x);
    const sy = negative(direction.y);
    const sz = negative(direction.z);
    id = sx | (sy << 1) | (sz << 2);
    x = core.half.x * (1 - 2 * sx);
    y = core.half.y * (1 - 2 * sy);
    z = core.half.z * (1 - 2 * sz);
  } else {
    const { first, rows, grid, cells } = vertices;
    store(along, 0, direction);
    id =
      grid === 0
        ? scan(along, coordinates, first, rows)
        : scanCell(along, coordinates, first, rows, pools.cells, cells, grid);
    x = coordinates[first + id];
    y = coordinates[first + rows + id];
    z = coordinates[first + 2 * rows + id];
  }
  return { id, x, y, z };
}
