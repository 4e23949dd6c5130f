/** Havok: `HP_World_ShapeCastWithCollector` into static bodies. */
import { type Answer, HAVOK, type HavokBodies, havokBodies, type Id, makeBox, type Triple } from '../bodies/havok.ts';
import { installedVersion } from '../peer.ts';
import type { CastPeer } from './castPeer.ts';

type Turn = [number, number, number, number];
type Query = [shape: Id, turn: Turn, start: Triple, end: Triple, triggers: boolean, ignored: Id];

interface Havok extends HavokBodies {
  HP_QueryCollector_GetShapeCastResult(collector: Id, hit: number): Answer<readonly [number, unknown, unknown]>;
  HP_World_ShapeCastWithCollector(world: Id, collector: Id, query: Query): unknown;
}

export function havok(): CastPeer {
  let hp: Havok;
  let world: Id;
  let collector: Id;
  let boxes: Id[];
  return {
    name: 'havok',
    version: installedVersion(HAVOK),
    note: 'one HP_World_ShapeCastWithCollector per cast, with points and normals',
    async setup(bodies, { halves }) {
      ({ hp, world, collector } = await havokBodies<Havok>(bodies));
      boxes = halves.map((half) => makeBox(hp, half));
    },
    cast({ count, starts, rotations, moves }, times) {
      const start: Triple = [0, 0, 0];
      const end: Triple = [0, 0, 0];
      const turn: Turn = [0, 0, 0, 1];
      const query: Query = [boxes[0]!, turn, start, end, false, [0n]];
      for (let k = 0; k < count; k++) {
        query[0] = boxes[k % boxes.length]!;
        for (let c = 0; c < 4; c++) turn[c] = rotations[4 * k + c]!;
        for (let c = 0; c < 3; c++) {
          start[c] = starts[3 * k + c]!;
          end[c] = start[c]! + moves[3 * k + c]!;
        }
        hp.HP_World_ShapeCastWithCollector(world, collector, query);
        const hits = hp.HP_QueryCollector_GetNumHits(collector)[1];
        times[k] = hits > 0 ? hp.HP_QueryCollector_GetShapeCastResult(collector, 0)[1][0] : Infinity;
      }
    },
    dispose() {
      hp.HP_World_Release(world);
    },
  };
}
