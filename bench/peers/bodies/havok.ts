/** Havok: a world of static bodies, for rays and casts. It would `fetch` its wasm, so it gets the bytes. */
import { readFileSync } from 'node:fs';
import type { Bodies } from '../../castScenes.ts';
import type { VertexShape } from '../../workloadShapes.ts';
import { importPeer } from '../peer.ts';

export type Triple = [number, number, number];
export type Id = readonly [bigint];
export type Answer<T> = readonly [unknown, T];
export type Turn = readonly [number, number, number, number];

export interface HavokBodies {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  MotionType: { STATIC: unknown };
  HP_World_Create(): Answer<Id>;
  HP_World_AddBody(world: Id, body: Id, startAsleep: boolean): unknown;
  HP_World_Step(world: Id, dt: number): unknown;
  HP_World_Release(world: Id): unknown;
  HP_Shape_CreateBox(center: Triple, rotation: Turn, extents: Triple): Answer<Id>;
  HP_Shape_CreateConvexHull(vertices: number, count: number): Answer<Id>;
  HP_Body_Create(): Answer<Id>;
  HP_Body_SetShape(body: Id, shape: Id): unknown;
  HP_Body_SetMotionType(body: Id, type: unknown): unknown;
  HP_Body_SetQTransform(body: Id, transform: readonly [Triple, Turn]): unknown;
  HP_QueryCollector_Create(hits: number): Answer<Id>;
  HP_QueryCollector_GetNumHits(collector: Id): Answer<number>;
}

export const HAVOK = '@babylonjs/havok';

/** Adds the bodies to a world, and steps it once. */
export async function havokBodies<M extends HavokBodies>(bodies: Bodies): Promise<{ hp: M; world: Id; collector: Id }> {
  const { colliderCount: count, shapeOf, positions, rotations } = bodies;
  const wasm = new URL(`../node_modules/${HAVOK}/lib/esm/HavokPhysics.wasm`, import.meta.url);
  type Start = (settings: { wasmBinary: Uint8Array }) => Promise<M>;
  const { default: start } = await importPeer<{ default: Start }>(HAVOK);
  const hp = await start({ wasmBinary: readFileSync(wasm) });
  const [, world] = hp.HP_World_Create();
  const shapes = bodies.shapes.map((shape) => makeShape(hp, shape));
  for (let k = 0; k < count; k++) {
    const [, body] = hp.HP_Body_Create();
    hp.HP_Body_SetShape(body, shapes[shapeOf[k]!]!);
    hp.HP_Body_SetMotionType(body, hp.MotionType.STATIC);
    const [x, y, z] = positions.subarray(4 * k, 4 * k + 3);
    const [qx, qy, qz, qw] = rotations.subarray(4 * k, 4 * k + 4);
    hp.HP_Body_SetQTransform(body, [
      [x!, y!, z!],
      [qx!, qy!, qz!, qw!],
    ]);
    hp.HP_World_AddBody(world, body, false);
  }
  hp.HP_World_Step(world, 1 / 60);
  return { hp, world, collector: hp.HP_QueryCollector_Create(1)[1] };
}

function makeShape(hp: HavokBodies, shape: VertexShape): Id {
  if (shape.kind === 'box') return makeBox(hp, shape.halfExtents);
  const at = hp._malloc(shape.points.byteLength);
  new Float32Array(hp.HEAPU8.buffer, at, shape.points.length).set(shape.points);
  const [, hull] = hp.HP_Shape_CreateConvexHull(at, shape.points.length / 3);
  hp._free(at);
  return hull;
}

export function makeBox(hp: HavokBodies, halves: ArrayLike<number>): Id {
  return hp.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], [2 * halves[0]!, 2 * halves[1]!, 2 * halves[2]!])[1];
}
