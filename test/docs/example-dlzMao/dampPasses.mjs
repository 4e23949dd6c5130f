// dampPasses.mjs
let floats;

/** Multiplies velocities (f32 × 4) of rows [begin, end) by a factor. The argument is the address of both. */
export function damp(begin, end, argument, thread, buffer) {
  if (floats?.buffer !== buffer) floats = new Float32Array(buffer);
  const factor = floats[argument >>> 2];
  const velocities = (argument >>> 2) + 16;
  for (let k = velocities + 4 * begin; k < velocities + 4 * end; k++) floats[k] *= factor;
}
