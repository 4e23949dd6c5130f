/** The last stage of a query on pairs: those whose shapes have children. */
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { NO_SHAPE } from '../../tables/colliderTable.ts';
import { NODES, ROWS } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { hasChildren } from '../../tables/shapeKinds.ts';
import type { ListState } from '../pairLists.ts';

/** Pairs per block. */
const BLOCK_PAIRS = 16;
/** A pair takes as long as so many pairs of convex shapes. */
const WORTH = 16;

/**
 * Sets the stage.
 * @param rows of `listChildRows`
 * @returns whether the list has such pairs
 */
export function setChildStage(stage: StageDescription, rows: number, pass: number): boolean {
  stage.pass = pass;
  stage.rows = rows;
  stage.blockRows = BLOCK_PAIRS;
  stage.worth = WORTH * rows;
  return rows > 0;
}

/** Lists the rows of pairs with such a shape, and writes that no other row has a child. @returns their number */
export function listChildRows(frame: Frame, { distances, list, tables }: ListState): number {
  const { ids, count } = list;
  const areThere = frame.counts[NODES] > 0;
  distances.willWriteChildren(areThere);
  if (!areThere) return 0;
  const { listedRows } = frame;
  tables.results.childA.fill(-1, 0, count);
  tables.results.childB.fill(-1, 0, count);
  let rows = 0;
  for (let row = 0; row < count; row++) {
    if (isMany(frame, ids[2 * row]) || isMany(frame, ids[2 * row + 1])) listedRows[rows++] = row;
  }
  return rows;
}

/** Whether `id` is a collider whose shape has children. */
function isMany({ colliders, counts, shapes }: Frame, id: number): boolean {
  const shape = id < counts[ROWS] ? colliders.shapes[id] : NO_SHAPE;
  return shape !== NO_SHAPE && hasChildren(shapes, shape);
}
