/** Where the columns of a frame are: words of the wide kernel's context that stay as they are. */
import type { Frame } from '../tables/frame.ts';
import {
  BOUNDS_KNOWN,
  BOUNDS_RENEWED,
  BOUNDS_TURNS,
  BOX_ORIGINS,
  CANDIDATE_BEGIN_EVEN,
  CANDIDATE_BEGIN_ODD,
  CANDIDATE_COUNT_EVEN,
  CANDIDATE_COUNT_ODD,
  CANDIDATE_FRESH,
  CANDIDATE_IDS_EVEN,
  CANDIDATE_IDS_ODD,
  CANDIDATE_OUTS,
  CANDIDATE_PLAN_FRESH,
  CANDIDATE_PLAN_OLD,
  CANDIDATE_ROWS_EVEN,
  CANDIDATE_ROWS_ODD,
  CANDIDATE_STAGING,
  CANDIDATE_STARTS,
  CANDIDATE_WORDS,
  CANDIDATES_PASSED,
  CAST_MOTIONS,
  CAST_MOVES,
  CAST_OPTIONS,
  CAST_PIVOTS,
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
  COLLIDER_STATICS,
  COORDINATES,
  LOOPS,
  MAX_DISTANCE_AT,
  PART_WORDS,
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
  TOUCHING_AT,
  TREE_ANCHORS,
  TREE_BOXES,
  TREE_CENTER_X,
  TREE_CENTER_Y,
  TREE_CENTER_Z,
  TREE_CLASSES,
  TREE_FAT,
  TREE_FILTERS,
  TREE_INDEX,
  TREE_MOVED,
  TREE_MOVED_ROWS,
  TREE_ORDER,
  TREE_OUTDATED,
  TREE_PLANES,
  TREE_REALS,
  TREE_SPARE,
  TREE_STATICS,
  TREE_WORDS,
} from '../tables/kernelContext.ts';

/** Writes the addresses to the words of a context. */
export function writeAddresses(words: Int32Array, frame: Frame): void {
  const { bounds, casts, closest, colliders, parts, query, rays, shapes, tree, vertices } = frame;
  words[POSITIONS] = colliders.positions.byteOffset;
  words[ROTATIONS] = colliders.rotations.byteOffset;
  words[COLLIDER_SHAPES] = colliders.shapes.byteOffset;
  words[SHAPE_WORDS] = shapes.words.byteOffset;
  words[PART_WORDS] = parts.words.byteOffset;
  words[COORDINATES] = vertices.coordinates.byteOffset;
  words[CELLS] = vertices.cells.byteOffset;
  words[POINTS] = vertices.points.byteOffset;
  words[PLANES] = vertices.planes.byteOffset;
  words[LOOPS] = vertices.loops.byteOffset;
  words[MAX_DISTANCE_AT] = query.maxDistance.byteOffset;
  words[TOUCHING_AT] = query.touching.byteOffset;
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
  words[TREE_PLANES] = tree.planes.byteOffset;
  words[CAST_OPTIONS] = casts.options.byteOffset;
  words[CAST_WORDS] = casts.words.byteOffset;
  words[CAST_MOTIONS] = casts.motions.byteOffset;
  words[CAST_PIVOTS] = casts.pivots.byteOffset;
  words[CAST_MOVES] = casts.moves.byteOffset;
  words[CAST_TURNS] = casts.turns.byteOffset;
  words[TREE_BOXES] = tree.boxes.byteOffset;
  words[TREE_ORDER] = tree.order.byteOffset;
  words[TREE_WORDS] = tree.words.byteOffset;
  words[COLLIDER_BOUNDS] = bounds.boxes.byteOffset;
  words[COLLIDER_GROUPS] = colliders.groups.byteOffset;
  writeBroad(words, frame);
}

/** The columns of the broad phase. */
function writeBroad(words: Int32Array, { bounds, candidates, colliders, tree }: Frame): void {
  words[TREE_FAT] = tree.fat.byteOffset;
  words[TREE_ANCHORS] = tree.anchors.byteOffset;
  words[TREE_INDEX] = tree.treeIndex.byteOffset;
  words[TREE_FILTERS] = tree.filters.byteOffset;
  words[TREE_STATICS] = tree.statics.byteOffset;
  words[TREE_MOVED] = tree.moved.byteOffset;
  words[TREE_OUTDATED] = tree.outdated.byteOffset;
  words[TREE_MOVED_ROWS] = tree.movedRows.byteOffset;
  words[TREE_SPARE] = tree.spare.byteOffset;
  words[TREE_CENTER_X] = tree.centerX.byteOffset;
  words[TREE_CENTER_Y] = tree.centerY.byteOffset;
  words[TREE_CENTER_Z] = tree.centerZ.byteOffset;
  words[TREE_CLASSES] = tree.classes.byteOffset;
  words[TREE_REALS] = tree.reals.byteOffset;
  words[BOX_ORIGINS] = bounds.origins.byteOffset;
  words[BOUNDS_TURNS] = bounds.turns.byteOffset;
  words[BOUNDS_KNOWN] = bounds.known.byteOffset;
  words[BOUNDS_RENEWED] = bounds.renewed.byteOffset;
  words[CANDIDATE_IDS_EVEN] = candidates.idsEven.byteOffset;
  words[CANDIDATE_IDS_ODD] = candidates.idsOdd.byteOffset;
  words[CANDIDATE_ROWS_EVEN] = candidates.rowsEven.byteOffset;
  words[CANDIDATE_ROWS_ODD] = candidates.rowsOdd.byteOffset;
  words[CANDIDATE_STAGING] = candidates.staging.byteOffset;
  words[CANDIDATE_FRESH] = candidates.fresh.byteOffset;
  words[CANDIDATE_BEGIN_EVEN] = candidates.beginEven.byteOffset;
  words[CANDIDATE_COUNT_EVEN] = candidates.countEven.byteOffset;
  words[CANDIDATE_BEGIN_ODD] = candidates.beginOdd.byteOffset;
  words[CANDIDATE_COUNT_ODD] = candidates.countOdd.byteOffset;
  words[CANDIDATE_PLAN_OLD] = candidates.planOld.byteOffset;
  words[CANDIDATE_PLAN_FRESH] = candidates.planFresh.byteOffset;
  words[CANDIDATES_PASSED] = candidates.passed.byteOffset;
  words[CANDIDATE_OUTS] = candidates.outs.byteOffset;
  words[CANDIDATE_STARTS] = candidates.starts.byteOffset;
  words[CANDIDATE_WORDS] = candidates.words.byteOffset;
  words[COLLIDER_STATICS] = colliders.statics.byteOffset;
}
