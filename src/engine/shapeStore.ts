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
  closeHoles,
  isVacant,
  noBlocks,
  POOL_NAMES,
  POOLS,
  type Pool,
  sizesOf,
  vacate,
  visitShape,
} from '../scene/shapeBlocks.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { type ShapeLayout, storeChildren, storeFaces, storeParts, storeShape } from '../shapes/storeShape.ts';
import { FIRST_CHILD, FIRST_VERTEX } from '../tables/childWords.ts';
import { NO_SHAPE } from '../tables/colliderTable.ts';
import { FREE_SHAPES, ROWS, SHAPES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { VERTEX_STRIDE } from '../tables/meshWords.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import {
  CELL_BEGIN,
  CHILD_HEAD,
  NEIGHBOR_BEGIN,
  PART_BEGIN,
  SHAPE_STRIDE,
  VERTEX_BEGIN,
} from '../tables/shapeWords.ts';
import { CELL_WORDS, NEIGHBOR_WORDS, storePoints } from '../tables/vertexTable.ts';

/** Begins of the free blocks for a shape and its parts. */
interface ShapeBlocks extends BlockSizes {
  /** Whether the direction cells are stored: not if their pool is full. */
  withCells: boolean;
}

/** The pools that fail first, what they hold, and the capacity that limits them. */
const LIMITS: readonly (readonly [pool: Pool, what: string, capacity: string])[] = [
  ['parts', 'parts', 'capacity.parts'],
  ['triangles', 'triangles of meshes', 'capacity.meshTriangles'],
  ['meshVertices', 'vertices of meshes', 'capacity.meshVertices'],
  ['heights', 'words of height fields', 'capacity.heights'],
  ['compoundParts', 'parts of compounds', 'capacity.compoundParts'],
  ['nodes', 'nodes of trees', 'capacity.meshTriangles or capacity.compoundParts'],
];

export class ShapeStore {
  readonly #frame: Frame;
  readonly #changes: SceneChanges;
  /** Colliders by shape id. */
  readonly #users: Uint32Array;
  readonly #spaces: Readonly<Record<Pool, Space>>;
  /** No id below is vacant. */
  #lowest = 0;
  /** Shapes of an addition that is not complete. */
  #pending = 0;
  /** Whether a vacant row has got a shape since `#forgetBoxes`. */
  #hasReused = false;

  constructor(frame: Frame, changes: SceneChanges) {
    const { shapes, vertices, parts, children } = frame;
    this.#frame = frame;
    this.#changes = changes;
    this.#users = new Uint32Array(shapes.capacity);
    this.#spaces = {
      rows: new Space(vertices.capacity),
      neighbors: new Space(NEIGHBOR_WORDS * vertices.capacity),
      cells: new Space(CELL_WORDS * vertices.capacity),
      parts: new Space(parts.capacity / PART_ROWS),
      nodes: new Space(children.nodes.length / NODE_WORDS),
      triangles: new Space(children.materials.length),
      meshVertices: new Space(children.vertices.length / VERTEX_STRIDE),
      heights: new Space(children.heights.length),
      compoundParts: new Space(children.parts.words.length / (PART_ROWS * SHAPE_STRIDE)),
    };
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

  /** Whether a shape fits, in one hole or in several. Without room for its direction cells, it has none. */
  #has(sizes: BlockSizes): boolean {
    const { counts, shapes } = this.#frame;
    const hasRow = counts[FREE_SHAPES] > 0 || counts[SHAPES] < shapes.capacity;
    return hasRow && POOL_NAMES.every((pool) => pool === 'cells' || this.#spaces[pool].has(sizes[pool]));
  }

  #failFull(where: string, count: number, sizes: BlockSizes): never {
    const { shapes } = this.#frame;
    const all = this.count + count;
    if (all > shapes.capacity) fail(`${where}: shapes`, `at most ${shapes.capacity} (raise capacity.shapes)`, all);
    for (const [pool, what, capacity] of LIMITS) {
      const { used, capacity: room } = this.#spaces[pool];
      if (used + sizes[pool] > room)
        fail(`${where}: ${what}`, `at most ${room} in all (raise ${capacity})`, used + sizes[pool]);
    }
    const { used, capacity: room } = this.#spaces.rows;
    const how = "raise capacity.vertices, or use hull's maxVertices";
    fail(`${where}: vertices`, `at most ${room} in all (${how})`, used + sizes.rows);
  }

  /** Stores a shape that fits. @returns its id */
  #put(shape: PreparedShape, sizes: BlockSizes): number {
    const { shapes, children } = this.#frame;
    const place = this.#takeBlocks(sizes);
    const row = this.#takeRow();
    const firstPart = place.compoundParts;
    this.#storeWhole(shapes, row, shape, place);
    if (shape.children) {
      storeChildren(children, place, shape.core, shape.children);
      for (const [k, part] of shape.children.parts.entries())
        this.#storeWhole(children.parts, PART_ROWS * (firstPart + k), part, place);
    }
    this.#noteEnds();
    return row;
  }

  /** Stores a shape and its parts, if it is a sum or a hull of shapes. */
  #storeWhole(table: ShapeRows, row: number, shape: PreparedShape, place: ShapeBlocks): void {
    const { parts } = this.#frame;
    const partBegin = place.parts;
    this.#store(table, row, shape, place);
    if (!shape.parts) return;
    const { leaves } = shape.parts;
    for (const [k, leaf] of leaves.entries()) this.#store(parts, PART_ROWS * (partBegin + k), leaf, place);
    storeParts(parts, partBegin, shape.parts);
    place.parts += leaves.length;
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
    const withCells = this.#spaces.cells.has(sizes.cells);
    const wanted = withCells ? sizes : { ...sizes, cells: 0 };
    let begins = this.#takeAll(wanted);
    if (!begins) {
      closeHoles(this.#frame);
      this.#resetSpaces();
      begins = this.#takeAll(wanted)!;
    }
    return { ...begins, withCells };
  }

  /** Takes a block of each pool. @returns their begins, or undefined if a pool has no hole that is large enough */
  #takeAll(sizes: BlockSizes): BlockSizes | undefined {
    const begins = noBlocks();
    for (const pool of POOL_NAMES) begins[pool] = this.#spaces[pool].take(sizes[pool]);
    if (POOL_NAMES.every((pool) => begins[pool] >= 0)) return begins;
    for (const pool of POOL_NAMES) if (begins[pool] >= 0) this.#spaces[pool].give(begins[pool], sizes[pool]);
    return undefined;
  }

  #giveBlocks(id: number): void {
    const { children } = this.#frame;
    visitShape(this.#frame, this.#frame.shapes, id, (rows, word) => {
      const { words } = rows;
      const sizes = sizesOf(this.#frame, rows, word);
      const head = NODE_WORDS * words[word + CHILD_HEAD];
      const begins: BlockSizes = {
        rows: words[word + VERTEX_BEGIN],
        neighbors: words[word + NEIGHBOR_BEGIN],
        cells: words[word + CELL_BEGIN],
        parts: words[word + PART_BEGIN],
        nodes: words[word + CHILD_HEAD],
        triangles: children.nodes[head + FIRST_CHILD],
        heights: children.nodes[head + FIRST_CHILD],
        compoundParts: children.nodes[head + FIRST_CHILD],
        meshVertices: children.nodes[head + FIRST_VERTEX],
      };
      for (const pool of POOL_NAMES) this.#spaces[pool].give(begins[pool], sizes[pool]);
    });
    this.#noteEnds();
  }

  #noteEnds(): void {
    for (const pool of POOL_NAMES) this.#frame.counts[POOLS[pool]] = this.#spaces[pool].end;
  }

  #resetSpaces(): void {
    for (const pool of POOL_NAMES) this.#spaces[pool].reset(this.#frame.counts[POOLS[pool]]);
  }

  /** Stores a shape in a row of `table`, and its data in the pools. Moves `place` behind it. */
  #store(table: ShapeRows, row: number, shape: PreparedShape, place: ShapeBlocks): void {
    const { vertices } = this.#frame;
    const at: ShapeLayout = {
      row,
      vertexBegin: place.rows,
      neighborBegin: place.neighbors,
      cellBegin: place.cells,
      partBegin: place.parts,
      head: place.nodes,
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
