/** Frames of bodies that stand for objects. In them the matrix of an object is scale, mirror and shear alone. */
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { fail, refuse } from '../errors.ts';

/** The pose of a body. */
export interface Frame {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** World → body. */
  readonly inverse: Matrix4;
}

/** Part of a matrix by which elements may differ and count as one: those of instances are f32. */
const ROUNDING = 1e-5;

/** Fails unless `object` is an Object3D of three.js. */
export function checkObject(at: string, object: Object3D): void {
  if (object?.isObject3D !== true) refuse(at, 'an Object3D', object);
}

/**
 * The frame of an object: its own rotation below that of its parent, so that its scale stays what it is. World matrices
 * of the object, of all above it and of all below it are brought up to date.
 */
export function frameOfObject(at: string, object: Object3D): Frame {
  // a matrix that was set by hand: the object gets its parts
  if (!object.matrixAutoUpdate) object.matrix.decompose(object.position, object.quaternion, object.scale);
  object.matrixWorldNeedsUpdate = true;
  object.updateWorldMatrix(true, true);
  const { position } = checkedParts(at, object.matrixWorld);
  const parent = object.parent ? partsOf(object.parent.matrixWorld).rotation : new Quaternion();
  return makeFrame(position, parent.multiply(object.quaternion));
}

/** The frame of a world matrix. */
export function frameOfMatrix(at: string, matrix: Matrix4): Frame {
  const { position, rotation } = checkedParts(at, matrix);
  return makeFrame(position, rotation);
}

const makeFrame = (position: Vector3, rotation: Quaternion): Frame => ({
  position,
  rotation: rotation.normalize(),
  inverse: new Matrix4().compose(position, rotation, new Vector3(1, 1, 1)).invert(),
});

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
  if (!isAlike || isSheared)
    fail(
      at,
      'a parent that scales all axes alike, for a body that moves',
      'one that does not: scale the object instead',
    );
}

/** Whether a matrix does nothing. */
export function isIdentity({ elements }: Matrix4): boolean {
  for (let k = 0; k < 16; k++) if (elements[k] !== (k % 5 === 0 ? 1 : 0)) return false;
  return true;
}
