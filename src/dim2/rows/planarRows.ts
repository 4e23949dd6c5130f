/**
 * Computes rows of a pair list of a planar scene, f64. The result of a row depends on that row alone.
 *
 *   reads   pairs.ids, colliders, shapes, parameters in the query row
 *   writes  results.status; for a distance results.separation, .offsetA, .offsetB and the simplex; for contacts also
 *           contacts.pointCount, .pointsA, .pointsB, .previous, the features and whether the pair touches
 */
import { matchFeatures } from '../../kernels/contacts/match.ts';
import { passSimplex } from '../../kernels/rows/invalidRow.ts';
import type { QueryTables } from '../../tables/boundTables.ts';
import { type ContactTable, POINT_STRIDE } from '../../tables/contactTable.ts';
import { Status, type StatusCode } from '../../tables/distanceStatus.ts';
import type { Frame } from '../../tables/frame.ts';
import { CONTACTS_EVEN_TO_ODD, DEPTH, EVEN_TO_ODD } from '../../tables/queryTable.ts';
import type { ResultTable } from '../../tables/resultTable.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';
import { features, findContacts, points } from '../pair/contacts.ts';
import { compareCircles, SURELY_TOUCHING, UNKNOWN } from '../pair/frame.ts';
import type { Geometry } from '../pair/geometry.ts';
import { measure, touches } from '../pair/measure.ts';
import { bodyA, frame, row } from '../pair/pairState.ts';
import { PlanarPair } from './planarPair.ts';
import type { PlanarShapes } from './planarShapes.ts';

/** Rounding of the f32 column that holds the distance. */
const F32_ROUNDING = 2 ** -24;
/** Slots of A in a simplex, and so the first slot of B. */
const HALF = SIMPLEX_STRIDE / 2;

export class PlanarRows {
  readonly #scene: Frame;
  readonly #tables: QueryTables;
  readonly #shapes: PlanarShapes;
  readonly #pair: PlanarPair;

  constructor(scene: Frame, tables: QueryTables, shapes: PlanarShapes) {
    this.#scene = scene;
    this.#tables = tables;
    this.#shapes = shapes;
    this.#pair = new PlanarPair(scene, shapes);
  }

  /** Whether each pair of rows [begin, end) overlaps. The simplexes stay. */
  intersect(begin: number, end: number): void {
    const { pairs, results } = this.#tables.list;
    const { status } = results;
    const evenToOdd = this.#scene.query.words[EVEN_TO_ODD] === 1;
    const from = evenToOdd ? results.simplexEven : results.simplexOdd;
    const to = evenToOdd ? results.simplexOdd : results.simplexEven;
    const pair = this.#pair;
    this.#shapes.refresh();
    for (let p = begin; p < end; p++) {
      if (!pair.load(pairs.ids, p)) {
        status[p] = Status.Invalid;
        clearSimplex(to, p);
        continue;
      }
      status[p] = this.#touches(pairs.ids, p) ? Status.Overlapping : Status.Separated;
      passSimplex(to, from, p);
    }
  }

  /** The signed distance of each pair of rows [begin, end). */
  distance(begin: number, end: number): void {
    const { pairs, results } = this.#tables.list;
    this.#shapes.refresh();
    for (let p = begin; p < end; p++) this.#measure(results, pairs.ids, p);
  }

  /** The signed distance and the contact points of each pair of rows [begin, end). */
  contacts(begin: number, end: number): void {
    const { list, contacts } = this.#tables;
    const { pairs, results } = list;
    const evenToOdd = this.#scene.query.words[CONTACTS_EVEN_TO_ODD] === 1;
    const from = evenToOdd ? contacts.featuresEven : contacts.featuresOdd;
    const to = evenToOdd ? contacts.featuresOdd : contacts.featuresEven;
    const touching = evenToOdd ? contacts.touchesOdd : contacts.touchesEven;
    const most = this.#scene.query.touching;
    const pair = this.#pair;
    const columns = { from, to, previous: contacts.previous };
    this.#shapes.refresh();
    for (let p = begin; p < end; p++) {
      const code = this.#measure(results, pairs.ids, p);
      const isNear = code !== Status.Invalid && code !== Status.BeyondMaxDistance;
      touching[p] = isNear && results.separation[4 * p + 3] <= most[0] ? 1 : 0;
      const count = isNear ? findContacts(pair.a, pair.b) : 0;
      for (let k = 0; k < count; k++) writePoint(contacts, pair.isSwapped, POINT_STRIDE * p + 4 * k, k);
      contacts.pointCount[p] = count;
      matchFeatures(columns, features, 0, contacts.lastRow[p], p, count);
    }
  }

  /** Whether the loaded pair touches or overlaps. */
  #touches(ids: Uint32Array, p: number): boolean {
    const pair = this.#pair;
    if (pair.areCirclesApart()) return false;
    const { a, b } = pair;
    pair.turn(ids, p);
    const code = compareCircles(a, b);
    frame.limit = 0;
    return code === UNKNOWN ? touches(a, b) : code === SURELY_TOUCHING;
  }

  /** Measures row p, and writes its results. @returns its status */
  #measure(results: ResultTable, ids: Uint32Array, p: number): StatusCode {
    const { words, maxDistance } = this.#scene.query;
    const evenToOdd = words[EVEN_TO_ODD] === 1;
    const from = evenToOdd ? results.simplexEven : results.simplexOdd;
    const to = evenToOdd ? results.simplexOdd : results.simplexEven;
    const pair = this.#pair;
    if (!pair.load(ids, p)) {
      writeInvalid(results, p);
      clearSimplex(to, p);
      return Status.Invalid;
    }
    const { a, b, isSwapped } = pair;
    pair.turn(ids, p);
    frame.limit = maxDistance[0];
    const depth = words[DEPTH] === 1;
    const status = measure(a, b, depth);
    writeDistance(results, isSwapped, p);
    results.status[p] = status;
    if (status === Status.BeyondMaxDistance) passSimplex(to, from, p);
    else {
      clearSimplex(to, p);
      // without depth an overlap has no witness points
      if (depth || status === Status.Separated) writeSimplex(to, SIMPLEX_STRIDE * p, a, b, isSwapped);
    }
    return status;
  }
}

function clearSimplex(to: Uint16Array, p: number): void {
  for (let k = SIMPLEX_STRIDE * p; k < SIMPLEX_STRIDE * (p + 1); k++) to[k] = UNUSED;
}

/** Writes the corners of the witness points to the slots from `at` on. */
function writeSimplex(to: Uint16Array, at: number, a: Geometry, b: Geometry, isSwapped: boolean): void {
  const { isB, edge: first, part } = row;
  const edge = isB ? b : a;
  const second = first + 1 === edge.count ? 0 : first + 1;
  const corner = (isB ? a : b).ids[row.corner];
  const toEdge = isB === isSwapped ? at : at + HALF;
  const toCorner = isB === isSwapped ? at + HALF : at;
  to[toEdge] = edge.ids[part < 1 ? first : second];
  to[toCorner] = corner;
  if (!(part > 0 && part < 1)) return;
  to[toEdge + 1] = edge.ids[second];
  to[toCorner + 1] = corner;
}

function writeInvalid({ status, separation, offsetA, offsetB }: ResultTable, p: number): void {
  status[p] = Status.Invalid;
  for (let k = 4 * p; k < 4 * p + 4; k++) {
    separation[k] = Number.NaN;
    offsetA[k] = Number.NaN;
    offsetB[k] = Number.NaN;
  }
}

/** Writes the measured row, in world axes and in the caller's order of the pair. */
function writeDistance({ separation, offsetA, offsetB }: ResultTable, isSwapped: boolean, p: number): void {
  const at = 4 * p;
  const { cos, sin } = bodyA;
  const sign = isSwapped ? -1 : 1;
  const { distance, normal } = row;
  // + 0: no −0
  separation[at] = sign * (cos * normal[0] - sin * normal[1]) + 0;
  separation[at + 1] = sign * (sin * normal[0] + cos * normal[1]) + 0;
  separation[at + 2] = 0;
  separation[at + 3] = distance;
  writeTurned(isSwapped ? offsetB : offsetA, at, row.pointA);
  writeTurned(isSwapped ? offsetA : offsetB, at, row.pointB);
  offsetA[at + 3] = row.bound + F32_ROUNDING * Math.abs(distance);
  offsetB[at + 3] = 0;
}

/** Writes point k of `points` to the slot at `to`, in world axes and in the caller's order of the pair. */
function writePoint({ pointsA, pointsB }: ContactTable, isSwapped: boolean, to: number, k: number): void {
  const { onA, onB, separation } = points[k];
  writeTurned(isSwapped ? pointsB : pointsA, to, onA);
  writeTurned(isSwapped ? pointsA : pointsB, to, onB);
  pointsA[to + 3] = separation;
  pointsB[to + 3] = 0;
}

/** Writes a vector of the frame of A to to[at …], x y z, world. */
function writeTurned(to: Float32Array, at: number, from: Float64Array): void {
  const { cos, sin } = bodyA;
  to[at] = cos * from[0] - sin * from[1];
  to[at + 1] = sin * from[0] + cos * from[1];
  to[at + 2] = 0;
}
