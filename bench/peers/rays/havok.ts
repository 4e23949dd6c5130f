/** Havok: `HP_World_CastRayWithCollector` into static bodies. It would `fetch` its wasm, so it gets the bytes. */
import { readFileSync } from 'node:fs';
import { importPeer, installedVersion } from '../peer.ts';
import { type RayPeer, type Triple, tripleAt } from './rayPeer.ts';

type Id = readonly [bigint];
type Answer<T> = readonly [unknown, T];
type Turn = readonly [number, number, number, number];
type Query = readonly [start: Triple, end: Triple, filter: Triple | readonly number[], triggers: boolean, ignored: Id];

interface Havok {
  MotionType: { STATIC: unknown };
  HP_World_Create(): Answer<Id>;
  HP_World_AddBody(world: Id, body: Id, startAsleep: boolean): unknown;
  HP_World_Step(world: Id, dt: number): unknown;
  HP_World_Release(world: Id): unknown;
  HP_Shape_CreateBox(center: Triple, rotation: Turn, extents: Triple): Answer<Id>;
  HP_Body_Create(): Answer<Id>;
  HP_Body_SetShape(body: Id, shape: Id): unknown;
  HP_Body_SetMotionType(body: Id, type: unknown): unknown;
  HP_Body_SetQTransform(body: Id, transform: readonly [Triple, Turn]): unknown;
  HP_QueryCollector_Create(hits: number): Answer<Id>;
  HP_QueryCollector_GetNumHits(collector: Id): Answer<number>;
  HP_QueryCollector_GetCastRayResult(collector: Id, hit: number): Answer<readonly [number, unknown]>;
  HP_World_CastRayWithCollector(world: Id, collector: Id, query: Query): unknown;
}

const PACKAGE = '@babylonjs/havok';
const ALL_GROUPS = [0xffff, 0xffff];

export function havok(): RayPeer {
  let hp: Havok;
  let world: Id;
  let collector: Id;
  return {
    name: 'havok',
    version: installedVersion(PACKAGE),
    note: 'one HP_World_CastRayWithCollector per ray, with point and normal',
    async setup({ count, halves, positions, rotations }) {
      const wasm = new URL(`../node_modules/${PACKAGE}/lib/esm/HavokPhysics.wasm`, import.meta.url);
      type Start = (settings: { wasmBinary: Uint8Array }) => Promise<Havok>;
      const { default: start } = await importPeer<{ default: Start }>(PACKAGE);
      hp = await start({ wasmBinary: readFileSync(wasm) });
      world = hp.HP_World_Create()[1];
      for (let k = 0; k < count; k++) {
        const extents = tripleAt(halves, 3, k).map((half) => 2 * half) as Triple;
        const [, body] = hp.HP_Body_Create();
        hp.HP_Body_SetShape(body, hp.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], extents)[1]);
        hp.HP_Body_SetMotionType(body, hp.MotionType.STATIC);
        const turn: Turn = [...tripleAt(rotations, 4, k), rotations[4 * k + 3]!];
        hp.HP_Body_SetQTransform(body, [tripleAt(positions, 4, k), turn]);
        hp.HP_World_AddBody(world, body, false);
      }
      hp.HP_World_Step(world, 1 / 60);
      collector = hp.HP_QueryCollector_Create(1)[1];
    },
    cast({ count, origins, directions, far }, distances) {
      const start: Triple = [0, 0, 0];
      const end: Triple = [0, 0, 0];
      const query: Query = [start, end, ALL_GROUPS, false, [0n]];
      for (let k = 0; k < count; k++) {
        for (let c = 0; c < 3; c++) {
          start[c] = origins[3 * k + c]!;
          end[c] = start[c]! + far * directions[3 * k + c]!;
        }
        hp.HP_World_CastRayWithCollector(world, collector, query);
        const hits = hp.HP_QueryCollector_GetNumHits(collector)[1];
        distances[k] = hits > 0 ? far * hp.HP_QueryCollector_GetCastRayResult(collector, 0)[1][0] : Infinity;
      }
    },
    dispose() {
      hp.HP_World_Release(world);
    },
  };
}
