/**
 * The shapes of a scene in the tables: takes and gives back rows and blocks of the pools. A shape goes to the lowest
 * vacant row, its blocks to the first holes that hold them. If no hole does, though enough is free, all holes are
 * closed: blocks move, ids stay.
 */
import { fail } from '../errors.ts';
import { Space } from '../memory/space.ts';
import type { SceneChanges } from '../scene/sceneChanges.ts';
import {
  addSizes,
  type BlockSizes,
  cellsOf,
  closeHoles,
  isVacant,
  neighborsOf,
  noBlocks,
  vacate,
  visitShape,
} from '../scene/shapeBlocks.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { type ShapeLayout, storeFaces, storeParts, storeShape } from '../shapes/storeShape.ts';
import { NO_SHAPE } from '../tables/colliderTable.ts';
import { CELLS, FREE_SHAPES, NEIGHBORS, PARTS, ROWS, SHAPES, VERTICES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import type { ShapeTable } from '../tables/shapeTable.ts';
import {
  CELL_BEGIN,
  COMPOSITE,
  CORE,
  NEIGHBOR_BEGIN,
  PART_BEGIN,
  PART_COUNT,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../tables/shapeWords.ts';
import { storePoints } from '../tables/vertexTable.ts';

/** Begins of the free blocks for a shape and its parts. */
interface ShapeBlocks extends BlockSizes {
  /** Whether the direction cells are stored: not if their pool is full. */
  withCells: boolean;
}

export class ShapeStore {
  readonly #frame: Frame;
  readonly #changes: SceneChanges;
  /** Colliders by shape id. */
  readonly #users: Uint32Array;
  readonly #rows: Space;
  readonly #neighbors: Space;
  readonly #cells: Space;
  readonly #parts: Space;
  /** No id below is vacant. */
  #lowest = 0;
  /** Shapes of an addition that is not complete. */
  #pending = 0;
  /** Whether a vacant row has got a shape since `#forgetBoxes`. */
  #hasReused = false;

  constructor(frame: Frame, changes: SceneChanges) {
    const { shapes, vertices, parts } = frame;
    this.#frame = frame;
    this.#changes = changes;
    this.#users = new Uint32Array(shapes.capacity);
    this.#rows = new Space(vertices.capacity);
    this.#neighbors = new Space(vertices.neighbors.length);
    this.#cells = new Space(vertices.cells.length);
    this.#parts = new Space(parts.capacity / PART_ROWS);
  }

  /** Shapes in the scene. */
  get count(): number {
    const { counts } = this.#frame;
    return counts[SHAPES] - counts[FREE_SHAPES] - this.#pending;
  }

  /** Free rows for shapes. */
  get room(): number {
    return this.#frame.shapes.capacity - this.count;
  }

  /** Adds a shape. @returns its id */
  add(where: string, shape: PreparedShape): number {
    const sizes = addSizes(noBlocks(), shape);
    if (!this.#has(sizes)) this.#failFull(where, 1, sizes);
    const id = this.#put(shape, sizes);
    if (this.#hasReused) this.#forgetBoxes();
    this.#changes.addShape(id);
    return id;
  }

  /**
   * Adds shapes one after the other: all of them, or none if they do not fit or a step throws. Each is stored before
   * the next step, so that no shape has to be kept.
   * @yields after each step. The caller changes nothing in the scene between two steps
   * @returns the ids
   */
  *steps(where: string, shapes: Iterable<PreparedShape>): Generator<void, number[]> {
    const ids: number[] = [];
    const wanted = noBlocks();
    let count = 0;
    const { counts } = this.#frame;
    const before = counts[SHAPES];
    let isDone = false;
    try {
      for (const shape of shapes) {
        const sizes = addSizes(noBlocks(), shape);
        addSizes(wanted, shape);
        count++;
        // from the first one on that does not fit, they are only counted
        if (ids.length === count - 1 && this.#has(sizes)) {
          ids.push(this.#put(shape, sizes));
          this.#pending++;
        }
        yield;
      }
      isDone = ids.length === count;
    } finally {
      this.#pending = 0;
      if (!isDone) {
        for (const id of ids) this.#takeBack(id);
        // the rows behind are as unused as before
        counts[FREE_SHAPES] -= counts[SHAPES] - before;
        counts[SHAPES] = before;
      }
    }
    if (!isDone) this.#failFull(where, count, wanted);
    if (this.#hasReused) this.#forgetBoxes();
    for (const id of ids) this.#changes.addShape(id);
    return ids;
  }

  /** Removes a shape that no collider has. */
  remove(id: number): void {
    this.#takeBack(id);
    this.#forgetBoxes();
    this.#changes.removeShape(id);
  }

  /** Counts colliders that get a shape, or lose it for count < 0. */
  use(id: number, count: number): void {
    this.#users[id] += count;
  }

  /** Fails if a collider has the shape. */
  checkUnused(where: string, id: number): void {
    const users = this.#users[id];
    if (users === 0) return;
    const first = this.#frame.colliders.shapes.indexOf(id);
    const others = users === 1 ? '' : ` and ${users - 1} more`;
    fail(where, 'a shape that no collider has', `${id}, the shape of collider ${first}${others}`);
  }

  /** Called after a snapshot has replaced the shapes and the colliders. */
  restored(): void {
    const { colliders, counts } = this.#frame;
    this.#lowest = 0;
    this.#resetSpaces();
    this.#users.fill(0);
    for (const shape of colliders.shapes.subarray(0, counts[ROWS])) if (shape !== NO_SHAPE) this.#users[shape]++;
  }

  /** Whether a shape fits, in one hole or in several. */
  #has({ rows, neighbors, parts }: BlockSizes): boolean {
    const { counts, shapes } = this.#frame;
    const hasRow = counts[FREE_SHAPES] > 0 || counts[SHAPES] < shapes.capacity;
    return hasRow && this.#rows.has(rows) && this.#neighbors.has(neighbors) && this.#parts.has(parts);
  }

  #failFull(where: string, count: number, sizes: BlockSizes): never {
    const { shapes, vertices } = this.#frame;
    const all = this.count + count;
    if (all > shapes.capacity) fail(`${where}: shapes`, `at most ${shapes.capacity} (raise capacity.shapes)`, all);
    const parts = this.#parts.used + sizes.parts;
    const partRoom = this.#parts.capacity;
    if (parts > partRoom) fail(`${where}: parts`, `at most ${partRoom} in all (raise capacity.parts)`, parts);
    fail(
      `${where}: vertices`,
      `at most ${vertices.capacity} in all (raise capacity.vertices, or use hull's maxVertices)`,
      this.#rows.used + sizes.rows,
    );
  }

  /** Stores a shape that fits. @returns its id */
  #put(shape: PreparedShape, sizes: BlockSizes): number {
    const { shapes, parts } = this.#frame;
    const place = this.#takeBlocks(sizes);
    const row = this.#takeRow();
    const partBegin = place.parts;
    this.#store(shapes, row, shape, place);
    if (shape.parts) {
      const { leaves } = shape.parts;
      for (const [k, leaf] of leaves.entries()) this.#store(parts, PART_ROWS * (partBegin + k), leaf, place);
      storeParts(parts, partBegin, shape.parts);
    }
    this.#noteEnds();
    return row;
  }

  /** Makes the row of a shape vacant. */
  #takeBack(id: number): void {
    this.#giveBlocks(id);
    vacate(this.#frame.shapes, id);
    this.#frame.counts[FREE_SHAPES]++;
    this.#lowest = Math.min(this.#lowest, id);
  }

  /** Takes the lowest vacant row, or else the next unused one. */
  #takeRow(): number {
    const { counts, shapes } = this.#frame;
    if (counts[FREE_SHAPES] === 0) return counts[SHAPES]++;
    let row = this.#lowest;
    while (!isVacant(shapes, row)) row++;
    this.#lowest = row + 1;
    counts[FREE_SHAPES]--;
    this.#hasReused = true;
    return row;
  }

  /** Forgets the boxes of probes and movers, which are known by shape id and pose: an id has another shape, or none. */
  #forgetBoxes(): void {
    const { bounds, colliders } = this.#frame;
    bounds.known.fill(0, colliders.capacity);
    this.#hasReused = false;
  }

  #takeBlocks(sizes: BlockSizes): ShapeBlocks {
    const withCells = this.#cells.has(sizes.cells);
    const wanted = withCells ? sizes : { ...sizes, cells: 0 };
    const spaces = [this.#rows, this.#neighbors, this.#cells, this.#parts] as const;
    const lengths = [wanted.rows, wanted.neighbors, wanted.cells, wanted.parts];
    let begins = spaces.map((space, k) => space.take(lengths[k]));
    if (begins.includes(-1)) {
      for (const [k, space] of spaces.entries()) if (begins[k] >= 0) space.give(begins[k], lengths[k]);
      closeHoles(this.#frame);
      this.#resetSpaces();
      begins = spaces.map((space, k) => space.take(lengths[k]));
    }
    const [rows, neighbors, cells, parts] = begins;
    return { rows, neighbors, cells, parts, withCells };
  }

  #giveBlocks(id: number): void {
    const { shapes, vertices, parts } = this.#frame;
    visitShape(shapes, parts, id, ({ words, reals }, word) => {
      this.#rows.give(words[word + VERTEX_BEGIN], words[word + VERTEX_ROWS]);
      this.#neighbors.give(words[word + NEIGHBOR_BEGIN], neighborsOf(vertices, words, word));
      this.#cells.give(words[word + CELL_BEGIN], cellsOf(vertices, words, word));
      if (words[word + CORE] === COMPOSITE) this.#parts.give(words[word + PART_BEGIN], reals[word + PART_COUNT]);
    });
    this.#noteEnds();
  }

  #noteEnds(): void {
    const { counts } = this.#frame;
    counts[VERTICES] = this.#rows.end;
    counts[NEIGHBORS] = this.#neighbors.end;
    counts[CELLS] = this.#cells.end;
    counts[PARTS] = this.#parts.end;
  }

  #resetSpaces(): void {
    const { counts } = this.#frame;
    this.#rows.reset(counts[VERTICES]);
    this.#neighbors.reset(counts[NEIGHBORS]);
    this.#cells.reset(counts[CELLS]);
    this.#parts.reset(counts[PARTS]);
  }

  /** Stores a shape in a row of `table`, and its data in the pools. Moves `place` behind it. */
  #store(table: ShapeTable, row: number, shape: PreparedShape, place: ShapeBlocks): void {
    const { vertices } = this.#frame;
    const at: ShapeLayout = {
      row,
      vertexBegin: place.rows,
      neighborBegin: place.neighbors,
      cellBegin: place.cells,
      partBegin: place.parts,
      withCells: place.withCells,
    };
    storeShape(table, vertices, at, shape);
    storeFaces(table, vertices, row, shape.faces);
    storePoints(vertices, at.vertexBegin, shape.vertexRows, shape.vertexCount);
    place.rows += shape.vertexRows;
    place.neighbors += shape.neighbors.length;
    if (place.withCells) place.cells += shape.cells.length;
  }
}
