/** cannon-es' broad phases, called by themselves: sweep and prune, and the grid. Boxes only. */
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
interface Broadphase {
  useBoundingBoxes: boolean;
  dirty: boolean;
  setWorld(world: World): void;
  collisionPairs(world: World, a: Body[], b: Body[]): void;
}
interface Sap extends Broadphase {
  autoDetectAxis(): void;
}
interface World {
  addBody(body: Body): void;
}
interface Cannon {
  Vec3: new (x: number, y: number, z: number) => Vec3;
  Box: new (halfExtents: Vec3) => object;
  Body: new (o: { mass: number; shape: object }) => Body;
  World: new () => World;
  SAPBroadphase: new (world: World) => Sap;
  GridBroadphase: new (low: Vec3, high: Vec3, nx: number, ny: number, nz: number) => Broadphase;
}

/** m: the grid's cells are that large, twice the largest cuboid of the recorded heaps. */
const CELL = 2;
const DROPPED = 'bounds without a margin; writes two arrays of bodies';

export async function loadCannonPairs(): Promise<PairFinder[]> {
  const cannon = await importPeer<Cannon>('cannon-es');

  function finder(name: string, includes: string, make: (world: World, workload: Workload) => Broadphase): PairFinder {
    let world: World | undefined;
    let broadphase: Broadphase | undefined;
    let bodies: Body[] = [];
    const a: Body[] = [];
    const b: Body[] = [];
    function move({ positions: p, rotations: q }: Poses) {
      bodies.forEach((body, id) => {
        const i = 4 * id;
        body.position.set(p[i]!, p[i + 1]!, p[i + 2]!);
        body.quaternion.set(q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!);
        body.aabbNeedsUpdate = true;
      });
      broadphase!.dirty = true;
    }
    return {
      name,
      version: installedVersion('cannon-es'),
      includes: `collisionPairs: ${includes}; ${DROPPED}`,
      setup(workload: Workload) {
        world = new cannon.World();
        bodies = Array.from(workload.shapeOf, (row) => {
          const shape = workload.shapes[row]!;
          if (shape.kind !== 'box') throw new Error('cannon-es: boxes only');
          const [hx, hy, hz] = shape.halfExtents;
          const body = new cannon.Body({ mass: 1, shape: new cannon.Box(new cannon.Vec3(hx!, hy!, hz!)) });
          world!.addBody(body);
          return body;
        });
        broadphase = make(world, workload);
        broadphase.useBoundingBoxes = true;
        move(workload);
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

  return [
    finder('cannon-es-sap', 'boxes of moved bodies, insertion sort, sweep along the axis of most variance', (world) => {
      const sap = new cannon.SAPBroadphase(world);
      return sap;
    }),
    finder('cannon-es-grid', `a grid of ${CELL} m cells over the heap, boxes of moved bodies, doubles removed`, (_, workload) => {
      const low = [0, 1, 2].map((k) => least(workload.positions, k) - CELL);
      const high = [0, 1, 2].map((k) => -least(workload.positions.map((v) => -v), k) + CELL);
      const [nx, ny, nz] = [0, 1, 2].map((k) => Math.ceil((high[k]! - low[k]!) / CELL));
      return new cannon.GridBroadphase(
        new cannon.Vec3(low[0]!, low[1]!, low[2]!),
        new cannon.Vec3(high[0]!, high[1]!, high[2]!),
        nx!,
        ny!,
        nz!,
      );
    }),
  ];
}

function least(positions: Float64Array, axis: number): number {
  let low = Number.POSITIVE_INFINITY;
  for (let i = axis; i < positions.length; i += 4) low = Math.min(low, positions[i]!);
  return low;
}
