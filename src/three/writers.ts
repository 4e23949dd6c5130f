/** Write poses of bodies to objects and instances, in the frames of their parents. Allocate nothing. */
import { DynamicDrawUsage, type InstancedMesh, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { isIdentity } from './frames.ts';

/** Above all instances, and a small integer for V8, which would allocate for others. */
const NONE = 2 ** 30 - 1;
const ONE = /* @__PURE__ */ new Vector3(1, 1, 1);

/** What is written. */
interface Target {
  readonly object: Object3D;
  readonly instanceId: number | undefined;
  /** Instance → body: scale, mirror and shear. */
  readonly local: Matrix4;
}

/** Writes positions and quaternions of objects. Their scales stay as they are. */
export class ObjectWriter {
  /** World → parent. */
  protected readonly inverse = new Matrix4();
  readonly #turn = new Quaternion();
  readonly #unused = new Vector3();
  /** Of the last object; undefined: none since `begin`. */
  #parent: Object3D | null | undefined;
  #isInWorld = true;

  /** Starts a frame: parents may have moved. */
  begin(): void {
    this.#parent = undefined;
  }

  /** Whether the parent of an object is at the origin of the world: then a pose that stays is written already. */
  isInWorld({ parent }: Object3D): boolean {
    return this.enter(parent);
  }

  protected enter(parent: Object3D | null): boolean {
    if (parent === this.#parent) return this.#isInWorld;
    parent?.updateWorldMatrix(true, false);
    this.#parent = parent;
    this.#isInWorld = parent === null || isIdentity(parent.matrixWorld);
    if (parent === null || this.#isInWorld) return this.#isInWorld;
    this.inverse.copy(parent.matrixWorld).invert();
    this.inverse.decompose(this.#unused, this.#turn, this.#unused);
    return false;
  }

  /** @param pose x y z, unit quaternion x y z w */
  write({ object }: Target, pose: Float64Array): void {
    const { position, quaternion } = object;
    const isInWorld = this.isInWorld(object);
    position.fromArray(pose);
    if (!isInWorld) position.applyMatrix4(this.inverse);
    quaternion.fromArray(pose, 3);
    if (!isInWorld) quaternion.premultiply(this.#turn);
    if (!object.matrixAutoUpdate) object.updateMatrix();
  }

  /** Ends a frame. */
  end(): void {}
}

/** Writes the matrices of the instances of a mesh. */
export class InstanceWriter extends ObjectWriter {
  readonly #mesh: InstancedMesh;
  readonly #matrix = new Matrix4();
  readonly #position = new Vector3();
  readonly #rotation = new Quaternion();
  /** The part of the array that is uploaded, and instances that are written in this frame. */
  readonly #range = { start: 0, count: 0 };
  #low = NONE;
  #high = -1;

  constructor(mesh: InstancedMesh) {
    super();
    this.#mesh = mesh;
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  }

  override begin(): void {
    super.begin();
    this.#low = NONE;
    this.#high = -1;
  }

  override isInWorld(): boolean {
    return this.enter(this.#mesh);
  }

  override write({ instanceId, local }: Target, pose: Float64Array): void {
    const instance = instanceId!;
    // not `set`: a call that V8 does not inline would take its numbers from the heap
    this.#position.fromArray(pose);
    this.#rotation.fromArray(pose, 3);
    const matrix = this.#matrix.compose(this.#position, this.#rotation, ONE).multiply(local);
    if (!this.isInWorld()) matrix.premultiply(this.inverse);
    matrix.toArray(this.#mesh.instanceMatrix.array, 16 * instance);
    if (instance < this.#low) this.#low = instance;
    if (instance > this.#high) this.#high = instance;
  }

  /** What is written is uploaded, and bounds are those of the places before. */
  override end(): void {
    if (this.#high < 0) return;
    const mesh = this.#mesh;
    const range = this.#range;
    const { updateRanges } = mesh.instanceMatrix;
    // not uploaded yet: it grows
    const isWaiting = updateRanges.length > 0 && updateRanges[0] === range;
    const end = Math.max(16 * (this.#high + 1), isWaiting ? range.start + range.count : 0);
    range.start = isWaiting ? Math.min(range.start, 16 * this.#low) : 16 * this.#low;
    range.count = end - range.start;
    if (!isWaiting) updateRanges.unshift(range);
    mesh.instanceMatrix.needsUpdate = true;
    mesh.boundingSphere = mesh.boundingBox = null;
  }
}
