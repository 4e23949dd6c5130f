/** The memory of contact tables. */
import type { Search } from '../define.ts';
import type { ContactCapacity } from './query.ts';
import { contactTableBytes } from './table.ts';

/** The region of contact tables: `placeContacts` binds one at a byte offset inside. */
export interface ContactRegion {
  readonly contactsBegin: number;
  readonly contactsEnd: number;
}

export const contactTables: Search<ContactCapacity, ContactRegion> = {
  passes: [],
  bytes: ({ contacts }) => 2 * contactTableBytes(contacts),
  bind: (_, byteOffset, { contacts }) => ({
    contactsBegin: byteOffset,
    contactsEnd: byteOffset + 2 * contactTableBytes(contacts),
  }),
};
