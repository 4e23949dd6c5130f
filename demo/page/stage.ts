/** Renderer, camera, light and fog: everything that is seen and is not a body. */
import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Column } from '../../scenes/fall.ts';

const BACKGROUND = '#161c29';
const TURN_STEP = 0.08; // radians per key press
const MOST_PIXEL_RATIO = 2;
/** From the pole and about the axis (radians): slightly from above, across a corner. */
const FIRST_ANGLES = [1.2, 0.6] as const;

/** Parts of the view that something lies over (CSS px): the middle of what is left is where the column goes. */
export interface Covered {
  readonly right: number;
  readonly bottom: number;
}

export interface Stage {
  /** Shows this instead of what was shown. */
  show(bodies: Object3D): void;
  /** Aims the camera at a column. */
  frame(column: Column): void;
  setCovered(covered: Covered): void;
  /** Turns the camera about the column, in steps. */
  turn(right: number, up: number): void;
  /** > 1 goes away. */
  zoom(factor: number): void;
  draw(): void;
}

/** @throws Error when there is no WebGL */
export function createStage(canvas: HTMLCanvasElement): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
  const scene = new Scene();
  scene.background = new Color(BACKGROUND);
  const fog = new Fog(BACKGROUND);
  scene.fog = fog;
  addLights(scene);
  const camera = new PerspectiveCamera(40, 1, 0.5, 500);
  const controls = createControls(camera, canvas);
  let shown: Object3D | undefined;
  let covered: Covered = { right: 0, bottom: 0 };
  let column: Column = { bottom: -1, top: 1, radius: 1 };

  let touched = false; // by the visitor: from then on the distance is theirs
  const touch = () => {
    touched = true;
    controls.autoRotate = false;
  };
  controls.addEventListener('start', touch);

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    renderer.setSize(width, height, false);
    camera.aspect = width / Math.max(height, 1);
    camera.setViewOffset(width, height, covered.right / 2, covered.bottom / 2, width, height);
    if (!touched) setDistance(camera, controls, fittingDistance(camera, column, covered));
  };
  new ResizeObserver(resize).observe(canvas);
  resize();

  return {
    show(bodies) {
      if (shown) scene.remove(shown);
      scene.add(bodies);
      shown = bodies;
    },
    frame(next) {
      column = next;
      touched = false;
      const away = fittingDistance(camera, column, covered);
      controls.target.set(0, (column.bottom + column.top) / 2, 0);
      controls.minDistance = 0.5 * column.radius;
      controls.maxDistance = 3 * away;
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
      around.phi -= up * TURN_STEP;
      camera.position.setFromSpherical(around.makeSafe()).add(controls.target);
      touch();
    },
    zoom(factor) {
      setDistance(camera, controls, camera.position.distanceTo(controls.target) * factor);
      touch();
    },
    draw() {
      controls.update();
      const away = camera.position.distanceTo(controls.target);
      fog.near = Math.max(away - column.radius, 1);
      fog.far = away + 4 * column.radius;
      renderer.render(scene, camera);
    },
  };
}

function createControls(camera: PerspectiveCamera, canvas: HTMLCanvasElement): OrbitControls {
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;
  controls.enablePan = false;
  controls.autoRotate = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.autoRotateSpeed = 0.5;
  return controls;
}

/** So near that the ends of the column, where bodies dissolve, are out of the picture, and its sides are in. */
function fittingDistance(camera: PerspectiveCamera, { bottom, top, radius }: Column, { right }: Covered): number {
  const { fullWidth, fullHeight } = camera.view ?? { fullWidth: 1, fullHeight: 1 };
  const aspect = Math.max(fullWidth - right, 1) / Math.max(fullHeight, 1);
  const halfHeight = Math.max(0.4 * (top - bottom), radius / aspect);
  return halfHeight / Math.tan((camera.fov * Math.PI) / 360) + radius;
}

function setDistance(camera: PerspectiveCamera, { target }: OrbitControls, distance: number): void {
  camera.position.sub(target).setLength(distance).add(target);
}

function addLights(scene: Scene): void {
  const key = new DirectionalLight('#fff1de', 2.7);
  key.position.set(5, 9, 6);
  const rim = new DirectionalLight('#7fa8ff', 1.3);
  rim.position.set(-7, 2, -5);
  scene.add(new HemisphereLight('#dfeaff', '#2a2438', 1.45), key, rim);
}
