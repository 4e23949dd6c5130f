/**
 * Builds the hulls and bakes the meshes of a list of shapes on all threads. Checks the whole list first, and copies all
 * points once, into memory that workers can read.
 */
import { unreadable } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import type { MeshInput } from '../meshes/options.ts';
import { inputOf, keepBaked, type MeshShape } from '../meshes/surface.ts';
import type { Pool } from '../schedule/pool.ts';
import { type BuiltShape, buildClaimed, QUEUE_WORDS, type ShapeQueue } from '../schedule/shapeQueue.ts';
import { nextTask } from '../schedule/waiting.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { prepareOf } from '../shapes/cores/list.ts';
import { prepareMesh } from '../shapes/cores/mesh.ts';
import { preparePoint } from '../shapes/cores/point.ts';
import { contactFaces } from '../shapes/faces/contactFaces.ts';
import { type HullShape, prepareReadHull, readHull } from '../shapes/hull/prepareHull.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/shape.ts';

/**
 * Time that the calling thread builds hulls before it lets other tasks run (ms). It is shorter than for queries,
 * because the calling thread gives workers hulls between two slices.
 */
const SLICE = 1;
/** Points of a hull from which on workers build it: a smaller one is built in the time that its way there takes. */
const LARGE = 32;
/** Points of large hulls that take as long to build as a worker takes to start. */
const MANY_POINTS = 16_384;

/** A hull that is not built yet: its points are `points[begin]` up to `points[end]` of the batch. */
interface PendingHull {
  readonly begin: number;
  readonly end: number;
  readonly maxVertices: number | undefined;
  readonly radius: number;
}

/** A mesh that is not baked yet. */
interface PendingBake {
  readonly mesh: MeshShape;
  readonly input: MeshInput;
}

/** A checked list of shapes, with own copies of all arrays. */
export interface ShapeBatch {
  /** First part of every error message. The shape's index follows in brackets. */
  readonly where: string;
  /** In the order of the list. */
  readonly shapes: (PreparedShape | PendingHull | PendingBake)[];
  /** x y z of the points of all hulls (m): one array, because the collector would copy thousands of small ones. */
  points: Float32Array;
}

/** What `takeShapes` gets in place of a shape that is not built yet. */
const PENDING: PreparedShape = preparePoint('', { kind: 'point', radius: 0 }, 0);

/**
 * Checks and copies a list of shapes.
 * @param room free rows in the table of shapes
 */
export function takeShapes(where: string, shapes: readonly Shape[], room: number): ShapeBatch {
  const batch: ShapeBatch = { where, shapes: [], points: new Float32Array(1024) };
  let pending: PendingHull | PendingBake | undefined;
  let begin = 0;
  const take = (at: string, spec: HullShape, radius: number): PreparedShape => {
    const { points, maxVertices } = readHull(at, spec);
    const end = begin + points.length;
    if (end > batch.points.length) batch.points = longer(batch.points, end);
    batch.points.set(points, begin);
    pending = { begin, end, maxVertices, radius };
    begin = end;
    return PENDING;
  };
  const takeMesh = (at: string, mesh: MeshShape, radius: number): PreparedShape => {
    const input = inputOf(at, mesh);
    if (input === undefined || radius !== 0) return prepareMesh(at, mesh, radius);
    pending = { mesh, input };
    return PENDING;
  };
  const partOf = (kind: string) => (kind === 'hull' ? take : kind === 'mesh' ? takeMesh : prepareOf(kind));
  for (const [place, shape] of listOf(`${where}: shapes`, shapes, room).entries()) {
    const ready = prepareShape(`${where}: shapes[${place}]`, shape, partOf, prepareOf);
    batch.shapes.push(ready === PENDING ? pending! : ready);
  }
  return batch;
}

/** A copy of an array that has grown to `length` elements at least. */
function longer(array: Float32Array, length: number): Float32Array {
  const copy = new Float32Array(Math.max(length, 2 * array.length));
  copy.set(array);
  return copy;
}

/**
 * Builds the large hulls on the calling thread and on the workers of `pool`, and bakes meshes on these. Other tasks run
 * after each SLICE.
 */
export async function buildLarge({ shapes, points }: ShapeBatch, pool: Pool): Promise<void> {
  const places: number[] = [];
  const hulls: HullShape[] = [];
  const bakes: PendingBake[] = [];
  let count = 0;
  for (const [place, shape] of shapes.entries()) {
    if ('mesh' in shape) bakes.push(shape);
    if (!('begin' in shape) || shape.end - shape.begin < 3 * LARGE) continue;
    const { begin, end, maxVertices, radius } = shape;
    places.push(place);
    hulls.push({ kind: 'hull', points: inSharedMemory(points.subarray(begin, end)), maxVertices, radius });
    count += (end - begin) / 3;
  }
  for (const { input } of bakes) count += input.positions.length / 3;
  if (places.length + bakes.length === 0) return;
  if (count >= MANY_POINTS) pool.demand();
  const meshes = pool.size > 0 ? bakes.map(({ input }) => sharedInput(input)) : [];
  const queue: ShapeQueue = { hulls, meshes, counts: new Int32Array(new SharedArrayBuffer(4 * QUEUE_WORDS)) };
  const byWorkers = pool.buildShapes(queue);
  const own: BuiltShape[] = [];
  // workers get the queue in another task, when they have left their previous work
  do await nextTask();
  while (!buildClaimed(queue, own, performance.now() + SLICE));
  for (const built of [...own, ...(await byWorkers)]) {
    if ('hull' in built) shapes[places[built.index]] = built.hull;
    else keepBaked(bakes[built.index].mesh, built.mesh);
  }
}

/** A mesh whose arrays lie in shared memory. */
function sharedInput(input: MeshInput): MeshInput {
  const { positions, indices, materials } = input;
  return {
    ...input,
    positions: inSharedMemory(positions),
    indices: inSharedMemory(indices),
    materials: inSharedMemory(materials),
  };
}

/** The shapes of a batch. Builds each remaining one when it is asked for. Throws for one that cannot be built. */
export function* shapesOf({ where, shapes, points }: ShapeBatch): Generator<PreparedShape, void> {
  for (const [place, shape] of shapes.entries()) {
    if ('begin' in shape) {
      const { begin, end, maxVertices, radius } = shape;
      const input = { points: points.subarray(begin, end), maxVertices };
      yield prepareReadHull(`${where}: shapes[${place}](hull)`, input, radius, contactFaces);
    } else if ('mesh' in shape) yield prepareMesh(`${where}: shapes[${place}](mesh)`, shape.mesh, 0);
    else yield shape;
  }
}

/** Takes all steps. @returns their result */
export function allSteps<R>(steps: Generator<void, R>): R {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, with other tasks between two steps after each SLICE. */
export async function slicedSteps<R>(steps: Generator<void, R>): Promise<R> {
  let end = performance.now() + SLICE;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await nextTask();
    end = performance.now() + SLICE;
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

function inSharedMemory<A extends Float32Array | Uint32Array | Uint8Array>(array: A): A {
  const Type = array.constructor as new (buffer: SharedArrayBuffer) => A;
  const copy = new Type(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
