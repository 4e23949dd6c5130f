/** What the sensor of a scene sees: its hits as points, in one draw call, and the sensor itself. */
import {
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
} from 'three';
import { rayCount, type SensorSpec } from '../../scenes/sensor.ts';

export interface ScanView {
  readonly group: Group;
  /** Shows points, x y z of each (m). Allocates nothing. */
  update(points: Float32Array, count: number): void;
  /** The points that are drawn. */
  shown(): Float32Array;
  dispose(): void;
}

/** Diameter of a point (m), and the least on the screen (px). */
const POINT = 0.15;
const LEAST = '2.2';
/** Radius and height of what is drawn of the sensor (m). */
const HEAD = { radius: 0.3, height: 0.4 };

export function createScanView(sensor: SensorSpec): ScanView {
  const geometry = new BufferGeometry();
  const xyz = new Float32Array(3 * rayCount(sensor));
  const positions = new BufferAttribute(xyz, 3);
  positions.setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', positions);
  geometry.setDrawRange(0, 0);
  const material = createMaterial();
  const points = new Points(geometry, material);
  points.frustumCulled = false; // culling would need new bounds at every step
  const head = createHead(sensor);
  const group = new Group().add(points, head);
  return {
    group,
    update(next, count) {
      // shared memory cannot be handed to WebGL in all browsers
      xyz.set(next);
      positions.needsUpdate = true;
      geometry.setDrawRange(0, count);
    },
    shown: () => xyz.subarray(0, 3 * geometry.drawRange.count),
    dispose() {
      geometry.dispose();
      material.dispose();
      head.geometry.dispose();
      head.material.dispose();
    },
  };
}

/** Points in the color of their height. They are drawn slightly in front of what they lie on. */
function createMaterial(): PointsMaterial {
  const material = new PointsMaterial({ size: POINT, toneMapped: false, fog: false });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${HEIGHT_COLOR}`)
      .replace('#include <project_vertex>', `#include <project_vertex>\n${FORWARD}`)
      .replace('#include <fog_vertex>', `gl_PointSize = max(gl_PointSize, ${LEAST});`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vHeightColor;')
      .replace('#include <color_fragment>', `#include <color_fragment>\n${ROUND}`);
  };
  return material;
}

function createHead({ position }: SensorSpec): Mesh<CylinderGeometry, MeshStandardMaterial> {
  const material = new MeshStandardMaterial({ color: '#f7f9ff', roughness: 0.5 });
  const mesh = new Mesh(new CylinderGeometry(HEAD.radius, HEAD.radius, HEAD.height, 24), material);
  mesh.position.set(...position);
  mesh.castShadow = true;
  return mesh;
}

const HEIGHT_COLOR = `
varying vec3 vHeightColor;
vec3 heightColor(float height) {
  vec3 color = mix(vec3(0.03, 0.3, 1.0), vec3(0.05, 0.9, 0.55), smoothstep(0.0, 0.5, height));
  color = mix(color, vec3(1.0, 0.8, 0.1), smoothstep(0.4, 1.2, height));
  return mix(color, vec3(1.0, 0.1, 0.25), smoothstep(1.2, 3.0, height));
}`;

const FORWARD = `
vHeightColor = heightColor(transformed.y);
mvPosition.xyz -= 0.06 * normalize(mvPosition.xyz);
gl_Position = projectionMatrix * mvPosition;`;

const ROUND = `
if (length(gl_PointCoord - 0.5) > 0.5) discard;
diffuseColor.rgb = vHeightColor;`;
