/** Adds prepared shapes to the tables of shapes and vertices. */
import { fail } from '../errors.ts';
import type { Frame } from '../memory/frame.ts';
import { CELLS, NEIGHBORS, PARTS, SHAPES, VERTICES } from '../scene/countTable.ts';
import type { SceneChanges } from '../scene/sceneChanges.ts';
import type { PreparedParts, PreparedShape } from '../shapes/cores/core.ts';
import { PART_ROWS } from '../shapes/partTable.ts';
import type { ShapeTable } from '../shapes/shapeTable.ts';
import { storeFaces, storeParts, storeShape } from '../shapes/storeShape.ts';
import { storePoints } from '../shapes/vertexTable.ts';

export class ShapeStore {
  readonly #frame: Frame;
  readonly #changes: SceneChanges;

  constructor(frame: Frame, changes: SceneChanges) {
    this.#frame = frame;
    this.#changes = changes;
  }

  /** Free rows for shapes. */
  get room(): number {
    const { counts, shapes } = this.#frame;
    return shapes.capacity - counts[SHAPES];
  }

  /**
   * Adds all of the shapes, or none if they do not fit.
   * @returns their ids
   */
  add(where: string, prepared: readonly PreparedShape[]): number[] {
    this.#checkRoom(where, prepared);
    const { counts, shapes } = this.#frame;
    return prepared.map((shape) => {
      const row = counts[SHAPES];
      this.#store(shapes, row, shape);
      if (shape.parts) this.#storeParts(shape.parts);
      counts[SHAPES] = row + 1;
      this.#changes.addShape(row);
      return row;
    });
  }

  #checkRoom(where: string, prepared: readonly PreparedShape[]): void {
    const { counts, shapes, vertices, parts } = this.#frame;
    const wanted = counts[SHAPES] + prepared.length;
    if (wanted > shapes.capacity) {
      fail(`${where}: shapes`, `at most ${shapes.capacity} (raise capacity.shapes)`, wanted);
    }
    const leaves = prepared.flatMap((shape) => shape.parts?.leaves ?? []);
    const partRoom = parts.capacity / PART_ROWS;
    if (counts[PARTS] + leaves.length > partRoom) {
      fail(`${where}: parts`, `at most ${partRoom} in all (raise capacity.parts)`, counts[PARTS] + leaves.length);
    }
    let rows = counts[VERTICES];
    let neighbors = counts[NEIGHBORS];
    for (const shape of [...prepared, ...leaves]) {
      rows += shape.vertexRows;
      neighbors += shape.neighbors.length;
    }
    if (rows > vertices.capacity || neighbors > vertices.neighbors.length) {
      fail(
        `${where}: vertices`,
        `at most ${vertices.capacity} in all (raise capacity.vertices, or use hull's maxVertices)`,
        rows,
      );
    }
  }

  #storeParts(parts: PreparedParts): void {
    const { counts, parts: pool } = this.#frame;
    const begin = counts[PARTS];
    for (const [k, leaf] of parts.leaves.entries()) this.#store(pool, PART_ROWS * (begin + k), leaf);
    storeParts(pool, begin, parts);
    counts[PARTS] += parts.leaves.length;
  }

  /** Stores a shape in a row of `table`, and its data in the pools. */
  #store(table: ShapeTable, row: number, shape: PreparedShape): void {
    const { counts, vertices } = this.#frame;
    // direction cells speed up supports; they are left out when their pool is full
    const withCells = counts[CELLS] + shape.cells.length <= vertices.cells.length;
    const place = {
      row,
      vertexBegin: counts[VERTICES],
      neighborBegin: counts[NEIGHBORS],
      cellBegin: counts[CELLS],
      partBegin: counts[PARTS],
      withCells,
    };
    storeShape(table, vertices, place, shape);
    storeFaces(table, vertices, row, shape.faces);
    storePoints(vertices, place.vertexBegin, shape.vertexRows, shape.vertexCount);
    counts[VERTICES] += shape.vertexRows;
    counts[NEIGHBORS] += shape.neighbors.length;
    if (withCells) counts[CELLS] += shape.cells.length;
  }
}
