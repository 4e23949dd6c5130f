// What a query hands back first: a byte of status per row, the rows that are left, and counts.
struct Left { count: atomic<u32>, overlapping: atomic<u32>, spare: vec2<u32>, rows: array<u32> }
@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 16>;
@group(0) @binding(1) var<storage, read> verdicts: array<u32>;
@group(0) @binding(2) var<storage, read_write> statuses: array<u32>;
@group(0) @binding(3) var<storage, read_write> left: Left;
var<workgroup> overlapping: atomic<u32>;

// four rows
@compute @workgroup_size(GROUP) fn pack(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) local: u32,
) {
  let word = rowOf(id);
  let count = params[0].x;
  var four = 0u;
  var together = 0u;
  for (var k = 0u; k < 4u; k++) {
    let row = 4u * word + k;
    if (row < count) {
      let verdict = verdicts[row];
      four |= (verdict & 0xffu) << (8u * k);
      together += select(0u, 1u, verdict == 1u);
      if (verdict >= LEFT_FROM) {
        let at = atomicAdd(&left.count, 1u);
        if (at < arrayLength(&left.rows)) {
          left.rows[at] = params[0].y + row;
        }
      }
    }
  }
  if (4u * word < count) {
    statuses[word] = four;
  }
  atomicAdd(&overlapping, together);
  workgroupBarrier();
  if (local == 0u) {
    atomicAdd(&left.overlapping, atomicLoad(&overlapping));
  }
}
