/** Objects of three.js that are drawn where bodies are. */
import type { Shape } from 'hullstorm';
import type { InstancedMesh, Matrix4, Mesh, Object3D } from 'three';
import { numbers } from '../checks.ts';
import { fail, integerIn } from '../errors.ts';
import { checkPoses, PoseReader, type Poses } from '../loop/poses.ts';
import { checkObject, checkParent, framesOf, isInstanced } from './frames.ts';
import type { ObjectPart } from './objectShapes.ts';
import { InstanceWriter, ObjectWriter } from './writers.ts';

/** An object, or an instance of one, that is drawn where a body is. */
export interface ObjectBody {
  readonly id: number;
  readonly object: Object3D;
  /** Of an instanced mesh. */
  readonly instanceId: number | undefined;
  /** undefined for an object of `attach`. */
  readonly shape: Shape | undefined;
}

/** @internal */
export interface Entry extends ObjectBody {
  readonly isStatic: boolean;
  readonly parts: readonly ObjectPart[];
  /** `dynamics.generations` of the body, where there is a stepper. */
  readonly generation: number | undefined;
  /** Instance → body: scale, mirror and shear. */
  readonly local: Matrix4;
}

/** The instances of a mesh; undefined: all other objects. */
interface Batch {
  readonly mesh: InstancedMesh | undefined;
  readonly entries: Entry[];
  readonly writer: ObjectWriter;
}

/** Numbers of a pose. */
const POSE = 7;

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
  /** Entries by instance; undefined: the object itself. */
  readonly #byObject = new Map<Object3D, Map<number | undefined, Entry>>();
  #batches: Batch[] = [{ mesh: undefined, entries: [], writer: new ObjectWriter() }];
  /** Poses that objects have, POSE by id. */
  #shown = new Float64Array(0);

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
    this.checkFree(at, object);
    const own = isInstanced(object) ? numbers('attach: ids', 'one per instance', ids, object.count) : [ids];
    for (const id of own) integerIn('attach: id', id, 0, 2 ** 32 - 1);
    if (!isInstanced(object)) checkParent(at, object);
    for (const [k, { instanceId, local }] of frames.entries()) {
      const id = own[k] as number;
      const parts = 'isMesh' in object ? [{ mesh: object as Mesh, instanceId, firstChild: 0 }] : [];
      const generation = this.#generations?.[id];
      this.insert({ id, object, instanceId, shape: undefined, isStatic: false, parts, generation, local }, false);
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
      const known = this.#byObject.get(own);
      if (!known) continue;
      const entry = known.get(instanceId) ?? known.get(undefined);
      return entry && this.isLive(entry) ? entry.id : undefined;
    }
    return undefined;
  }

  /** All objects that are drawn where bodies are. */
  *bodies(): IterableIterator<ObjectBody> {
    for (const entry of this.#byId.values()) if (this.isLive(entry)) yield entry;
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
    const batches = this.#batches;
    let isAnyGone = false;
    reader.begin(poses);
    for (let b = 0; b < batches.length; b++) {
      const { entries, writer } = batches[b];
      writer.begin();
      for (let k = 0; k < entries.length; k++) {
        const entry = entries[k];
        if (generations !== undefined && generations[entry.id] !== entry.generation) isAnyGone = true;
        else if (
          reader.read(entry.id) &&
          (this.#isNew(entry.id) || !(entry.isStatic || writer.isInWorld(entry.object)))
        )
          writer.write(entry, reader.toUnit());
      }
      writer.end();
    }
    if (isAnyGone) this.forgetGone();
  }

  /** Whether the pose that was read is another one than that of the last call. */
  #isNew(id: number): boolean {
    if (this.#shown.length < POSE * (id + 1)) this.#grow(id);
    const shown = this.#shown;
    const { pose } = this.reader;
    const at = POSE * id;
    let k = 0;
    while (k < POSE && shown[at + k] === pose[k]) k++;
    if (k === POSE) return false;
    for (; k < POSE; k++) shown[at + k] = pose[k];
    return true;
  }

  #grow(id: number): void {
    const grown = new Float64Array(Math.max(POSE * (id + 1), 2 * this.#shown.length)).fill(Number.NaN);
    grown.set(this.#shown);
    this.#shown = grown;
  }

  /** Where a body is drawn since the last `sync`: x y z, quaternion x y z w. Valid until the next call. @internal */
  poseOf(id: number): Float64Array | undefined {
    return this.reader.read(id) ? this.reader.toUnit() : undefined;
  }

  /** Fails if an object is drawn where a body is. @internal */
  protected checkFree(at: string, object: Object3D): void {
    for (const { id } of this.#byObject.get(object)?.values() ?? [])
      fail(at, 'an object that is no body yet', `that of body ${id}`);
  }

  /** Whether an instance of an object is drawn where a body is. @internal */
  protected isDrawn(object: Object3D, instanceId: number): boolean {
    return this.#byObject.get(object)?.has(instanceId) === true;
  }

  /** The entries of an object, or that of one instance. @internal */
  protected entriesOf(where: string, object: Object3D, instanceId?: number): Entry[] {
    const known = [...(this.#byObject.get(object)?.values() ?? [])];
    const own = known.filter((entry) => instanceId === undefined || entry.instanceId === instanceId);
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
  protected insert(entry: Entry, isThere: boolean): void {
    const { id, object, instanceId } = entry;
    const known = this.#byObject.get(object) ?? new Map<number | undefined, Entry>();
    this.#byObject.set(object, known.set(instanceId, entry));
    this.#byId.set(id, entry);
    this.#shown.fill(Number.NaN, POSE * id, POSE * (id + 1));
    if (isThere && this.reader.read(id)) this.#isNew(id);
    let batch = this.#batchOf(object);
    if (!batch) {
      batch = { mesh: object as InstancedMesh, entries: [], writer: new InstanceWriter(object as InstancedMesh) };
      this.#batches.push(batch);
    }
    batch.entries.push(entry);
    if (isInstanced(object) && !entry.isStatic) object.frustumCulled = false;
  }

  #batchOf(object: Object3D): Batch | undefined {
    return this.#batches.find(({ mesh }) => mesh === (isInstanced(object) ? object : undefined));
  }

  /** @internal */
  protected forget(entry: Entry): void {
    const { id, object, instanceId } = entry;
    if (this.#byId.get(id) === entry) this.#byId.delete(id);
    const known = this.#byObject.get(object);
    known?.delete(instanceId);
    if (known?.size === 0) this.#byObject.delete(object);
    const { entries } = this.#batchOf(object)!;
    entries.splice(entries.indexOf(entry), 1);
    this.#batches = this.#batches.filter((batch) => !batch.mesh || batch.entries.length > 0);
  }

  /** Forgets bodies that were removed by other calls. @internal */
  protected forgetGone(): void {
    for (const entry of [...this.#byId.values()]) if (!this.isLive(entry)) this.forget(entry);
  }
}
