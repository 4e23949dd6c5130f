// What shaders of users read, `layoutWgsl` of `hullstorm/gpu`: rows of buffers, and functions of them.

// a position (m) in units of 2⁻⁴⁰ m, low words first
struct Origin { x: vec2<u32>, y: vec2<u32>, z: vec2<u32> }
// a row of `results.gpu.poses`: `isBox` is 1 if it is a box with an ordinary pose, half extents come after 0
struct PoseRow {
  position: Origin,
  isBox: u32,
  spare: u32,
  rotation: vec4<f32>,
  halfExtents: vec4<f32>,
}
struct Pose { position: vec3<f32>, isBox: bool, rotation: vec4<f32>, halfExtents: vec3<f32> }
// a row of `results.gpu.separation`: from A to B
struct SeparationRow { normal: vec3<f32>, distance: f32 }

// b minus a (m), rounded once
fn vectorBetween(a: Origin, b: Origin) -> vec3<f32> {
  return vec3<f32>(
    unitsBetween(a.x.x, a.x.y, b.x.x, b.x.y),
    unitsBetween(a.y.x, a.y.y, b.y.x, b.y.y),
    unitsBetween(a.z.x, a.z.y, b.z.x, b.z.y),
  );
}
// the position of B minus that of A (m)
fn offsetBetween(a: PoseRow, b: PoseRow) -> vec3<f32> {
  return vectorBetween(a.position, b.position);
}
// the pose, its position relative to an origin (m)
fn poseOf(origin: Origin, row: PoseRow) -> Pose {
  let position = vectorBetween(origin, row.position);
  return Pose(position, row.isBox == 1u, normalize(row.rotation), row.halfExtents.yzw);
}
// a vector turned by a unit quaternion
fn turned(rotation: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
  let t = 2.0f * cross(rotation.xyz, v);
  return v + rotation.w * t + cross(rotation.xyz, t);
}
// the status of a row: byte row % 4 of word row / 4 of `results.gpu.status`
fn statusOf(word: u32, row: u32) -> u32 {
  return (word >> (8u * (row & 3u))) & 0xffu;
}
