/** Camera, lights and surroundings: all that is visible, except bodies. */
import { Fog, type Object3D, PerspectiveCamera, Scene, Spherical, Vector3 } from 'three';
import type { BodyScene } from '../../scenes/bodies.ts';
import type { BodySceneName } from '../../scenes/bodyScenes.ts';
import { type Covered, createControls, fittingDistance, LOWEST_ANGLE, setDistance } from './camera.ts';
import { addLights } from './lights.ts';
import { createPicture } from './picture.ts';
import type { Shot } from './protocol.ts';
import { createQuality, type Tier } from './quality.ts';
import type { CameraPlace } from './settings.ts';
import { createSurroundings, createWalls, disposeWalls } from './surroundings.ts';
import { DAY, NIGHT } from './themes.ts';
import { VIEWS } from './views.ts';

const TURN_STEP = 0.08; // radians per key press

type Triple = [number, number, number];

/** A picture of what is seen. */
export interface Snapshot {
  readonly image: CanvasImageSource & { width: number; height: number };
  /** Where the bodies are in it: parts of its width and of its height. */
  readonly center: readonly [number, number];
}

export interface Stage {
  /** The graphics card, if the browser tells it. */
  readonly graphics: string;
  /** Time of the graphics card for a frame (ms), if the browser tells it. */
  readonly gpuTime: number | undefined;
  /** How good the picture is. */
  readonly tier: Tier;
  /** Replaces the bodies and their surroundings. @param isNew resets the camera */
  show(bodies: Object3D, scene: BodyScene, isNew: boolean): void;
  setCovered(covered: Covered): void;
  /** Where the camera is, about the middle of the scene. */
  camera: CameraPlace;
  /** Turns the camera around the scene, in steps. */
  turn(right: number, up: number): void;
  /** Whether a drag turns the camera. */
  canTurn: boolean;
  /** Multiplies the distance of the camera. */
  zoom(factor: number): void;
  /** Angle of the camera about y, from z towards x (rad). */
  heading(): number;
  /** Moves the camera along with a position, which stays in the center of the view. */
  follow(position: Triple): void;
  /** The camera position, and the unit vector to a point of the page, or without a point to the center of the scene. */
  rayTo(x?: number, y?: number): Shot;
  /** The point of the page (CSS px) at which a position is seen. */
  pointOf(position: Triple): [number, number];
  /** Looks from where another stage looks, at the same place. */
  lookAs(other: Stage): void;
  readonly target: Triple;
  snapshot(): Snapshot;
  /** Frees the graphics memory. */
  dispose(): void;
  /** Draws if anything has changed. @param isMoved whether bodies have moved @returns whether it drew */
  draw(isMoved: boolean): boolean;
}

/** @throws Error when there is no WebGL */
export function createStage(canvas: HTMLCanvasElement): Stage {
  const scene = new Scene();
  const fog = new Fog('#000');
  scene.fog = fog;
  const camera = new PerspectiveCamera(36, 1, 0.5, 3000);
  const picture = createPicture(canvas, scene, camera);
  const { graphics } = picture;
  const quality = createQuality(graphics);
  const lights = addLights(scene);
  const surroundings = createSurroundings();
  scene.add(surroundings.group);
  const controls = createControls(camera, canvas);
  let shown: Object3D | undefined;
  let walls = createWalls({ name: '', bodies: [], center: [0, 0, 0], radius: 1 }, DAY.glass);
  let covered: Covered = { right: 0, bottom: 0 };
  let name: BodySceneName = 'wall';
  let radius = 1;
  let isStale = true;

  const setTier = (tier: Tier) => {
    picture.setTier(tier);
    lights.setShadowPixels(tier.shadowPixels);
    isStale = true;
  };
  setTier(quality.tier);
  /** Radius of what fills the view. */
  const seen = () => radius * VIEWS[name][camera.aspect < 1 ? 'upright' : 'wide'];

  let touched = false; // the visitor has moved the camera: then its distance stays
  const touch = () => {
    touched = true;
    isStale = true;
    controls.autoRotate = false;
  };
  controls.addEventListener('start', touch);

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    picture.setSize(width, height);
    camera.aspect = width / Math.max(height, 1);
    camera.setViewOffset(width, height, covered.right / 2, covered.bottom / 2, width, height);
    if (!touched) setDistance(camera, controls, fittingDistance(camera, seen(), covered));
    isStale = true;
  };
  const observer = new ResizeObserver(resize);
  observer.observe(canvas);
  resize();

  return {
    graphics,
    get gpuTime() {
      return picture.gpuTime;
    },
    get tier() {
      return quality.tier;
    },
    show(bodies, bodyScene, isNew) {
      const theme = bodyScene.sensor ? NIGHT : DAY;
      if (shown) scene.remove(shown, walls);
      disposeWalls(walls);
      walls = createWalls(bodyScene, theme.glass);
      scene.add(bodies, walls);
      shown = bodies;
      isStale = true;
      surroundings.setTheme(theme);
      lights.setTheme(theme);
      fog.color.set(theme.horizon);
      picture.renderer.toneMappingExposure = theme.exposure;
      if (!isNew) return;
      const { bodies: all, character, center } = bodyScene;
      name = bodyScene.name as BodySceneName;
      radius = bodyScene.radius;
      lights.aim(new Vector3(...center), radius);
      controls.target.set(...(character ? all[character.body].position : center));
      // keys of a character go by the direction of the camera
      if (character) controls.autoRotate = false;
      touched = false;
      const away = fittingDistance(camera, seen(), covered);
      controls.minDistance = 0.2 * seen();
      controls.maxDistance = 4 * away;
      camera.position.setFromSphericalCoords(away, ...VIEWS[name].angles).add(controls.target);
    },
    get camera() {
      const { phi, theta, radius } = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
      return [phi, theta, radius] as const;
    },
    set camera([polar, azimuth, away]) {
      camera.position.setFromSphericalCoords(away, Math.min(polar, LOWEST_ANGLE), azimuth).add(controls.target);
      touch();
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
    get canTurn() {
      return controls.enabled;
    },
    set canTurn(can) {
      controls.enabled = can;
    },
    zoom(factor) {
      setDistance(camera, controls, camera.position.distanceTo(controls.target) * factor);
      touch();
    },
    heading() {
      return Math.atan2(camera.position.x - controls.target.x, camera.position.z - controls.target.z);
    },
    follow(position) {
      const way = new Vector3(...position).sub(controls.target);
      controls.target.add(way);
      camera.position.add(way);
    },
    rayTo(x, y) {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      // a point of the view is a line of the space: from the camera through any point of it
      const goal =
        x === undefined || y === undefined
          ? controls.target
          : new Vector3((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height, 0.5).unproject(camera);
      const direction = new Vector3().subVectors(goal, camera.position).normalize();
      return { origin: camera.position.toArray(), direction: direction.toArray() };
    },
    pointOf(position) {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const { x, y } = new Vector3(...position).project(camera);
      return [left + ((1 + x) * width) / 2, top + ((1 - y) * height) / 2];
    },
    get target() {
      return controls.target.toArray();
    },
    lookAs(other) {
      const { camera: place, target } = other;
      controls.target.set(...target);
      camera.position.setFromSphericalCoords(place[2], place[0], place[1]).add(controls.target);
      touch();
    },
    snapshot() {
      const copy = document.createElement('canvas');
      copy.width = canvas.width;
      copy.height = canvas.height;
      // a browser keeps what is drawn until the end of the task
      picture.draw(true);
      copy.getContext('2d')?.drawImage(canvas, 0, 0);
      const center = [
        (1 - covered.right / canvas.clientWidth) / 2,
        (1 - covered.bottom / canvas.clientHeight) / 2,
      ] as const;
      return { image: copy, center };
    },
    dispose() {
      observer.disconnect();
      controls.dispose();
      picture.dispose();
    },
    draw(isMoved) {
      const isTurned = controls.update();
      if (!isMoved && !isTurned && !isStale) {
        quality.rested();
        return false;
      }
      const away = camera.position.distanceTo(controls.target);
      fog.near = away + 0.8 * radius;
      fog.far = away + 26 * radius;
      picture.draw(isMoved || isStale);
      isStale = false;
      if (quality.drawn(performance.now())) setTier(quality.tier);
      return true;
    },
  };
}
