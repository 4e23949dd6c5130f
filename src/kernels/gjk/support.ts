/** The support of the difference B − A: of A along v, of B along −v. */
import type { Double, Int } from '../../language/lanes.ts';
import { dot, negative, signOf, store, timesTransposed, type Vec3 } from '../../math/vectors.ts';
import { CELL_BEGIN, CELL_GRID, VERTEX_BEGIN, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import type { PairContext, Pools } from '../rows/context.ts';
import type { Core, PairRow } from '../rows/row.ts';
import { scan, scanCell } from '../supports/vertices.ts';
import type { Search } from './search.ts';

/** The range of a core's vertices in the pool; empty for a box. */
export interface Vertices {
  readonly first: Int;
  readonly rows: Int;
  readonly grid: Int;
  readonly cells: Int;
}

/** A vertex, and its number. */
interface Found {
  readonly id: Int;
  readonly x: Double;
  readonly y: Double;
  readonly z: Double;
}

export function verticesOf(pools: Pools, core: Core): Vertices {
  const { words } = pools;
  const { word } = core;
  let first: Int = 0;
  let rows: Int = 0;
  let grid: Int = 0;
  let cells: Int = 0;
  if (!core.isBox) {
    first = 3 * words[word + VERTEX_BEGIN];
    rows = words[word + VERTEX_ROWS];
    grid = words[word + CELL_GRID];
    cells = words[word + CELL_BEGIN];
  }
  return { first, rows, grid, cells };
}

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
  const down: Vec3 = { x: -seen.x, y: -seen.y, z: -seen.z };
  const b = supportOf(context, context.b, row.b, verticesB, down);
  search.idW = a.id | (b.id << 16);
  w.x = t.x - a.x + (r.x.x * b.x + r.x.y * b.y + r.x.z * b.z);
  w.y = t.y - a.y + (r.y.x * b.x + r.y.y * b.y + r.y.z * b.z);
  w.z = t.z - a.z + (r.z.x * b.x + r.z.y * b.y + r.z.z * b.z);
  search.height = dot(v, w);
}

/** The vertex of a core that is farthest along `direction`, in the core's own frame. */
function supportOf(context: PairContext, pools: Pools, core: Core, vertices: Vertices, direction: Vec3): Found {
  const { direction: along } = context;
  const { coordinates } = pools;
  let id: Int = 0;
  let x: Double = 0;
  let y: Double = 0;
  let z: Double = 0;
  if (core.isBox) {
    const sx = negative(direction.x);
    const sy = negative(direction.y);
    const sz = negative(direction.z);
    id = sx | (sy << 1) | (sz << 2);
    x = core.half.x * signOf(sx);
    y = core.half.y * signOf(sy);
    z = core.half.z * signOf(sz);
  } else {
    const { first, rows, grid, cells } = vertices;
    store(along, 0, direction);
    if (grid === 0) id = scan(along, coordinates, first, rows);
    else id = scanCell(along, coordinates, first, rows, pools.cells, cells, grid);
    x = Number(coordinates[first + id]);
    y = Number(coordinates[first + rows + id]);
    z = Number(coordinates[first + 2 * rows + id]);
  }
  return { id, x, y, z };
}
