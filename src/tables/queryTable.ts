/**
 * The parameters of the current query: one row of words for all of its stages. The calling thread writes it before a
 * stage opens; every thread reads it.
 *
 *   words   LIST_LINE, LIST_CAPACITY         cache lines from the start of the memory to the pair list; its capacity
 *           EVEN_TO_ODD                      1 = read `simplexEven`, write `simplexOdd`; 0 = the other way round
 *           DEPTH                            1 = measure penetration
 *           CONTACT_LINE, CONTACT_CAPACITY   the contact table of the list, as above
 *           CONTACTS_EVEN_TO_ODD             1 = read the even columns of contacts, write the odd ones
 *           RESTORES                         how often the shapes were replaced
 *           POLYTOPE_LINE, POLYTOPE_ROWS     the polytopes of the list, as above; line 0 = it keeps none
 *           POLYTOPES_EVEN_TO_ODD            1 = read the even column of polytopes, write the odd one
 *           RECYCLE_MODE, RECYCLE_QUERY      whether contacts keep manifolds; the number of the query on its list
 *           STAMPS_FROM_ODD, STAMPS_TO_ODD   1 = read, or write, odd stamps (contactStamps.ts)
 *           HAS_SENSORS                      1 = contacts look for sensors: there may be one in the scene
 *           PAIR_COUNT                       pairs of a contact query
 *   maxDistance f64   distance limit (m); for contacts the margin
 *   recycle     f64   motion up to which a pair keeps its contacts, as a part of its smaller shape
 *   mostMotion  f64   the same motion at most (m)
 *   touching    f64   largest signed distance of a pair that touches (m), for contacts
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { CACHE_LINE_BYTES } from '../memory/units.ts';

export const LIST_LINE = 0;
export const LIST_CAPACITY = 1;
export const EVEN_TO_ODD = 2;
export const DEPTH = 3;
export const CONTACT_LINE = 4;
export const CONTACT_CAPACITY = 5;
export const CONTACTS_EVEN_TO_ODD = 6;
/** Restores of the scene so far. It stays from query to query: threads drop what they made of earlier shapes. */
export const RESTORES = 7;
export const POLYTOPE_LINE = 8;
export const POLYTOPE_ROWS = 9;
export const POLYTOPES_EVEN_TO_ODD = 10;
export const RECYCLE_MODE = 11;
export const RECYCLE_QUERY = 12;
export const STAMPS_FROM_ODD = 13;
export const STAMPS_TO_ODD = 14;
export const HAS_SENSORS = 15;
/** Rows of further manifolds lie behind those of the pairs (contactTable.ts). */
export const PAIR_COUNT = 16;
const WORDS = 17;

const SCHEMA = {
  words: column(Int32Array, WORDS),
  maxDistance: column(Float64Array),
  touching: column(Float64Array),
  recycle: column(Float64Array),
  mostMotion: column(Float64Array),
};

export type QueryTable = Columns<typeof SCHEMA>;

export const QUERY_TABLE_BYTES = columnsBytes(SCHEMA, 1);

/** A table that lies on a cache line. */
interface Placed {
  readonly byteOffset: number;
}

/** Views over the row that lies at `byteOffset`. */
export function bindQuery(buffer: ArrayBufferLike, byteOffset: number): QueryTable {
  return bindColumns(SCHEMA, buffer, byteOffset, 1);
}

/** Counts a restore, or the removal of a shape: ids may be those of other shapes. */
export function countRestore({ words }: QueryTable): void {
  words[RESTORES]++;
}

/** Sets the pair list of the query, and the simplex columns that it reads and writes. */
export function setList({ words }: QueryTable, list: Placed, capacity: number, evenToOdd: boolean): void {
  words[LIST_LINE] = list.byteOffset / CACHE_LINE_BYTES;
  words[LIST_CAPACITY] = capacity;
  words[EVEN_TO_ODD] = evenToOdd ? 1 : 0;
}

/** Sets the polytopes of the query, and the columns that it reads and writes. */
export function setPolytopes({ words }: QueryTable, table: Placed | undefined, rows: number, evenToOdd: boolean): void {
  words[POLYTOPE_LINE] = table ? table.byteOffset / CACHE_LINE_BYTES : 0;
  words[POLYTOPE_ROWS] = rows;
  words[POLYTOPES_EVEN_TO_ODD] = evenToOdd ? 1 : 0;
}

/** Sets the parameters of a distance query. @param maxDistance one number (m) */
export function setDistance(query: QueryTable, depth: boolean, maxDistance: Float64Array): void {
  query.words[DEPTH] = depth ? 1 : 0;
  query.maxDistance.set(maxDistance);
}

/** Sets the contact table of the query, and the columns that it reads and writes. */
export function setContacts({ words }: QueryTable, contacts: Placed, capacity: number, evenToOdd: boolean): void {
  words[CONTACT_LINE] = contacts.byteOffset / CACHE_LINE_BYTES;
  words[CONTACT_CAPACITY] = capacity;
  words[CONTACTS_EVEN_TO_ODD] = evenToOdd ? 1 : 0;
}

/**
 * Sets whether contacts keep manifolds (contactStamps.ts), and whether they read and write odd stamps.
 * @param number of the query on its list
 */
export function setRecycling({ words }: QueryTable, mode: number, number: number, from: boolean, to: boolean): void {
  words[RECYCLE_MODE] = mode;
  words[RECYCLE_QUERY] = number;
  words[STAMPS_FROM_ODD] = from ? 1 : 0;
  words[STAMPS_TO_ODD] = to ? 1 : 0;
}
