/** The tables of one thread's ray, at the place of a tile's tables. */

import type { Column, Doubles, Int, Table, Tables } from '../../../language/lanes.ts';
import type { MOST_TILE_BYTES } from '../../../tables/kernelContext.ts';
import type { FieldView } from '../../fields/fieldView.ts';
import type { CellStack } from '../../fields/nextCell.ts';
import type { PartStack } from '../../rows/lanes/pools.ts';
import type { WideStack } from '../../tree/lanes/descend.ts';
import type { BestHit, BodyRay, ChildLine, RayHit, WorldRay } from '../rayNumbers.ts';
import type { Axis } from './slabs.ts';

/** All planes of hulls with more contact faces are scanned in f64. */
export const MOST_FACES = 128;

/** Planes of a hull along a ray (m from the point nearest to the body): see hullFace.ts. */
export interface PlaneEdges extends Table<typeof MOST_FACES> {
  /** No plane is entered later; NaN for planes of exit, and for those nearly along the ray. */
  readonly entries: Column;
  /** Minus: no plane of exit is left earlier; NaN for all others. */
  readonly exits: Column;
  /** The last entry is not before the greatest lane of row 0, the first exit not after minus that of row 4. */
  readonly most: Column;
}

export interface RayTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly best: BestHit;
  readonly ray: WorldRay;
  readonly body: BodyRay;
  /** In the frame of a body with children, and its line through them. */
  readonly whole: BodyRay;
  readonly line: ChildLine;
  /** The last one. */
  readonly hit: RayHit;
  readonly axes: Tables<Axis, 3>;
  readonly moved: Moved;
  /** A key is where the ray enters, as the bits of an f32 ≥ 0. */
  readonly stack: WideStack;
  /** The same of a search through children. */
  readonly childAxes: Tables<Axis, 3>;
  readonly childStack: WideStack;
  /** Of a height field: the field, and its cells. */
  readonly field: FieldView;
  readonly cells: CellStack;
  readonly state: State;
  readonly edges: PlaneEdges;
  readonly points: PartStack;
}

/** A distant ray is moved to the scene. */
interface Moved extends Table<4> {
  /** How far it is moved, less the margin of its place (m). */
  readonly ahead: Doubles;
}

/** Where a search is. */
interface State extends Table<4> {
  /** The number of the next plane. */
  plane: Int;
  /** The body whose children are searched, or NONE; and the first t at which it may be hit. */
  owner: Int;
  readonly from: Doubles;
  /** Children of its last run that are not tested yet: in their pool, from `next` on. */
  next: Int;
  end: Int;
}
