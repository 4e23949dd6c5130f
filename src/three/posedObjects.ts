/** Objects of three.js that are drawn where bodies are. */
import type { Shape } from 'hullstorm';
import type { InstancedMesh, Matrix4, Mesh, Object3D } from 'three';
import { numbers } from '../checks.ts';
import { fail, integerIn } from '../errors.ts';
import { checkPoses, PoseReader, type Poses } from '../loop/poses.ts';
import { checkObject, checkParent, framesOf, isInstanced } from './frames.ts';
import type { ObjectPart } from './objectShapes.ts';
import { PoseWriter } from './writers.ts';

/** An object, or an instance of one, that is drawn where a body is. */
export interface ObjectBody {
  readonly id: number;
  readonly object: Object3D;
  /** Of an instanced mesh. */
  readonly instanceId: number | undefined;
  /** undefined for an object of `attach`. */
  readonly shape: Shape | undefined;
}

/** What is known of it. @internal */
export interface Placed extends ObjectBody {
  readonly isStatic: boolean;
  readonly parts: readonly ObjectPart[];
  /** Instance → body: scale, mirror and shear. */
  readonly local: Matrix4;
}

/** @internal */
export interface Entry extends Placed {
  /** `dynamics.generations` of the body, where there is a stepper. */
  readonly generation: number | undefined;
  /** Its index in the list of all. */
  row: number;
}

/** Numbers of a pose. */
const POSE = 7;

const NONE: ReadonlyMap<number | undefined, Entry> = /* @__PURE__ */ new Map();

/**
 * Objects that are drawn where bodies are, such as those of a worker: what `createWorkerLoop` gives the page.
 *
 * @example
 * ```ts
 * const objects = new PosedObjects();
 * objects.attach(crate, await loop.call('addCrate', crate.position.toArray()));
 * objects.sync(loop.poses); // in each frame
 * ```
 */
export class PosedObjects {
  /** @internal */
  protected readonly reader = new PoseReader();
  readonly #generations: Uint32Array | undefined;
  readonly #byId = new Map<number, Entry>();
  readonly #byObject = new Map<Object3D, Map<number | undefined, Entry>>();
  readonly #entries: Entry[] = [];
  /** Poses that objects have, POSE by row. */
  #shown = new Float64Array(0);
  readonly #writer = new PoseWriter();

  /** @internal */
  constructor(generations?: Uint32Array) {
    this.#generations = generations;
  }

  /**
   * Draws the instances of a mesh where bodies are, from the next `sync` on. Culling of the mesh ends: it would need
   * new bounds in each frame.
   * @param ids of the bodies, by instance
   * @throws QueryError as the other form
   */
  attach(mesh: InstancedMesh, ids: ArrayLike<number>): void;
  /**
   * Draws an object where a body is, from the next `sync` on. Its scale stays as it is.
   * @throws QueryError for an object that is attached already, a scale of 0, and a parent with a mirror, a shear or a
   *   scale that differs by axis
   */
  attach(object: Object3D, id: number): void;
  attach(object: Object3D, ids: number | ArrayLike<number>): void {
    const at = 'attach: object';
    const frames = framesOf(at, object);
    this.checkFree(at, object, true);
    const own = isInstanced(object) ? numbers('attach: ids', 'one per instance', ids, object.count) : [ids];
    for (const id of own) integerIn('attach: id', id, 0, 2 ** 32 - 1);
    for (const [k, { instanceId, local }] of frames.entries()) {
      const id = own[k] as number;
      const parts = 'isMesh' in object ? [{ mesh: object as Mesh, instanceId, firstChild: 0 }] : [];
      this.insert({ id, object, instanceId, shape: undefined, isStatic: false, parts, local }, false);
    }
  }

  /**
   * Lets go of an object, or of one instance. It stays where it is, and so does the body.
   * @throws QueryError for an object or an instance that is not attached
   */
  detach(object: Object3D, instanceId?: number): void {
    for (const entry of this.entriesOf('detach', object, instanceId)) this.forget(entry);
  }

  /** The object of a body; undefined for an id that is none of an object. */
  objectOf(id: number): ObjectBody | undefined {
    return this.entryOf(id);
  }

  /**
   * The id of the body that an object is, or is a part of; undefined if there is none.
   * @param instanceId of an instanced mesh
   */
  idOf(object: Object3D, instanceId?: number): number | undefined {
    checkObject('idOf: object', object);
    for (let own: Object3D | null = object; own; own = own.parent) {
      const known = this.known(own);
      const entry = known.get(instanceId) ?? known.get(undefined);
      if (known !== NONE) return entry && this.isLive(entry) ? entry.id : undefined;
    }
    return undefined;
  }

  /** All objects that are drawn where bodies are. */
  *bodies(): IterableIterator<ObjectBody> {
    for (const entry of this.#entries) if (this.isLive(entry)) yield entry;
  }

  /**
   * Writes the poses of all bodies to their objects: positions and quaternions, in the frames of their parents, and the
   * matrices of instances. Bodies that stay where they are are skipped. Call it before each frame. Allocates nothing.
   * @param poses of a loop
   * @throws QueryError for anything else
   */
  sync(poses: Poses): void {
    checkPoses('sync: poses', poses);
    const { reader } = this;
    const generations = this.#generations;
    const entries = this.#entries;
    const writer = this.#writer;
    let isAnyGone = false;
    reader.begin(poses);
    writer.begin();
    for (let k = 0; k < entries.length; k++) {
      const entry = entries[k];
      if (generations !== undefined && generations[entry.id] !== entry.generation) isAnyGone = true;
      else if (reader.read(entry.id) && (this.#isNew(k) || !(entry.isStatic || writer.isInWorld(entry))))
        writer.write(entry, reader.toUnit());
    }
    if (isAnyGone) this.forgetGone();
  }

  /** Whether the pose that was read is another one than the object has. */
  #isNew(row: number): boolean {
    const shown = this.#shown;
    const { pose } = this.reader;
    const at = POSE * row;
    let k = 0;
    while (k < POSE && shown[at + k] === pose[k]) k++;
    if (k === POSE) return false;
    for (; k < POSE; k++) shown[at + k] = pose[k];
    return true;
  }

  /** Where a body is drawn since the last `sync`: x y z, quaternion x y z w. Valid until the next call. @internal */
  poseOf(id: number): Float64Array | undefined {
    return this.reader.read(id) ? this.reader.toUnit() : undefined;
  }

  /** Entries of an object by instance; undefined: the object itself. @internal */
  protected known(object: Object3D): ReadonlyMap<number | undefined, Entry> {
    return this.#byObject.get(object) ?? NONE;
  }

  /** Fails if an object is drawn where a body is, and for one that would be sheared there. @internal */
  protected checkFree(at: string, object: Object3D, isMoving: boolean): void {
    for (const { id } of this.known(object).values()) fail(at, 'an object that is no body yet', `that of body ${id}`);
    if (isMoving && !isInstanced(object)) checkParent(at, object);
  }

  /** The entries of an object, or that of one instance. @internal */
  protected entriesOf(where: string, object: Object3D, instanceId?: number): Entry[] {
    const known = [...this.known(object).values()];
    const own = instanceId === undefined ? known : known.filter((entry) => entry.instanceId === instanceId);
    const at = `${where}: ${instanceId === undefined ? 'object' : 'instanceId'}`;
    if (own.length === 0) fail(at, 'an object or an instance that is a body', 'another one');
    return own;
  }

  /** @internal */
  protected entryOf(id: number): Entry | undefined {
    const entry = this.#byId.get(id);
    return entry && this.isLive(entry) ? entry : undefined;
  }

  /** Whether the body of an entry is still there, and no other one has its id. @internal */
  protected isLive({ id, generation }: Entry): boolean {
    return this.#generations?.[id] === generation;
  }

  /** @param isThere the object has the pose of its body @internal */
  protected insert(placed: Placed, isThere: boolean): void {
    const { id, object, instanceId, shape, isStatic, parts, local } = placed;
    const row = this.#entries.length;
    // not `...placed`: V8 reads members of such objects in two steps
    const generation = this.#generations?.[id];
    const entry = { id, object, instanceId, shape, isStatic, parts, local, generation, row };
    const known = this.#byObject.get(object) ?? new Map<number | undefined, Entry>();
    this.#byObject.set(object, known.set(instanceId, entry));
    this.#byId.set(id, entry);
    this.#entries.push(entry);
    const shown = this.#shown;
    if (shown.length <= POSE * row) {
      this.#shown = new Float64Array(2 * POSE * (row + 1));
      this.#shown.set(shown);
    }
    this.#shown.fill(Number.NaN, POSE * row, POSE * (row + 1));
    if (isThere && this.reader.read(id)) this.#isNew(row);
    if (isInstanced(object) && !isStatic) object.frustumCulled = false;
  }

  /** @internal */
  protected forget(entry: Entry): void {
    const { id, object, instanceId } = entry;
    if (this.#byId.get(id) === entry) this.#byId.delete(id);
    this.#byObject.get(object)?.delete(instanceId);
    if (this.known(object).size === 0) this.#byObject.delete(object);
    const last = this.#entries.pop()!;
    if (last === entry) return;
    this.#entries[entry.row] = last;
    this.#shown.copyWithin(POSE * entry.row, POSE * last.row, POSE * (last.row + 1));
    last.row = entry.row;
  }

  /** Forgets bodies that were removed by other calls. @internal */
  protected forgetGone(): void {
    for (const entry of [...this.#entries]) if (!this.isLive(entry)) this.forget(entry);
  }
}
