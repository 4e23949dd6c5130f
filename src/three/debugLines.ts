/** Lines that show what a stepper sees: shapes by state, bounds, contacts, rays. */
import { type RayHits, type RayList, RayStatus } from 'hullstorm';
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  LineBasicMaterial,
  LineSegments,
  Quaternion,
  Vector3,
} from 'three';
import { isA, type Keys, readOptions } from '../checks.ts';
import { flag, refuse } from '../errors.ts';
import { Bridge } from './bridge.ts';
import { outlineOf } from './outlines.ts';

/** What is drawn, and the states of bodies. */
export type DebugColor =
  | 'awake'
  | 'asleep'
  | 'static'
  | 'kinematic'
  | 'sensor'
  | 'bounds'
  | 'contact'
  | 'normal'
  | 'ray';

const COLORS: Readonly<Record<DebugColor, ColorRepresentation>> = {
  awake: '#ffb347',
  asleep: '#6f8fbf',
  static: '#8a8a8a',
  kinematic: '#c58cff',
  sensor: '#5fd38d',
  bounds: '#4a4a66',
  contact: '#ff4d6d',
  normal: '#4de3ff',
  ray: '#fff275',
};

/** The parameters of `DebugLines`; each can be changed later. */
export interface DebugLinesOptions {
  /** Whether shapes are drawn. Default: true. */
  readonly shapes?: boolean | undefined;
  /** Whether boxes around the drawn shapes are. Default: false. */
  readonly bounds?: boolean | undefined;
  /** Whether the contact points of the last step are. Default: false. */
  readonly contacts?: boolean | undefined;
  /** Whether normals of contacts and of hits are. Default: false. */
  readonly normals?: boolean | undefined;
  /** Colors other than the default ones. */
  readonly colors?: { readonly [K in DebugColor]?: ColorRepresentation | undefined } | undefined;
}

const KEYS: Keys<DebugLinesOptions> = { shapes: 0, bounds: 0, contacts: 0, normals: 0, colors: 0 };
/** Half the size of the cross of a contact, and the length of a normal (m). */
const CROSS = 0.05;
const NORMAL = 0.3;
/** The statics column of a sleeping body. */
const ASLEEP = 2;

/**
 * Lines over the bodies of a bridge. Add it to a scene whose world is that of the bodies, and call `update` in each
 * frame. Bodies without objects have contacts alone.
 *
 * @example
 * ```ts
 * const lines = new DebugLines(bridge, { contacts: true, normals: true });
 * scene.add(lines);
 * lines.update(); // after bridge.sync
 * ```
 */
export class DebugLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  shapes: boolean;
  bounds: boolean;
  contacts: boolean;
  normals: boolean;
  /** Rays and what they hit, to be drawn. */
  rays: { readonly list: RayList; readonly hits: RayHits } | undefined;
  readonly #bridge: Bridge;
  readonly #colors: Record<DebugColor, Color>;
  #positions = new Float32Array(0);
  #tints = new Float32Array(0);
  #end = 0;

  constructor(bridge: Bridge, options?: DebugLinesOptions) {
    const where = 'new DebugLines';
    if (!isA(bridge, Bridge)) refuse(`${where}: bridge`, 'a bridge made by createBridge', bridge);
    const { colors, ...shown } = readOptions(`${where}: options`, options, KEYS);
    const all = { ...COLORS, ...readOptions<object>(`${where}: colors`, colors, COLORS) };
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }));
    const isShown = (key: keyof typeof shown) => flag(`${where}: ${key}`, shown[key] ?? key === 'shapes');
    this.shapes = isShown('shapes');
    this.bounds = isShown('bounds');
    this.contacts = isShown('contacts');
    this.normals = isShown('normals');
    const tints = Object.entries(all).map(([name, color]) => [name, new Color(color)]);
    this.#colors = Object.fromEntries(tints) as Record<DebugColor, Color>;
    this.#bridge = bridge;
    this.frustumCulled = false;
    this.renderOrder = 1e6;
    // lines are no targets
    this.raycast = () => {};
  }

  /** Writes all lines anew. */
  update(): void {
    this.#end = 0;
    if (this.shapes || this.bounds) this.#addBodies();
    if (this.contacts || this.normals) this.#addContacts();
    if (this.rays) this.#addRays(this.rays.list, this.rays.hits);
    const { position, color } = this.geometry.attributes;
    if (position?.array !== this.#positions) {
      this.geometry.dispose();
      this.geometry.setAttribute('position', new BufferAttribute(this.#positions, 3));
      this.geometry.setAttribute('color', new BufferAttribute(this.#tints, 3));
    } else {
      position.needsUpdate = true;
      color.needsUpdate = true;
    }
    this.geometry.setDrawRange(0, this.#end / 3);
  }

  /** Frees the geometry and the material. */
  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  #addBodies(): void {
    const [box, point, turn] = [new Box3(), new Vector3(), new Quaternion()];
    for (const { id, shape } of this.#bridge.bodies()) {
      const pose = shape && this.#bridge.poseOf(id);
      if (!pose) continue;
      turn.fromArray(pose, 3);
      box.makeEmpty();
      for (const corner of outlineOf(shape)) {
        point.copy(corner).applyQuaternion(turn);
        point.set(point.x + pose[0], point.y + pose[1], point.z + pose[2]);
        box.expandByPoint(point);
        if (this.shapes) this.#add(point, this.#colors[this.#stateOf(id)]);
      }
      if (this.bounds && !box.isEmpty()) this.#addBox(box);
    }
  }

  #stateOf(id: number): DebugColor {
    const { scene } = this.#bridge.dynamics.engine;
    if (scene.sensors[id] !== 0) return 'sensor';
    if (scene.statics[id] !== 0) return scene.statics[id] === ASLEEP ? 'asleep' : 'static';
    return this.#bridge.dynamics.awake[id] === 1 ? 'awake' : 'kinematic';
  }

  #addBox({ min, max }: Box3): void {
    const corner = (k: number) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z);
    for (let k = 0; k < 8; k++)
      for (const bit of [1, 2, 4]) if ((k & bit) === 0) this.#line(corner(k), corner(k | bit), 'bounds');
  }

  #addContacts(): void {
    const { contacts, engine } = this.#bridge.dynamics;
    const { positions } = engine.scene;
    for (let row = 0; row < (contacts?.rowCount ?? 0); row++) {
      const { ids, pointCount, pointsA, separation } = contacts!;
      for (let at = 16 * row; at < 16 * row + 4 * pointCount[row]; at += 4) {
        const point = new Vector3().fromArray(pointsA, at).add(new Vector3().fromArray(positions, 4 * ids[2 * row]));
        if (this.contacts) this.#cross(point);
        if (this.normals) this.#arrow(point, new Vector3().fromArray(separation, 4 * row));
      }
    }
  }

  #addRays({ origins, directions }: RayList, { count, status, t, normals }: RayHits): void {
    for (let k = 0; k < count; k++) {
      const from = new Vector3().fromArray(origins, 4 * k);
      const reach = Math.min(t[k], origins[4 * k + 3]);
      const to = new Vector3()
        .fromArray(directions, 4 * k)
        .multiplyScalar(reach < Infinity ? reach : 1e3)
        .add(from);
      this.#line(from, to, 'ray');
      if (status[k] !== RayStatus.Hit) continue;
      this.#cross(to);
      if (this.normals) this.#arrow(to, new Vector3().fromArray(normals, 4 * k));
    }
  }

  #cross(point: Vector3): void {
    for (let axis = 0; axis < 3; axis++) {
      const arm = new Vector3().setComponent(axis, CROSS);
      this.#line(point.clone().sub(arm), arm.add(point), 'contact');
    }
  }

  #arrow(point: Vector3, normal: Vector3): void {
    this.#line(point, normal.multiplyScalar(NORMAL).add(point), 'normal');
  }

  #line(from: Vector3, to: Vector3, color: DebugColor): void {
    this.#add(from, this.#colors[color]);
    this.#add(to, this.#colors[color]);
  }

  #add(point: Vector3, color: Color): void {
    if (this.#end + 3 > this.#positions.length) {
      const length = Math.max(3072, 2 * this.#positions.length);
      const [positions, tints] = [new Float32Array(length), new Float32Array(length)];
      positions.set(this.#positions);
      tints.set(this.#tints);
      this.#positions = positions;
      this.#tints = tints;
    }
    point.toArray(this.#positions, this.#end);
    color.toArray(this.#tints, this.#end);
    this.#end += 3;
  }
}
