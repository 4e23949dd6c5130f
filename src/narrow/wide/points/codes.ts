/** Codes of the search for the closest collider of a point: numbers only, for host TypeScript and wide sources. */

/** The host searches the tree for the point: f32 does not hold its distances. */
export const WHOLE = -2;
