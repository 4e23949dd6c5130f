/**
 * What hosts and the WGSL of `src/gpu/wgsl` share: bytes of buffers, and codes. Hosts and the build import this file:
 * numbers only.
 *
 *   params    uniform, PARAM_BYTES: the words below, u32 but for the limit
 *   poses     POSE_BYTES per collider: x y z in 64-bit fixed point (2⁻⁴⁰ m, low words first), 1 if it is a box with an
 *             ordinary pose, a spare word, the quaternion (f32), 0 and half extents (f32)
 *   verdicts  u32 per row: a `Status`, or LEFT_FROM and above
 *   left      COUNTER_WORDS counts (u32), then rows
 *   given     PUT_BYTES per row: row, status, two spare words, separation, offsetA, offsetB, simplex
 */
import { DEPTH, MAX_DISTANCE, ROW_COUNT } from './kernelContext.ts';

/** Invocations of a group, and the largest number of groups in one dimension of a dispatch. */
export const GROUP = 64;
export const MOST_GROUPS = 65_535;

export const PARAM_BYTES = 256;
/** Rows, or colliders, of the dispatch; the number of the first. */
export const PARAM_ROWS = 0;
export const PARAM_FIRST = 4;
/** Words of the context of the wide kernel: ids from the first on are invalid; f32, the next above the limit (m). */
export const PARAM_COLLIDERS = 4 * ROW_COUNT;
export const PARAM_MAX_DISTANCE = 4 * MAX_DISTANCE;
/** In the place of this word stands the constant `depth` of the pipeline. */
export const PARAM_DEPTH = 4 * DEPTH;

export const POSE_BYTES = 64;
export const PUT_BYTES = 80;

/** Verdicts from here on leave a row to the CPU. */
export const LEFT_FROM = 253;
/** Words of `left`: the number of rows that are left, that of rows that overlap, and where rows begin. */
export const COUNTED_LEFT = 0;
export const COUNTED_OVERLAPPING = 1;
export const COUNTER_WORDS = 4;
