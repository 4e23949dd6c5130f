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
import { checkKindOf, isA, type Keys, readOptions } from '../checks.ts';
import { flag, integerIn, refuse } from '../errors.ts';
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
  /** Colors other than the default ones, as three.js takes them: '#ffb347', 'white', 0xffb347, a `Color`. */
  readonly colors?: { readonly [K in DebugColor]?: ColorRepresentation | undefined } | undefined;
}

const KEYS: Keys<DebugLinesOptions> = { shapes: 0, bounds: 0, contacts: 0, normals: 0, colors: 0 };
/** Half the size of the cross of a contact, and the length of a normal (m). */
const [CROSS, NORMAL] = [0.05, 0.3];
/** The statics column of a sleeping body. */
const ASLEEP = 2;

function colorOf(at: string, value: ColorRepresentation): Color {
  if (typeof value === 'number') integerIn(at, value, 0, 0xffffff);
  const color = new Color(Number.NaN, 0, 0);
  // what three.js does not know leaves the color as it is
  checkKindOf(at, "a color such as '#ffb347'", value, () => color.set(value).toArray().every(Number.isFinite));
  return color;
}

const vectorAt = (column: ArrayLike<number>, at: number) => new Vector3().fromArray(column as number[], at);

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
  shapes = true;
  bounds = false;
  contacts = false;
  normals = false;
  /** Rays and what they hit, to be drawn. */
  rays: { readonly list: RayList; readonly hits: RayHits } | undefined;
  readonly #bridge: Bridge;
  readonly #colors: Readonly<Record<DebugColor, Color>>;
  readonly #positions: number[] = [];
  readonly #tints: number[] = [];

  constructor(bridge: Bridge, options?: DebugLinesOptions) {
    const where = 'new DebugLines';
    if (!isA(bridge, Bridge)) refuse(`${where}: bridge`, 'a bridge made by createBridge', bridge);
    const { colors, ...shown } = readOptions(`${where}: options`, options, KEYS);
    const all = { ...COLORS, ...readOptions<object>(`${where}: colors`, colors, COLORS) };
    const tints = Object.entries(all).map(([name, color]) => [name, colorOf(`${where}: colors: ${name}`, color)]);
    for (const [key, value] of Object.entries(shown)) flag(`${where}: ${key}`, value);
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }));
    Object.assign(this, shown, { frustumCulled: false, renderOrder: 1e6 });
    this.#colors = Object.fromEntries(tints) as Record<DebugColor, Color>;
    this.#bridge = bridge;
  }

  /** Lines are no targets. @internal */
  override raycast(): void {}

  /** Writes all lines anew. */
  update(): void {
    this.#positions.length = this.#tints.length = 0;
    if (this.shapes || this.bounds) this.#addBodies();
    if (this.contacts || this.normals) this.#addContacts();
    if (this.rays) this.#addRays(this.rays.list, this.rays.hits);
    this.#upload('position', this.#positions);
    this.#upload('color', this.#tints);
    this.geometry.setDrawRange(0, this.#positions.length / 3);
  }

  #upload(name: string, values: readonly number[]): void {
    let attribute = this.geometry.getAttribute(name);
    if (!(attribute?.array.length >= values.length)) {
      this.geometry.dispose();
      attribute = new BufferAttribute(new Float32Array(2 * values.length), 3);
      this.geometry.setAttribute(name, attribute);
    }
    attribute.array.set(values);
    attribute.needsUpdate = true;
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
      const state = this.#stateOf(id);
      turn.fromArray(pose, 3);
      box.makeEmpty();
      for (const corner of outlineOf(shape)) {
        point.copy(corner).applyQuaternion(turn);
        point.set(point.x + pose[0], point.y + pose[1], point.z + pose[2]);
        box.expandByPoint(point);
        if (this.shapes) this.#add(point, state);
      }
      if (this.bounds && !box.isEmpty()) this.#addBox(box);
    }
  }

  #stateOf(id: number): DebugColor {
    const { awake, engine } = this.#bridge.dynamics;
    const { sensors, statics } = engine.scene;
    if (sensors[id] !== 0) return 'sensor';
    if (statics[id] !== 0) return statics[id] === ASLEEP ? 'asleep' : 'static';
    return awake[id] === 1 ? 'awake' : 'kinematic';
  }

  #addBox({ min, max }: Box3): void {
    const corner = (k: number) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z);
    for (let k = 0; k < 8; k++)
      for (const bit of [1, 2, 4]) if ((k & bit) === 0) this.#line(corner(k), corner(k | bit), 'bounds');
  }

  #addContacts(): void {
    const { contacts, engine } = this.#bridge.dynamics;
    for (let row = 0; row < (contacts?.rowCount ?? 0); row++) {
      const { ids, pointCount, pointsA, separation } = contacts!;
      for (let at = 16 * row; at < 16 * row + 4 * pointCount[row]; at += 4) {
        const point = vectorAt(engine.scene.positions, 4 * ids[2 * row]).add(vectorAt(pointsA, at));
        this.#mark(point, vectorAt(separation, 4 * row), this.contacts);
      }
    }
  }

  #addRays({ origins, directions }: RayList, { count, status, t, normals }: RayHits): void {
    for (let k = 0; k < count; k++) {
      const from = vectorAt(origins, 4 * k);
      const reach = Math.min(t[k], origins[4 * k + 3]);
      const to = from.clone().addScaledVector(vectorAt(directions, 4 * k), reach < Infinity ? reach : 1e3);
      this.#line(from, to, 'ray');
      if (status[k] === RayStatus.Hit) this.#mark(to, vectorAt(normals, 4 * k), true);
    }
  }

  /** Adds a cross, and a normal. */
  #mark(point: Vector3, normal: Vector3, isCross: boolean): void {
    for (let axis = 0; isCross && axis < 3; axis++) {
      const arm = new Vector3().setComponent(axis, CROSS);
      this.#line(point.clone().sub(arm), arm.add(point), 'contact');
    }
    if (this.normals) this.#line(point, point.clone().addScaledVector(normal, NORMAL), 'normal');
  }

  #line(from: Vector3, to: Vector3, color: DebugColor): void {
    this.#add(from, color);
    this.#add(to, color);
  }

  #add({ x, y, z }: Vector3, color: DebugColor): void {
    const { r, g, b } = this.#colors[color];
    this.#positions.push(x, y, z);
    this.#tints.push(r, g, b);
  }
}
