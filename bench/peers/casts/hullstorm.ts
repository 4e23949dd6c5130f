/** hullstorm: one engine without workers, all casts in one call. */
import { fillScene } from '../../fillScene.ts';
import { box, CastStatus, createEngine, type Engine, type KernelName } from '../../library.ts';
import type { CastPeer } from './castPeer.ts';

type CastList = ReturnType<Engine['createCastList']>;

export function hullstorm(kernel: KernelName): CastPeer {
  let engine: Engine;
  let list: CastList;
  let shapes: number[];
  return {
    name: `hullstorm ${kernel}`,
    version: '',
    note: 'one call for all casts, with the copy of the casts into the list, all bounds, normals, points; no workers',
    async setup(bodies, { count, halves }) {
      engine = await createEngine({
        workers: 0,
        kernel,
        capacity: {
          shapes: bodies.shapes.length + halves.length,
          colliders: bodies.colliderCount,
          pairs: 1,
          contacts: 1,
          casts: count,
        },
      });
      const { scene } = engine;
      fillScene(scene, bodies);
      const boxes = halves.map(([x, y, z]) => scene.addShape(box(x!, y!, z!)));
      shapes = Array.from({ length: count }, (_, k) => boxes[k % boxes.length]!);
      list = engine.createCastList(count);
    },
    cast({ count, starts, rotations, moves }, times) {
      list.set(shapes, starts, rotations);
      for (let k = 0; k < count; k++) {
        for (let c = 0; c < 3; c++) list.moves[4 * k + c] = moves[3 * k + c]!;
      }
      const { status, t } = engine.castShapesSync(list);
      for (let k = 0; k < count; k++) times[k] = status[k] === CastStatus.Free ? Infinity : t[k]!;
    },
    dispose: () => engine.close(),
  };
}
