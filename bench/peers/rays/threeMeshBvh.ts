/** three-mesh-bvh: `raycastFirst` into the triangles of all cuboids as one geometry. */
import { importPeer, installedVersion } from '../peer.ts';
import { type RayPeer, tripleAt } from './rayPeer.ts';

interface Vector3 {
  set(x: number, y: number, z: number): Vector3;
  applyQuaternion(q: object): Vector3;
  add(v: Vector3): Vector3;
  toArray(to: Float32Array, at: number): void;
}
interface Three {
  Vector3: new (x?: number, y?: number, z?: number) => Vector3;
  Quaternion: new (x: number, y: number, z: number, w: number) => object;
  Ray: new () => { origin: Vector3; direction: Vector3 };
  BufferGeometry: new () => { setAttribute(name: string, attribute: object): void; setIndex(index: object): void };
  BufferAttribute: new (array: ArrayLike<number>, size: number) => object;
  FrontSide: number;
}
interface Bvh {
  raycastFirst(ray: object, side: number, near: number, far: number): { distance: number } | null;
}

const PACKAGE = 'three-mesh-bvh';
/** Corners by the signs of their bits: x, y, z. Two triangles per face, counter-clockwise seen from outside. */
const TRIANGLES = [
  [0, 4, 6, 0, 6, 2],
  [1, 3, 7, 1, 7, 5],
  [0, 1, 5, 0, 5, 4],
  [2, 6, 7, 2, 7, 3],
  [0, 2, 3, 0, 3, 1],
  [4, 5, 7, 4, 7, 6],
].flat();

export function threeMeshBvh(): RayPeer {
  let three: Three;
  let bvh: Bvh;
  return {
    name: PACKAGE,
    version: installedVersion(PACKAGE),
    note: 'one raycastFirst per ray into one geometry of all triangles; it knows no bodies, so none may move',
    async setup({ count, halves, positions, rotations }) {
      three = await importPeer<Three>('three');
      const { MeshBVH } = await importPeer<{ MeshBVH: new (geometry: object) => Bvh }>(PACKAGE);
      const points = new Float32Array(24 * count);
      const index = new Uint32Array(TRIANGLES.length * count);
      const corner = new three.Vector3();
      for (let k = 0; k < count; k++) {
        const [hx, hy, hz] = tripleAt(halves, 3, k);
        const place = new three.Vector3(...tripleAt(positions, 4, k));
        const turn = new three.Quaternion(...tripleAt(rotations, 4, k), rotations[4 * k + 3]!);
        for (let c = 0; c < 8; c++) {
          corner.set(c & 1 ? hx : -hx, c & 2 ? hy : -hy, c & 4 ? hz : -hz);
          corner
            .applyQuaternion(turn)
            .add(place)
            .toArray(points, 24 * k + 3 * c);
        }
        for (let n = 0; n < TRIANGLES.length; n++) index[TRIANGLES.length * k + n] = 8 * k + TRIANGLES[n]!;
      }
      const geometry = new three.BufferGeometry();
      geometry.setAttribute('position', new three.BufferAttribute(points, 3));
      geometry.setIndex(new three.BufferAttribute(index, 1));
      bvh = new MeshBVH(geometry);
    },
    cast({ count, origins, directions, far }, distances) {
      const ray = new three.Ray();
      for (let k = 0; k < count; k++) {
        const at = 3 * k;
        ray.origin.set(origins[at]!, origins[at + 1]!, origins[at + 2]!);
        ray.direction.set(directions[at]!, directions[at + 1]!, directions[at + 2]!);
        distances[k] = bvh.raycastFirst(ray, three.FrontSide, 0, far)?.distance ?? Infinity;
      }
    },
    dispose() {},
  };
}
