/**
 * Writes children as guests: rows of shapes, vertices and poses that are the thread's own (tables/guestTable.ts), so
 * that pair kernels compute them as colliders.
 *
 * A triangle is a hull of three vertices. Its position is that of its first vertex in the world, in f64, so the size of
 * a pair is that of the triangle and not of its mesh. A part is its own shape.
 */

import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import { turnedBy } from '../../math/turnedBy.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import { FIRST_CHILD } from '../../tables/childWords.ts';
import type { PlacedTable } from '../../tables/colliderTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { GUEST_PAIRS, GUESTS, type GuestRows, guestRows } from '../../tables/guestTable.ts';
import { PART_ROWS, POSITION, ROTATION } from '../../tables/partTable.ts';
import type { ShapeTable } from '../../tables/shapeTable.ts';
import {
  CORE,
  EXTENT,
  FACE_COUNT,
  FACED,
  HALF_X,
  HULL,
  NEIGHBOR_BEGIN,
  SHAPE_STRIDE,
  TRAITS,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../../tables/shapeWords.ts';
import {
  loopsAt,
  NEIGHBOR_WORDS,
  PAD_VERTICES,
  planesAt,
  storePoints,
  type VertexTable,
} from '../../tables/vertexTable.ts';
import { Surface } from './surface.ts';
import type { Whole } from './whole.ts';

const CORNERS = 3;
/** Starts, then the two others of each corner. */
const NEIGHBORS = [0, 2, 4, 6, 1, 2, 0, 2, 0, 1];
/** Starts, then the corners of the front and of the back, counter-clockwise. */
const LOOPS = [0, 3, 6, 0, 1, 2, 0, 2, 1];

export class Guests {
  /** The first of the thread's rows of poses: those are the ids of guests. */
  readonly first: number;
  /** The triangles of the last whole that was a surface. */
  readonly surface: Surface;
  readonly #rows: GuestRows;
  readonly #shapes: ShapeTable;
  readonly #vertices: VertexTable;
  readonly #children: ChildTable;
  readonly #placed: PlacedTable;
  readonly #quaternion = new Float64Array(4);
  /** Corners of a triangle from the first one, in the frame of the shape (m). */
  readonly #corners = new Float64Array(3 * CORNERS);
  readonly #normal = new Float64Array(3);

  constructor(frame: Frame, thread: number) {
    this.#rows = guestRows(frame, thread);
    this.first = this.#rows.pose;
    this.#shapes = frame.shapes;
    this.#vertices = frame.vertices;
    this.#children = frame.children;
    this.surface = new Surface(frame.children);
    this.#placed = frame.placed;
    for (let guest = 0; guest < GUESTS; guest++) this.#placed.shapes[this.first + guest] = this.#rows.shape + guest;
    for (let guest = 0; guest < GUEST_PAIRS; guest++) this.#prepare(guest);
  }

  /** Makes guest `guest` a part of a compound. @returns its id. @param child from the first part */
  placePart(guest: number, whole: Whole, child: number): number {
    const { parts, nodes } = this.#children;
    const { rotations } = this.#placed;
    const from = PART_ROWS * SHAPE_STRIDE * (nodes[whole.head + FIRST_CHILD] + child);
    const to = SHAPE_STRIDE * (this.#rows.shape + guest);
    for (let k = 0; k < SHAPE_STRIDE; k++) this.#shapes.words[to + k] = parts.words[from + k];
    const place = from + SHAPE_STRIDE;
    const id = this.first + guest;
    this.#placeAt(id, whole, parts.reals, place + POSITION);
    turnedBy(this.#quaternion, rotations, 4 * whole.collider, parts.reals, place + ROTATION);
    for (let c = 0; c < 4; c++) rotations[4 * id + c] = this.#quaternion[c];
    return id;
  }

  /** Makes guest `guest` a convex body: a row of the placed table. @returns its id */
  placeBody(guest: number, body: number): number {
    const { positions, rotations, shapes } = this.#placed;
    const { words } = this.#shapes;
    const id = this.first + guest;
    const from = SHAPE_STRIDE * shapes[body];
    words.copyWithin(SHAPE_STRIDE * (this.#rows.shape + guest), from, from + SHAPE_STRIDE);
    positions.copyWithin(4 * id, 4 * body, 4 * body + 4);
    rotations.copyWithin(4 * id, 4 * body, 4 * body + 4);
    return id;
  }

  /** Makes guest `guest` < GUEST_PAIRS a triangle of a surface. @returns its id */
  placeTriangle(guest: number, whole: Whole, child: number): number {
    const corners = this.#corners;
    this.surface.load(whole.head);
    this.surface.corners(child, corners);
    writeTriangleNormal(this.#normal, corners);
    return this.placeCorners(guest, whole, corners, this.#normal);
  }

  /** The same. @param corners of the triangle, in the frame of the surface (m) @param normal of its front */
  placeCorners(guest: number, whole: Whole, corners: Float64Array, normal: Float64Array): number {
    const { rotations } = this.#placed;
    const id = this.first + guest;
    this.#placeAt(id, whole, corners, 0);
    for (let c = 0; c < 4; c++) rotations[4 * id + c] = rotations[4 * whole.collider + c];
    this.#writeTriangle(guest, corners, normal);
    return id;
  }

  /** Writes the position of a guest: the point column[at …] in the frame of the whole. */
  #placeAt(id: number, { collider, turn }: Whole, column: Float32Array | Float64Array, at: number): void {
    const { positions } = this.#placed;
    for (let c = 0; c < 3; c++) {
      const along = turn[3 * c] * column[at] + turn[3 * c + 1] * column[at + 1] + turn[3 * c + 2] * column[at + 2];
      positions[4 * id + c] = positions[4 * collider + c] + along;
    }
  }

  /** Writes what depends on the corners: those of the guest are from the first one. */
  #writeTriangle(guest: number, corners: Float64Array, normal: Float64Array): void {
    const { words, reals } = this.#shapes;
    const { coordinates, planes, points } = this.#vertices;
    const word = SHAPE_STRIDE * (this.#rows.shape + guest);
    const begin = this.#rows.vertex + PAD_VERTICES * guest;
    // the slot may have held a part
    if (words[word + VERTEX_BEGIN] !== begin) this.#writeShape(guest);
    let square1 = 0;
    let square2 = 0;
    for (let c = 0; c < 3; c++) {
      const second = corners[3 + c] - corners[c];
      const third = corners[6 + c] - corners[c];
      square1 += second * second;
      square2 += third * third;
      reals[word + HALF_X + c] = Math.max(Math.abs(second), Math.abs(third));
      const column = 3 * begin + PAD_VERTICES * c;
      coordinates[column + 1] = second;
      coordinates[column + 2] = third;
      coordinates[column + 3] = third;
      const row = 4 * begin + c;
      points[row + 4] = second;
      points[row + 8] = third;
      points[row + 12] = third;
      const at = planesAt(begin) + PAD_VERTICES * c;
      planes[at] = normal[c];
      planes[at + 1] = -normal[c];
      planes[at + 2] = -normal[c];
      planes[at + 3] = -normal[c];
    }
    // rounded up, so that no vertex lies beyond it
    reals[word + EXTENT] = Math.sqrt(Math.max(square1, square2)) * (1 + 2 ** -22);
  }

  /** Writes the words of a triangle's shape that do not depend on its corners. */
  #writeShape(guest: number): void {
    const { words } = this.#shapes;
    const word = SHAPE_STRIDE * (this.#rows.shape + guest);
    const begin = this.#rows.vertex + PAD_VERTICES * guest;
    for (let k = 0; k < SHAPE_STRIDE; k++) words[word + k] = 0;
    words[word + CORE] = HULL;
    words[word + TRAITS] = FACED;
    words[word + VERTEX_BEGIN] = begin;
    words[word + VERTEX_COUNT] = CORNERS;
    words[word + VERTEX_ROWS] = PAD_VERTICES;
    words[word + NEIGHBOR_BEGIN] = NEIGHBOR_WORDS * begin;
    words[word + FACE_COUNT] = 2;
  }

  /** Writes what all triangles have in common: neighbors, loops, ids of points, the first point, offsets of planes. */
  #prepare(guest: number): void {
    const { coordinates, neighbors, loops, planes, points } = this.#vertices;
    const begin = this.#rows.vertex + PAD_VERTICES * guest;
    neighbors.set(NEIGHBORS, NEIGHBOR_WORDS * begin);
    loops.set(LOOPS, loopsAt(begin));
    storePoints(this.#vertices, begin, PAD_VERTICES, CORNERS);
    for (let c = 0; c < 3; c++) {
      coordinates[3 * begin + PAD_VERTICES * c] = 0;
      points[4 * begin + c] = 0;
    }
    planes.fill(0, planesAt(begin), planesAt(begin) + 4 * PAD_VERTICES);
  }
}
