// the number of an invocation in a dispatch of rows of MOST_GROUPS groups
fn rowOf(id: vec3<u32>) -> u32 {
  return id.x + id.y * (GROUP * MOST_GROUPS);
}
