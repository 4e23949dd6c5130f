/** All bodies of a world as instanced meshes, one draw per look. Updating them allocates nothing. */
import type { Scene as Bodies, DistanceResults } from 'hullstorm';
import { DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, type Material } from 'three';
import type { World } from '../../scenes/world.ts';
import { type Look, lookOf } from './bodyLook.ts';
import { nearestDistances, writeColour } from './palette.ts';

export interface BodyMeshes {
  readonly group: Group;
  /** Takes over poses and colours. */
  update(bodies: Bodies, results: DistanceResults): void;
  dispose(): void;
}

/** One mesh and the bodies in it, in the order of its instances. */
interface Batch {
  readonly mesh: InstancedMesh;
  readonly rows: Uint32Array;
  /** x y z per instance */
  readonly scales: Float32Array;
}

const ORIGIN = [0, 0, 0] as const;

/** @param world whose body i is collider i */
export function createBodyMeshes(world: World, material: Material): BodyMeshes {
  const batches = makeBatches(world, material);
  const instances = new Float32Array(8 * world.count);
  const nearest = new Float32Array(world.count);
  const group = new Group();
  for (const { mesh } of batches) group.add(mesh);
  return {
    group,
    update(bodies, results) {
      bodies.writeInstances(instances, ORIGIN);
      nearestDistances(nearest, results);
      for (const batch of batches) updateBatch(batch, instances, nearest);
    },
    dispose() {
      for (const { mesh } of batches) {
        mesh.geometry.dispose();
        mesh.dispose();
      }
    },
  };
}

function makeBatches({ shapes, shapeOf }: World, material: Material): Batch[] {
  const looks = shapes.map(lookOf);
  const rowsByKey = new Map<string, number[]>();
  shapeOf.forEach((shape, row) => {
    const { key } = looks[shape];
    const rows = rowsByKey.get(key);
    if (rows) rows.push(row);
    else rowsByKey.set(key, [row]);
  });
  return [...rowsByKey.values()].map((rows) => makeBatch(rows, (row) => looks[shapeOf[row]], material));
}

function makeBatch(rows: readonly number[], lookOfRow: (row: number) => Look, material: Material): Batch {
  const mesh = new InstancedMesh(lookOfRow(rows[0]).makeGeometry(), material, rows.length);
  mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * rows.length), 3);
  mesh.instanceColor.setUsage(DynamicDrawUsage);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false; // its bounds would have to be found anew every frame
  const scales = Float32Array.from(rows.flatMap((row) => [...lookOfRow(row).scale]));
  return { mesh, rows: Uint32Array.from(rows), scales };
}

function updateBatch({ mesh, rows, scales }: Batch, instances: Float32Array, nearest: Float32Array): void {
  const matrices = mesh.instanceMatrix.array as Float32Array;
  const colours = mesh.instanceColor?.array as Float32Array;
  for (let k = 0; k < rows.length; k++) {
    writeMatrix(matrices, 16 * k, instances, 8 * rows[k], scales, 3 * k);
    writeColour(colours, 3 * k, nearest[rows[k]]);
  }
  mesh.instanceMatrix.needsUpdate = true;
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}

/** Column-major rotation · scale and translation, from x y z – and a unit quaternion x y z w. */
function writeMatrix(
  out: Float32Array,
  at: number,
  instances: Float32Array,
  from: number,
  scales: Float32Array,
  scale: number,
): void {
  const x = instances[from + 4];
  const y = instances[from + 5];
  const z = instances[from + 6];
  const w = instances[from + 7];
  const sx = scales[scale];
  const sy = scales[scale + 1];
  const sz = scales[scale + 2];
  out[at] = sx * (1 - 2 * (y * y + z * z));
  out[at + 1] = sx * 2 * (x * y + w * z);
  out[at + 2] = sx * 2 * (x * z - w * y);
  out[at + 4] = sy * 2 * (x * y - w * z);
  out[at + 5] = sy * (1 - 2 * (x * x + z * z));
  out[at + 6] = sy * 2 * (y * z + w * x);
  out[at + 8] = sz * 2 * (x * z + w * y);
  out[at + 9] = sz * 2 * (y * z - w * x);
  out[at + 10] = sz * (1 - 2 * (x * x + y * y));
  out[at + 12] = instances[from];
  out[at + 13] = instances[from + 1];
  out[at + 14] = instances[from + 2];
  out[at + 15] = 1;
}
