/** The memory of contact tables. */
import type { Search } from '../../broad/pass.ts';
import { contactTableBytes } from '../../tables/contactTable.ts';

export interface ContactCapacity {
  /**
   * Pairs of a contact query on `engine.pairs`; other lists share as much again. Default 262,144, or `pairs` if that is
   * less.
   */
  readonly contacts: number;
}

/** @internal */
export const contactTables: Search<ContactCapacity> = {
  passes: [],
  bytes: ({ contacts }) => 2 * contactTableBytes(contacts),
  bind: (_, byteOffset, { contacts }) => ({
    contactsBegin: byteOffset,
    contactsEnd: byteOffset + 2 * contactTableBytes(contacts),
  }),
};
