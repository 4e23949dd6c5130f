/** A triangle mesh: triangles, vertices and the nodes of a tree in pools (tables/meshWords.ts). src/meshes bakes it. */
import { fail } from '../../errors.ts';
import type { BakedMesh } from '../../meshes/bake.ts';
import { bakedOf, type MeshShape } from '../../meshes/surface.ts';
import { BOTH_SIDES, CHILD_FLAGS, JOINED_BORDERS, MESH_VERTEX_COUNT, MIRRORED, WELD } from '../../tables/childWords.ts';
import { MANY_TRAITS, MESH } from '../../tables/shapeWords.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import type { Core, PreparedShape } from './core.ts';
import { checkNoRadius, isManyRow, manySupport, NO_CHILDREN, prepareMany } from './many.ts';

/** Functions of the box around a mesh. @internal */
export const meshSupport = /* @__PURE__ */ manySupport(MESH);

/** @internal */
export function prepareMesh(at: string, shape: MeshShape, radius: number): PreparedShape {
  checkNoRadius(at, radius, 'a mesh is a surface');
  const baked = bakedOf(at, shape);
  const { info, nodes, triangles, edges, vertices, materials } = baked;
  const children = { ...NO_CHILDREN, nodes, triangles, edges, vertices, materials, count: info.triangles };
  return prepareMany(meshSupport, baked, children, (words, reals) => {
    words[MESH_VERTEX_COUNT] = info.vertices;
    words[CHILD_FLAGS] = flagsOf(baked);
    reals[WELD] = baked.weld;
  });
}

function flagsOf({ sides, borders, isMirrored }: BakedMesh): number {
  return (
    (sides === 'both' ? BOTH_SIDES : 0) | (borders === 'joined' ? JOINED_BORDERS : 0) | (isMirrored ? MIRRORED : 0)
  );
}

function moments(at: string): UnitBody {
  return fail(at, 'a shape with a volume', 'a mesh');
}

/** @internal */
export const meshCore: Core = {
  kind: 'mesh',
  code: MESH,
  traits: MANY_TRAITS,
  prepare: prepareMesh,
  isSound: isManyRow,
  moments,
  hasFaces: false,
};
