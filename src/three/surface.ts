/**
 * What a geometry of three.js draws, as plain arrays: interleaved, normalized and half-float attributes, indices of any
 * width or none, draw ranges, groups.
 */
import { type BufferGeometry, type Matrix4, type Mesh, Vector3 } from 'three';
import { checkKindOf } from '../checks.ts';
import { fail } from '../errors.ts';

/** Vertices, and the triangles that are drawn. */
export interface Surface {
  /** x y z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertex numbers per triangle. */
  readonly indices: Uint32Array;
  /** The number of the group's material per triangle, 0 without groups. */
  readonly materials: Uint16Array;
}

/** A surface, moved by a matrix. */
export interface Placed {
  readonly surface: Surface;
  readonly matrix: Matrix4;
}

const point = /* @__PURE__ */ new Vector3();

/** @param mesh of the geometry: skin and morph targets move vertices to where it draws them now */
export function readSurface(where: string, geometry: BufferGeometry, mesh?: Mesh): Surface {
  const at = `${where}: geometry`;
  checkKindOf(at, 'a BufferGeometry', geometry, (own) => own?.isBufferGeometry);
  const { position } = geometry.attributes;
  if (!position) fail(at, 'one with the attribute position', 'one without');
  if ('isGLBufferAttribute' in position) fail(at, 'positions in an array', 'a GLBufferAttribute');
  if (position.itemSize < 3) fail(at, 'positions of three numbers', `${position.itemSize} numbers each`);
  const positions = new Float32Array(3 * position.count);
  for (let k = 0; k < position.count; k++) {
    if (mesh) mesh.getVertexPosition(k, point);
    else point.fromBufferAttribute(position, k);
    const wrong = point.toArray().find((value) => !Number.isFinite(value));
    if (wrong !== undefined) fail(at, 'finite positions', `${wrong} at vertex ${k}`);
    point.toArray(positions, 3 * k);
  }
  return { positions, ...readTriangles(at, geometry, position.count) };
}

function readTriangles(at: string, { index, drawRange, groups }: BufferGeometry, vertices: number) {
  const start = Math.max(0, drawRange.start);
  const end = Math.min(index ? index.count : vertices, start + drawRange.count);
  const count = Math.floor((end - start) / 3);
  if (count <= 0) fail(at, 'one with triangles', 'one without');
  const indices = new Uint32Array(3 * count);
  for (let k = 0; k < indices.length; k++) {
    const vertex = index ? index.getX(start + k) : start + k;
    if (!(vertex >= 0 && vertex < vertices)) fail(at, `vertex numbers in 0..${vertices - 1}`, `${vertex} in its index`);
    indices[k] = vertex;
  }
  const materials = new Uint16Array(count);
  const triangleOf = (corner: number) => Math.max(0, Math.ceil((corner - start) / 3));
  for (const { start: first, count: corners, materialIndex = 0 } of groups)
    materials.fill(materialIndex, triangleOf(first), triangleOf(first + corners));
  return { indices, materials };
}

/** Several surfaces as one. The mirror image of a surface keeps its outside. */
export function joined(pieces: readonly Placed[]): Surface {
  const sum = (key: keyof Surface) => pieces.reduce((all, { surface }) => all + surface[key].length, 0);
  const positions = new Float32Array(sum('positions'));
  const indices = new Uint32Array(sum('indices'));
  const materials = new Uint16Array(sum('materials'));
  let [vertex, corner] = [0, 0];
  for (const { surface, matrix } of pieces) {
    const isMirrored = matrix.determinant() < 0;
    for (let k = 0; k < surface.positions.length; k += 3)
      point
        .fromArray(surface.positions, k)
        .applyMatrix4(matrix)
        .toArray(positions, 3 * vertex + k);
    for (const [k, own] of surface.indices.entries())
      indices[corner + (isMirrored && k % 3 < 2 ? k + 1 - 2 * (k % 3) : k)] = vertex + own;
    materials.set(surface.materials, corner / 3);
    vertex += surface.positions.length / 3;
    corner += surface.indices.length;
  }
  return { positions, indices, materials };
}

/** x y z of each vertex that a triangle has, once. */
export function usedVertices({ positions, indices }: Surface): Float32Array {
  const used = [...new Set(indices)];
  return Float32Array.from({ length: 3 * used.length }, (_, k) => positions[3 * used[Math.floor(k / 3)] + (k % 3)]);
}
