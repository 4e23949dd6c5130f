/** The surroundings of a scene: a sky, a ground of squares, and transparent walls. */
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
import { SUN } from './lights.ts';
import type { Theme } from './themes.ts';

/** Radius of the ground (m). Fog hides its edge. */
const FAR = 1500;

export interface Surroundings {
  readonly group: Group;
  setTheme(theme: Theme): void;
}

export function createSurroundings(): Surroundings {
  const sky = createSky();
  const ground = createGround();
  return {
    group: new Group().add(sky, ground),
    setTheme(theme) {
      const { horizon, zenith, glow } = sky.material.uniforms;
      horizon.value.set(theme.horizon);
      zenith.value.set(theme.zenith);
      glow.value.set(theme.glow);
      ground.material.color.set(theme.ground);
      square.value.set(theme.square);
      line.value.set(theme.line);
    },
  };
}

function createSky(): Mesh<SphereGeometry, ShaderMaterial> {
  const color = () => ({ value: new Color() });
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    fog: false,
    uniforms: { horizon: color(), zenith: color(), glow: color(), light: { value: SUN } },
    vertexShader: SKY_VERTEX,
    fragmentShader: SKY_FRAGMENT,
  });
  const sky = new Mesh(new SphereGeometry(1, 32, 16), material);
  sky.frustumCulled = false;
  sky.renderOrder = -1;
  return sky;
}

const square = { value: new Color() };
const line = { value: new Color() };

function createGround(): Mesh<CircleGeometry, MeshStandardMaterial> {
  const material = new MeshStandardMaterial({ roughness: 0.95 });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { square, line });
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vGround;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGround = position.xy;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vGround;\nuniform vec3 square, line;')
      .replace('#include <color_fragment>', `#include <color_fragment>\n${TILES}`);
  };
  const ground = new Mesh(new CircleGeometry(FAR, 64), material);
  ground.rotation.x = -Math.PI / 2;
  ground.position.y = -0.004; // resting bodies are slightly deep
  ground.receiveShadow = true;
  return ground;
}

/** Panes for the static boxes that stand on the ground. */
export function createWalls({ bodies }: BodyScene, color: string): Group {
  const walls = new Group();
  const glass = new MeshBasicMaterial({ color, transparent: true, opacity: 0.05, depthWrite: false });
  const line = new LineBasicMaterial({ color, transparent: true, opacity: 0.28, depthWrite: false });
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
  vec3 sky = mix(horizon, zenith, smoothstep(0.0, 0.45, up));
  float near = 0.5 + 0.5 * dot(normalize(direction.xz), normalize(light.xz));
  sky = mix(sky, glow, 0.6 * near * near * exp(-4.0 * up));
  gl_FragColor = vec4(sky, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

/** Squares of 5 m, with a line around each that is at least one pixel wide. They fade far away. */
const TILES = `
vec2 place = vGround / 5.0;
vec2 cell = abs(fract(place - 0.5) - 0.5) * 5.0;
vec2 width = fwidth(vGround);
vec2 lines = 1.0 - smoothstep(vec2(0.012), vec2(0.012) + 1.2 * width, cell);
float clear = 1.0 - smoothstep(0.25, 1.5, max(width.x, width.y));
float odd = mod(floor(place.x) + floor(place.y), 2.0);
diffuseColor.rgb = mix(diffuseColor.rgb, square, clear * odd);
diffuseColor.rgb = mix(diffuseColor.rgb, line, 0.55 * clear * max(lines.x, lines.y));
`;
