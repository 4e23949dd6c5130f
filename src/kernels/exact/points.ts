/** Distances of a point and the bodies that its wide search leaves, in f64: kernels/points. */
import {
  addressOf,
  floatsAt,
  type Int,
  type Ints,
  shortsAt,
  type Table,
  tableAt,
  type Words,
} from '../../language/lanes.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { type MOST_EXACT_BYTES, TILE_BYTES } from '../../tables/kernelContext.ts';
import type { EnginePools } from '../cores/enginePools.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import type { PointTables } from '../points/lanes/pointTables.ts';
import { pointDistance, writePointShape } from '../points/pointDistance.ts';
import { keepClosest } from '../points/pointRow.ts';
import { poseColumns } from '../rows/lanes/columns.ts';
import { type PartStack, poolsOf } from '../rows/lanes/pools.ts';

/** A shape that is a point, and its vertices. */
interface Dot extends Table<16> {
  readonly words: Words;
  readonly coordinates: Words;
}

/** The memory of the careful path, at the place of the tables of a tile. */
interface PointScratch extends Table<4, typeof MOST_EXACT_BYTES> {
  /** Those of the wide search, which goes on afterwards. */
  readonly tables: PointTables;
  readonly dot: Dot;
  readonly scratch: CoreScratch;
  readonly points: PartStack;
}

/** Measures the body in `row`, whose pose is valid, and keeps it if it is closer than the best. */
export function exactPoint(context: Ints, row: Int): void {
  const { tables, dot, scratch, points } = tableAt<PointScratch>(addressOf(context) + TILE_BYTES);
  const { search } = tables;
  const poses = poseColumns(context);
  const pools = poolsOf(context, points);
  for (let k: Int = 0; k < 16; k++) {
    dot.words[k] = 0;
    dot.coordinates[k] = 0;
  }
  writePointShape(dot.words);
  const dotPools: EnginePools = {
    shapes: { words: dot.words, reals: floatsAt(dot.words) },
    vertices: { coordinates: floatsAt(dot.coordinates), cells: shortsAt(dot.words) },
    parts: pools.parts,
    points: pools.points,
  };
  const status = pointDistance(search, poses, pools, dotPools, scratch, row);
  keepClosest(search, row, NO_CHILD, status);
}
