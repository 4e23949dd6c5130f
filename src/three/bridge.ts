/** Objects of three.js as bodies: a map between them, their poses in each frame, and picking. */
import { QueryError, type Shape } from 'hullstorm';
import { type BodyOptions, Dynamics } from 'hullstorm/dynamics';
import { type InstancedMesh, type Mesh, type Object3D, type Raycaster, Vector3 } from 'three';
import { isA, type Keys, readOptions } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { type Poses, posesNow } from '../loop/poses.ts';
import { isInstanced } from './frames.ts';
import { type FoundShape, type ObjectShapeOptions, shapesOf } from './objectShapes.ts';
import { castPick, castPickSync, type Hit, type PickOptions } from './picking.ts';
import { type Entry, type Placed, PosedObjects } from './posedObjects.ts';

/** The options of `addObject`: those of `dynamics.addBody` without the pose, which is that of the object. */
export interface ObjectBodyOptions
  extends Omit<BodyOptions, 'position' | 'rotation'>,
    Omit<ObjectShapeOptions, 'shape' | 'static'> {
  /** How the shape is found, as in `shapesFromObject`; or a shape, in meters of the world. Default: 'auto'. */
  readonly shape?: ObjectShapeOptions['shape'] | Shape;
}

const BODY = { type: 0, velocity: 0, spin: 0, density: 0, mass: 0, friction: 0, restitution: 0, gravityScale: 0 };
const TRAITS = { membership: 0, mask: 0, userId: 0, sensor: 0, canSleep: 0, bullet: 0 };
const DAMPING = { linearDamping: 0, angularDamping: 0 };
const KEYS: Keys<ObjectBodyOptions> = { ...BODY, ...TRAITS, ...DAMPING, shape: 0, maxVertices: 0 };

/** What a ray hits first, with the names of an intersection of three.js. */
export interface Pick {
  /** The id of the body. */
  readonly id: number;
  /** The object of the body; undefined for a body that has none. */
  readonly object: Object3D | undefined;
  /** The mesh that is hit: of a group, one of its meshes. */
  readonly mesh: Mesh | undefined;
  /** The instance that is hit, if the mesh is instanced. */
  readonly instanceId: number | undefined;
  /** The child of the shape that is hit: a triangle or a part; −1 for a convex shape. */
  readonly child: number;
  /** World (m). */
  readonly point: Vector3;
  /** Outward, world. */
  readonly normal: Vector3;
  /** From the origin of the ray (m). */
  readonly distance: number;
}

/**
 * Connects objects of three.js to bodies of a stepper.
 * @throws QueryError for anything but a stepper made by `createDynamics`
 *
 * @example
 * ```ts
 * const bridge = createBridge(dynamics);
 * bridge.addObject(floor, { type: 'static' });
 * bridge.addObject(crate, { friction: 0.8 });
 * await dynamics.step(1 / 60);
 * bridge.sync();
 * ```
 */
export function createBridge(dynamics: Dynamics): Bridge {
  if (!isA(dynamics, Dynamics)) refuse('createBridge: dynamics', 'a stepper made by createDynamics', dynamics);
  return new Bridge(dynamics);
}

/** Objects that are bodies. Made by `createBridge`. */
export class Bridge extends PosedObjects {
  readonly dynamics: Dynamics;
  readonly #now: Poses;
  /** Shapes in the scene, and how many bodies have them. */
  readonly #uses = new Map<Shape, { readonly id: number; bodies: number }>();

  /** @internal */
  constructor(dynamics: Dynamics) {
    super(dynamics.generations);
    this.dynamics = dynamics;
    this.#now = posesNow(dynamics.engine.scene, dynamics.awake);
    this.reader.begin(this.#now);
  }

  /**
   * Adds a body for each instance of an instanced mesh that is none yet, at its pose. Culling of the mesh ends, unless
   * the bodies are static: it would need new bounds in each frame.
   * @returns the ids of the new bodies, by instance
   * @throws QueryError as `shapesFromObject` and `dynamics.addBody`; then no body is added
   */
  addObject(object: InstancedMesh, options?: ObjectBodyOptions): number[];
  /**
   * Adds a body for an object, at its pose in the world. Its meshes, and those below it, are its shape.
   * @returns the id of the body
   * @throws QueryError for an object that is a body already, and for one that moves below a parent with a mirror, a
   *   shear or a scale that differs by axis; as `shapesFromObject` and `dynamics.addBody`. Then no body is added
   *
   * @example
   * ```ts
   * const id = bridge.addObject(chair, { density: 600 }); // a group: its meshes are parts of one body
   * ```
   */
  addObject(object: Object3D, options?: ObjectBodyOptions): number;
  addObject(object: Object3D, options?: ObjectBodyOptions): number | number[] {
    const where = 'bridge.addObject';
    const given = readOptions<ObjectBodyOptions>(`${where}: options`, options, KEYS);
    const { shape, maxVertices, ...body } = given;
    const isStatic = body.type === 'static';
    this.forgetGone();
    const isKnown = (instanceId: number) => this.known(object).has(instanceId);
    const found = shapesOf(where, object, { shape, static: isStatic, maxVertices, isKnown });
    if (!isInstanced(object)) this.checkFree(`${where}: object`, object, !isStatic);
    const ids = this.#addBodies(found, object, body);
    return isInstanced(object) ? ids : ids[0];
  }

  /** Adds bodies: all of them, or none. Those of one shape share it. */
  #addBodies(found: readonly FoundShape[], object: Object3D, body: BodyOptions): number[] {
    const { dynamics } = this;
    const isStatic = body.type === 'static';
    const added: Placed[] = [];
    try {
      for (const own of found) {
        const { shape, position, rotation } = own;
        const use = this.#uses.get(shape) ?? { id: dynamics.addShape(shape), bodies: 0 };
        this.#uses.set(shape, use);
        use.bodies++;
        added.push({ ...own, id: dynamics.addBody(use.id, { ...body, position, rotation }), object, isStatic });
      }
    } catch (error) {
      for (const { id } of added) dynamics.removeBody(id);
      for (const { shape } of found.slice(0, added.length + 1)) this.#release(shape);
      throw error;
    }
    this.reader.begin(this.#now);
    for (const placed of added) this.insert(placed, true);
    return added.map(({ id }) => id);
  }

  /** A body of the shape is gone. With the last one the shape goes, unless other colliders have it. */
  #release(shape: Shape): void {
    const use = this.#uses.get(shape);
    if (!use || --use.bodies > 0) return;
    this.#uses.delete(shape);
    try {
      this.dynamics.engine.scene.removeShape(use.id);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
    }
  }

  /**
   * Removes the bodies of an object, or of one instance. The object stays where it is.
   * @throws QueryError for an object or an instance that is no body, and while a step runs
   */
  removeObject(object: Object3D, instanceId?: number): void {
    for (const entry of this.entriesOf('bridge.removeObject', object, instanceId)) {
      if (this.isLive(entry)) this.dynamics.removeBody(entry.id);
      this.forget(entry);
    }
  }

  /** @internal */
  protected override forget(entry: Entry): void {
    super.forget(entry);
    if (entry.shape) this.#release(entry.shape);
  }

  /**
   * Writes the poses of all bodies to their objects, as `PosedObjects.sync`.
   * @param poses of a loop: what lies between two steps. Default: those after the last step
   * @throws QueryError for other poses, and while a step runs without those of a loop
   */
  override sync(poses: Poses = this.#now): void {
    if (poses === this.#now && this.dynamics.isStepping)
      fail('bridge.sync', 'no step that is running, or the poses of a loop', 'one');
    super.sync(poses);
  }

  /**
   * The body that the ray of a raycaster hits first, between its `near` and its `far`. Exact for the shapes, also of
   * bodies without objects. A body that the ray starts in is not hit. Waits for a step that runs.
   * @throws QueryError for a raycaster whose ray is not set, bad options, an engine without rays, and after `close`
   *
   * @example
   * ```ts
   * raycaster.setFromCamera(pointer, camera);
   * const hit = await bridge.pick(raycaster);
   * if (hit) dynamics.applyImpulse(hit.id, raycaster.ray.direction, hit.point);
   * ```
   */
  async pick(raycaster: Raycaster, options?: PickOptions): Promise<Pick | undefined> {
    return this.#pickOf(await castPick('bridge.pick', this.dynamics.engine, raycaster, options));
  }

  /** `pick` that returns when it is done. @throws QueryError as `pick`, and while a query runs */
  pickSync(raycaster: Raycaster, options?: PickOptions): Pick | undefined {
    return this.#pickOf(castPickSync('bridge.pickSync', this.dynamics.engine, raycaster, options));
  }

  #pickOf(hit: Hit | undefined): Pick | undefined {
    if (!hit) return undefined;
    const { id, child, distance } = hit;
    const entry = this.entryOf(id);
    const part = entry?.parts.findLast(({ firstChild }) => firstChild <= Math.max(child, 0));
    return {
      id,
      object: entry?.object,
      mesh: part?.mesh,
      instanceId: entry?.instanceId ?? part?.instanceId,
      child,
      point: new Vector3(...hit.point),
      normal: new Vector3(...hit.normal),
      distance,
    };
  }
}
