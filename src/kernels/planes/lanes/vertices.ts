/** Vertices of shapes of tiers box and vertices, one by one. */
import { type Double, double, floatsAt, type Int, type Ints, int } from '../../../language/lanes.ts';
import { POINTS } from '../../../tables/kernelContext.ts';
import { BOX, CORE, HALF_X, VERTEX_BEGIN, VERTEX_COUNT } from '../../../tables/shapeWords.ts';
import type { Vec } from './placed.ts';

/** Hulls of more vertices are deferred: the scalar kernel has direction cells. */
export const MOST_SCANNED = 128;

/** The address of the vertices of a shape: rows of x y z id; 0 for a box, whose corners are computed. */
export function pointsOf(context: Ints, words: Ints): Int {
  if (words[CORE] === BOX) return 0;
  return context[POINTS] + 16 * words[VERTEX_BEGIN];
}

/** Vertex `id` of the shape at `words`, whose vertices are at `points`. */
export function vertexOf(words: Ints, points: Int, id: Int): Vec {
  return {
    x: coordinate(words, points, id, 0),
    y: coordinate(words, points, id, 1),
    z: coordinate(words, points, id, 2),
  };
}

function coordinate(words: Ints, points: Int, id: Int, c: Int): Double {
  if (points !== 0) return double(floatsAt(points + 16 * id)[c]);
  const half = double(floatsAt(words)[HALF_X + c]);
  return ((id >> c) & 1) !== 0 ? -half : half;
}

/** The vertex farthest along `direction`, of the shape at `words`, whose vertices are at `points`. */
export function farthestOf(words: Ints, points: Int, direction: Vec): Int {
  if (points === 0) return cornerAlong(direction);
  const count = words[VERTEX_COUNT];
  let best: Int = 0;
  let most: Double = -1e300;
  for (let id: Int = 0; id < count; id += 1) {
    const p = floatsAt(points + 16 * id);
    const along = double(p[0]) * direction.x + double(p[1]) * direction.y + double(p[2]) * direction.z;
    if (along > most) {
      most = along;
      best = id;
    }
  }
  return best;
}

/** The corner of a box that is farthest along `direction`. */
function cornerAlong(direction: Vec): Int {
  return int(direction.x < 0) | (int(direction.y < 0) << 1) | (int(direction.z < 0) << 2);
}
