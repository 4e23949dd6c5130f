/** three-mesh-bvh: a BVH of one geometry. It has no casts of shapes. */
import { indicesOf } from '../../../scenes/surfaces.ts';
import { importPeer } from '../peer.ts';
import { FAR, type MeshPeer } from './meshPeer.ts';

interface Vector3 {
  set(x: number, y: number, z: number): Vector3;
}
interface Three {
  Vector3: new () => Vector3;
  Ray: new () => { origin: Vector3; direction: Vector3 };
  BufferGeometry: new () => { setAttribute(name: string, attribute: object): void; setIndex(index: object): void };
  BufferAttribute: new (array: ArrayLike<number>, size: number) => object;
  DoubleSide: number;
}
interface Bvh {
  raycastFirst(ray: object, side: number, near: number, far: number): { distance: number } | null;
  closestPointToPoint(point: object, target: object): { distance: number };
}
interface Library {
  MeshBVH: new (geometry: object, options: { strategy: number }) => Bvh;
  CENTER: number;
  SAH: number;
}

export async function threeMeshBvh(strategy: 'CENTER' | 'SAH'): Promise<MeshPeer> {
  const three = await importPeer<Three>('three');
  const library = await importPeer<Library>('three-mesh-bvh');
  const [ray, point, target] = [new three.Ray(), new three.Vector3(), { distance: 0 }];
  let bvh: Bvh;
  return {
    name: `three-mesh-bvh ${strategy}`,
    bake(surface) {
      const geometry = new three.BufferGeometry();
      geometry.setAttribute('position', new three.BufferAttribute(surface.positions, 3));
      geometry.setIndex(new three.BufferAttribute(indicesOf(surface).slice(), 1)); // it sorts the indices in place
      bvh = new library.MeshBVH(geometry, { strategy: library[strategy] });
    },
    rays(origins, directions, distances) {
      for (let k = 0; k < distances.length; k++) {
        const at = 3 * k;
        ray.origin.set(origins[at]!, origins[at + 1]!, origins[at + 2]!);
        ray.direction.set(directions[at]!, directions[at + 1]!, directions[at + 2]!);
        distances[k] = bvh.raycastFirst(ray, three.DoubleSide, 0, FAR)?.distance ?? Infinity;
      }
    },
    closest(points, distances) {
      for (let k = 0; k < distances.length; k++) {
        point.set(points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!);
        distances[k] = bvh.closestPointToPoint(point, target).distance;
      }
    },
    dispose() {},
  };
}
