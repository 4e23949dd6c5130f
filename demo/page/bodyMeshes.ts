/**
 * Instanced meshes of all moving bodies of a scene and of the balls, one draw call per look. Updates allocate nothing.
 */
import { type Shape, sphere } from 'hullstorm';
import { type Poses, readPose } from 'hullstorm/loop';
import { DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, MeshStandardMaterial } from 'three';
import type { BodyScene } from '../../scenes/bodies.ts';
import { type Look, lookOf } from './bodyLook.ts';
import { writeBallColor, writeColor } from './palette.ts';
import { BALL_RADIUS, MOST_BALLS } from './protocol.ts';
import { type Lines, type StateLines, showLines, stateLines } from './stateLines.ts';
import { writeMatrix } from './writeMatrix.ts';

export interface BodyMeshes {
  readonly group: Group;
  /** Writes poses and colors. @param balls shot so far @returns whether colors are still fading */
  update(poses: Poses, balls: number): boolean;
  showLines(what: Lines): void;
  dispose(): void;
}

/** One mesh and the bodies in it, in the order of its instances. */
interface Batch {
  readonly mesh: InstancedMesh;
  readonly lines: StateLines;
  readonly bodies: Uint32Array;
  /** x y z per instance. */
  readonly scales: Float32Array;
  /** Per instance: 1 = drawn as awake, 0 = drawn as asleep, −1 = not drawn yet. */
  readonly liveliness: Float32Array;
  readonly kind: Kind;
}

/** The character has the color of balls, and never sleeps. */
type Kind = 'bodies' | 'balls' | 'character';

/** With more bodies, each is small on the screen. */
const MANY = 4000;
/** Change of `liveliness` per step, for bodies that fall asleep and that wake. */
const FALLING_ASLEEP = 1 / 40;
const WAKING = 1 / 6;
/** Bodies are darker below the points of a sensor. */
const BELOW_POINTS = '#5a6280';

/** @param isStill colors change at once */
export function createBodyMeshes(scene: BodyScene, isStill: boolean): BodyMeshes {
  const color = scene.sensor ? BELOW_POINTS : '#ffffff';
  const material = new MeshStandardMaterial({ color, roughness: 0.55 });
  const batches = makeBatches(scene, material);
  const group = new Group();
  for (const { mesh, lines } of batches) group.add(mesh, lines);
  return {
    group,
    update(poses, balls) {
      let isFading = false;
      for (const batch of batches) {
        if (batch.kind === 'balls') {
          batch.mesh.count = Math.min(balls, MOST_BALLS, Math.max(poses.to.rows - scene.bodies.length, 0));
        }
        writeMatrices(batch, poses);
        batch.lines.geometry.instanceCount = batch.mesh.count;
        if (writeColors(batch, poses.to.awake, isStill)) isFading = true;
      }
      return isFading;
    },
    showLines(what) {
      for (const { lines } of batches) showLines(lines, what);
    },
    dispose() {
      for (const { mesh, lines } of batches) {
        lines.geometry.dispose();
        lines.material.dispose();
        mesh.geometry.dispose();
        mesh.dispose();
      }
      material.dispose();
    },
  };
}

function makeBatches({ bodies, character }: BodyScene, material: MeshStandardMaterial): Batch[] {
  const rows = new Map<Shape, number>();
  const byKey = new Map<string, { looks: Look[]; bodies: number[] }>();
  bodies.forEach(({ shape, type }, body) => {
    if (type === 'static' || body === character?.body) return;
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
    ...[...byKey.values()].map((batch) => makeBatch(batch.bodies, batch.looks, material, 'bodies')),
    ...(character
      ? [makeBatch([character.body], [lookOf(bodies[character.body].shape, -1, false)], material, 'character')]
      : []),
    makeBatch(
      balls,
      balls.map(() => ball),
      material,
      'balls',
    ),
  ];
}

function makeBatch(
  bodies: readonly number[],
  looks: readonly Look[],
  material: MeshStandardMaterial,
  kind: Kind,
): Batch {
  const mesh = new InstancedMesh(looks[0].makeGeometry(), material, bodies.length);
  mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * bodies.length), 3);
  mesh.instanceColor.setUsage(DynamicDrawUsage);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false; // culling would need new bounds at every step
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  const scales = Float32Array.from(looks.flatMap(({ scale }) => [...scale]));
  const liveliness = new Float32Array(bodies.length).fill(-1);
  const lines = stateLines(mesh, liveliness);
  return { mesh, lines, bodies: Uint32Array.from(bodies), scales, liveliness, kind };
}

const position = new Float64Array(3);
const rotation = new Float64Array(4);

function writeMatrices({ mesh, bodies, scales }: Batch, poses: Poses): void {
  const matrices = mesh.instanceMatrix.array as Float32Array;
  for (let k = 0; k < mesh.count; k++) {
    readPose(poses, bodies[k], position, rotation);
    writeMatrix(matrices, 16 * k, position, rotation, scales, 3 * k);
  }
  mesh.instanceMatrix.needsUpdate = true;
}

/** @returns whether any color is still fading */
function writeColors({ mesh, lines, bodies, liveliness, kind }: Batch, awake: Uint8Array, isStill: boolean): boolean {
  const colors = mesh.instanceColor?.array as Float32Array;
  let isChanged = false;
  let isFading = false;
  for (let k = 0; k < mesh.count; k++) {
    const goal = kind === 'character' ? 1 : awake[bodies[k]];
    const before = liveliness[k];
    if (before === goal) continue;
    const next =
      isStill || before < 0 ? goal : goal === 1 ? Math.min(before + WAKING, 1) : Math.max(before - FALLING_ASLEEP, 0);
    liveliness[k] = next;
    isChanged = true;
    if (next !== goal) isFading = true;
    if (kind === 'bodies') writeColor(colors, 3 * k, bodies[k], next);
    else writeBallColor(colors, 3 * k, next);
  }
  if (isChanged && mesh.instanceColor) {
    mesh.instanceColor.needsUpdate = true;
    lines.geometry.attributes.life.needsUpdate = true;
  }
  return isFading;
}
