/** Shapes of objects of three.js: meshes, groups of them, and instanced meshes. */
import { type CompoundPart, compound, type Shape } from 'hullstorm';
import { DoubleSide, type Matrix4, type Mesh, type Object3D } from 'three';
import { type Keys, readOptions } from '../checks.ts';
import { fail, flag, refuse } from '../errors.ts';
import { framesOf, instanceMatrix, isInstanced, partsOf } from './frames.ts';
import { checkVertices, hullOfSurface, meshOfSurface } from './geometryShapes.ts';
import { recognize } from './recognize.ts';
import { joined, type Placed, readSurface, type Surface } from './surface.ts';

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

/** How the shapes of an object are found, or the shape that it has. @internal */
export interface Finding extends Omit<ObjectShapeOptions, 'shape'> {
  readonly shape?: ObjectShapeOptions['shape'] | Shape;
  /** Instances to leave out. */
  isKnown?(instanceId: number): boolean;
}

/** An object's shape, and its matrix in the frame of the body: scale, mirror and shear. @internal */
export interface FoundShape extends ObjectShape {
  readonly local: Matrix4;
}

/** A mesh, or an instance of one, in the frame of a body. */
interface Piece extends Placed {
  readonly mesh: Mesh;
  readonly instanceId: number | undefined;
}

const KINDS: readonly unknown[] = ['auto', 'hull', 'mesh'];
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
  const { shape, static: isStatic = false, maxVertices } = readOptions(`${where}: options`, options, KEYS);
  checkKind(where, shape);
  return shapesOf(where, object, { shape, static: flag(`${where}: static`, isStatic), maxVertices });
}

function checkKind(where: string, kind: unknown = 'auto'): void {
  if (!KINDS.includes(kind)) refuse(`${where}: shape`, "'auto', 'hull' or 'mesh'", kind);
}

/** @internal */
export function shapesOf(where: string, object: Object3D, finding: Finding): FoundShape[] {
  const at = `${where}: object`;
  const { shape: kind, maxVertices, isKnown } = finding;
  const ownShape = typeof kind === 'object' ? kind : undefined;
  checkVertices(where, maxVertices);
  if (!ownShape) checkKind(where, kind);
  const surfaces = new Map<Mesh, Surface>();
  const piece = (mesh: Mesh, matrix: Matrix4, instanceId: number | undefined): Piece => ({
    mesh,
    matrix,
    instanceId,
    get surface() {
      const surface = surfaces.get(mesh) ?? readSurface(where, mesh.geometry, mesh);
      surfaces.set(mesh, surface);
      return surface;
    },
  });
  /** Adds the meshes of an object. @param inverse world → body */
  const collect = (own: Object3D, inverse: Matrix4, pieces: Piece[]): void => {
    if ('isBatchedMesh' in own) fail(at, 'meshes and instanced meshes', 'a BatchedMesh');
    const mesh = own as Mesh;
    for (let k = 0; mesh.isMesh && k < (isInstanced(mesh) ? mesh.count : 1); k++) {
      const matrix = inverse.clone().multiply(mesh.matrixWorld);
      if (isInstanced(mesh)) matrix.multiply(instanceMatrix(mesh, k));
      if (!(Math.abs(matrix.determinant()) > 0)) fail(at, 'meshes with a scale other than 0', `'${mesh.name}' with 0`);
      pieces.push(piece(mesh, matrix, isInstanced(mesh) ? k : undefined));
    }
    for (const child of own.children) if (child.visible) collect(child, inverse, pieces);
  };
  return framesOf(at, object, isKnown).map(({ position, rotation, inverse, local, instanceId }) => {
    const pieces: Piece[] = [];
    if (instanceId !== undefined) pieces.push(piece(object as Mesh, local, instanceId));
    else if (!ownShape) collect(object, inverse, pieces);
    if (pieces.length === 0 && !ownShape) fail(at, 'an object with meshes', 'one without');
    const shape = ownShape ?? shapeOf(pieces, finding);
    const pose = { position: position.toArray(), rotation: rotation.toArray() };
    return { shape, ...pose, instanceId, parts: partsOfShape(shape, pieces), local };
  });
}

/** Which children of a shape are of which mesh. */
function partsOfShape(shape: Shape, pieces: readonly Piece[]): ObjectPart[] {
  let firstChild = 0;
  return pieces.map((piece) => {
    const part = { mesh: piece.mesh, instanceId: piece.instanceId, firstChild };
    if (pieces.length > 1) firstChild += shape.kind === 'mesh' ? piece.surface.indices.length / 3 : 1;
    return part;
  });
}

/** Whether the vertices of a mesh are not where its geometry has them. */
const isMoved = (mesh: Mesh): boolean =>
  'isSkinnedMesh' in mesh || mesh.morphTargetInfluences?.some((weight) => weight !== 0) === true;

/** Whether both sides of a mesh are drawn. */
const isOpen = ({ material }: Mesh) => [material].flat().some((each) => each?.side === DoubleSide);

/** Shapes of single meshes, by the positions of their geometries. */
const shapes = /* @__PURE__ */ new WeakMap<object, Map<string, Shape>>();

/** The shape of some meshes. Of single ones: the same for all of a geometry with the same scale and options. */
function shapeOf(pieces: readonly Piece[], finding: Finding): Shape {
  const [{ mesh, matrix }] = pieces;
  const { position } = mesh.geometry?.attributes ?? {};
  if (pieces.length > 1 || isMoved(mesh) || !position) return makeShape(pieces, finding);
  const { id, index, drawRange, groups } = mesh.geometry;
  const drawn = [id, 'version' in position && position.version, index?.version, drawRange, groups];
  // matrices of instances are f32
  const least = 1e-5 * Math.max(...matrix.elements.slice(0, 12).map(Math.abs));
  const rounded = matrix.elements.map((value) => (Math.abs(value) < least ? 0 : value).toPrecision(5));
  const key = JSON.stringify([finding, isOpen(mesh), drawn, rounded]);
  const own = shapes.get(position) ?? new Map<string, Shape>();
  const shape = own.get(key) ?? makeShape(pieces, finding);
  shapes.set(position, own.set(key, shape));
  return shape;
}

function makeShape(pieces: readonly Piece[], { shape: kind = 'auto', static: isStatic, maxVertices }: Finding): Shape {
  const known = pieces.map((piece) => (kind === 'auto' ? recognizedPart(piece) : undefined));
  if (kind === 'mesh' || (isStatic && kind === 'auto' && known.includes(undefined)))
    return meshOfSurface(joined(pieces), { sides: pieces.some(({ mesh }) => isOpen(mesh)) ? 'both' : 'front' });
  const parts = pieces.map((piece, k) => known[k] ?? { shape: hullOfSurface(joined([piece]), maxVertices) });
  // a part that is where the body is
  return parts.length === 1 && !('position' in parts[0]) ? parts[0].shape : compound(parts);
}

/** The shape of a mesh that is one of ours, and its place if that is not the one of the body. */
function recognizedPart({ mesh, surface, matrix }: Piece): CompoundPart | undefined {
  const { rotation, scale, isSheared } = partsOf(matrix);
  if (isSheared || isMoved(mesh)) return undefined;
  const found = recognize(mesh.geometry, surface.positions, scale.toArray());
  if (!found) return undefined;
  const position = found.center.applyMatrix4(matrix).toArray();
  const isHere = Math.hypot(...position) < 1e-9 && Math.abs(rotation.w) > 1 - 1e-12;
  return { shape: found.shape, ...(!isHere && { position, rotation: rotation.toArray() }) };
}
