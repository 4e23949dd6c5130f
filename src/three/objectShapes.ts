/** Shapes of objects of three.js: meshes, groups of them, and instanced meshes. */
import { type CompoundPart, compound, type Shape } from 'hullstorm';
import { DoubleSide, type InstancedMesh, Matrix4, type Mesh, type Object3D, type SkinnedMesh } from 'three';
import { type Keys, readOptions } from '../checks.ts';
import { fail, flag, refuse } from '../errors.ts';
import { checkObject, type Frame, frameOfMatrix, frameOfObject, partsOf } from './frames.ts';
import { hullOfSurface, meshOfSurface } from './geometryShapes.ts';
import { recognize } from './recognize.ts';
import { joined, readSurface, type Surface, transform } from './surface.ts';

/** How the shape of an object is found. */
export interface ObjectShapeOptions {
  /**
   * 'auto' (default): boxes, spheres, capsules, cylinders and cones as what they are, other meshes as their hulls. A
   * static object with others is all of its triangles. 'hull': a hull per mesh. 'mesh': all triangles, if static.
   */
  readonly shape?: 'auto' | 'hull' | 'mesh' | undefined;
  /** Whether the body is static. Default: false. */
  readonly static?: boolean | undefined;
  /** Most vertices of a hull, ≥ 4: the outermost are kept. Default: all. */
  readonly maxVertices?: number | undefined;
}

/** A shape that stands for an object or an instance, and where it is. */
export interface ObjectShape {
  /** World scale is in it. */
  readonly shape: Shape;
  /** x y z (m), world. */
  readonly position: readonly [number, number, number];
  /** Quaternion x y z w, world. */
  readonly rotation: readonly [number, number, number, number];
  /** The instance of an instanced mesh. */
  readonly instanceId: number | undefined;
  /** The meshes that the shape is made of. */
  readonly parts: readonly ObjectPart[];
}

/** A mesh in the shape of an object. */
export interface ObjectPart {
  readonly mesh: Mesh;
  /** The instance, if the mesh is instanced. */
  readonly instanceId: number | undefined;
  /** The first child of the shape that is of this mesh: a part of a compound, or a triangle. */
  readonly firstChild: number;
}

/** Options that are checked. @internal */
export interface Finding {
  /** How the shape is found, or the shape. */
  readonly shape: 'auto' | 'hull' | 'mesh' | Shape;
  readonly isStatic: boolean;
  readonly maxVertices: number | undefined;
  /** Instances to leave out. */
  isKnown?(instanceId: number): boolean;
}

/** An object's shape, and its matrix in the frame of the body: scale, mirror and shear. @internal */
export interface FoundShape extends ObjectShape {
  readonly local: Matrix4;
}

/** A mesh, or an instance of one, in the frame of the body. */
interface Piece {
  readonly mesh: Mesh;
  readonly instanceId: number | undefined;
  /** Mesh → body. */
  readonly matrix: Matrix4;
  surface(): Surface;
}

const KEYS: Keys<ObjectShapeOptions> = { shape: 0, static: 0, maxVertices: 0 };

/**
 * The shapes of an object as it is now, with its world scale: one for a mesh or a group, whose meshes are parts of a
 * compound, and one per instance of an instanced mesh. Skinned and morphed meshes are taken in their pose of this
 * moment. Children that are not visible are left out.
 * @throws QueryError for an object without meshes, a batched mesh, a geometry as in `hullFromGeometry`, a scale of 0,
 *   and a bad option
 *
 * @example
 * ```ts
 * const [{ shape, position, rotation }] = shapesFromObject(crate);
 * scene.addCollider(scene.addShape(shape), { position, rotation });
 * ```
 */
export function shapesFromObject(object: Object3D, options?: ObjectShapeOptions): ObjectShape[] {
  const where = 'shapesFromObject';
  checkObject(`${where}: object`, object);
  const { shape = 'auto', static: isStatic = false, maxVertices } = readOptions(`${where}: options`, options, KEYS);
  checkKind(`${where}: shape`, shape);
  return shapesOf(where, object, { shape, isStatic: flag(`${where}: static`, isStatic), maxVertices });
}

/** Fails for anything but a way to find shapes. @internal */
export function checkKind(at: string, kind: unknown): void {
  if (kind !== 'auto' && kind !== 'hull' && kind !== 'mesh') refuse(at, "'auto', 'hull' or 'mesh'", kind);
}

/** @internal */
export const isInstanced = (object: Object3D): object is InstancedMesh => 'isInstancedMesh' in object;

/** `shapesFromObject` of an object and options that are checked. @internal */
export function shapesOf(where: string, object: Object3D, finding: Finding): FoundShape[] {
  const at = `${where}: object`;
  if (isInstanced(object)) return instanceShapes(where, object, finding);
  const frame = frameOfObject(at, object);
  const pieces: Piece[] = [];
  if (typeof finding.shape !== 'object') {
    collect(where, object, frame.inverse, pieces);
    if (pieces.length === 0) fail(at, 'an object with meshes', 'one without');
  }
  return [shapeOf(where, frame, frame.inverse.clone().multiply(object.matrixWorld), pieces, finding)];
}

function instanceShapes(where: string, mesh: InstancedMesh, finding: Finding): FoundShape[] {
  mesh.updateWorldMatrix(true, false);
  const surface = once(() => readSurface(where, mesh.geometry, movedMesh(mesh)));
  const found: FoundShape[] = [];
  for (let instanceId = 0; instanceId < mesh.count; instanceId++) {
    if (finding.isKnown?.(instanceId)) continue;
    const matrix = instanceMatrix(mesh, instanceId).premultiply(mesh.matrixWorld);
    const frame = frameOfMatrix(`${where}: object: instance ${instanceId}`, matrix);
    const local = frame.inverse.clone().multiply(matrix);
    const piece = { mesh, instanceId, matrix: local, surface };
    found.push({ ...shapeOf(where, frame, local, [piece], finding), instanceId });
  }
  return found;
}

const instanceMatrix = (mesh: InstancedMesh, k: number) => new Matrix4().fromArray(mesh.instanceMatrix.array, 16 * k);

/** Finds the meshes of an object. @param inverse world → body */
function collect(where: string, object: Object3D, inverse: Matrix4, pieces: Piece[]): void {
  const at = `${where}: object`;
  if ('isBatchedMesh' in object) fail(at, 'meshes and instanced meshes', 'a BatchedMesh');
  const mesh = object as Mesh;
  if (mesh.isMesh) {
    const surface = once(() => readSurface(where, mesh.geometry, movedMesh(mesh)));
    for (let k = 0; k < (isInstanced(mesh) ? mesh.count : 1); k++) {
      const matrix = inverse.clone().multiply(mesh.matrixWorld);
      if (isInstanced(mesh)) matrix.multiply(instanceMatrix(mesh, k));
      if (!(Math.abs(matrix.determinant()) > 0)) fail(at, 'meshes with a scale other than 0', `'${mesh.name}' with 0`);
      pieces.push({ mesh, instanceId: isInstanced(mesh) ? k : undefined, matrix, surface });
    }
  }
  for (const child of object.children) if (child.visible) collect(where, child, inverse, pieces);
}

/** A function that runs once. */
function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** A mesh whose vertices are not where its geometry has them. */
const movedMesh = (mesh: Mesh): Mesh | undefined =>
  (mesh as SkinnedMesh).isSkinnedMesh || mesh.morphTargetInfluences?.some((weight) => weight !== 0) ? mesh : undefined;

function shapeOf(
  where: string,
  { position, rotation }: Frame,
  local: Matrix4,
  pieces: readonly Piece[],
  finding: Finding,
): FoundShape {
  const make = () => makeShape(where, pieces, finding);
  const isShared = pieces.length === 1 && !movedMesh(pieces[0].mesh);
  const shape =
    typeof finding.shape === 'object' ? finding.shape : isShared ? shared(pieces[0], finding, make) : make();
  let firstChild = 0;
  const parts = pieces.map(({ mesh, instanceId, surface }) => {
    const part = { mesh, instanceId, firstChild };
    if (pieces.length > 1) firstChild += shape.kind === 'mesh' ? surface().indices.length / 3 : 1;
    return part;
  });
  return { shape, position: position.toArray(), rotation: rotation.toArray(), instanceId: undefined, parts, local };
}

/** Shapes of single meshes, by the positions of their geometries. */
const shapes = /* @__PURE__ */ new WeakMap<object, Map<string, Shape>>();

/** The shape of a mesh: the same one for all meshes of a geometry that have the same scale and options. */
function shared({ mesh, matrix }: Piece, { shape: kind, isStatic, maxVertices }: Finding, make: () => Shape): Shape {
  const { position } = mesh.geometry?.attributes ?? {};
  if (!position) return make();
  const { id, index, drawRange, groups } = mesh.geometry;
  const drawn = [id, 'version' in position && position.version, index?.version, drawRange.start, drawRange.count];
  // matrices of instances are f32
  const least = 1e-5 * Math.max(...matrix.elements.slice(0, 12).map(Math.abs));
  const rounded = matrix.elements.map((value) => (Math.abs(value) < least ? 0 : value).toPrecision(5));
  const key = JSON.stringify([kind, isStatic, maxVertices, isOpen(mesh), drawn, groups, rounded]);
  const own = shapes.get(position) ?? new Map<string, Shape>();
  const shape = own.get(key) ?? make();
  shapes.set(position, own.set(key, shape));
  return shape;
}

/** Whether both sides of a mesh are drawn. */
const isOpen = ({ material }: Mesh) => [material].flat().some((each) => each?.side === DoubleSide);

function makeShape(where: string, pieces: readonly Piece[], { shape: kind, isStatic, maxVertices }: Finding): Shape {
  if (kind === 'mesh') return surfaceShape(pieces);
  const known = pieces.map((piece) => (kind === 'auto' ? recognizedPart(piece) : undefined));
  if (isStatic && kind === 'auto' && known.includes(undefined)) return surfaceShape(pieces);
  const hullOf = ({ surface, matrix }: Piece) => hullOfSurface(where, transform(surface(), matrix), maxVertices);
  const parts = pieces.map((piece, k) => known[k] ?? { shape: hullOf(piece) });
  // a part that is where the body is
  return parts.length === 1 && !('position' in parts[0]) ? parts[0].shape : compound(parts);
}

/** The shape of a mesh that is one of ours, and its place if that is not the one of the body. */
function recognizedPart({ mesh, surface, matrix }: Piece): CompoundPart | undefined {
  const { rotation, scale, isSheared } = partsOf(matrix);
  if (isSheared || movedMesh(mesh)) return undefined;
  const found = recognize(mesh.geometry, surface().positions, scale.toArray());
  if (!found) return undefined;
  const position = found.center.applyMatrix4(matrix).toArray();
  const isHere = Math.hypot(...position) < 1e-9 && Math.abs(rotation.w) > 1 - 1e-12;
  return { shape: found.shape, ...(!isHere && { position, rotation: rotation.toArray() }) };
}

function surfaceShape(pieces: readonly Piece[]): Shape {
  const surface = joined(pieces.map(({ surface, matrix }) => transform(surface(), matrix)));
  return meshOfSurface(surface, { sides: pieces.some(({ mesh }) => isOpen(mesh)) ? 'both' : 'front' });
}
