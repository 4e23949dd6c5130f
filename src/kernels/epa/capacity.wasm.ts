/**
 * The room of a polytope in wasm, where all threads have one in the memory of the engine: for all pairs of 10⁶ random
 * ones, and for the longest search with round cores. A row whose search needs more is left to the host (kernels/exact).
 */
export const MAX_POINTS = 1120;
export const MAX_FACES = 2240;

export const POINT_TRIPLES = 3360;
export const FACE_TRIPLES = 6720;
export const FACE_FOURS = 8960;
