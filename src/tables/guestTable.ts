/**
 * Guests: children that a thread computes as if they were colliders. Each thread has rows of its own behind the shapes,
 * the vertices and the probes, and a short pair list with contacts.
 *
 * A thread has two guests per pair of its list: a child, and a part of the other shape if that is a compound, too.
 * The first GUEST_PAIRS of its guests have vertices: those of a triangle.
 */
import { type ContactTable, contactTableBytes } from './contactTable.ts';
import { bindList, contactsAt, type Frame, type ListTables, listBytes } from './frame.ts';
import { GUEST_PAIRS, GUESTS } from './guestCounts.ts';
import { PAD_VERTICES } from './vertexTable.ts';

export * from './guestCounts.ts';

/** Rows of vertices of a thread's guests. */
export const GUEST_VERTICES = PAD_VERTICES * GUEST_PAIRS;

/** Bytes of the lists of a thread. */
export const GUEST_LIST_BYTES = /* @__PURE__ */ listBytes(GUEST_PAIRS) + /* @__PURE__ */ contactTableBytes(GUEST_PAIRS);

/** Where the guests of a thread are. */
export interface GuestRows {
  /** The first of GUESTS rows of shapes, of GUEST_VERTICES rows of vertices, and of GUESTS rows of poses. */
  readonly shape: number;
  readonly vertex: number;
  readonly pose: number;
}

/** The guests of thread `t`. */
export function guestRows({ placed, shapes, vertices, guestLists }: Frame, t: number): GuestRows {
  const threads = guestLists.length / GUEST_LIST_BYTES;
  return {
    shape: shapes.capacity + t * GUESTS,
    vertex: vertices.capacity + t * GUEST_VERTICES,
    pose: placed.capacity - (threads - t) * GUESTS,
  };
}

/** The pair list of thread `t`, and its contacts. */
export function bindGuestList(
  { buffer, guestLists }: Frame,
  t: number,
): ListTables & { readonly contacts: ContactTable } {
  const at = guestLists.byteOffset + t * GUEST_LIST_BYTES;
  const { table } = contactsAt(buffer, at + listBytes(GUEST_PAIRS), GUEST_PAIRS);
  return { ...bindList(buffer, at, GUEST_PAIRS), contacts: table };
}
