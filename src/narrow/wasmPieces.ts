/** The wasm of kernels, in pieces: a query declares those that it needs (docs/decisions/wasm-in-pieces.md). */
import type { WasmPiece } from '../wasm/wasmPiece.ts';

const loadDistance = () => import('#wasm/distance.js');
const loadContacts = () => import('#wasm/contacts.js');
const loadPoints = () => import('#wasm/points.js');
const loadCasts = () => import('#wasm/casts.js');

/** Pairs, flags, distances, and the broad phase. */
export const DISTANCE_WASM: WasmPiece = { name: 'distance', load: loadDistance };
export const CONTACTS_WASM: WasmPiece = { name: 'contacts', load: loadContacts };
export const RAYS_WASM: WasmPiece = { name: 'rays', load: () => import('#wasm/rays.js') };
export const POINTS_WASM: WasmPiece = { name: 'points', load: loadPoints };
export const CASTS_WASM: WasmPiece = { name: 'casts', load: loadCasts };

/** What the pieces above leave, in f64. The text of most is in the module of the piece above. */
export const EXACT_DISTANCE: WasmPiece = { name: 'exactDistance', load: loadDistance };
/** Closest points, and whether a pair comes within a distance; and all of EXACT_DISTANCE. */
export const EXACT_POINTS: WasmPiece = { name: 'exactPoints', load: loadPoints, base: EXACT_DISTANCE };
/** And all of EXACT_POINTS. */
export const EXACT_CASTS: WasmPiece = { name: 'exactCasts', load: loadCasts, base: EXACT_POINTS };
export const EXACT_CONTACTS: WasmPiece = { name: 'exactContacts', load: loadContacts };
/** Contacts of shapes with children, between the kernels of pairs; and all of EXACT_CONTACTS. */
export const EXACT_CHILDREN: WasmPiece = {
  name: 'exactChildren',
  load: () => import('#wasm/children.js'),
  base: EXACT_CONTACTS,
};

/** Deltas from all pieces to their relaxed builds. */
export const RELAXED: WasmPiece = { name: 'relaxed', load: () => import('#wasm/relaxed.js') };
