/** The tables of the current query, as its row names them (queryTable.ts): bound once, then kept. */
import { CACHE_LINE_BYTES } from '../memory/units.ts';
import type { ContactTable } from './contactTable.ts';
import { bindList, contactsAt, type Frame, type ListTables } from './frame.ts';
import { bindPolytopes, type PolytopeTable } from './polytopeTable.ts';
import {
  CONTACT_CAPACITY,
  CONTACT_LINE,
  LIST_CAPACITY,
  LIST_LINE,
  POLYTOPE_LINE,
  POLYTOPE_ROWS,
} from './queryTable.ts';

export class QueryTables {
  readonly #frame: Frame;
  /** Bound tables, by the cache line on which they begin. */
  readonly #lists = new Map<number, ListTables>();
  readonly #polytopes = new Map<number, PolytopeTable>();
  readonly #contacts = new Map<number, ContactTable>();

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** The pair list of the query. */
  get list(): ListTables {
    const { words } = this.#frame.query;
    const line = words[LIST_LINE];
    const known = this.#lists.get(line);
    if (known) return known;
    const list = bindList(this.#frame.buffer, line * CACHE_LINE_BYTES, words[LIST_CAPACITY]);
    this.#lists.set(line, list);
    return list;
  }

  /** The polytopes that the list keeps, if it keeps any. */
  get polytopes(): PolytopeTable | undefined {
    const { words } = this.#frame.query;
    const line = words[POLYTOPE_LINE];
    if (line === 0) return undefined;
    const known = this.#polytopes.get(line);
    if (known) return known;
    const table = bindPolytopes(this.#frame.buffer, line * CACHE_LINE_BYTES, words[POLYTOPE_ROWS]);
    this.#polytopes.set(line, table);
    return table;
  }

  /** The contact table of the query. */
  get contacts(): ContactTable {
    const { words } = this.#frame.query;
    const line = words[CONTACT_LINE];
    const known = this.#contacts.get(line);
    if (known) return known;
    const { table } = contactsAt(this.#frame.buffer, line * CACHE_LINE_BYTES, words[CONTACT_CAPACITY]);
    this.#contacts.set(line, table);
    return table;
  }
}
