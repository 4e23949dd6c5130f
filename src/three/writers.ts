/** Writes poses of bodies to objects and instances, in the frames of their parents. Allocates nothing. */
import { DynamicDrawUsage, type InstancedMesh, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

const WORLD = /* @__PURE__ */ new Matrix4();
const ONE = /* @__PURE__ */ new Vector3(1, 1, 1);

/** What is written: an object, whose scale stays as it is, or an instance of a mesh. */
interface Target {
  readonly object: Object3D;
  readonly instanceId: number | undefined;
  /** Instance → body: scale, mirror and shear. */
  readonly local: Matrix4;
}

/** The part of the matrices of a mesh that waits for its upload: an update range of three.js. */
interface Upload {
  start: number;
  count: number;
}

export class PoseWriter {
  readonly #position = new Vector3();
  readonly #rotation = new Quaternion();
  readonly #matrix = new Matrix4();
  /** World → parent, and its rotation. The parent of an instance is its mesh. */
  readonly #inverse = new Matrix4();
  readonly #turn = new Quaternion();
  #isInWorld = true;
  /** undefined: none since `begin`. */
  #parent: Object3D | null | undefined;
  readonly #uploads = new WeakMap<Object3D, Upload>();
  /** Of the parent, if an instance of it was written. */
  #upload: Upload | undefined;

  /** Starts a frame: parents may have moved. */
  begin(): void {
    this.#parent = undefined;
  }

  /** Whether the parent of a target is at the origin of the world: then a pose that stays is written already. */
  isInWorld({ object, instanceId }: Target): boolean {
    const parent = instanceId === undefined ? object.parent : object;
    if (parent === this.#parent) return this.#isInWorld;
    parent?.updateWorldMatrix(true, false);
    this.#parent = parent;
    this.#upload = undefined;
    this.#isInWorld = parent === null || parent.matrixWorld.equals(WORLD);
    if (parent === null || this.#isInWorld) return true;
    this.#inverse.copy(parent.matrixWorld).invert().decompose(this.#position, this.#turn, this.#position);
    return false;
  }

  /** @param pose x y z, unit quaternion x y z w */
  write(target: Target, pose: Float64Array): void {
    const { object, instanceId, local } = target;
    const isInWorld = this.isInWorld(target);
    const position = instanceId === undefined ? object.position : this.#position;
    const rotation = instanceId === undefined ? object.quaternion : this.#rotation;
    // not `set`: a call that V8 does not inline would take its numbers from the heap
    position.fromArray(pose);
    rotation.fromArray(pose, 3);
    if (instanceId !== undefined) {
      const matrix = this.#matrix.compose(position, rotation, ONE).multiply(local);
      if (!isInWorld) matrix.premultiply(this.#inverse);
      this.#store(object as InstancedMesh, 16 * instanceId);
      return;
    }
    if (!isInWorld) {
      position.applyMatrix4(this.#inverse);
      rotation.premultiply(this.#turn);
    }
    if (!object.matrixAutoUpdate) object.updateMatrix();
  }

  #store(mesh: InstancedMesh, at: number): void {
    this.#matrix.toArray(mesh.instanceMatrix.array, at);
    this.#upload ??= this.#beginUpload(mesh, at);
    const upload = this.#upload;
    const end = Math.max(upload.start + upload.count, at + 16);
    upload.start = Math.min(upload.start, at);
    upload.count = end - upload.start;
  }

  /** What is written is uploaded with the next frame, and bounds are those of the places before. */
  #beginUpload(mesh: InstancedMesh, start: number): Upload {
    const { instanceMatrix } = mesh;
    const upload = this.#uploads.get(mesh) ?? { start, count: 0 };
    // else that of a frame before waits, too
    if (instanceMatrix.updateRanges[0] !== upload) {
      upload.start = start;
      upload.count = 0;
      instanceMatrix.updateRanges.unshift(upload);
    }
    this.#uploads.set(mesh, upload);
    instanceMatrix.setUsage(DynamicDrawUsage).needsUpdate = true;
    mesh.boundingSphere = mesh.boundingBox = null;
    return upload;
  }
}
