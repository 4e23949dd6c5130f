/** Rooms and stairs as one mesh, and of boxes. */
import { box, type Engine, mesh, type Shape } from 'hullstorm';

type Vec3 = readonly [number, number, number];

/** Half the width of the room, its height, and the place of the stairs in it (m). */
export const ROOM = 3;
const HEIGHT = 3;
const STEPS = 5;
export const RISE = 0.2;
const GOING = 0.4;

/** The rectangles of the room: a corner and two edges, whose cross product points inwards. */
const WALLS: readonly (readonly [Vec3, Vec3, Vec3])[] = [
  [
    [-3, 0, -3],
    [0, 0, 6],
    [6, 0, 0],
  ],
  [
    [-3, 0, -3],
    [0, HEIGHT, 0],
    [0, 0, 6],
  ],
  [
    [3, 0, -3],
    [0, 0, 6],
    [0, HEIGHT, 0],
  ],
  [
    [-3, 0, -3],
    [6, 0, 0],
    [0, HEIGHT, 0],
  ],
  [
    [-3, 0, 3],
    [0, HEIGHT, 0],
    [6, 0, 0],
  ],
];

/** Risers and treads, 2 m wide, from x = 0 on. */
const STAIRS = Array.from({ length: STEPS }, (_, k): (readonly [Vec3, Vec3, Vec3])[] => [
  [
    [GOING * k, RISE * k, -1],
    [0, 0, 2],
    [0, RISE, 0],
  ],
  [
    [GOING * k, RISE * (k + 1), -1],
    [0, 0, 2],
    [GOING, 0, 0],
  ],
]).flat();

/** A mesh of rectangles, each of them cells × cells squares. */
function meshOf(faces: typeof WALLS, cells: number): Shape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [corner, u, v] of faces) {
    const base = positions.length / 3;
    for (let i = 0; i <= cells; i++) {
      for (let k = 0; k <= cells; k++) {
        positions.push(...corner.map((x, c) => x + (u[c]! * i) / cells + (v[c]! * k) / cells));
      }
    }
    for (let i = 0; i < cells; i++) {
      for (let k = 0; k < cells; k++) {
        const at = base + i * (cells + 1) + k;
        indices.push(at, at + cells + 1, at + 1, at + 1, at + cells + 1, at + cells + 2);
      }
    }
  }
  return mesh({ positions, indices });
}

/** Adds the room. @param cells of each side of the mesh; 0: it is five boxes */
export function addRoom({ scene }: Engine, cells: number): void {
  if (cells > 0) {
    scene.addCollider(scene.addShape(meshOf(WALLS, cells)), { static: true });
    return;
  }
  const wall = scene.addShape(box(4, 4, 4));
  for (const position of [
    [0, -4, 0],
    [-7, 0, 0],
    [7, 0, 0],
    [0, 0, -7],
    [0, 0, 7],
  ]) {
    scene.addCollider(wall, { position, static: true });
  }
}

/** Adds a floor and stairs on it. @param cells as above; 0: it is boxes */
export function addStairs({ scene }: Engine, cells: number): void {
  if (cells > 0) {
    scene.addCollider(scene.addShape(meshOf([WALLS[0]!, ...STAIRS], cells)), { static: true });
    return;
  }
  scene.addCollider(scene.addShape(box(4, 4, 4)), { position: [0, -4, 0], static: true });
  const length = GOING * STEPS;
  for (let k = 0; k < STEPS; k++) {
    const half = (length - GOING * k) / 2;
    const step = scene.addShape(box(half, (RISE * (k + 1)) / 2, 1));
    scene.addCollider(step, { position: [length - half, (RISE * (k + 1)) / 2, 0], static: true });
  }
}
