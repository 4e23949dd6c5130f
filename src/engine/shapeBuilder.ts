/**
 * The hulls of a list of shapes, on their way to be built on all threads. Everything about a shape that can be wrong before its hull
 * is built is found first, and its points are copied once, into memory that the workers see.
 */

import { unreadable } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { type BuiltHull, buildClaimed, type HullJob } from '../schedule/hullJob.ts';
import type { Pool } from '../schedule/pool.ts';
import { nextTask } from '../schedule/waiting.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { prepareHullWithFaces } from '../shapes/cores/hull.ts';
import { prepareOf } from '../shapes/cores/list.ts';
import { preparePoint } from '../shapes/cores/point.ts';
import { type HullShape, readHull } from '../shapes/hull/prepareHull.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/shape.ts';

/** Stands for a hull until it is built. */
const PENDING: PreparedShape = preparePoint('', { kind: 'point', radius: 0 }, 0);

/**
 * How long the calling thread builds hulls before it lets other tasks run (ms). Shorter than for queries: workers are given the job
 * between two slices.
 */
const SLICE = 1;

/** A list of shapes, checked, without the user's arrays. */
export interface ShapeBatch {
  /** Begins every error, before the shape's place in brackets. */
  readonly where: string;
  /** In the order of the list; PENDING for hulls that are not built yet. */
  readonly ready: PreparedShape[];
  readonly hulls: readonly HullShape[];
  /** Places of the hulls in the list. */
  readonly places: readonly number[];
}

/**
 * Checks a list of shapes, and copies it.
 * @param room how many shapes there is room for
 * @param shared whether points go to where workers see them
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
    return prepareShape(`${where}: shapes[${place}]`, shape, (kind) => (kind === 'hull' ? take : prepareOf(kind)));
  });
  return { where, ready, hulls, places };
}

/**
 * Builds the hulls, on the calling thread and on the workers of `pool`. Other tasks run after each SLICE, but never inside of
 * a hull. Rejects for the first that cannot be built.
 */
export async function buildShapes(batch: ShapeBatch, pool: Pool | undefined): Promise<void> {
  const { hulls, places, ready } = batch;
  if (pool && hulls.length > 0) {
    const job: HullJob = { hulls, counts: new Int32Array(new SharedArrayBuffer(8)) };
    const byWorkers = pool.buildHulls(job);
    const own: BuiltHull[] = [];
    // the first task: workers are given the job when they have left their service
    do await nextTask();
    while (!buildClaimed(job, own, performance.now() + SLICE));
    for (const { index, shape } of [...own, ...(await byWorkers)]) ready[places[index]] = shape;
  }
  let end = performance.now() + SLICE;
  for (const _ of missing(batch)) {
    if (performance.now() < end) continue;
    await nextTask();
    end = performance.now() + SLICE;
  }
}

/** Builds the hulls. Throws for the first that cannot be built. */
export function buildShapesSync(batch: ShapeBatch): void {
  for (const _ of missing(batch));
}

/** Builds the hulls that are not built yet, one per step. */
function* missing({ where, hulls, places, ready }: ShapeBatch): Generator<void, void> {
  for (const [index, shape] of hulls.entries()) {
    const place = places[index];
    if (ready[place] !== PENDING) continue;
    ready[place] = prepareHullWithFaces(`${where}: shapes[${place}](hull)`, shape, shape.radius);
    yield;
  }
}

/** The elements of an array, each read once. */
function listOf(where: string, shapes: readonly Shape[], room: number): Shape[] {
  try {
    if (Array.isArray(shapes)) {
      // a length is only a claim: nothing is copied that would not fit
      if (shapes.length > room) fail(where, `at most ${room} more (raise capacity.shapes)`, shapes.length);
      return Array.from<Shape>(shapes);
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
