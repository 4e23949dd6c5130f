/**
 * Cuts the Stanford dragon into convex pieces, and writes them to `scenes/data/dragonPieces.json`. Run it by hand:
 * `npx tsx tools/makeDragonPieces.ts`. Vertices are grouped by their places (k-means); a piece is the hull of a group,
 * with few vertices.
 */
import { writeFile } from 'node:fs/promises';
import { loadDragon } from '../scenes/dragonMesh.ts';
import { randomUnit, seeded } from '../scenes/random.ts';

const PIECES = 28;
const ROUNDS = 60;
/** Vertices of a piece, at most: the outermost ones in as many directions. */
const VERTICES = 20;
const SEED = 7;
/** Coordinates are whole numbers of 1 / UNIT of the bounding radius. */
const UNIT = 1000;

const { positions } = await loadDragon();
const count = positions.length / 3;
const points = centered(positions);
const random = seeded(SEED);

const centers = Float64Array.from({ length: 3 * PIECES }, () => 0);
for (let piece = 0; piece < PIECES; piece++) {
  const from = 3 * Math.floor(random() * count);
  centers.set(points.subarray(from, from + 3), 3 * piece);
}
let groups = group();
for (let round = 0; round < ROUNDS; round++) {
  groups.forEach((members, piece) => {
    if (members.length === 0) return;
    for (let c = 0; c < 3; c++) {
      centers[3 * piece + c] = members.reduce((sum, k) => sum + points[3 * k + c], 0) / members.length;
    }
  });
  groups = group();
}
const pieces = groups.filter((members) => members.length >= 4).map(outermost);
const path = new URL('../scenes/data/dragonPieces.json', import.meta.url);
await writeFile(path, `${JSON.stringify({ unit: UNIT, pieces })}\n`);
console.log(`${pieces.length} pieces, ${pieces.reduce((sum, piece) => sum + piece.length / 3, 0)} vertices`);

/** About the center of the bounding box; the bounding radius is 1. */
function centered(given: Float32Array): Float64Array {
  const middle = [0, 1, 2].map((c) => {
    let low = Infinity;
    let high = -Infinity;
    for (let k = c; k < given.length; k += 3) {
      low = Math.min(low, given[k]);
      high = Math.max(high, given[k]);
    }
    return (low + high) / 2;
  });
  const moved = Float64Array.from(given, (value, k) => value - middle[k % 3]);
  let farthest = 0;
  for (let k = 0; k < moved.length; k += 3) farthest = Math.max(farthest, Math.hypot(...moved.subarray(k, k + 3)));
  return moved.map((value) => value / farthest);
}

/** The vertices nearest to each center. */
function group(): number[][] {
  const found: number[][] = Array.from({ length: PIECES }, () => []);
  for (let k = 0; k < count; k++) {
    let best = 0;
    let least = Infinity;
    for (let piece = 0; piece < PIECES; piece++) {
      let square = 0;
      for (let c = 0; c < 3; c++) square += (points[3 * k + c] - centers[3 * piece + c]) ** 2;
      if (square >= least) continue;
      least = square;
      best = piece;
    }
    found[best].push(k);
  }
  return found;
}

/** x y z of the outermost vertices of a group. */
function outermost(members: readonly number[]): number[] {
  const direction = new Float64Array(3);
  const chosen = new Set<number>();
  for (let tries = 0; chosen.size < VERTICES && tries < 40 * VERTICES; tries++) {
    randomUnit(direction, 0, 3, random);
    let best = members[0];
    let most = -Infinity;
    for (const k of members) {
      const along = points[3 * k] * direction[0] + points[3 * k + 1] * direction[1] + points[3 * k + 2] * direction[2];
      if (along <= most) continue;
      most = along;
      best = k;
    }
    chosen.add(best);
  }
  return [...chosen].flatMap((k) => Array.from(points.subarray(3 * k, 3 * k + 3), (value) => Math.round(UNIT * value)));
}
