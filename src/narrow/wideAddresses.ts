/** Where the columns of a frame are: words of the wide kernel's context that stay as they are. */
import type { Frame } from '../tables/frame.ts';
import * as word from '../tables/kernelContext.ts';

/** By table and column: the word that holds its address. */
const WORDS: { readonly [T in keyof Frame]?: { readonly [C in keyof Frame[T]]?: number } } = {
  colliders: {
    positions: word.POSITIONS,
    rotations: word.ROTATIONS,
    shapes: word.COLLIDER_SHAPES,
    groups: word.COLLIDER_GROUPS,
    statics: word.COLLIDER_STATICS,
    sensors: word.COLLIDER_SENSORS,
  },
  bounds: {
    boxes: word.COLLIDER_BOUNDS,
    origins: word.BOX_ORIGINS,
    turns: word.BOUNDS_TURNS,
    known: word.BOUNDS_KNOWN,
    renewed: word.BOUNDS_RENEWED,
  },
  shapes: {
    words: word.SHAPE_WORDS,
  },
  parts: {
    words: word.PART_WORDS,
  },
  children: {
    nodes: word.CHILD_NODES,
    triangles: word.CHILD_TRIANGLES,
    edges: word.CHILD_EDGES,
    vertices: word.CHILD_VERTICES,
    materials: word.CHILD_MATERIALS,
    heights: word.CHILD_HEIGHTS,
  },
  vertices: {
    coordinates: word.COORDINATES,
    cells: word.CELLS,
    points: word.POINTS,
    planes: word.PLANES,
    loops: word.LOOPS,
  },
  query: {
    maxDistance: word.MAX_DISTANCE_AT,
    touching: word.TOUCHING_AT,
  },
  tree: {
    planes: word.TREE_PLANES,
    boxes: word.TREE_BOXES,
    order: word.TREE_ORDER,
    words: word.TREE_WORDS,
    fat: word.TREE_FAT,
    anchors: word.TREE_ANCHORS,
    treeIndex: word.TREE_INDEX,
    filters: word.TREE_FILTERS,
    kinds: word.TREE_KINDS,
    excluded: word.TREE_EXCLUDED,
    moved: word.TREE_MOVED,
    outdated: word.TREE_OUTDATED,
    movedRows: word.TREE_MOVED_ROWS,
    spare: word.TREE_SPARE,
    centerX: word.TREE_CENTER_X,
    centerY: word.TREE_CENTER_Y,
    centerZ: word.TREE_CENTER_Z,
    classes: word.TREE_CLASSES,
    reals: word.TREE_REALS,
  },
  candidates: {
    idsEven: word.CANDIDATE_IDS_EVEN,
    idsOdd: word.CANDIDATE_IDS_ODD,
    rowsEven: word.CANDIDATE_ROWS_EVEN,
    rowsOdd: word.CANDIDATE_ROWS_ODD,
    staging: word.CANDIDATE_STAGING,
    fresh: word.CANDIDATE_FRESH,
    beginEven: word.CANDIDATE_BEGIN_EVEN,
    countEven: word.CANDIDATE_COUNT_EVEN,
    beginOdd: word.CANDIDATE_BEGIN_ODD,
    countOdd: word.CANDIDATE_COUNT_ODD,
    planOld: word.CANDIDATE_PLAN_OLD,
    planFresh: word.CANDIDATE_PLAN_FRESH,
    passed: word.CANDIDATES_PASSED,
    outs: word.CANDIDATE_OUTS,
    starts: word.CANDIDATE_STARTS,
    words: word.CANDIDATE_WORDS,
  },
  rays: {
    nodes: word.RAY_NODES,
    leaves: word.RAY_LEAVES,
    words: word.RAY_WORDS,
    reals: word.RAY_REALS,
    origins: word.RAY_ORIGINS,
    directions: word.RAY_DIRECTIONS,
    masks: word.RAY_MASKS,
    ignored: word.RAY_IGNORED,
    status: word.RAY_STATUS,
    ids: word.RAY_IDS,
    t: word.RAY_T,
    normals: word.RAY_NORMALS,
    child: word.RAY_CHILD,
    barycentrics: word.RAY_BARYCENTRICS,
    material: word.RAY_MATERIAL,
  },
  closest: {
    points: word.CLOSEST_POINTS,
    words: word.CLOSEST_WORDS,
    reals: word.CLOSEST_REALS,
    status: word.CLOSEST_STATUS,
    ids: word.CLOSEST_IDS,
    distances: word.CLOSEST_DISTANCES,
    normals: word.CLOSEST_NORMALS,
    offsets: word.CLOSEST_OFFSETS,
    child: word.CLOSEST_CHILD,
  },
  casts: {
    options: word.CAST_OPTIONS,
    words: word.CAST_WORDS,
    motions: word.CAST_MOTIONS,
    pivots: word.CAST_PIVOTS,
    moves: word.CAST_MOVES,
    turns: word.CAST_TURNS,
  },
};

/** Writes the addresses to the words of a context. */
export function writeAddresses(words: Int32Array, frame: Frame): void {
  words[word.CHILD_PARTS] = frame.children.parts.words.byteOffset;
  for (const [table, columns] of Object.entries(WORDS)) {
    const views = frame[table as keyof Frame] as unknown as Readonly<Record<string, ArrayBufferView>> | undefined;
    // an engine without the query has no such table
    if (!views) continue;
    for (const [column, at] of Object.entries(columns as Readonly<Record<string, number>>)) {
      words[at] = views[column].byteOffset;
    }
  }
}
