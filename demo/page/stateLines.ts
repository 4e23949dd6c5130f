/** Lines over the bodies of an instanced mesh, in the color of their state: one draw call. */
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  EdgesGeometry,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Vector3,
} from 'three';

/** What lines show: nothing, edges of the shapes, or bounding boxes in the frames of the bodies. */
export const LINES = ['none', 'outlines', 'bounds'] as const;
export type Lines = (typeof LINES)[number];

const AWAKE = new Color('#2b0b00');
const ASLEEP = new Color('#9ad0ff');
/** Faces that meet at a smaller angle have no edge (degrees). */
const CREASE = 12;

export type StateLines = LineSegments<InstancedBufferGeometry, LineBasicMaterial>;

/** @param liveliness 0 (asleep) to 1 (awake) per instance @returns lines that follow the instances */
export function stateLines({ geometry, instanceMatrix }: InstancedMesh, liveliness: Float32Array): StateLines {
  const lines = new InstancedBufferGeometry();
  lines.setAttribute('pose', instanceMatrix);
  lines.setAttribute('life', new InstancedBufferAttribute(liveliness, 1));
  const material = new LineBasicMaterial();
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { awake: { value: AWAKE }, asleep: { value: ASLEEP } });
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        '#include <common>\nattribute mat4 pose; attribute float life; varying float vLife;',
      )
      .replace('#include <begin_vertex>', 'vec3 transformed = (pose * vec4(position, 1.0)).xyz; vLife = life;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nuniform vec3 awake, asleep; varying float vLife;')
      .replace('#include <color_fragment>', 'diffuseColor.rgb = mix(asleep, awake, vLife);');
  };
  const drawn = new LineSegments(lines, material);
  drawn.frustumCulled = false; // culling would need new bounds at every step
  drawn.visible = false;
  drawn.userData.outlined = geometry;
  return drawn;
}

/** Makes lines show another thing. */
export function showLines(drawn: StateLines, what: Lines): void {
  drawn.visible = what !== 'none';
  if (what === 'none') return;
  const outlined = drawn.userData.outlined as BufferGeometry;
  const edges = new EdgesGeometry(what === 'bounds' ? boxOf(outlined) : outlined, CREASE);
  drawn.geometry.setAttribute('position', edges.getAttribute('position'));
}

function boxOf(geometry: BufferGeometry): BoxGeometry {
  geometry.computeBoundingBox();
  const box = geometry.boundingBox!;
  const { x, y, z } = box.getSize(new Vector3());
  const center = box.getCenter(new Vector3());
  return new BoxGeometry(x, y, z).translate(center.x, center.y, center.z);
}
