/** The surroundings of a scene: a sky, a ground with faint lines, and transparent walls. */
import {
  BackSide,
  BoxGeometry,
  CircleGeometry,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  ShaderMaterial,
  SphereGeometry,
} from 'three';
import { type BodyScene, isWall } from '../../scenes/bodies.ts';

/** Color of the horizon, and of the fog. */
export const HORIZON = '#6f7ba3';
const ZENITH = '#1b2545';
const GLOW = '#e8a37c';
const GROUND = '#3d4668';
/** Radius of the ground (m). Fog hides its edge. */
const FAR = 1500;

/** @param towardsLight direction (unit), for the glow in the sky */
export function createSky(towardsLight: readonly [number, number, number]): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    fog: false,
    uniforms: {
      horizon: { value: new Color(HORIZON) },
      zenith: { value: new Color(ZENITH) },
      glow: { value: new Color(GLOW) },
      light: { value: [...towardsLight] },
    },
    vertexShader: SKY_VERTEX,
    fragmentShader: SKY_FRAGMENT,
  });
  const sky = new Mesh(new SphereGeometry(1, 32, 16), material);
  sky.frustumCulled = false;
  sky.renderOrder = -1;
  return sky;
}

export function createGround(): Mesh {
  const material = new MeshStandardMaterial({ color: GROUND, roughness: 0.95 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vGround;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGround = position.xy;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vGround;')
      .replace('#include <color_fragment>', `#include <color_fragment>\n${LINES}`);
  };
  const ground = new Mesh(new CircleGeometry(FAR, 64), material);
  ground.rotation.x = -Math.PI / 2;
  ground.position.y = -0.004; // resting bodies are slightly deep
  ground.receiveShadow = true;
  return ground;
}

/** Panes for the static boxes that stand on the ground. */
export function createWalls({ bodies }: BodyScene): Group {
  const walls = new Group();
  const glass = new MeshBasicMaterial({ color: '#c8d6ff', transparent: true, opacity: 0.045, depthWrite: false });
  const line = new LineBasicMaterial({ color: '#d5e0ff', transparent: true, opacity: 0.2, depthWrite: false });
  for (const body of bodies) {
    const { shape, position } = body;
    if (!isWall(body) || shape.kind !== 'box') continue;
    // only the inner side: a box of full thickness would hide too much
    const [x, y, z] = shape.halfExtents;
    const isAcrossX = x < z;
    const thin = 0.03;
    const inner = isAcrossX ? Math.abs(position[0]) - x : Math.abs(position[2]) - z;
    const geometry = new BoxGeometry(isAcrossX ? thin : 2 * inner, 2 * y, isAcrossX ? 2 * inner : thin);
    const pane = new Mesh(geometry, glass);
    pane.position.set(
      isAcrossX ? Math.sign(position[0]) * inner : 0,
      y,
      isAcrossX ? 0 : Math.sign(position[2]) * inner,
    );
    pane.add(new LineSegments(new EdgesGeometry(geometry), line));
    walls.add(pane);
  }
  return walls;
}

/** Frees the graphics memory of the walls. */
export function disposeWalls(walls: Group): void {
  walls.traverse((object) => {
    if (object instanceof Mesh || object instanceof LineSegments) {
      object.geometry.dispose();
      object.material.dispose();
    }
  });
}

const SKY_VERTEX = `
varying vec3 vDirection;
void main() {
  vDirection = position;
  // centered at the camera, at the far plane
  gl_Position = (projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0)).xyww;
}`;

const SKY_FRAGMENT = `
uniform vec3 horizon, zenith, glow, light;
varying vec3 vDirection;
void main() {
  vec3 direction = normalize(vDirection);
  float up = clamp(direction.y, 0.0, 1.0);
  vec3 sky = mix(horizon, zenith, smoothstep(0.0, 0.5, pow(up, 0.8)));
  vec2 across = normalize(direction.xz) * normalize(light.xz);
  float near = 0.5 + 0.5 * (across.x + across.y);
  sky = mix(sky, glow, 0.75 * near * near * exp(-6.0 * up) * smoothstep(0.0, 0.1, direction.y));
  gl_FragColor = vec4(sky, 1.0);
  #include <colorspace_fragment>
}`;

/** A line every 5 m, at least one pixel wide. */
const LINES = `
vec2 cell = abs(fract(vGround / 5.0 - 0.5) - 0.5) * 5.0;
vec2 width = fwidth(vGround);
vec2 line = 1.0 - smoothstep(vec2(0.01), vec2(0.01) + 1.2 * width, cell);
float faint = 1.0 - smoothstep(0.3, 2.0, max(width.x, width.y));
diffuseColor.rgb += 0.02 * faint * max(line.x, line.y);
`;
