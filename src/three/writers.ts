/** Write poses of bodies to objects and instances, in the frames of their parents. Allocate nothing. */
import { DynamicDrawUsage, type InstancedMesh, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { isIdentity } from './frames.ts';

/** Above all instances, and a small integer for V8, which would allocate for others. */
const NONE = 2 ** 30 - 1;
const ONE = /* @__PURE__ */ new Vector3(1, 1, 1);

/** The frame that poses are written in. */
class ParentFrame {
  /** Whether it is that of the world: a pose that stays is written already. */
  isWorld = true;
  /** World → parent. */
  readonly inverse = new Matrix4();
  readonly turn = new Quaternion();
  readonly #unused = new Vector3();

  enter(parent: Object3D | null): void {
    parent?.updateWorldMatrix(true, false);
    this.isWorld = parent === null || isIdentity(parent.matrixWorld);
    if (parent === null || this.isWorld) return;
    this.inverse.copy(parent.matrixWorld).invert();
    this.inverse.decompose(this.#unused, this.turn, this.#unused);
  }
}

/** Sets the unit quaternion of a pose. */
function setRotation(quaternion: Quaternion, pose: Float64Array): void {
  const unit = 1 / Math.sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
  quaternion.set(pose[3] * unit, pose[4] * unit, pose[5] * unit, pose[6] * unit);
}

/** Writes positions and quaternions. The scale of an object stays as it is. */
export class ObjectWriter {
  readonly #frame = new ParentFrame();
  /** Of the last object; undefined: none since `begin`. */
  #parent: Object3D | null | undefined;

  /** Starts a frame: parents may have moved. */
  begin(): void {
    this.#parent = undefined;
  }

  /** Whether the parent of an object is at the origin of the world. */
  isInWorld({ parent }: Object3D): boolean {
    if (parent !== this.#parent) this.#frame.enter(parent);
    this.#parent = parent;
    return this.#frame.isWorld;
  }

  /** @param pose x y z, quaternion x y z w of any length but zero */
  write(object: Object3D, pose: Float64Array): void {
    const { position, quaternion } = object;
    const isInWorld = this.isInWorld(object);
    position.set(pose[0], pose[1], pose[2]);
    if (!isInWorld) position.applyMatrix4(this.#frame.inverse);
    setRotation(quaternion, pose);
    if (!isInWorld) quaternion.premultiply(this.#frame.turn);
    if (!object.matrixAutoUpdate) object.updateMatrix();
  }
}

/** Writes the matrices of an instanced mesh. */
export class InstanceWriter {
  readonly #mesh: InstancedMesh;
  readonly #frame = new ParentFrame();
  /** Instance → body: scale, mirror and shear. */
  readonly #locals: Matrix4[] = [];
  readonly #matrix = new Matrix4();
  readonly #position = new Vector3();
  readonly #rotation = new Quaternion();
  /** The part of the array that is uploaded, and instances that are written in this frame. */
  readonly #range = { start: 0, count: 0 };
  #low = NONE;
  #high = -1;

  constructor(mesh: InstancedMesh) {
    this.#mesh = mesh;
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  }

  setLocal(instance: number, matrix: Matrix4): void {
    this.#locals[instance] = matrix;
  }

  /** Starts a frame. @returns whether the mesh is at the origin of the world */
  begin(): boolean {
    this.#low = NONE;
    this.#high = -1;
    this.#frame.enter(this.#mesh);
    return this.#frame.isWorld;
  }

  /** @param pose x y z, quaternion x y z w of any length but zero */
  write(instance: number, pose: Float64Array): void {
    this.#position.set(pose[0], pose[1], pose[2]);
    setRotation(this.#rotation, pose);
    const matrix = this.#matrix.compose(this.#position, this.#rotation, ONE).multiply(this.#locals[instance]);
    if (!this.#frame.isWorld) matrix.premultiply(this.#frame.inverse);
    matrix.toArray(this.#mesh.instanceMatrix.array, 16 * instance);
    if (instance < this.#low) this.#low = instance;
    if (instance > this.#high) this.#high = instance;
  }

  /** Ends a frame: what is written is uploaded, and bounds are those of the places before. */
  end(): void {
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
