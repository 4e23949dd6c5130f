// Makes poses of colliders from the columns of the engine, as they lie in shared memory.
@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 16>;
@group(0) @binding(1) var<storage, read> positions: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> rotations: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> halfExtents: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> poses: array<vec4<u32>>;

// an f64 (m) below 2²² in fixed point, rounded to the nearest unit
fn fixedOf(low: u32, high: u32) -> vec2<u32> {
  // of the last bit of the mantissa, in units
  let exponent = i32((high >> 20u) & 0x7ffu) - 1035;
  let m = vec2<u32>(low, (high & 0xfffffu) | 0x100000u);
  var f = vec2<u32>(0u);
  if (exponent >= 0) {
    let s = u32(min(exponent, 31));
    f = vec2<u32>(m.x << s, (m.y << s) | ((m.x >> 1u) >> (31u - s)));
  } else if (exponent > -55) {
    // one bit below the units first
    let s = u32(-exponent - 1);
    let t = s & 31u;
    let near = vec2<u32>((m.x >> t) | ((m.y << 1u) << (31u - t)), m.y >> t);
    let half = select(near, vec2<u32>(near.y, 0u), s >= 32u);
    let up = half.x & 1u;
    let whole = vec2<u32>((half.x >> 1u) | (half.y << 31u), half.y >> 1u);
    f = vec2<u32>(whole.x + up, whole.y + select(0u, 1u, up == 1u && whole.x == 0xffffffffu));
  }
  let minus = vec2<u32>(~f.x + 1u, ~f.y + select(0u, 1u, f.x == 0u));
  return select(f, minus, (high >> 31u) == 1u);
}
// By bits, since a compiler may take it that there is no NaN: a box without radius, its largest half extent from 2⁻¹⁴
// to 2²⁶ m, its position finite and below 2²² m, its quaternion neither 0 nor huge.
fn isOrdinary(xy: vec4<u32>, z: vec4<u32>, q: vec4<u32>, half: vec4<u32>) -> bool {
  let far = max(max(xy.y & 0x7fffffffu, xy.w & 0x7fffffffu), z.y & 0x7fffffffu);
  let turn = q & vec4<u32>(0x7fffffffu);
  let most = max(max(turn.x, turn.y), max(turn.z, turn.w));
  let size = max(max(half.y, half.z), half.w);
  let isBox = half.x == 0u && size >= 0x38800000u && size < 0x4c800000u;
  return isBox && far < 0x41500000u && most > 0x32000000u && most < 0x4e000000u;
}
@compute @workgroup_size(GROUP) fn preparePoses(@builtin(global_invocation_id) id: vec3<u32>) {
  let k = rowOf(id);
  if (k >= params[0].x) {
    return;
  }
  let collider = params[0].y + k;
  let xy = positions[2u * collider];
  let z = positions[2u * collider + 1u];
  let q = rotations[collider];
  let half = halfExtents[collider];
  let isSound = isOrdinary(xy, z, q, half);
  poses[4u * collider] = vec4<u32>(fixedOf(xy.x, xy.y), fixedOf(xy.z, xy.w));
  poses[4u * collider + 1u] = vec4<u32>(fixedOf(z.x, z.y), select(0u, 1u, isSound), 0u);
  poses[4u * collider + 2u] = q;
  poses[4u * collider + 3u] = half;
}
