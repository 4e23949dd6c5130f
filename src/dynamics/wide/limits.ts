/** Numbers that bound bodies. A wide source and host TypeScript at once: numbers only. */

/** No body is faster along any axis when a step begins, nor when it ends (m/s, rad/s); no substep's forces make it faster by more. */
export const FASTEST = 10_000;
/** What a body turns by at most in a step about each axis of the world (rad): far beyond what `turnBy` gets right, and far below overflow. */
export const FARTHEST_TURN = 8;
/** Bodies are as large as a cube with their radii of gyration (m). For those that are smaller than this, lengths of contacts shrink along. */
export const COMMON_SIZE = 0.2;
/** Edge of a cube by the sum of the inverses of its three radii of gyration: 3 √6. */
export const CUBE = 7.348469228349534;
