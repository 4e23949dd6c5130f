/** All groups, in the order of the page. */
import type { Group } from '../group.ts';
import { contacts } from './contacts.ts';
import { hulls } from './hulls.ts';
import { kernels } from './kernels.ts';
import { motions } from './motions.ts';
import { overlap, pairs } from './pairs.ts';
import { peersCasts } from './peersCasts.ts';
import { largeHeaps, smallHeaps } from './peersHeap.ts';
import { peersContacts, peersPairs, peersRound } from './peersPairs.ts';
import { planar, plane } from './plane.ts';
import { queries } from './queries.ts';
import { round } from './round.ts';
import { stepper } from './stepper.ts';
import { threads } from './threads.ts';

export const GROUPS: readonly Group[] = [
  ...[kernels, queries, round, motions, plane, planar, pairs, overlap, hulls, contacts, threads, stepper],
  ...[peersPairs, peersRound, peersContacts, peersCasts, smallHeaps, largeHeaps],
];
