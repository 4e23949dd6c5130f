/**
 * The sweep and prune of cannon-es alone. Boxes only. Its GridBroadphase is left out: its removal of duplicates pops
 * the list over which it counts. So it loses half of its pairs, and with an odd number of them it never ends.
 */
import type { Workload } from '../workloads.ts';
import type { Poses } from './motion.ts';
import type { PairFinder } from './pairFinder.ts';
import { importPeer, installedVersion } from './peer.ts';

interface Vec3 {
  set(x: number, y: number, z: number): void;
}
interface Body {
  position: Vec3;
  quaternion: { set(x: number, y: number, z: number, w: number): void };
  aabbNeedsUpdate: boolean;
}
interface SweepAndPrune {
  useBoundingBoxes: boolean;
  dirty: boolean;
  autoDetectAxis(): void;
  collisionPairs(world: World, a: Body[], b: Body[]): void;
}
interface World {
  addBody(body: Body): void;
}
interface Cannon {
  Vec3: new (x: number, y: number, z: number) => Vec3;
  Box: new (halfExtents: Vec3) => object;
  Body: new (o: { mass: number; shape: object }) => Body;
  World: new () => World;
  SAPBroadphase: new (world: World) => SweepAndPrune;
}

export async function loadCannonPairs(): Promise<PairFinder> {
  const cannon = await importPeer<Cannon>('cannon-es');
  let world: World | undefined;
  let broadphase: SweepAndPrune | undefined;
  let bodies: Body[] = [];
  const a: Body[] = [];
  const b: Body[] = [];

  function move({ positions: p, rotations: q }: Poses) {
    bodies.forEach((body, id) => {
      const i = 4 * id;
      body.position.set(p[i], p[i + 1], p[i + 2]);
      body.quaternion.set(q[i], q[i + 1], q[i + 2], q[i + 3]);
      body.aabbNeedsUpdate = true;
    });
    broadphase!.dirty = true;
  }

  return {
    name: 'cannon-es',
    version: installedVersion('cannon-es'),
    includes:
      'SAPBroadphase.collisionPairs: boxes of all bodies, without a margin; insertion sort and sweep along the ' +
      'axis of most variance; two arrays of bodies. Its grid is broken (cannonPairs.ts)',
    setup(workload: Workload) {
      world = new cannon.World();
      bodies = Array.from(workload.shapeOf, (row) => {
        const shape = workload.shapes[row];
        if (shape.kind !== 'box') throw new Error('cannon-es: boxes only');
        const [hx, hy, hz] = shape.halfExtents;
        const body = new cannon.Body({ mass: 1, shape: new cannon.Box(new cannon.Vec3(hx!, hy!, hz!)) });
        world!.addBody(body);
        return body;
      });
      broadphase = new cannon.SAPBroadphase(world);
      broadphase.useBoundingBoxes = true;
      move(workload);
      broadphase.autoDetectAxis();
    },
    move,
    find() {
      a.length = 0;
      b.length = 0;
      broadphase!.collisionPairs(world!, a, b);
    },
    count: () => a.length,
    dispose() {
      world = undefined;
      broadphase = undefined;
      bodies = [];
    },
  };
}
