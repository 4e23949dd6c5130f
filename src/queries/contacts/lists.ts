/** Contact tables of pair lists: the first contact query on a list makes its table, in the memory that lists share. */
import { fail } from '../../errors.ts';
import type { SceneChanges } from '../../scene/sceneChanges.ts';
import { contactTableBytes, EXTRA_ROWS, MANIFOLDS } from '../../tables/contactTable.ts';
import { contactsAt, type Frame, type PlacedContacts } from '../../tables/frame.ts';
import { ContactHistory } from './history.ts';
import type { ContactList, ContactState } from './results.ts';

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
  make(where: string, state: ContactState, isOwn: boolean): ListContacts {
    const rows = isOwn ? this.#own : state.list.capacity;
    const byteOffset = isOwn ? this.#frame.contactsBegin : this.#at;
    if (byteOffset + contactTableBytes(rows) > this.#frame.contactsEnd) {
      fail(`${where}: pairs`, 'a list that fits (raise capacity.contacts, which lists share)', `a capacity of ${rows}`);
    }
    if (!isOwn) this.#at += contactTableBytes(rows);
    const placed = contactsAt(this.#frame.buffer, byteOffset, rows);
    return { placed, history: new ContactHistory(state, placed.table, this.#frame, this.#changes) };
  }
}

/** Fails unless the rows of a list fit into its tables. @param childPairs pairs whose shapes have children */
export function checkContactRows(where: string, { placed }: ListContacts, list: ContactList, childPairs: number): void {
  const { capacity } = placed.table;
  const rows = list.count + EXTRA_ROWS * childPairs;
  if (childPairs > 0 && rows > Math.min(capacity, list.capacity)) {
    const [name, most] = capacity < list.capacity ? ['capacity.contacts', capacity] : ['its capacity', list.capacity];
    const need = `${MANIFOLDS} per pair with a mesh or a compound`;
    fail(`${where}: pairs`, `a list with room for ${rows} rows (raise ${name}): ${need}`, most);
  }
  if (rows > capacity) fail(`${where}: pairs`, `at most ${capacity} (raise capacity.contacts)`, rows);
}
