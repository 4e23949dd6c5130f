/** Renderer, camera, lights and surroundings: all that is visible, except bodies. */
import {
  AgXToneMapping,
  DirectionalLight,
  Fog,
  HemisphereLight,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Spherical,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { BodyScene } from '../../scenes/bodies.ts';
import { createGround, createSky, createWalls, disposeWalls, HORIZON } from './surroundings.ts';

const TURN_STEP = 0.08; // radians per key press
const MOST_PIXEL_RATIO = 2;
const SHADOW_PIXELS = 2048;
/** Polar angle and azimuth of the first view (radians): from above, across a corner. */
const FIRST_ANGLES = [1.26, 0.62] as const;
/** Largest polar angle (radians): the camera stays above the ground. */
const LOWEST_ANGLE = 1.53;
/** The scene is below the center of the view by this part of its height, so that some sky is visible. */
const LIFT = 0.06;
/** Direction to the light, unit length. */
const LIGHT = new Vector3(-0.8, 0.64, 0.22).normalize();

/** Covered parts of the view (CSS px). The scene is centered in the rest. */
export interface Covered {
  readonly right: number;
  readonly bottom: number;
}

type Triple = [number, number, number];

export interface Stage {
  /** The graphics card, if the browser tells it. */
  readonly graphics: string;
  /** Replaces the bodies and their surroundings. @param isNew resets the camera */
  show(bodies: Object3D, scene: BodyScene, isNew: boolean): void;
  setCovered(covered: Covered): void;
  /** Turns the camera around the scene, in steps. */
  turn(right: number, up: number): void;
  /** Multiplies the distance of the camera. */
  zoom(factor: number): void;
  /** The camera position, and the unit vector to a point of the page, or without a point to the center of the scene. */
  rayTo(x?: number, y?: number): { origin: Triple; direction: Triple };
  /** Draws if anything has changed. @param isMoved whether bodies have moved @returns whether it drew */
  draw(isMoved: boolean): boolean;
}

/** @throws Error when there is no WebGL */
export function createStage(canvas: HTMLCanvasElement): Stage {
  const renderer = createRenderer(canvas);
  const scene = new Scene();
  const fog = new Fog(HORIZON);
  scene.fog = fog;
  const light = addLights(scene);
  scene.add(createSky(LIGHT.toArray()), createGround());
  const camera = new PerspectiveCamera(36, 1, 0.5, 3000);
  const controls = createControls(camera, canvas);
  let shown: Object3D | undefined;
  let walls = createWalls({ name: '', bodies: [], center: [0, 0, 0], radius: 1 });
  let covered: Covered = { right: 0, bottom: 0 };
  let radius = 1;
  let isStale = true;

  let touched = false; // the visitor has moved the camera: then its distance stays
  const touch = () => {
    touched = true;
    isStale = true;
    controls.autoRotate = false;
  };
  controls.addEventListener('start', touch);

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    renderer.setSize(width, height, false);
    camera.aspect = width / Math.max(height, 1);
    const lift = LIFT * (height - covered.bottom);
    camera.setViewOffset(width, height, covered.right / 2, covered.bottom / 2 - lift, width, height);
    if (!touched) setDistance(camera, controls, fittingDistance(camera, radius, covered));
    isStale = true;
  };
  new ResizeObserver(resize).observe(canvas);
  resize();

  return {
    graphics: String(renderer.getContext().getParameter(renderer.getContext().RENDERER)),
    show(bodies, bodyScene, isNew) {
      if (shown) scene.remove(shown, walls);
      disposeWalls(walls);
      walls = createWalls(bodyScene);
      scene.add(bodies, walls);
      shown = bodies;
      isStale = true;
      if (!isNew) return;
      radius = bodyScene.radius;
      controls.target.set(...bodyScene.center);
      aimLight(light, controls.target, radius);
      touched = false;
      const away = fittingDistance(camera, radius, covered);
      controls.minDistance = 0.2 * radius;
      controls.maxDistance = 4 * away;
      camera.position.setFromSphericalCoords(away, ...FIRST_ANGLES).add(controls.target);
    },
    setCovered(next) {
      covered = next;
      resize();
    },
    turn(right, up) {
      const offset = new Vector3().subVectors(camera.position, controls.target);
      const around = new Spherical().setFromVector3(offset);
      around.theta += right * TURN_STEP;
      around.phi = Math.min(around.phi - up * TURN_STEP, LOWEST_ANGLE);
      camera.position.setFromSpherical(around.makeSafe()).add(controls.target);
      touch();
    },
    zoom(factor) {
      setDistance(camera, controls, camera.position.distanceTo(controls.target) * factor);
      touch();
    },
    rayTo(x, y) {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const caster = new Raycaster();
      if (x === undefined || y === undefined) {
        caster.ray.origin.copy(camera.position);
        caster.ray.direction.subVectors(controls.target, camera.position).normalize();
      } else {
        const at = new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height);
        caster.setFromCamera(at, camera);
      }
      return { origin: caster.ray.origin.toArray(), direction: caster.ray.direction.toArray() };
    },
    draw(isMoved) {
      const isTurned = controls.update();
      if (!isMoved && !isTurned && !isStale) return false;
      renderer.shadowMap.needsUpdate = isMoved || isStale;
      isStale = false;
      const away = camera.position.distanceTo(controls.target);
      fog.near = away + 0.5 * radius;
      fog.far = away + 22 * radius;
      renderer.render(scene, camera);
      return true;
    },
  };
}

function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
  renderer.toneMapping = AgXToneMapping;
  renderer.toneMappingExposure = 1.25;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;
  return renderer;
}

function createControls(camera: PerspectiveCamera, canvas: HTMLCanvasElement): OrbitControls {
  const controls = new OrbitControls(camera, canvas);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.enableDamping = !isStill;
  controls.enablePan = false;
  controls.maxPolarAngle = LOWEST_ANGLE;
  controls.autoRotate = !isStill;
  controls.autoRotateSpeed = 0.35;
  return controls;
}

/** The distance at which the scene fills the part of the view that is not covered. */
function fittingDistance(camera: PerspectiveCamera, radius: number, { right, bottom }: Covered): number {
  const { fullWidth, fullHeight } = camera.view ?? { fullWidth: 1, fullHeight: 1 };
  const width = Math.max(fullWidth - right, 1) / Math.max(fullHeight, 1);
  const height = Math.max(fullHeight - bottom, 1) / Math.max(fullHeight, 1);
  // the area above a panel is low: there the whole scene has to be visible
  const most = Math.min(1.1 * width, (bottom > 0 ? 1 : 1.25) * height);
  return radius / (Math.tan((camera.fov * Math.PI) / 360) * most);
}

function setDistance(camera: PerspectiveCamera, { target }: OrbitControls, distance: number): void {
  camera.position.sub(target).setLength(distance).add(target);
}

function addLights(scene: Scene): DirectionalLight {
  const light = new DirectionalLight('#ffd6a8', 4);
  light.castShadow = true;
  light.shadow.mapSize.setScalar(SHADOW_PIXELS);
  light.shadow.radius = 2.5;
  const rim = new DirectionalLight('#a9c0ff', 0.7);
  rim.position.set(6, 4, 8);
  scene.add(new HemisphereLight('#cfd8f2', '#8a7a80', 1.95), light, light.target, rim);
  return light;
}

/** Aims the light at the center, with shadows of the whole scene and nothing more, so that they are sharp. */
function aimLight({ position, target, shadow }: DirectionalLight, center: Vector3, radius: number): void {
  target.position.copy(center);
  position.copy(center).addScaledVector(LIGHT, 4 * radius);
  const reach = 1.35 * radius;
  Object.assign(shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: radius,
    far: 7 * radius,
  });
  shadow.camera.updateProjectionMatrix();
  shadow.normalBias = 0.0012 * radius;
  shadow.bias = -0.0004;
}
