/** The cell around the arm: a floor, a fence, and three racks with parts on their boards. m; y up. */
import { between, type Random } from './random.ts';

/** A convex hull that stands still. */
export interface Obstacle {
  readonly position: readonly [number, number, number];
  /** Around its position. */
  readonly points: readonly number[];
}

export const OBSTACLES = 500;

/** Half the side of the fence, and posts on each side of it. */
const FENCE = 1.6;
const POSTS = 18;
/** The middle of a rack, from the axis of the arm; half of its width and of its depth. */
const RACK = 1.05;
const HALF_WIDTH = 0.5;
const HALF_DEPTH = 0.2;
/** Tops of boards. */
const BOARDS = [0.45, 0.85, 1.25, 1.65];
const HALF_BOARD = 0.012;
/** Half the side of a post. */
const POST = 0.02;
/** Sizes of parts. */
const SMALLEST_PART = 0.025;
const LARGEST_PART = 0.07;

/** Right angles by which the racks stand around the arm. The fourth side is open. */
const RACKS = [1, 2, 3];

export function makeCell(random: Random): Obstacle[] {
  const cell: Obstacle[] = [block([0, -0.02, 0], [2, 0.02, 2])];
  for (let side = 0; side < 4; side++) {
    for (let k = 0; k < POSTS; k++) {
      cell.push(block(turned([FENCE, 1, FENCE * ((2 * k) / POSTS - 1)], side), [POST, 1, POST]));
    }
  }
  for (const side of RACKS) {
    for (const top of BOARDS) {
      const half = turned([HALF_DEPTH, HALF_BOARD, HALF_WIDTH], side);
      cell.push(block(turned([RACK, top - HALF_BOARD, 0], side), half));
    }
    for (const [u, v] of [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ] as const) {
      cell.push(block(turned([RACK + u * HALF_DEPTH, 0.9, v * HALF_WIDTH], side), [POST, 0.9, POST]));
    }
  }
  while (cell.length < OBSTACLES) cell.push(part(random));
  return cell;
}

/** A part on a board: random points, the lowest of which is on the board. */
function part(random: Random): Obstacle {
  const half = [0, 1, 2].map(() => between(random, SMALLEST_PART, LARGEST_PART));
  const points = Array.from({ length: 14 }, () => half.map((h) => between(random, -h, h))).flat();
  const lowest = Math.min(...points.filter((_, k) => k % 3 === 1));
  const side = RACKS[Math.floor(random() * RACKS.length)]!;
  const top = BOARDS[Math.floor(random() * BOARDS.length)]!;
  const across = HALF_DEPTH - LARGEST_PART;
  const along = HALF_WIDTH - LARGEST_PART;
  const place = [RACK + between(random, -across, across), top - lowest, between(random, -along, along)] as const;
  return { position: turned(place, side), points };
}

function block(position: Obstacle['position'], half: readonly [number, number, number]): Obstacle {
  const points = Array.from({ length: 8 }, (_, k) => half.map((h, axis) => (k & (1 << axis) ? h : -h))).flat();
  return { position, points };
}

/** Turns a vector by right angles about y. */
function turned([x, y, z]: readonly [number, number, number], sides: number): [number, number, number] {
  return sides === 0 ? [x, y, z] : turned([z, y, -x], sides - 1);
}
