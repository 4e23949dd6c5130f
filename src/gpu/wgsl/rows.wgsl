// Memory of one pair of boxes: what `src/kernels/rows/lanes/oneRow.ts` is in wasm.
override depth: i32 = 0;
@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 16>;
@group(0) @binding(1) var<storage, read> poses: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> ids: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> kept: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> verdicts: array<u32>;
@group(0) @binding(5) var<storage, read_write> separation: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> offsetA: array<vec4<u32>>;
@group(0) @binding(7) var<storage, read_write> offsetB: array<vec4<u32>>;
@group(0) @binding(8) var<storage, read_write> simplex: array<vec4<u32>>;

// a word of the context (tables/kernelContext.ts)
fn word(address: i32) -> u32 {
  if (address == PARAM_DEPTH) {
    return u32(depth);
  }
  return params[address >> 4u][(address >> 2u) & 3];
}
fn idsAt(context: i32, row: i32) -> vec2<i32> {
  return bitcast<vec2<i32>>(ids[row]);
}
fn isBoxAt(context: i32, id: i32) -> bool {
  return poses[4 * id + 1].z == 1u;
}
fn boxAt(context: i32, id: i32) -> i32 {
  return id;
}
// the radius of a box, 0, and its half extents: the only words that are asked for
fn shapeLine(shape: i32, word: i32) -> vec4<f32> {
  return bitcast<vec4<f32>>(poses[4 * shape + 3]);
}
fn quatAt(context: i32, id: i32) -> vec4<f32> {
  return bitcast<vec4<f32>>(poses[4 * id + 2]);
}
fn offsetBetween(context: i32, a: i32, b: i32) -> vec3<f32> {
  return differenceOf(poses[4 * a], poses[4 * a + 1], poses[4 * b], poses[4 * b + 1]);
}
fn simplexLine(column: i32, row: i32) -> vec4<i32> {
  return bitcast<vec4<i32>>(kept[row]);
}
fn putSimplex(context: i32, row: i32, a: i32, b: i32, c: i32, d: i32) {
  simplex[row] = bitcast<vec4<u32>>(vec4<i32>(a, b, c, d));
}
fn copySimplex(context: i32, row: i32) {
  simplex[row] = kept[row];
}
fn putResult(
  context: i32, row: i32, sx: f32, sy: f32, sz: f32, s: f32,
  ax: f32, ay: f32, az: f32, a: f32, bx: f32, by: f32, bz: f32, b: f32,
) {
  separation[row] = bitcast<vec4<u32>>(vec4<f32>(sx, sy, sz, s));
  offsetA[row] = bitcast<vec4<u32>>(vec4<f32>(ax, ay, az, a));
  offsetB[row] = bitcast<vec4<u32>>(vec4<f32>(bx, by, bz, b));
}
fn putNoSeparation(context: i32, row: i32) {
  let nothing = 0x7fc00000u;
  separation[row] = vec4<u32>(nothing, nothing, nothing, 0u);
  offsetA[row] = vec4<u32>(nothing);
  offsetB[row] = vec4<u32>(nothing, nothing, nothing, 0u);
}

@compute @workgroup_size(GROUP) fn flags(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = rowOf(id);
  if (row >= params[0].x) {
    return;
  }
  var rows: Rows;
  verdicts[row] = u32(boxFlag_(0, &rows, i32(row)));
}
@compute @workgroup_size(GROUP) fn distance(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = rowOf(id);
  if (row >= params[0].x) {
    return;
  }
  var rows: Rows;
  verdicts[row] = u32(boxRow_(0, &rows, i32(row)));
}
