/**
 * What JavaScript computes on one thread of an engine without a wide kernel: distances, contacts, casts, and pairs with
 * probes and points. Engines on wasm do not load this module: others import its types alone.
 */
import { ScalarBroad } from '../broad/scalarBroad.ts';
import type { BroadScratch } from '../broad/scratch.ts';
import type { Cast } from '../kernels/casts/cast.ts';
import { type CastScene, writeProbe } from '../kernels/casts/castColumns.ts';
import type { CastColumns } from '../kernels/casts/castResults.ts';
import { castPair, castProbe } from '../kernels/casts/castRow.ts';
import { createCast } from '../kernels/casts/createCast.ts';
import { nextSwept } from '../kernels/casts/nextSwept.ts';
import type { ChildState } from '../kernels/children/childState.ts';
import type { DistanceColumns, ShapePools } from '../kernels/contacts/columns.ts';
import { type ContactParams, contactRows, createManifold } from '../kernels/contacts/contactRows.ts';
import type { Manifold } from '../kernels/contacts/manifoldTables.ts';
import { CorePair, type CorePools } from '../kernels/cores/corePair.ts';
import type { SceneGeometry } from '../kernels/cores/geometry.ts';
import type { CoreScratch } from '../kernels/cores/scratch.ts';
import { Polytope } from '../kernels/epa/polytopeTable.ts';
import { pointDistance, writePointShape } from '../kernels/points/pointDistance.ts';
import { keepClosest } from '../kernels/points/pointRow.ts';
import type { PointSearch } from '../kernels/points/pointSearch.ts';
import { recycleRow } from '../kernels/recycling/recycleRow.ts';
import { type RecycleColumns, Recycling } from '../kernels/recycling/recycleTables.ts';
import { findReach, stampRow } from '../kernels/recycling/stampRow.ts';
import { distanceRows } from '../kernels/rows/distanceRows.ts';
import { passSimplex } from '../kernels/rows/invalidRow.ts';
import { isWithin, type Placed, PlacedNumbers } from '../kernels/rows/placedRow.ts';
import type { DistanceParams } from '../kernels/rows/queryParams.ts';
import { isSought } from '../kernels/tree/isSought.ts';
import { startDescent } from '../kernels/tree/startDescent.ts';
import { measuredGeometry } from '../shapes/cores/measured.ts';
import { NO_CHILD } from '../tables/childWords.ts';
import { isPlanar } from '../tables/colliderTable.ts';
import { RECYCLING, REFRESH } from '../tables/contactStamps.ts';
import { ROWS, type SceneCounts, SHAPES } from '../tables/countTable.ts';
import type { Frame, ListTables } from '../tables/frame.ts';
import { RECYCLE_MODE, RECYCLE_QUERY } from '../tables/queryTable.ts';
import { SHAPE_STRIDE } from '../tables/shapeWords.ts';
import type { ChildCalls } from './children/childKernel.ts';
import type { ChildRows } from './children/childRows.ts';
import { hostChildren } from './children/hostChildren.ts';

/** The kernels of a thread that runs JavaScript. */
export function scalarKernels(frame: Frame): { broad: ScalarBroad; scalar?: ScalarKernel } {
  const broad = new ScalarBroad(frame);
  return isPlanar(frame.colliders) ? { broad } : { broad, scalar: new ScalarKernel(frame) };
}

/** The memory of polytopes, 3 MB in many arrays, is made for the first pair that needs it. */
class ThreadScratch implements CoreScratch {
  readonly pair = new CorePair();
  #polytope: Polytope | undefined;

  get polytope(): Polytope {
    this.#polytope ??= new Polytope();
    return this.#polytope;
  }
}

/** Pools of one shape, which is a point. */
function pointPools(): CorePools {
  const words = new Uint32Array(SHAPE_STRIDE);
  writePointShape(words);
  return {
    shapes: { words, reals: new Float32Array(words.buffer) },
    vertices: { coordinates: new Float32Array(12), cells: new Uint16Array(0) },
  };
}

/** The distances of a list, while its contacts are recycled. */
interface RowDistances {
  /** Computes rows [begin, end). */
  compute(overlapOnly: boolean, begin: number, end: number): void;
  /** Sets the parameters. @returns the simplex columns of the query */
  setDistances(): Pick<DistanceParams, 'from' | 'to'>;
}

export class ScalarKernel {
  readonly #frame: Frame;
  readonly #geometry: SceneGeometry;
  readonly #shapes: ShapePools;
  readonly #scratch: CoreScratch = new ThreadScratch();
  readonly #placed: Placed;
  readonly #dot = pointPools();
  readonly #cast: Cast;
  readonly #scene: CastScene;
  /** Tables of the first query with contacts. */
  #manifold: Manifold | undefined;
  #recycling: Recycling | undefined;

  constructor(frame: Frame) {
    const { casts, colliders, placed, query, shapes, vertices } = frame;
    this.#frame = frame;
    this.#geometry = measuredGeometry(frame);
    this.#shapes = { ...shapes, ...vertices };
    this.#placed = {
      numbers: new PlacedNumbers(),
      columns: placed,
      pools: this.#geometry,
      scratch: this.#scratch,
      params: { overlapOnly: false, depth: false, maxDistance: query.maxDistance },
    };
    this.#cast = createCast(this.#scratch, this.#geometry, this.#geometry);
    this.#scene = { placed, casts, firstProbe: colliders.capacity, rowCount: 0, shapeCount: 0 };
  }

  /** Computes rows [begin, end) of a list. */
  distanceRows(
    { pairs, results }: ListTables,
    counts: SceneCounts,
    params: DistanceParams,
    begin: number,
    end: number,
  ) {
    const geometry = this.#geometry;
    distanceRows(results, pairs.ids, this.#frame.placed, counts, geometry, geometry, this.#scratch, params, begin, end);
  }

  /** The contacts of children. @param list of the thread's guests @param rows those of the pair */
  children(list: ListTables, state: ChildState, rows: ChildRows): ChildCalls {
    return hostChildren(this.#frame, list, state, rows);
  }

  /** Writes the manifolds of rows [begin, end), whose distances are computed. */
  contactRows(rows: DistanceColumns, params: ContactParams, begin: number, end: number): void {
    this.#manifold ??= createManifold();
    contactRows(this.#manifold, this.#shapes, this.#frame.placed, rows, params, begin, end);
  }

  /** The same, and distances, for rows that do not keep their manifold. */
  recycleRows(
    distances: RowDistances,
    rows: DistanceColumns,
    params: ContactParams,
    stamps: RecycleColumns,
    begin: number,
    end: number,
  ): void {
    const { colliders } = this.#frame;
    const recycling = this.#setRecycling(stamps);
    const { from, to } = distances.setDistances();
    for (let row = begin; row < end; ) {
      if (recycleRow(recycling, colliders, rows, params, stamps, row)) {
        passSimplex(to, from, row);
        row++;
        continue;
      }
      let after = row + 1;
      while (after < end && !recycleRow(recycling, colliders, rows, params, stamps, after)) after++;
      distances.compute(false, row, after);
      this.contactRows(rows, params, row, after);
      for (let p = row; p < after; p++) {
        if (findReach(recycling, this.#shapes, colliders, rows, params, p)) {
          stampRow(recycling, colliders, rows, params, stamps, p);
        }
      }
      if (after < end) passSimplex(to, from, after);
      row = after + 1;
    }
  }

  /** Sets the parameters of recycled rows. */
  #setRecycling({ from, to }: RecycleColumns): Recycling {
    const { query, counts } = this.#frame;
    const { words } = query;
    this.#recycling ??= new Recycling();
    const recycling = this.#recycling;
    recycling.margin = query.maxDistance[0];
    recycling.touching = query.touching[0];
    recycling.share = query.recycle[0];
    recycling.mostMotion = query.mostMotion[0];
    recycling.rowCount = counts[ROWS];
    recycling.isStamped = words[RECYCLE_MODE] === RECYCLING ? 1 : 0;
    recycling.isInPlace = to === from ? 1 : 0;
    recycling.query = words[RECYCLE_QUERY];
    recycling.turn = recycling.query % REFRESH;
    return recycling;
  }

  /** Whether two rows of the placed table come within the maximum distance of the query. */
  isWithin(a: number, b: number): boolean {
    return isWithin(this.#placed, a, b);
  }

  /** Measures a collider with a valid pose and a point, and keeps it if it is the closest. */
  measurePoint(search: PointSearch, row: number): void {
    const { placed } = this.#frame;
    const status = pointDistance(search, placed, this.#geometry, this.#dot, this.#scratch, row);
    keepClosest(search, row, NO_CHILD, status);
  }

  /** Casts rows [begin, end) of a list of pairs. */
  castPairs(results: CastColumns, counts: SceneCounts, ids: Uint32Array, begin: number, end: number): void {
    const scene = this.#countedScene(counts);
    for (let k = begin; k < end; k++) castPair(this.#cast, scene, results, ids, k);
  }

  /** Casts a probe against the colliders in the tree on its sweep, one by one. The best time is results.t[k]. */
  castSwept(
    { stack, sweep }: BroadScratch,
    { t }: CastColumns,
    k: number,
    mask: number,
    ignored: number,
    caster: { castAgainst(row: number): void },
  ): void {
    const { bounds, tree } = this.#frame;
    const { groups, sensors } = this.#frame.colliders;
    startDescent(tree.words, stack);
    for (;;) {
      const row = nextSwept(tree, bounds.boxes, stack, sweep, t, k);
      if (row < 0) return;
      if (row !== ignored && isSought(groups, sensors, row, mask)) caster.castAgainst(row);
    }
  }

  /** Casts the probe in row `mover` against a collider, and writes its result to row k if that is the best so far. */
  castAgainst(results: CastColumns, k: number, mover: number, collider: number): void {
    const status = castProbe(this.#cast, this.#countedScene(this.#frame.counts), results, k, mover, collider);
    writeProbe(results, k, this.#cast.c, status, collider);
  }

  /** The scene, with these counts. */
  #countedScene(counts: SceneCounts): CastScene {
    const scene = this.#scene;
    scene.rowCount = counts[ROWS];
    scene.shapeCount = counts[SHAPES];
    return scene;
  }
}
