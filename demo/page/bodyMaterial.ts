/**
 * The material of all bodies: soft and matt, darker towards the axis of the column (a cheap stand-in for the light that
 * does not get in there), and dissolving into the background at both ends, where bodies leave and come in.
 */
import { MeshStandardMaterial } from 'three';
import type { Column } from '../../scenes/fall.ts';

/** Over this many metres bodies dissolve. */
const FADE = 4;
/** How much light is left at the axis. */
const DARKEST = 0.5;

export interface BodyMaterial {
  readonly material: MeshStandardMaterial;
  setColumn(column: Column): void;
}

export function createBodyMaterial(): BodyMaterial {
  const material = new MeshStandardMaterial({ color: '#ffffff', roughness: 0.62, metalness: 0 });
  const uniforms = { columnBottom: { value: 0 }, columnTop: { value: 0 }, columnRadius: { value: 1 } };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vBody;')
      .replace('#include <project_vertex>', `#include <project_vertex>\n${VERTEX}`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${DECLARATIONS}`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${SHADE}`)
      .replace('#include <fog_fragment>', `#include <fog_fragment>\n${DISSOLVE}`);
  };
  return {
    material,
    setColumn({ bottom, top, radius }) {
      uniforms.columnBottom.value = bottom;
      uniforms.columnTop.value = top;
      uniforms.columnRadius.value = radius;
    },
  };
}

const DECLARATIONS = `
varying vec3 vBody;
uniform float columnBottom, columnTop, columnRadius;
`;

// the position in the world, which is that of the instance: the meshes stand at the origin
const VERTEX = 'vBody = (instanceMatrix * vec4(transformed, 1.0)).xyz;';

const SHADE = `
float outward = smoothstep(0.25, 1.0, length(vBody.xz) / columnRadius);
diffuseColor.rgb *= mix(${DARKEST.toFixed(2)}, 1.0, outward);
`;

const DISSOLVE = `
float inside = smoothstep(0.0, ${FADE.toFixed(1)}, vBody.y - columnBottom) * smoothstep(0.0, ${FADE.toFixed(1)}, columnTop - vBody.y);
gl_FragColor.rgb = mix(fogColor, gl_FragColor.rgb, inside);
`;
