// Writes rows back that the CPU has computed: 80 bytes each, a row of the bound chunk, its status, and its columns.
@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 16>;
@group(0) @binding(1) var<storage, read> given: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> verdicts: array<u32>;
@group(0) @binding(5) var<storage, read_write> separation: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> offsetA: array<vec4<u32>>;
@group(0) @binding(7) var<storage, read_write> offsetB: array<vec4<u32>>;
@group(0) @binding(8) var<storage, read_write> simplex: array<vec4<u32>>;

@compute @workgroup_size(GROUP) fn putStatuses(@builtin(global_invocation_id) id: vec3<u32>) {
  let k = rowOf(id);
  if (k < params[0].x) {
    verdicts[given[5u * k].x] = given[5u * k].y;
  }
}
@compute @workgroup_size(GROUP) fn putRows(@builtin(global_invocation_id) id: vec3<u32>) {
  let k = rowOf(id);
  if (k < params[0].x) {
    let row = given[5u * k].x;
    verdicts[row] = given[5u * k].y;
    separation[row] = given[5u * k + 1u];
    offsetA[row] = given[5u * k + 2u];
    offsetB[row] = given[5u * k + 3u];
    simplex[row] = given[5u * k + 4u];
  }
}
