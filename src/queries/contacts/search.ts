/**
 * The rows of contacts, and the memory of contact tables.
 *
 *   pass       items               reads → writes
 *   CONTACTS   pairs of the list   as DISTANCE (distance/search.ts), and earlier contacts → results and manifolds
 *   CONTACT_CHILDREN
 *              rows of `listedRows` the same, and children → the same: of pairs whose shapes have children
 */
import { ChildContacts } from '../../narrow/children/childContacts.ts';
import { ContactRunner } from '../../narrow/contactRunner.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { contactTableBytes } from '../../tables/contactTable.ts';
import { HAS_SENSORS } from '../../tables/queryTable.ts';
import { finishChildSensors, finishSensors } from './sensors.ts';

export interface ContactCapacity {
  /**
   * Pairs of a contact query on `engine.pairs`; other lists share as much again. Default 262,144, or `pairs` if that is
   * less.
   */
  readonly contacts: number;
}

/** The distance of each row, and the manifolds of the pairs within the margin. @internal */
export const CONTACTS: QueryPass = {
  name: 'contacts',
  run(tools, _, begin, end) {
    if (tools.planar) tools.planar.contacts(begin, end);
    else tools.part(contactRunner).compute(begin, end);
    if (tools.frame.query.words[HAS_SENSORS] === 1) finishSensors(tools.frame, tools.tables, begin, end);
  },
};

/** @internal */
export const CONTACT_CHILDREN: QueryPass = {
  name: 'contactChildren',
  run(tools, _, begin, end) {
    tools.part(childContacts).compute(begin, end);
    if (tools.frame.query.words[HAS_SENSORS] === 1) finishChildSensors(tools.frame, tools.tables, begin, end);
  },
};

const childContacts = ({ frame, rows, thread }: ThreadTools) => new ChildContacts(frame, rows, thread);
const contactRunner = ({ frame, rows, kernels }: ThreadTools) => new ContactRunner(frame, rows, kernels);

/** @internal */
export const contactSearch: Search<ContactCapacity> = {
  name: 'contacts',
  capacity: { contacts: { default: 262_144, atMost: 'pairs' } },
  passes: [CONTACTS, CONTACT_CHILDREN],
  bytes: ({ contacts }) => 2 * contactTableBytes(contacts),
  bind: (_, byteOffset, { contacts }) => ({
    contactsBegin: byteOffset,
    contactsEnd: byteOffset + 2 * contactTableBytes(contacts),
  }),
};
