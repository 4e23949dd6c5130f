/**
 * The context of the stepper's passes: words at the start of its memory, which the calling thread writes before each
 * step. Scalar TypeScript and wide sources import this file: numbers only.
 *
 * Every pass takes `(begin, end, stage)`, where `stage` is the byte address of two words: the context, and the first of
 * the bundles of a color.
 */
import { counter } from '../../language/counter.ts';

const word = counter();

// ---- words of the context: byte addresses --------------------------------------------------------------------------
/**
 * Per slot, f32×16: velocity, spin, and displacement and rotation since the start of the step, scaled as in
 * `bodies.ts`. Every fourth is spare.
 */
export const STATE = word();
/** Per slot, f32×8: velocity and spin of a substep before the impulses of contacts. */
export const BEFORE = word();
/** Per slot, f32×8: addend and factor of the velocity in a substep; the same for the spin. */
export const PUSH = word();
/** Per slot, f32×16: the data of the body that contacts read (`beginBodies`). */
export const FRAME = word();
/** Per body, f32×16: axes and inverses of inertia and mass, center of mass, friction and damping. */
export const MASS = word();
export const VELOCITIES = word();
export const SPINS = word();
export const FORCES = word();
export const TORQUES = word();
/** Per body, i32: one of the kinds below. */
export const KINDS = word();
/** Per body, f32: time at rest (s). */
export const TIMERS = word();
/** Per body, f32: time by which its rotation was predicted when contacts were found (s). */
export const PREDICTION_TIMES = word();
export const POSITIONS = word();
export const ROTATIONS = word();
/** Contact rows, four per bundle; −1: none. */
export const ORDER = word();
export const BUNDLES = word();
// columns of the contact query
export const IDS = word();
export const SEPARATION = word();
export const POINT_COUNT = word();
export const POINTS_A = word();
export const POINTS_B = word();
export const PREVIOUS = word();
/**
 * Four per bundle, f32×8: impulses along the normal at each point, friction x y z (world), twist; of the last step, and
 * of this one. Bundles have nearly the same order in both, so reads are nearly sequential.
 */
export const IMPULSES_FROM = word();
export const IMPULSES_TO = word();
/** Per contact row, i32: index of its impulses; −1: none. Only for rows with points. */
export const IMPULSE_ROWS_FROM = word();
export const IMPULSE_ROWS_TO = word();
/** 1 = PREVIOUS refers to the query of the last step; 0 = there were other queries in between. */
export const IS_CARRIED = word();
/** A slot without a body, for the empty lanes of a bundle. */
export const EMPTY_SLOT = word();
/** Poses at the start of the step, in the layout of the scene: a step that runs again gives the same result. */
export const START_POSITIONS = word();
export const START_ROTATIONS = word();
/** Per body, f32: TIMERS at the start of the step. */
export const START_TIMERS = word();
/** Per body, i32: its slot in this step (slots.ts). */
export const SLOT_OF = word();
/**
 * Per slot, f32×4, in steps with deep bodies: its largest speed, scaled as STATE, and the depth from which it is deep
 * (m).
 */
export const DEEP = word();
// what one thread solves alone (alone.ts): groups of four bodies, slots that move, substeps, colors in use
export const GROUPS = word();
export const MOVING = word();
export const SUBSTEPS = word();
export const COLORS_IN_USE = word();
/** Two words per color: the argument of its stages. */
export const STAGES = word();
/** 1 = there are deep contacts; 1 = bodies bounce. */
export const HAS_DEEP = word();
export const BOUNCES = word();

// ---- f32 ----------------------------------------------------------------------------------------------------
/** A substep and a step (s), and 1 / a substep. */
export const SUBSTEP = word();
export const STEP = word();
export const PER_SUBSTEP = word();
/** Scale of the gap (m) at which a point weighs less for friction. */
export const SLOP = word();
/** x y z (m/s²). */
export const GRAVITY = word(3);
/** Soft contacts: speed per penetration (1/s), and factors of the mass and of the impulse. */
export const BIAS_RATE = word();
export const MASS_SCALE = word();
export const IMPULSE_SCALE = word();
/** Largest speed of the correction of penetration (m/s). */
export const PUSH_SPEED = word();
/** Least approach speed of points that bounce (m/s). */
export const BOUNCE_SPEED = word();
/** Slower bodies are at rest (m/s). */
export const REST_SPEED = word();

/**
 * Penetration beyond which contacts may be stiffer (m). The factor of the ratio of masses, and the limit of the
 * product.
 */
export const SOFT_PENETRATION = word();
export const STIFFNESS_GAIN = word();
export const MAX_STIFFNESS_GAIN = word();

export const CONTEXT_WORDS = word();

/** Kinds of bodies. A collider without a body is static, too. */
const kind = counter();
export const STATIC = kind();
export const AWAKE = kind();
export const ASLEEP = kind();
export const KINEMATIC = kind();
/** Excluded, because a column of the body is not finite (invalid.ts). Passes treat both as static. */
export const EXCLUDED = kind();
export const EXCLUDED_KINEMATIC = kind();
