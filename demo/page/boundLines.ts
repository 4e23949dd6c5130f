/** The bounding boxes of the bodies of an instanced mesh, in their own frames, as lines: one draw call. */
import {
  BoxGeometry,
  EdgesGeometry,
  InstancedBufferGeometry,
  type InstancedMesh,
  LineBasicMaterial,
  LineSegments,
} from 'three';

const COLOR = '#0b1020';

/** @returns lines that follow the instances */
export function boundLines({
  geometry,
  instanceMatrix,
}: InstancedMesh): LineSegments<InstancedBufferGeometry, LineBasicMaterial> {
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const size = max.clone().sub(min);
  const box = new BoxGeometry(size.x, size.y, size.z).translate(
    min.x + size.x / 2,
    min.y + size.y / 2,
    min.z + size.z / 2,
  );
  const edges = new EdgesGeometry(box);
  const lines = new InstancedBufferGeometry();
  lines.setAttribute('position', edges.getAttribute('position'));
  lines.setAttribute('pose', instanceMatrix);
  const material = new LineBasicMaterial({ color: COLOR });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute mat4 pose;')
      .replace('#include <begin_vertex>', 'vec3 transformed = (pose * vec4(position, 1.0)).xyz;');
  };
  const drawn = new LineSegments(lines, material);
  drawn.frustumCulled = false;
  drawn.visible = false;
  return drawn;
}
