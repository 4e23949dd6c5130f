/**
 * The tables of a tile, behind the context and the list of deferred rows in a thread's scratch. The lane compiler
 * computes their layout, and refuses tables that exceed the host's reserve.
 */
import { addressOf, type Ints, type Table, type Tables, tableAt } from '../../../language/lanes.ts';
import { type MOST_TILE_BYTES, TILE_BYTES } from '../../../tables/kernelContext.ts';
import type { Meeting } from '../../boxes/lanes/meeting.ts';
import type { Axes, Choice, Corners, Face, Patch, Slots, Views, Works } from '../../contacts/lanes/contactScratch.ts';
import type { CorePair } from '../../cores/corePair.ts';
import type {
  CachedPoints,
  CachedPolytopes,
  Edges,
  Frames,
  Outcome,
  Packing,
  Polytope,
  Task,
} from '../../epa/lanes/epaTables.ts';
import type { Found } from '../../epa/lanes/support.ts';
import type { Live, Progress, Search } from '../../gjk/lanes/search.ts';
import type { CHUNK_GROUPS, CHUNK_SETS, SupportSet } from '../../gjk/lanes/supportSet.ts';
import type { Marks, PairRows, Paths, Tail } from '../../recycling/lanes/stampTables.ts';
import type { Directions, ROUND_GROUPS, RoundOutcome, RoundSearch, RoundSlot } from '../../round/lanes/search.ts';
import type { RoundSet } from '../../round/lanes/support.ts';
import type { Orders } from './appendRows.ts';
import type { Counts, Lists, Rows } from './rows.ts';

/** Tables of a distance tile. */
export interface DistanceTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly counts: Counts;
  readonly lists: Lists;
  readonly orders: Orders;
  /** GJK: the progress of each group of a list; the searches of a chunk, and its support sets, A and B in turn. */
  readonly live: Live;
  readonly progress: Tables<Progress, 32>;
  readonly searches: Tables<Search, typeof CHUNK_GROUPS>;
  readonly supportSets: Tables<SupportSet, typeof CHUNK_SETS>;
  /** EPA: data of four pairs that start and end together, and the polytope of one. */
  readonly frames: Frames;
  readonly task: Task;
  readonly outcome: Outcome;
  readonly foundA: Found;
  readonly foundB: Found;
  readonly edges: Edges;
  readonly polytope: Polytope;
  readonly packing: Packing;
  readonly cache: CachedPolytopes;
  readonly cachedPoints: Tables<CachedPoints, 4>;
  /** Round cores: the groups of a chunk, and sets A and B of each; the polytope of one uses the tables above. */
  readonly roundSearches: Tables<RoundSearch, typeof ROUND_GROUPS>;
  readonly roundSets: Tables<RoundSet, typeof CHUNK_SETS>;
  readonly roundSlots: Tables<RoundSlot, 4>;
  readonly roundOutcome: RoundOutcome;
  readonly roundPair: RoundSet;
  readonly directions: Directions;
  /** One pair in f64, and an edge of its boxes. */
  readonly pair: CorePair;
  readonly meeting: Meeting;
}

/** Tables of a contact tile, in the same bytes. */
export interface ContactTables extends Table<4, typeof MOST_TILE_BYTES> {
  /** Pairs of boxes, and other pairs with faces. */
  readonly boxes: Rows;
  readonly others: Rows;
  readonly patch: Patch;
  readonly slots: Slots;
  readonly axes: Axes;
  readonly corners: Corners;
  readonly choice: Choice;
  readonly views: Views;
  readonly faceA: Face;
  readonly faceB: Face;
  /** Work buffers for the clipping of B's face. */
  readonly works: Works;
}

/** Tables of recycled rows, in the same bytes. */
export interface RecycleTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly tail: Tail;
  readonly paths: Paths;
  readonly found: PairRows;
  readonly marks: Marks;
}

export function recycleTables(context: Ints): RecycleTables {
  return tableAt<RecycleTables>(addressOf(context) + TILE_BYTES);
}

export function distanceTables(context: Ints): DistanceTables {
  return tableAt<DistanceTables>(addressOf(context) + TILE_BYTES);
}

export function contactTables(context: Ints): ContactTables {
  return tableAt<ContactTables>(addressOf(context) + TILE_BYTES);
}
