/** Contact tables of pair lists: the first contact query on a list makes its table, in the memory that lists share. */
import { fail } from '../../errors.ts';
import type { PairList } from '../../pairs/pairList.ts';
import type { SceneChanges } from '../../scene/sceneChanges.ts';
import { contactTableBytes } from '../../tables/contactTable.ts';
import { contactsAt, type Frame, type ListTables, type PlacedContacts } from '../../tables/frame.ts';
import { ContactHistory } from './history.ts';

/** A list's contacts. */
export interface ListContacts {
  readonly placed: PlacedContacts;
  readonly history: ContactHistory;
}

export class ContactLists {
  readonly #frame: Frame;
  readonly #changes: SceneChanges;
  readonly #own: number;
  #at: number;

  /** @param own rows kept for the engine's own list */
  constructor(frame: Frame, changes: SceneChanges, own: number) {
    this.#frame = frame;
    this.#changes = changes;
    this.#own = own;
    this.#at = frame.contactsBegin + contactTableBytes(own);
  }

  /** Makes the contacts of a list. @throws QueryError when the lists together would need more rows than there are */
  make(where: string, list: PairList, tables: ListTables, isOwn: boolean): ListContacts {
    const rows = isOwn ? this.#own : list.capacity;
    const byteOffset = isOwn ? this.#frame.contactsBegin : this.#at;
    if (byteOffset + contactTableBytes(rows) > this.#frame.contactsEnd) {
      fail(`${where}: pairs`, 'a list that fits (raise capacity.contacts, which lists share)', `a capacity of ${rows}`);
    }
    if (!isOwn) this.#at += contactTableBytes(rows);
    const placed = contactsAt(this.#frame.buffer, byteOffset, rows);
    return { placed, history: new ContactHistory(list, tables.results, placed.table, this.#frame, this.#changes) };
  }
}

/** Fails unless the rows of a list fit into its contact table. */
export function checkContactRows(where: string, { placed }: ListContacts, rows: number): void {
  const { capacity } = placed.table;
  if (rows > capacity) fail(`${where}: pairs`, `at most ${capacity} (raise capacity.contacts)`, rows);
}
