/**
 * Supports of four shapes: their vertices that are farthest along four directions. Of equals, the first wins wherever all
 * vertices are scanned, so that a shape's answer does not depend on how its neighbours are searched.
 */
import { shortsOf } from './gather.ts';
import {
  abs,
  any,
  floatsAt,
  type Int,
  intsAt,
  type Lane,
  type LaneInt,
  maskBits,
  max,
  min,
  select,
  tableAt,
  toInt,
  toLane,
} from './lanes.ts';
import { type Side, type Spread, spreadOf, vertexOf } from './side.ts';
import { dot, type Vec3 } from './vectors.ts';
import { scanBlock } from './vertexSupport.ts';

/** Ids of the vertices that are farthest along d, each in the frame of its shape. */
export function farthest(side: Side, d: Vec3): LaneInt {
  let id: LaneInt = 0;
  const end = intsAt(side.spreadBytes)[0];
  if (end > 0) id = scan(side, end, d);
  if (any(side.grid[0] !== 0)) id = select(side.grid[0] !== 0, askCells(side, d), id);
  if (any(side.scanned[0] + side.grid[0] === 0)) id = scanAlone(side, d, id);
  return id;
}

/** Scans the vertices that lie side by side. */
function scan(side: Side, end: Int, d: Vec3): LaneInt {
  const spread = tableAt<Spread>(spreadOf(side));
  let best: Lane = dot(spread.vertex[0], d);
  let id: LaneInt = 0;
  let at: LaneInt = 0;
  for (let row: Int = 4; row < end; row += 4) {
    const reach = dot(spread.vertex[row], d);
    at = at + 1;
    id = max(id, at & maskBits(reach > best));
    best = max(best, reach);
  }
  return id;
}

/** Scans the vertices listed for the cells of the directions: the indexing of shapes/cells.ts. */
function askCells(side: Side, d: Vec3): LaneInt {
  const grid = side.grid[0];
  const asked = maskBits(grid !== 0);
  const half = 0.5 * toLane(grid);
  const perUnit = half / (abs(d.x) + abs(d.y) + abs(d.z));
  // a direction of no length, or of none that f32 can tell, gets some cell
  const column = max(min(grid - 1, toInt(d.x * perUnit + half)), 0);
  const row = max(min(grid - 1, toInt(d.y * perUnit + half)), 0);
  const cell = ((maskBits(d.z < 0) & grid) + row) * grid + column;
  const cells = side.cells[0];
  const starts = cells + (cell << 1);
  const list = cells + (((grid * grid) << 2) + 2);
  let at = list + ((shortsOf(starts) & asked) << 1);
  const last = list + ((shortsOf(starts + 2) & asked) << 1) - 2;
  let id = shortsOf(at) & asked;
  let best = dot(vertexOf(side, id), d);
  while (any(at < last)) {
    at = min(at + 2, last);
    const next = shortsOf(at) & asked;
    const reach = dot(vertexOf(side, next), d);
    id = select(reach > best, next, id);
    best = max(best, reach);
  }
  return id;
}

/** Scans shapes of many vertices without cells, one by one; other lanes keep `ids`. */
function scanAlone(side: Side, d: Vec3, ids: LaneInt): LaneInt {
  side.direction[0] = d;
  side.found[0] = ids;
  const directions = floatsAt(side.direction);
  const found = intsAt(side.found);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (intsAt(side.scanned)[lane] + intsAt(side.grid)[lane] === 0) {
      const stride = intsAt(side.stride)[lane];
      const block = intsAt(side.block)[lane];
      found[lane] = scanBlock(block, stride >> 2, directions[lane], directions[4 + lane], directions[8 + lane]);
    }
  }
  return side.found[0];
}
