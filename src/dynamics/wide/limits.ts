/** Limits of bodies and stages. Scalar TypeScript and wide sources import this file: numbers only. */

/**
 * Largest speed along any axis at the start and the end of a step (m/s, rad/s), and largest change by the forces of a
 * substep.
 */
export const FASTEST = 10_000;
/**
 * Largest rotation of a body in a step (rad): a little less than half a turn. `turnBy` is accurate up to it, so that
 * sweeps (travel.ts) turn bodies as it does.
 */
export const FARTHEST_TURN = 3.1;
/**
 * Size of a body: the edge of a cube with its radii of gyration (m). Below this size, lengths of contacts scale with
 * the body.
 */
export const COMMON_SIZE = 0.2;
/** Edge of a cube times the sum of the inverses of its three radii of gyration: 3 √6. */
export const CUBE = 7.348469228349534;
/** Most colors: the bits of a mask. Contacts that find no free color are solved one after the other. */
export const COLORS = 32;
/** Bytes of the argument of a stage. */
export const STAGE_BYTES = 8;
/** Stages of `applyRestitution` per step: contacts of one body pass impulses on. */
export const BOUNCES_PER_STEP = 4;
/**
 * Additional iterations to the rotation halfway through the step, of bodies that bounce or turn far. Without them a rod
 * that spins at 50 rad/s gains 5 % of its energy per step of 1/60 s in free flight.
 */
export const MIDPOINTS = 3;
/** A body turns far if it rotates by more than this in a step (rad): 15 rad/s at 1/60 s. */
export const FAR_TURN = 0.25;
