/**
 * What the stepper's passes are told: words at the start of its memory, written by the host before each step. A wide source and host
 * TypeScript at once: numbers only.
 *
 * Every pass takes `(begin, end, stage)`, where `stage` is the byte address of two words: the context, and the first of the
 * bundles of a colour.
 */

// ---- words of the context: byte addresses -----------------------------------------------------------------------------
/** Per slot, f32×16: velocity, spin, displacement and turn since the step began, as `bodies.ts` scales them; every fourth is spare. */
export const STATE = 0;
/** Per slot, f32×8: velocity and spin of a substep before contacts push. */
export const BEFORE = 1;
/** Per slot, f32×8: what a substep adds to the velocity, and what it multiplies it with; the same of the spin. */
export const PUSH = 2;
/** Per slot, f32×16: what contacts need to know of it (tables.ts). */
export const FRAME = 3;
/** Per body, f32×16: what it is made of (tables.ts). */
export const MASS = 4;
export const VELOCITIES = 5;
export const SPINS = 6;
export const FORCES = 7;
export const TORQUES = 8;
/** Per body, i32: one of the kinds below. */
export const KINDS = 9;
/** Per body, f32: how long it has been at rest (s). */
export const TIMERS = 10;
export const POSITIONS = 11;
export const ROTATIONS = 12;
/** Contact rows, four per bundle; −1: none. */
export const ORDER = 13;
export const BUNDLES = 14;
// columns of the contact query
export const IDS = 15;
export const SEPARATION = 16;
export const POINT_COUNT = 17;
export const POINTS_A = 18;
export const POINTS_B = 19;
export const PREVIOUS = 20;
/**
 * Four per bundle, f32×8: impulses along the normal at each point, friction x y z (world), twist; of the last step, and of this one.
 * Bundles come in much the same order in each, so they are read nearly as they lie.
 */
export const IMPULSES_FROM = 21;
export const IMPULSES_TO = 22;
/** Per contact row, i32: which of these are its own; −1: none. Of rows with points alone. */
export const PLACES_FROM = 24;
export const PLACES_TO = 30;
/** 1 = PREVIOUS says where points were in the query of the last step; 0 = others asked in between. */
export const IS_CARRIED = 23;
/** A body that does not exist, and a slot without one: what an empty lane takes for its bodies. */
export const NOBODY = 25;
/** Poses when the step began, as those of the scene are: a step that is done again ends the same. */
export const START_POSITIONS = 26;
export const START_ROTATIONS = 27;
/** Per body, f32: TIMERS when the step began. */
export const START_TIMERS = 28;
/** Per body, i32: the slot that it has in this step (slots.ts). */
export const SLOT_OF = 29;
/** Per slot, f32×4, in steps with deep bodies: how fast it may be, scaled as STATE, and from which depth on it is deep (m). */
export const DEEP = 31;

// ---- f32 ----------------------------------------------------------------------------------------------------------------
/** A substep and a step (s), and 1 / a substep. */
export const SUBSTEP = 32;
export const STEP = 33;
export const PER_SUBSTEP = 34;
/** A point that has lasted weighs less for friction, the farther apart it is beyond this (m). */
export const SLOP = 35;
/** x y z – (m/s²). */
export const GRAVITY = 36;
/** Soft contacts: speed per penetration (1/s), and what is left of the mass and of the impulse. */
export const BIAS_RATE = 40;
export const MASS_SCALE = 41;
export const IMPULSE_SCALE = 42;
/** How fast penetration is pushed out at most (m/s). */
export const PUSH_SPEED = 43;
/** Slower than this nothing bounces (m/s). */
export const BOUNCE_SPEED = 44;
/** Slower than this a body is at rest (m/s). */
export const REST_SPEED = 45;

/** Penetration beyond which contacts may be steeper (m); what the ratio of masses is multiplied with, and the most that comes of it. */
export const GIVES = 46;
export const STEEPNESS = 47;
export const STEEPEST = 48;

export const CONTEXT_BYTES = 256;

/** Kinds of bodies. What is no body at all is static, too. */
export const STATIC = 0;
export const AWAKE = 1;
export const ASLEEP = 2;
export const KINEMATIC = 3;
/** What cannot be moved, as something in its columns is not finite (invalid.ts). Passes take both for static. */
export const LEFT_OUT = 4;
export const LEFT_OUT_KINEMATIC = 5;
