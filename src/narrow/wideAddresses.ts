/** Where the columns of a frame are: words of the wide kernel's context that stay as they are. */
import type { Frame } from '../memory/frame.ts';
import {
  CAST_MOTIONS,
  CAST_MOVES,
  CAST_OPTIONS,
  CAST_TURNS,
  CAST_WORDS,
  CELLS,
  CLOSEST_DISTANCES,
  CLOSEST_IDS,
  CLOSEST_NORMALS,
  CLOSEST_OFFSETS,
  CLOSEST_POINTS,
  CLOSEST_REALS,
  CLOSEST_STATUS,
  CLOSEST_WORDS,
  COLLIDER_BOUNDS,
  COLLIDER_GROUPS,
  COLLIDER_SHAPES,
  COORDINATES,
  HALF_SPACES,
  LOOPS,
  PLANES,
  POINTS,
  POSITIONS,
  RAY_DIRECTIONS,
  RAY_IDS,
  RAY_IGNORED,
  RAY_LEAVES,
  RAY_MASKS,
  RAY_NODES,
  RAY_NORMALS,
  RAY_ORIGINS,
  RAY_REALS,
  RAY_STATUS,
  RAY_T,
  RAY_WORDS,
  ROTATIONS,
  SHAPE_WORDS,
  TREE_BOXES,
  TREE_ORDER,
  TREE_WORDS,
} from './wide/context.ts';

/** Writes the addresses to the words of a context. */
export function writeAddresses(words: Int32Array, frame: Frame): void {
  const { bounds, casts, closest, colliders, rays, shapes, tree, vertices } = frame;
  words[POSITIONS] = colliders.positions.byteOffset;
  words[ROTATIONS] = colliders.rotations.byteOffset;
  words[COLLIDER_SHAPES] = colliders.shapes.byteOffset;
  words[SHAPE_WORDS] = shapes.words.byteOffset;
  words[COORDINATES] = vertices.coordinates.byteOffset;
  words[CELLS] = vertices.cells.byteOffset;
  words[POINTS] = vertices.points.byteOffset;
  words[PLANES] = vertices.planes.byteOffset;
  words[LOOPS] = vertices.loops.byteOffset;
  words[RAY_NODES] = rays.nodes.byteOffset;
  words[RAY_LEAVES] = rays.leaves.byteOffset;
  words[RAY_WORDS] = rays.words.byteOffset;
  words[RAY_REALS] = rays.reals.byteOffset;
  words[RAY_ORIGINS] = rays.origins.byteOffset;
  words[RAY_DIRECTIONS] = rays.directions.byteOffset;
  words[RAY_MASKS] = rays.masks.byteOffset;
  words[RAY_IGNORED] = rays.ignored.byteOffset;
  words[RAY_STATUS] = rays.status.byteOffset;
  words[RAY_IDS] = rays.ids.byteOffset;
  words[RAY_T] = rays.t.byteOffset;
  words[RAY_NORMALS] = rays.normals.byteOffset;
  words[CLOSEST_POINTS] = closest.points.byteOffset;
  words[CLOSEST_WORDS] = closest.words.byteOffset;
  words[CLOSEST_REALS] = closest.reals.byteOffset;
  words[CLOSEST_STATUS] = closest.status.byteOffset;
  words[CLOSEST_IDS] = closest.ids.byteOffset;
  words[CLOSEST_DISTANCES] = closest.distances.byteOffset;
  words[CLOSEST_NORMALS] = closest.normals.byteOffset;
  words[CLOSEST_OFFSETS] = closest.offsets.byteOffset;
  words[HALF_SPACES] = tree.planes.byteOffset;
  words[CAST_OPTIONS] = casts.options.byteOffset;
  words[CAST_WORDS] = casts.words.byteOffset;
  words[CAST_MOTIONS] = casts.motions.byteOffset;
  words[CAST_MOVES] = casts.moves.byteOffset;
  words[CAST_TURNS] = casts.turns.byteOffset;
  words[TREE_BOXES] = tree.boxes.byteOffset;
  words[TREE_ORDER] = tree.order.byteOffset;
  words[TREE_WORDS] = tree.words.byteOffset;
  words[COLLIDER_BOUNDS] = bounds.boxes.byteOffset;
  words[COLLIDER_GROUPS] = colliders.groups.byteOffset;
}
