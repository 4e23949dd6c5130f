/** Frames of bodies that stand for objects. In them the matrix of an object is scale, mirror and shear alone. */
import { type InstancedMesh, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { checkKindOf } from '../checks.ts';
import { fail } from '../errors.ts';

/** The pose of a body, and what is left of the matrix of its object. */
export interface Frame {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** World → body. */
  readonly inverse: Matrix4;
  /** Object or instance → body: scale, mirror and shear. */
  readonly local: Matrix4;
  readonly instanceId: number | undefined;
}

/** Part of a matrix by which elements may differ and count as one: those of instances are f32. */
const ROUNDING = 1e-5;

export const isInstanced = (object: Object3D): object is InstancedMesh => 'isInstancedMesh' in object;

export const instanceMatrix = (mesh: InstancedMesh, k: number): Matrix4 =>
  new Matrix4().fromArray(mesh.instanceMatrix.array, 16 * k);

/** Fails for anything but an object of three.js. */
export function checkObject(at: string, object: Object3D): void {
  checkKindOf(at, 'an Object3D', object, (own) => own?.isObject3D);
}

/**
 * The frame of an object: its own rotation below that of its parent, so that its scale stays what it is. Of an
 * instanced mesh: those of its instances. World matrices of the object, above it and below it are brought up to date.
 * @param isKnown instances to leave out
 */
export function framesOf(at: string, object: Object3D, isKnown?: (instanceId: number) => boolean): Frame[] {
  checkObject(at, object);
  // a matrix that was set by hand: the object gets its parts
  if (!object.matrixAutoUpdate) object.matrix.decompose(object.position, object.quaternion, object.scale);
  object.matrixWorldNeedsUpdate = true;
  object.updateWorldMatrix(true, true);
  const { matrixWorld, parent } = object;
  if (!isInstanced(object)) {
    const { position } = checkedParts(at, matrixWorld);
    const rotation = parent ? partsOf(parent.matrixWorld).rotation : new Quaternion();
    return [makeFrame(position, rotation.multiply(object.quaternion), matrixWorld)];
  }
  const ids = Array.from({ length: object.count }, (_, k) => k).filter((k) => !isKnown?.(k));
  return ids.map((k) => {
    const matrix = instanceMatrix(object, k).premultiply(matrixWorld);
    const { position, rotation } = checkedParts(`${at}: instance ${k}`, matrix);
    return makeFrame(position, rotation, matrix, k);
  });
}

function makeFrame(position: Vector3, rotation: Quaternion, matrix: Matrix4, instanceId?: number): Frame {
  const inverse = new Matrix4().compose(position, rotation.normalize(), new Vector3(1, 1, 1)).invert();
  return { position, rotation, inverse, local: inverse.clone().multiply(matrix), instanceId };
}

function checkedParts(at: string, matrix: Matrix4) {
  if (!matrix.elements.every(Number.isFinite)) fail(at, 'a finite world matrix', 'one with NaN or Infinity');
  if (matrix.determinant() === 0)
    fail(at, 'a world scale other than 0', new Vector3().setFromMatrixScale(matrix).toArray().join(' '));
  return partsOf(matrix);
}

/** Position, rotation and scale of a matrix, and whether there is a shear besides. */
export function partsOf(matrix: Matrix4) {
  const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  matrix.decompose(position, rotation, scale);
  const again = new Matrix4().compose(position, rotation, scale).elements;
  const most = ROUNDING * Math.max(...matrix.elements.map(Math.abs));
  const isSheared = matrix.elements.some((value, k) => !(Math.abs(value - again[k]) <= most));
  return { position, rotation, scale, isSheared };
}

/** Fails below a parent with a mirror, a shear, or a scale that differs by axis: a body that turns is sheared there. */
export function checkParent(at: string, { parent }: Object3D): void {
  if (!parent) return;
  const { scale, isSheared } = partsOf(parent.matrixWorld);
  const sizes = scale.toArray();
  const isAlike = sizes[0] > 0 && Math.max(...sizes) - Math.min(...sizes) <= ROUNDING * sizes[0];
  const wanted = 'a parent that scales all axes alike, for a body that moves';
  if (!isAlike || isSheared) fail(at, wanted, 'one that does not: scale the object instead');
}
