// Poses as the kernels read them: a position in 64-bit fixed point, in units of 2⁻⁴⁰ m, low words first. Integers, so
// that no compiler reassociates them.

// a number of units, rounded once to the nearest f32
fn floatOf(size: vec2<u32>) -> f32 {
  if ((size.x | size.y) == 0u) {
    return 0.0f;
  }
  let zeros = select(countLeadingZeros(size.y), 32u + countLeadingZeros(size.x), size.y == 0u);
  let whole = select(size, vec2<u32>(0u, size.x), zeros >= 32u);
  let s = zeros & 31u;
  let high = (whole.y << s) | ((whole.x >> 1u) >> (31u - s));
  let rest = high & 0xffu;
  let isUp = rest > 128u || (rest == 128u && ((whole.x << s) != 0u || ((high >> 8u) & 1u) == 1u));
  return bitcast<f32>(((150u - zeros) << 23u) + (high >> 8u) - 0x800000u + select(0u, 1u, isUp));
}
// b minus a (m): the subtraction is exact
fn unitsBetween(aLow: u32, aHigh: u32, bLow: u32, bHigh: u32) -> f32 {
  let low = bLow - aLow;
  let high = bHigh - aHigh - select(0u, 1u, bLow < aLow);
  let isNegative = (high >> 31u) == 1u;
  let minus = vec2<u32>(~low + 1u, ~high + select(0u, 1u, low == 0u));
  let size = floatOf(select(vec2<u32>(low, high), minus, isNegative));
  return select(size, -size, isNegative);
}
// the position of B minus that of A (m), of words 0 to 3 and 4 to 7 of the pose of each
fn differenceOf(a0: vec4<u32>, a1: vec4<u32>, b0: vec4<u32>, b1: vec4<u32>) -> vec3<f32> {
  return vec3<f32>(
    unitsBetween(a0.x, a0.y, b0.x, b0.y),
    unitsBetween(a0.z, a0.w, b0.z, b0.w),
    unitsBetween(a1.x, a1.y, b1.x, b1.y),
  );
}
