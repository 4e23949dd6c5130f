/** A scene of convex shapes, a mesh, a height field and a compound, with all of their children as slow solvers see them. */
import { box, capsule, compound, type Engine, heightField, hull, mesh, type Shape, sphere } from 'hullstorm';
import { trianglesOf } from '../../scenes/bruteForce.ts';
import { type Body, boxBody, capsuleBody, hullBody, place, type Quat, sphereBody, type Vec3 } from '../oracle/body.ts';
import { triangleBody } from '../oracle/triangles.ts';
import { placedAt } from './childWorlds.ts';
import { randomField, trianglesOfField } from './heightFields.ts';
import { makeSurface, type Surface } from './surfaces.ts';

export interface WorldCollider {
  readonly id: number;
  /** By the user's numbers; one with −1 for a convex shape. */
  readonly children: readonly { readonly child: number; readonly body: Body }[];
}

const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Convex shapes, and as the oracle has them. */
export const CONVEX: readonly (readonly [Shape, () => Body])[] = [
  [box(0.5, 0.25, 0.4), () => boxBody(0.5, 0.25, 0.4)],
  [sphere(0.3), () => sphereBody(0.3)],
  [hull(POINTS), () => hullBody(POINTS)],
  [capsule(0.3, 0.2), () => capsuleBody(0.3, 0.2)],
];
const TABLE = [
  { shape: box(0.6, 0.1, 0.6), body: boxBody(0.6, 0.1, 0.6), position: [0, 0, 0] },
  { shape: sphere(0.2), body: sphereBody(0.2), position: [0, 0.5, 0] },
  { shape: capsule(0.4, 0.1), body: capsuleBody(0.4, 0.1), position: [0.5, -0.5, 0.5] },
  { shape: hull(POINTS), body: hullBody(POINTS), position: [-1, -0.5, -0.5] },
].map((part) => ({ ...part, position: part.position.map(Math.fround) as Vec3 }));
const STILL: Quat = [0, 0, 0, 1];

export const CONVEX_WORLD_CAPACITY = {
  shapes: 64,
  vertices: 2048,
  colliders: 512,
  pairs: 1024,
  probes: 1024,
  compoundParts: 64,
  meshTriangles: 4096,
  meshVertices: 4096,
  heights: 1024,
};

export const aTurn = (random: () => number): Quat => [0, 1, 2, 3].map(() => Math.fround(random() - 0.5)) as Quat;

/** Fills the scene: in 8 × 3 × 8 m around the origin. The surfaces are at y = 0 and y = 1.5. */
export function fillConvexWorld(engine: Engine, random: () => number, bodies: number): WorldCollider[] {
  const { scene } = engine;
  const colliders: WorldCollider[] = [];
  const surface = makeSurface('rough', random);
  const field = randomField(random, 8, 8, [1, 1], 0.1);
  const ofField = trianglesOfField(field);
  const addSurface = (shape: Shape, of: Surface, up: number, numbers?: readonly number[]) => {
    const { count, corners } = trianglesOf(of);
    for (let k = 1; k < corners.length; k += 3) corners[k] = corners[k]! + up;
    colliders.push({
      id: scene.addCollider(scene.addShape(shape), { static: true, position: [0, up, 0] }),
      children: Array.from({ length: count }, (_, k) => ({
        child: numbers?.[k] ?? k,
        body: triangleBody(corners, 9 * k),
      })),
    });
  };
  addSurface(mesh(surface), surface, 0);
  addSurface(heightField(field), ofField, 1.5, ofField.children);
  const table = scene.addShape(compound(TABLE.map(({ shape, position }) => ({ shape, position }))));
  const shapes = CONVEX.map(([shape]) => scene.addShape(shape));
  for (let k = 0; k < bodies; k++) {
    const position: Vec3 = [8 * (random() - 0.5), 3 * (random() - 0.25), 8 * (random() - 0.5)];
    const rotation = aTurn(random);
    const isTable = k % 5 === 4;
    colliders.push({
      id: scene.addCollider(isTable ? table : shapes[k % 5]!, { position, rotation }),
      children: isTable
        ? TABLE.map((part, child) => {
            const at = placedAt({ position, rotation }, { position: part.position, rotation: STILL });
            return { child, body: place(part.body, at.position, rotation) };
          })
        : [{ child: -1, body: place(CONVEX[k % 5]![1](), position, rotation) }],
    });
  }
  return colliders;
}
