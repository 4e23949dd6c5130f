/**
 * Builds the hulls of a list of shapes on all threads. Checks the whole list first, and copies all points once, into
 * memory that workers can read.
 */

import { unreadable } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { type BuiltHull, buildClaimed, type HullQueue } from '../schedule/hullQueue.ts';
import type { Pool } from '../schedule/pool.ts';
import { nextTask } from '../schedule/waiting.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { prepareHullWithFaces } from '../shapes/cores/hull.ts';
import { prepareOf } from '../shapes/cores/list.ts';
import { preparePoint } from '../shapes/cores/point.ts';
import { type HullShape, readHull } from '../shapes/hull/prepareHull.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/shape.ts';

/** Placeholder of a hull that is not built yet. */
const PENDING: PreparedShape = preparePoint('', { kind: 'point', radius: 0 }, 0);

/**
 * Time that the calling thread builds hulls before it lets other tasks run (ms). It is shorter than for queries,
 * because the calling thread gives workers hulls between two slices.
 */
const SLICE = 1;
/** Points of hulls that take as long to build as a worker takes to start. */
const MANY_POINTS = 16_384;

/** A checked list of shapes, with own copies of all arrays. */
export interface ShapeBatch {
  /** First part of every error message. The shape's index follows in brackets. */
  readonly where: string;
  /** In the order of the list. PENDING for hulls that are not built yet. */
  readonly ready: PreparedShape[];
  readonly hulls: readonly HullShape[];
  /** Index in the list of each hull. */
  readonly places: readonly number[];
}

/**
 * Checks and copies a list of shapes.
 * @param room free rows in the table of shapes
 * @param shared whether workers have to see the points
 */
export function takeShapes(where: string, shapes: readonly Shape[], room: number, shared: boolean): ShapeBatch {
  const hulls: HullShape[] = [];
  const places: number[] = [];
  const ready = listOf(`${where}: shapes`, shapes, room).map((shape, place) => {
    const take = (at: string, spec: HullShape, radius: number): PreparedShape => {
      const input = readHull(at, spec);
      hulls.push({ kind: 'hull', ...input, points: shared ? inSharedMemory(input.points) : input.points, radius });
      places.push(place);
      return PENDING;
    };
    return prepareShape(
      `${where}: shapes[${place}]`,
      shape,
      (kind) => (kind === 'hull' ? take : prepareOf(kind)),
      prepareOf,
    );
  });
  return { where, ready, hulls, places };
}

/**
 * Builds the hulls, on the calling thread and on the workers of `pool`. Other tasks run between two hulls, after each
 * SLICE. Rejects for the first hull that cannot be built.
 */
export async function buildShapes(batch: ShapeBatch, pool: Pool | undefined): Promise<void> {
  const { hulls, places, ready } = batch;
  if (pool && hulls.length > 0) {
    if (hulls.reduce((sum, { points }) => sum + points.length / 3, 0) >= MANY_POINTS) pool.demand();
    const queue: HullQueue = { hulls, counts: new Int32Array(new SharedArrayBuffer(8)) };
    const byWorkers = pool.buildHulls(queue);
    const own: BuiltHull[] = [];
    // workers get the queue in another task, when they have left their previous work
    do await nextTask();
    while (!buildClaimed(queue, own, performance.now() + SLICE));
    for (const { index, shape } of [...own, ...(await byWorkers)]) ready[places[index]] = shape;
  }
  let end = performance.now() + SLICE;
  for (const _ of missing(batch)) {
    if (performance.now() < end) continue;
    await nextTask();
    end = performance.now() + SLICE;
  }
}

/** Builds the hulls on the calling thread. Throws for the first hull that cannot be built. */
export function buildShapesSync(batch: ShapeBatch): void {
  for (const _ of missing(batch));
}

/** Builds the remaining hulls, one per step. */
function* missing({ where, hulls, places, ready }: ShapeBatch): Generator<void, void> {
  for (const [index, shape] of hulls.entries()) {
    const place = places[index];
    if (ready[place] !== PENDING) continue;
    ready[place] = prepareHullWithFaces(`${where}: shapes[${place}](hull)`, shape, shape.radius);
    yield;
  }
}

/** A copy of an array of shapes. Each element is read once. @param room free rows in the table of shapes */
export function listOf<S>(where: string, shapes: readonly S[], room: number): S[] {
  try {
    if (Array.isArray(shapes)) {
      // checked before the copy: `length` may be any number
      if (shapes.length > room) fail(where, `at most ${room} more (raise capacity.shapes)`, shapes.length);
      return Array.from<S>(shapes);
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  refuse(where, 'an array of shapes', shapes);
}

function inSharedMemory(points: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(points.byteLength));
  copy.set(points);
  return copy;
}
