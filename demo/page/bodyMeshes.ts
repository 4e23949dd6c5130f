/**
 * All bodies of a scene that move as instanced meshes, one draw per look, and the balls that are shot. Updating them allocates nothing.
 */
import { type Shape, sphere } from 'hullstorm';
import { DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, MeshStandardMaterial } from 'three';
import type { BodyScene } from '../../scenes/bodies.ts';
import { type Look, lookOf } from './bodyLook.ts';
import { writeBallColour, writeColour } from './palette.ts';
import { BALL_RADIUS, MOST_BALLS, type Poses } from './protocol.ts';
import { writeMatrix } from './writeMatrix.ts';

export interface BodyMeshes {
  readonly group: Group;
  /** Takes over poses and who sleeps. @param balls shot so far @returns whether colours are still on their way */
  update(poses: Poses, balls: number): boolean;
  dispose(): void;
}

/** One mesh and the bodies in it, in the order of its instances. */
interface Batch {
  readonly mesh: InstancedMesh;
  readonly bodies: Uint32Array;
  /** x y z per instance */
  readonly scales: Float32Array;
  /** 1 = drawn as awake, 0 = as asleep, per instance; −1: not drawn yet */
  readonly liveliness: Float32Array;
  readonly isBalls: boolean;
}

/** Bodies from which on each is small in the picture. */
const MANY = 4000;
/** How far colours go per step from awake to asleep, and from asleep to awake. */
const FALLING_ASLEEP = 1 / 40;
const WAKING = 1 / 6;

/** @param isStill colours change at once */
export function createBodyMeshes(scene: BodyScene, isStill: boolean): BodyMeshes {
  const material = new MeshStandardMaterial({ roughness: 0.58, metalness: 0.02 });
  const batches = makeBatches(scene, material);
  const group = new Group();
  for (const { mesh } of batches) group.add(mesh);
  return {
    group,
    update(poses, balls) {
      let isFading = false;
      for (const batch of batches) {
        if (batch.isBalls) batch.mesh.count = Math.min(balls, MOST_BALLS);
        writeMatrices(batch, poses);
        if (writeColours(batch, poses.awake, isStill)) isFading = true;
      }
      return isFading;
    },
    dispose() {
      for (const { mesh } of batches) {
        mesh.geometry.dispose();
        mesh.dispose();
      }
      material.dispose();
    },
  };
}

function makeBatches({ bodies }: BodyScene, material: MeshStandardMaterial): Batch[] {
  const rows = new Map<Shape, number>();
  const byKey = new Map<string, { looks: Look[]; bodies: number[] }>();
  bodies.forEach(({ shape, type }, body) => {
    if (type === 'static') return;
    if (!rows.has(shape)) rows.set(shape, rows.size);
    const look = lookOf(shape, rows.get(shape) as number, bodies.length > MANY);
    const found = byKey.get(look.key) ?? { looks: [], bodies: [] };
    found.looks.push(look);
    found.bodies.push(body);
    byKey.set(look.key, found);
  });
  const ball = lookOf(sphere(BALL_RADIUS), -1, false);
  const balls = Array.from({ length: MOST_BALLS }, (_, k) => bodies.length + k);
  return [
    ...[...byKey.values()].map((batch) => makeBatch(batch.bodies, batch.looks, material, false)),
    makeBatch(
      balls,
      balls.map(() => ball),
      material,
      true,
    ),
  ];
}

function makeBatch(
  bodies: readonly number[],
  looks: readonly Look[],
  material: MeshStandardMaterial,
  isBalls: boolean,
): Batch {
  const mesh = new InstancedMesh(looks[0].makeGeometry(), material, bodies.length);
  mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * bodies.length), 3);
  mesh.instanceColor.setUsage(DynamicDrawUsage);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false; // its bounds would have to be found anew every step
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  const scales = Float32Array.from(looks.flatMap(({ scale }) => [...scale]));
  const liveliness = new Float32Array(bodies.length).fill(-1);
  return { mesh, bodies: Uint32Array.from(bodies), scales, liveliness, isBalls };
}

function writeMatrices({ mesh, bodies, scales }: Batch, poses: Poses): void {
  const matrices = mesh.instanceMatrix.array as Float32Array;
  for (let k = 0; k < mesh.count; k++) writeMatrix(matrices, 16 * k, poses, bodies[k], scales, 3 * k);
  mesh.instanceMatrix.needsUpdate = true;
}

/** @returns whether any body is between two colours */
function writeColours({ mesh, bodies, liveliness, isBalls }: Batch, awake: Uint8Array, isStill: boolean): boolean {
  const colours = mesh.instanceColor?.array as Float32Array;
  let isChanged = false;
  let isFading = false;
  for (let k = 0; k < mesh.count; k++) {
    const goal = awake[bodies[k]];
    const before = liveliness[k];
    if (before === goal) continue;
    const next =
      isStill || before < 0 ? goal : goal === 1 ? Math.min(before + WAKING, 1) : Math.max(before - FALLING_ASLEEP, 0);
    liveliness[k] = next;
    isChanged = true;
    if (next !== goal) isFading = true;
    if (isBalls) writeBallColour(colours, 3 * k, next);
    else writeColour(colours, 3 * k, bodies[k], next);
  }
  if (isChanged && mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  return isFading;
}
