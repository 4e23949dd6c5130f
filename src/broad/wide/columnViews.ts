/** The tables of the broad phase in a wide kernel: columns at the addresses of the context, and a thread's scratch. */

import type { TreeStack } from '../../kernels/tree/tables.ts';
import {
  addressOf,
  bytesAt,
  type Doubles,
  doublesAt,
  floatsAt,
  type Ints,
  intsAt,
  shortsAt,
  type Table,
  tableAt,
  type Words,
  wordsAt,
} from '../../language/lanes.ts';
import type { LEFT_WORDS } from '../../tables/boundsWords.ts';
import {
  BOUNDS_KNOWN,
  BOUNDS_RENEWED,
  BOUNDS_TURNS,
  BOX_ORIGINS,
  CANDIDATE_BEGIN_EVEN,
  CANDIDATE_BEGIN_ODD,
  CANDIDATE_COUNT_EVEN,
  CANDIDATE_COUNT_ODD,
  CANDIDATE_FRESH,
  CANDIDATE_IDS_EVEN,
  CANDIDATE_IDS_ODD,
  CANDIDATE_OUTS,
  CANDIDATE_PLAN_FRESH,
  CANDIDATE_PLAN_OLD,
  CANDIDATE_ROWS_EVEN,
  CANDIDATE_ROWS_ODD,
  CANDIDATE_STAGING,
  CANDIDATE_STARTS,
  CANDIDATE_WORDS,
  CANDIDATES_PASSED,
  COLLIDER_BOUNDS,
  COLLIDER_GROUPS,
  COLLIDER_SENSORS,
  COLLIDER_SHAPES,
  COLLIDER_STATICS,
  type MOST_TILE_BYTES,
  POSITIONS,
  ROTATIONS,
  SHAPE_WORDS,
  TILE_BYTES,
  TREE_ANCHORS,
  TREE_BOXES,
  TREE_CENTER_X,
  TREE_CENTER_Y,
  TREE_CENTER_Z,
  TREE_CLASSES,
  TREE_EXCLUDED,
  TREE_FAT,
  TREE_FILTERS,
  TREE_INDEX,
  TREE_KINDS,
  TREE_MOVED,
  TREE_MOVED_ROWS,
  TREE_ORDER,
  TREE_OUTDATED,
  TREE_PLANES,
  TREE_REALS,
  TREE_SPARE,
  TREE_WORDS,
} from '../../tables/kernelContext.ts';
import type {
  BoundsColumns,
  CandidateColumns,
  ColliderColumns,
  PlacedColumns,
  ShapeColumns,
  TreeColumns,
} from '../columns.ts';
import type {
  FindScratch,
  FOUND_WORDS,
  MOST_GROUPS,
  MOST_NEAR,
  NEAR_NUMBERS,
  STATE_WORDS,
} from '../tree/findScratch.ts';

export function treeOf(context: Ints): TreeColumns {
  return {
    fat: doublesAt(context[TREE_FAT]),
    anchors: doublesAt(context[TREE_ANCHORS]),
    treeIndex: wordsAt(context[TREE_INDEX]),
    filters: wordsAt(context[TREE_FILTERS]),
    kinds: shortsAt(context[TREE_KINDS]),
    excluded: bytesAt(context[TREE_EXCLUDED]),
    moved: bytesAt(context[TREE_MOVED]),
    outdated: bytesAt(context[TREE_OUTDATED]),
    movedRows: wordsAt(context[TREE_MOVED_ROWS]),
    order: wordsAt(context[TREE_ORDER]),
    spare: wordsAt(context[TREE_SPARE]),
    centerX: doublesAt(context[TREE_CENTER_X]),
    centerY: doublesAt(context[TREE_CENTER_Y]),
    centerZ: doublesAt(context[TREE_CENTER_Z]),
    classes: bytesAt(context[TREE_CLASSES]),
    boxes: doublesAt(context[TREE_BOXES]),
    planes: doublesAt(context[TREE_PLANES]),
    words: intsAt(context[TREE_WORDS]),
    reals: doublesAt(context[TREE_REALS]),
  };
}

export function boundsOf(context: Ints): BoundsColumns {
  return {
    boxes: doublesAt(context[COLLIDER_BOUNDS]),
    origins: doublesAt(context[BOX_ORIGINS]),
    turns: floatsAt(context[BOUNDS_TURNS]),
    known: wordsAt(context[BOUNDS_KNOWN]),
    renewed: wordsAt(context[BOUNDS_RENEWED]),
  };
}

export function candidatesOf(context: Ints): CandidateColumns {
  return {
    idsEven: wordsAt(context[CANDIDATE_IDS_EVEN]),
    idsOdd: wordsAt(context[CANDIDATE_IDS_ODD]),
    rowsEven: intsAt(context[CANDIDATE_ROWS_EVEN]),
    rowsOdd: intsAt(context[CANDIDATE_ROWS_ODD]),
    staging: wordsAt(context[CANDIDATE_STAGING]),
    fresh: wordsAt(context[CANDIDATE_FRESH]),
    beginEven: wordsAt(context[CANDIDATE_BEGIN_EVEN]),
    countEven: wordsAt(context[CANDIDATE_COUNT_EVEN]),
    beginOdd: wordsAt(context[CANDIDATE_BEGIN_ODD]),
    countOdd: wordsAt(context[CANDIDATE_COUNT_ODD]),
    planOld: wordsAt(context[CANDIDATE_PLAN_OLD]),
    planFresh: wordsAt(context[CANDIDATE_PLAN_FRESH]),
    passed: wordsAt(context[CANDIDATES_PASSED]),
    outs: wordsAt(context[CANDIDATE_OUTS]),
    starts: intsAt(context[CANDIDATE_STARTS]),
    words: intsAt(context[CANDIDATE_WORDS]),
  };
}

export function collidersOf(context: Ints): ColliderColumns {
  return {
    groups: shortsAt(context[COLLIDER_GROUPS]),
    statics: bytesAt(context[COLLIDER_STATICS]),
    sensors: bytesAt(context[COLLIDER_SENSORS]),
  };
}

export function placedOf(context: Ints): PlacedColumns {
  return {
    positions: doublesAt(context[POSITIONS]),
    rotations: floatsAt(context[ROTATIONS]),
    shapes: wordsAt(context[COLLIDER_SHAPES]),
  };
}

export function shapesOf(context: Ints): ShapeColumns {
  return { words: wordsAt(context[SHAPE_WORDS]), reals: floatsAt(context[SHAPE_WORDS]) };
}

interface LeftRows extends Table<typeof LEFT_WORDS> {
  readonly rows: Ints;
}
interface FindState extends Table<typeof STATE_WORDS> {
  readonly words: Ints;
}
interface NearGroups extends Table<typeof MOST_GROUPS> {
  readonly nodes: Ints;
}
interface NearRows extends Table<typeof MOST_NEAR> {
  readonly rows: Words;
}
interface NearBoxes extends Table<typeof NEAR_NUMBERS> {
  readonly numbers: Doubles;
}
interface FoundPairs extends Table<typeof FOUND_WORDS> {
  readonly ids: Words;
}
/** Tables of a tile: the host has views of the first two. */
interface BroadTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly left: LeftRows;
  readonly state: FindState;
  readonly stack: TreeStack;
  readonly groups: NearGroups;
  readonly rows: NearRows;
  readonly boxes: NearBoxes;
  readonly found: FoundPairs;
}

/** Rows that `boundRows` leaves. */
export function leftOf(context: Ints): Ints {
  return intsAt(tableAt<BroadTables>(addressOf(context) + TILE_BYTES).left.rows);
}

export function scratchOf(context: Ints): FindScratch {
  const tables = tableAt<BroadTables>(addressOf(context) + TILE_BYTES);
  return {
    stack: tables.stack,
    groups: intsAt(tables.groups.nodes),
    rows: wordsAt(tables.rows.rows),
    boxes: doublesAt(tables.boxes.numbers),
    found: wordsAt(tables.found.ids),
    state: intsAt(tables.state.words),
  };
}
