/** Adds prepared shapes to the tables of shapes and vertices. */
import { fail } from '../errors.ts';
import type { Frame } from '../memory/frame.ts';
import { CELLS, NEIGHBORS, SHAPES, VERTICES } from '../scene/countTable.ts';
import type { SceneChanges } from '../scene/sceneChanges.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { storeFaces, storeShape } from '../shapes/storeShape.ts';
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
    const { counts } = this.#frame;
    return prepared.map((shape) => {
      const row = counts[SHAPES];
      this.#store(row, shape);
      return row;
    });
  }

  #checkRoom(where: string, prepared: readonly PreparedShape[]): void {
    const { counts, shapes, vertices } = this.#frame;
    const wanted = counts[SHAPES] + prepared.length;
    if (wanted > shapes.capacity) {
      fail(`${where}: shapes`, `at most ${shapes.capacity} (raise capacity.shapes)`, wanted);
    }
    let rows = counts[VERTICES];
    let neighbors = counts[NEIGHBORS];
    for (const shape of prepared) {
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

  #store(row: number, shape: PreparedShape): void {
    const { counts, shapes, vertices } = this.#frame;
    // direction cells speed up supports; they are left out when their pool is full
    const withCells = counts[CELLS] + shape.cells.length <= vertices.cells.length;
    const place = {
      row,
      vertexBegin: counts[VERTICES],
      neighborBegin: counts[NEIGHBORS],
      cellBegin: counts[CELLS],
      withCells,
    };
    storeShape(shapes, vertices, place, shape);
    storeFaces(shapes, vertices, row, shape.faces);
    storePoints(vertices, place.vertexBegin, shape.vertexRows, shape.vertexCount);
    counts[VERTICES] += shape.vertexRows;
    counts[NEIGHBORS] += shape.neighbors.length;
    if (withCells) counts[CELLS] += shape.cells.length;
    counts[SHAPES] = row + 1;
    this.#changes.addShape(row);
  }
}
