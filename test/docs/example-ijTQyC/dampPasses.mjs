// dampPasses.mjs
let floats;

/** Velocities of rows [begin, end) lose a part of themselves: f32 × 4 each. The argument is the address of what the pass works on. */
export function damp(begin, end, argument, thread, buffer) {
  if (floats?.buffer !== buffer) floats = new Float32Array(buffer);
  const factor = floats[argument >>> 2];
  const velocities = (argument >>> 2) + 16;
  for (let k = velocities + 4 * begin; k < velocities + 4 * end; k++) floats[k] *= factor;
}
