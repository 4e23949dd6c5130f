/** Objects of three.js as bodies: a map between them, their poses in each frame, and picking. */
import { QueryError, type RayReading, type Shape } from 'hullstorm';
import { type BodyOptions, Dynamics } from 'hullstorm/dynamics';
import { type InstancedMesh, type Mesh, type Object3D, type Raycaster, Vector3 } from 'three';
import { isA } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { checkObject, checkParent } from './frames.ts';
import { checkKind, type FoundShape, isInstanced, type ObjectPart, shapesOf } from './objectShapes.ts';
import { castPick, castPickSync, type PickOptions } from './picking.ts';
import { Poses } from './poses.ts';
import { InstanceWriter, ObjectWriter } from './writers.ts';

/** The options of `addObject`: those of `dynamics.addBody` without the pose, which is that of the object. */
export interface ObjectBodyOptions extends Omit<BodyOptions, 'position' | 'rotation'> {
  /** How the shape is found, as in `shapesFromObject`; or a shape, in meters of the world. Default: 'auto'. */
  readonly shape?: 'auto' | 'hull' | 'mesh' | Shape | undefined;
  /** Most vertices of a hull, ≥ 4: the outermost are kept. Default: all. */
  readonly maxVertices?: number | undefined;
}

/** An object, or an instance of one, that is a body. */
export interface ObjectBody {
  readonly id: number;
  readonly object: Object3D;
  /** Of an instanced mesh. */
  readonly instanceId: number | undefined;
  readonly shape: Shape;
}

/** What a ray hits first, with the names of an intersection of three.js. */
export interface Pick {
  /** The id of the body. */
  readonly id: number;
  /** The object of the body; undefined for a body that was not added by `addObject`. */
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

interface Entry extends ObjectBody {
  /** `dynamics.generations` of the body. */
  readonly generation: number;
  readonly isStatic: boolean;
  readonly parts: readonly ObjectPart[];
}

/** The bodies of an instanced mesh, by instance. */
interface Batch {
  readonly entries: (Entry | undefined)[];
  readonly writer: InstanceWriter;
}

/** A shape in the scene, and how many bodies have it. */
interface Use {
  readonly id: number;
  bodies: number;
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
export class Bridge {
  readonly dynamics: Dynamics;
  readonly #poses: Poses;
  readonly #writer = new ObjectWriter();
  readonly #uses = new Map<Shape, Use>();
  readonly #byId = new Map<number, Entry>();
  readonly #byObject = new Map<Object3D, Entry | Batch>();
  #objects: Entry[] = [];
  #batches: Batch[] = [];
  readonly #stop: () => void;

  /** @internal */
  constructor(dynamics: Dynamics) {
    this.dynamics = dynamics;
    this.#poses = new Poses(dynamics);
    this.#stop = dynamics.beforeStep(() => this.#poses.copy());
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
  addObject(object: Object3D, options: ObjectBodyOptions = {}): number | number[] {
    const where = 'bridge.addObject';
    const at = `${where}: object`;
    checkObject(at, object);
    if (typeof options !== 'object' || options === null) refuse(`${where}: options`, 'an object', options);
    if ('position' in options || 'rotation' in options)
      fail(`${where}: options`, 'no position and no rotation, which are those of the object', 'one');
    const { shape = 'auto', maxVertices, ...body } = options;
    if (typeof shape !== 'object') checkKind(`${where}: shape`, shape);
    const isStatic = body.type === 'static';
    this.#forgetGone();
    const known = this.#byObject.get(object);
    if (known && 'id' in known) fail(at, 'an object that is no body yet', `that of body ${known.id}`);
    const batch = isInstanced(object) ? (known ?? { entries: [], writer: new InstanceWriter(object) }) : undefined;
    const isKnown = (instance: number) => batch?.entries[instance] !== undefined;
    const found = shapesOf(where, object, { shape, isStatic, maxVertices, isKnown });
    if (!batch && !isStatic) checkParent(at, object);
    const added = this.#addAll(found, object, body);
    for (const entry of added) this.#byId.set(entry.id, entry);
    this.#byObject.set(object, batch ?? added[0]);
    if (!batch) {
      this.#objects.push(...added);
      return added[0].id;
    }
    if (!known) this.#batches.push(batch);
    if (!isStatic) object.frustumCulled = false;
    for (const [k, entry] of added.entries()) {
      batch.entries[entry.instanceId!] = entry;
      batch.writer.setLocal(entry.instanceId!, found[k].local);
    }
    return added.map(({ id }) => id);
  }

  /** Adds bodies: all of them, or none. */
  #addAll(found: readonly FoundShape[], object: Object3D, body: BodyOptions): Entry[] {
    const added: Entry[] = [];
    try {
      for (const { shape, position, rotation, instanceId, parts } of found) {
        const id = this.#addBody(shape, { ...body, position, rotation });
        this.#poses.begin(1);
        this.#poses.readNew(id);
        const generation = this.dynamics.generations[id];
        added.push({ id, object, instanceId, shape, generation, isStatic: body.type === 'static', parts });
      }
    } catch (error) {
      for (const entry of added) this.#removeBody(entry);
      throw error;
    }
    return added;
  }

  /** Adds a body, with a shape that others may have. */
  #addBody(shape: Shape, body: BodyOptions): number {
    const use = this.#uses.get(shape) ?? { id: this.dynamics.addShape(shape), bodies: 0 };
    this.#uses.set(shape, use);
    use.bodies++;
    try {
      return this.dynamics.addBody(use.id, body);
    } catch (error) {
      this.#release(shape);
      throw error;
    }
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
    const at = 'bridge.removeObject: object';
    checkObject(at, object);
    const known = this.#byObject.get(object);
    const all = !known || 'id' in known ? [known] : known.entries;
    const entries = all.filter((entry) => entry && (instanceId === undefined || entry.instanceId === instanceId));
    if (entries.length === 0) fail(at, 'an object or an instance that is a body', 'another one');
    for (const entry of entries as Entry[]) {
      this.#removeBody(entry);
      this.#forget(entry);
    }
  }

  #removeBody(entry: Entry): void {
    if (this.#isLive(entry)) this.dynamics.removeBody(entry.id);
    this.#release(entry.shape);
  }

  #forget(entry: Entry): void {
    const { id, object, instanceId } = entry;
    if (this.#byId.get(id) === entry) this.#byId.delete(id);
    const known = this.#byObject.get(object);
    if (known && !('id' in known)) {
      known.entries[instanceId!] = undefined;
      if (known.entries.some((other) => other)) return;
      this.#batches = this.#batches.filter((batch) => batch !== known);
    }
    this.#byObject.delete(object);
    this.#objects = this.#objects.filter((other) => other !== entry);
  }

  /** Forgets bodies that were removed by other calls. */
  #forgetGone(): void {
    for (const entry of [...this.#byId.values()]) {
      if (this.#isLive(entry)) continue;
      this.#release(entry.shape);
      this.#forget(entry);
    }
  }

  /** Whether the body of an entry is still there, and no other one has its id. */
  #isLive({ id, generation }: Entry): boolean {
    return this.dynamics.generations[id] === generation;
  }

  /** The object of a body; undefined for an id that is none of an object. */
  objectOf(id: number): ObjectBody | undefined {
    const entry = this.#byId.get(id);
    return entry && this.#isLive(entry) ? entry : undefined;
  }

  /**
   * The id of the body that an object is, or is a part of; undefined if there is none.
   * @param instanceId of an instanced mesh
   */
  idOf(object: Object3D, instanceId?: number): number | undefined {
    for (let own: Object3D | null = object; own; own = own.parent) {
      const known = this.#byObject.get(own);
      if (!known) continue;
      const entry = 'id' in known ? known : known.entries[instanceId ?? -1];
      return entry && this.#isLive(entry) ? entry.id : undefined;
    }
    return undefined;
  }

  /** All objects that are bodies. */
  *bodies(): IterableIterator<ObjectBody> {
    for (const entry of this.#byId.values()) if (this.#isLive(entry)) yield entry;
  }

  /**
   * Writes the poses of all bodies to their objects: positions and quaternions, in the frames of their parents, and the
   * matrices of instances. Bodies that stay where they are are skipped. Call it before each frame. Allocates nothing.
   * @param alpha where between the last two steps, 0..1. Default: 1, after the last step
   * @throws QueryError for a bad alpha
   */
  sync(alpha = 1): void {
    if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1))
      refuse('bridge.sync: alpha', 'a number in 0..1', alpha);
    const { generations } = this.dynamics;
    const poses = this.#poses;
    const writer = this.#writer;
    const objects = this.#objects;
    const batches = this.#batches;
    let areAllLive = true;
    poses.begin(alpha);
    writer.begin();
    for (let k = 0; k < objects.length; k++) {
      const { id, object, generation, isStatic } = objects[k];
      if (generations[id] !== generation) areAllLive = false;
      else if (poses.readNew(id) || !(isStatic || writer.isInWorld(object))) writer.write(object, poses.pose);
    }
    for (let k = 0; k < batches.length; k++) if (!this.#syncBatch(batches[k])) areAllLive = false;
    if (!areAllLive) this.#forgetGone();
  }

  /** @returns whether all of its bodies are there */
  #syncBatch({ entries, writer }: Batch): boolean {
    const { generations } = this.dynamics;
    const poses = this.#poses;
    const isInWorld = writer.begin();
    let areAllLive = true;
    for (let k = 0; k < entries.length; k++) {
      const entry = entries[k];
      if (entry === undefined) continue;
      if (generations[entry.id] !== entry.generation) areAllLive = false;
      else if (poses.readNew(entry.id) || !(isInWorld || entry.isStatic)) writer.write(k, poses.pose);
    }
    writer.end();
    return areAllLive;
  }

  /** Where a body is drawn since the last `sync`: x y z, quaternion x y z w. Valid until the next call. @internal */
  poseOf(id: number): Float64Array {
    this.#poses.read(id);
    return this.#poses.pose;
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
  async pick(raycaster: Raycaster, options: PickOptions = {}): Promise<Pick | undefined> {
    const near = raycaster?.near;
    return this.#pickOf(near, await castPick('bridge.pick', this.dynamics.engine, raycaster, options));
  }

  /** `pick` that returns when it is done. @throws QueryError as `pick`, and while a query runs */
  pickSync(raycaster: Raycaster, options: PickOptions = {}): Pick | undefined {
    return this.#pickOf(raycaster?.near, castPickSync('bridge.pickSync', this.dynamics.engine, raycaster, options));
  }

  #pickOf(near: number, hit: RayReading | undefined): Pick | undefined {
    if (!hit) return undefined;
    const { id, child, t } = hit;
    const entry = this.objectOf(id) as Entry | undefined;
    const part = entry?.parts.findLast(({ firstChild }) => firstChild <= Math.max(child, 0));
    return {
      id,
      object: entry?.object,
      mesh: part?.mesh,
      instanceId: entry?.instanceId ?? part?.instanceId,
      child,
      point: new Vector3(...hit.point),
      normal: new Vector3(...hit.normal),
      distance: near + t,
    };
  }

  /** Lets go of all objects and of the stepper. The bodies stay: close the engine, or remove objects before. */
  dispose(): void {
    this.#stop();
    this.#byId.clear();
    this.#byObject.clear();
    this.#objects = [];
    this.#batches = [];
  }
}
