/**
 * Writes children as guests: rows of shapes, vertices and poses that are the thread's own (tables/guestTable.ts), so
 * that pair kernels compute them as colliders.
 *
 * A triangle is a hull of three vertices (kernels/children/guestTriangle.ts). A part is its own shape.
 */

import { placeGuest, writeTriangle } from '../../kernels/children/guestTriangle.ts';
import type { PoseColumns, ShapePools } from '../../kernels/contacts/columns.ts';
import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import { turnedBy } from '../../math/turnedBy.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import { FIRST_CHILD } from '../../tables/childWords.ts';
import type { PlacedTable } from '../../tables/colliderTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { GUEST_PAIRS, GUESTS, type GuestRows, guestRows } from '../../tables/guestTable.ts';
import { PART_ROWS, POSITION, ROTATION } from '../../tables/partTable.ts';
import type { ShapeTable } from '../../tables/shapeTable.ts';
import { SHAPE_STRIDE } from '../../tables/shapeWords.ts';
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
  readonly #pools: ShapePools;
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
    this.#pools = { ...frame.shapes, ...frame.vertices };
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
    const { shape, vertex } = this.#rows;
    const id = this.first + guest;
    placeGuest(this.#placed as PoseColumns, id, whole.collider, whole.turn, corners);
    writeTriangle(this.#pools, this.#vertices.points, shape + guest, vertex + PAD_VERTICES * guest, corners, normal);
    return id;
  }

  /** Writes the position of a guest: the point column[at …] in the frame of the whole. */
  #placeAt(id: number, { collider, turn }: Whole, column: Float32Array, at: number): void {
    const { positions } = this.#placed;
    for (let c = 0; c < 3; c++) {
      const along = turn[3 * c] * column[at] + turn[3 * c + 1] * column[at + 1] + turn[3 * c + 2] * column[at + 2];
      positions[4 * id + c] = positions[4 * collider + c] + along;
    }
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
