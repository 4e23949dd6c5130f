/** The capacity and memory of `contacts`: room for contact tables. */
import { contactTableBytes } from '../../tables/contactTable.ts';
import type { Query } from '../query.ts';

export interface ContactCapacity {
  /**
   * Pairs of a contact query on `engine.pairs`; other lists share as much again. Default 262,144, or `pairs` if that is
   * less.
   */
  readonly contacts: number;
}

/** The region of contact tables: `placeContacts` binds one at a byte offset inside. @internal */
export interface ContactRegion {
  readonly contactsBegin: number;
  readonly contactsEnd: number;
}

/** @internal */
export const contactQuery: Query<ContactCapacity, ContactCapacity, ContactRegion> = {
  name: 'contacts',
  capacity: { contacts: { default: 262_144, atMost: 'pairs' } },
  bytes: ({ contacts }) => 2 * contactTableBytes(contacts),
  bind: (_, byteOffset, { contacts }) => ({
    contactsBegin: byteOffset,
    contactsEnd: byteOffset + 2 * contactTableBytes(contacts),
  }),
};
