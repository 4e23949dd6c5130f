/**
 * Columns of the tables of the broad phase, as its passes see them. Hosts give the tables, a wide kernel gives
 * addresses (broad/wide/columnViews.ts): both compile the same passes, so both have the same bits.
 *
 * The contracts: tables/treeTable.ts, tables/boundsTable.ts, tables/candidateTable.ts, tables/colliderTable.ts,
 * tables/shapeWords.ts.
 */
import type { Bytes, Doubles, Floats, Ints, Shorts, Words } from '../language/lanes.ts';

export interface TreeColumns {
  readonly fat: Doubles;
  readonly anchors: Doubles;
  readonly treeIndex: Words;
  readonly filters: Words;
  readonly kinds: Shorts;
  readonly excluded: Bytes;
  readonly moved: Bytes;
  readonly outdated: Bytes;
  readonly movedRows: Words;
  readonly order: Words;
  readonly spare: Words;
  readonly centerX: Doubles;
  readonly centerY: Doubles;
  readonly centerZ: Doubles;
  readonly classes: Bytes;
  readonly boxes: Doubles;
  readonly planes: Doubles;
  readonly words: Ints;
  readonly reals: Doubles;
}

export interface BoundsColumns {
  readonly boxes: Doubles;
  readonly origins: Doubles;
  readonly turns: Floats;
  readonly known: Words;
  readonly renewed: Words;
}

/** Of colliders and probes. */
export interface PlacedColumns {
  readonly positions: Doubles;
  readonly rotations: Floats;
  readonly shapes: Words;
}

/** The rows of shapes, twice: as words, and as reals. */
export interface ShapeColumns {
  readonly words: Words;
  readonly reals: Floats;
}

export interface ColliderColumns {
  readonly groups: Shorts;
  readonly statics: Bytes;
  readonly sensors: Bytes;
}

export interface CandidateColumns {
  readonly idsEven: Words;
  readonly idsOdd: Words;
  readonly rowsEven: Ints;
  readonly rowsOdd: Ints;
  readonly staging: Words;
  readonly fresh: Words;
  readonly beginEven: Words;
  readonly countEven: Words;
  readonly beginOdd: Words;
  readonly countOdd: Words;
  readonly planOld: Words;
  readonly planFresh: Words;
  readonly passed: Words;
  readonly outs: Words;
  readonly starts: Ints;
  readonly words: Ints;
}
