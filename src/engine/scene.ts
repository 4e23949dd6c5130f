/**
 * The public scene: shapes and colliders of one engine, in its shared memory. Checks arguments once, here; what lies
 * behind trusts them.
 */

import { type Keys, numbers, readOptions } from '../checks.ts';
import { fail, flag, integerIn, refuse, viewName } from '../errors.ts';
import type { Frame } from '../memory/frame.ts';
import {
  freeRowCount,
  giveRow,
  takeRow,
  takeRun,
  writeCollider,
  writeGroups,
  writePose,
} from '../scene/colliderRows.ts';
import { NO_SHAPE } from '../scene/colliderTable.ts';
import { CELLS, FREE_ROWS, NEIGHBOURS, ROWS, SHAPES, VERTICES } from '../scene/countTable.ts';
import { checkFilter, checkGroups, DEFAULT_FILTER } from '../scene/filter.ts';
import { NO_POSITION, NO_ROTATION, readPosition, readRotation } from '../scene/poseCheck.ts';
import { SceneChanges } from '../scene/sceneChanges.ts';
import { packScene, readBytes, unpackScene } from '../scene/snapshot.ts';
import type { Pool } from '../schedule/pool.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { prepareOf } from '../shapes/cores/list.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/spec.ts';
import { storeFaces, storeShape } from '../shapes/storeShape.ts';
import { storePoints } from '../shapes/vertexTable.ts';
import { buildShapes, buildShapesSync, takeShapes } from './shapeBuilder.ts';

/** Where a collider is. */
export interface ColliderPose {
  /** x y z (m), world. Default: the origin. */
  readonly position?: ArrayLike<number>;
  /** Quaternion x y z w, local → world, of any length but zero. Default: none. */
  readonly rotation?: ArrayLike<number>;
}

/** Where a collider is, and what `findPairs` may pair it with. */
export interface ColliderOptions extends ColliderPose {
  /** Groups it is in, one per bit, an integer in 0..65535. Default: 1. */
  readonly membership?: number;
  /** Groups it meets, one per bit, an integer in 0..65535. Default: 65535, all of them. */
  readonly mask?: number;
  /** Whether it is static: two static colliders are no candidates. Default: false. */
  readonly static?: boolean;
}

const COLLIDER_OPTIONS: Keys<ColliderOptions> = { position: 0, rotation: 0, membership: 0, mask: 0, static: 0 };

/** What a scene needs of the engine that owns it. @internal */
export interface SceneOwner {
  /** Fails if the engine is closed or a query is running. */
  checkWritable(where: string): void;
  /** Fails if the engine is closed. Left out by owners that never are. */
  checkOpen?(where: string): void;
  /** Runs a task when all queries before it are answered. Left out by owners without queries. */
  enqueue?<R>(task: () => Promise<R>): Promise<R>;
  /** Builds hulls beside the calling thread. Left out by owners without workers. */
  readonly pool?: Pool | undefined;
  /** Called after `restore`: nothing known from before holds. */
  restored(): void;
}

/** What exists: shapes and colliders with poses. `engine.scene` is the only one. */
export class Scene {
  /**
   * Positions, 4 per collider: x y z – (m), world. The shared memory itself: write here between queries. Row `id` of a
   * removed collider holds old numbers.
   */
  readonly positions: Float64Array;
  /** Rotations, 4 per collider: quaternion x y z w, local → world; queries normalise it. The shared memory itself. */
  readonly rotations: Float32Array;
  /** Shape id per collider; 0xffffffff for a row without one. To be read only. */
  readonly shapes: Uint32Array;
  /**
   * Collision groups, 2 per collider: the groups it is in and those it meets, one per bit. A pair is a candidate if each
   * is in a group that the other meets: `(membershipA & maskB) !== 0 && (membershipB & maskA) !== 0`. The shared memory
   * itself. Only `findPairs` looks at them, and contacts without a list: queries on a list answer for every pair on it.
   */
  readonly groups: Uint16Array;
  /**
   * 1 per collider: 0 = it moves, anything else = static. Two static colliders are no candidates. The shared memory
   * itself, for `findPairs` and contacts without a list, like `groups`.
   */
  readonly statics: Uint8Array;
  /** Which calls changed which rows, for whatever keeps something by collider id. To be read only. */
  readonly changes: SceneChanges;
  readonly #frame: Frame;
  readonly #owner: SceneOwner;

  /** @internal */
  constructor(frame: Frame, owner: SceneOwner) {
    this.#frame = frame;
    this.#owner = owner;
    this.positions = frame.colliders.positions;
    this.rotations = frame.colliders.rotations;
    this.shapes = frame.colliders.shapes;
    this.groups = frame.colliders.groups;
    this.statics = frame.colliders.statics;
    this.changes = new SceneChanges(frame.colliders.capacity, frame.shapes.capacity);
  }

  /** Live colliders. */
  get count(): number {
    const { counts } = this.#frame;
    return counts[ROWS] - counts[FREE_ROWS];
  }

  /** Rows in use, live or removed: every id is below. */
  get rows(): number {
    return this.#frame.counts[ROWS];
  }

  /** Shapes added. */
  get shapeCount(): number {
    return this.#frame.counts[SHAPES];
  }

  /**
   * Adds a shape, which any number of colliders may share. Hulls are built here.
   * @returns the shape's id
   * @throws QueryError for numbers that make no shape, and when `capacity.shapes` or `capacity.vertices` is used up
   */
  addShape(shape: Shape): number {
    const where = 'scene.addShape';
    const ready = prepareShape(where, shape, prepareOf);
    this.#owner.checkWritable(where);
    return this.#storeAll(where, [ready])[0];
  }

  /**
   * Adds many shapes: all of them, or none if one is bad. Hulls are built on all workers and the calling thread, where other tasks run
   * about every ms, but never inside of a hull. The list is copied before the call returns. The call waits for the queries before it
   * and queries asked later wait for it; the scene is not to be changed meanwhile.
   * @returns the shapes' ids, the same as `addShape` would give one by one
   * @throws QueryError as `addShape`, and after `close`
   */
  async addShapes(shapes: readonly Shape[]): Promise<number[]> {
    const where = 'scene.addShapes';
    const { pool, enqueue = (task) => task() } = this.#owner;
    this.#owner.checkOpen?.(where);
    const batch = takeShapes(where, shapes, this.#shapeRoom, pool !== undefined);
    return enqueue(async () => {
      await buildShapes(batch, pool);
      return this.#storeAll(where, batch.ready);
    });
  }

  /** `addShapes` that returns when it is done: on the calling thread alone. */
  addShapesSync(shapes: readonly Shape[]): number[] {
    const where = 'scene.addShapesSync';
    this.#owner.checkWritable(where);
    const batch = takeShapes(where, shapes, this.#shapeRoom, false);
    buildShapesSync(batch);
    return this.#storeAll(where, batch.ready);
  }

  /** Shapes that there is room for. */
  get #shapeRoom(): number {
    const { counts, shapes } = this.#frame;
    return shapes.capacity - counts[SHAPES];
  }

  /** Stores shapes, all of them or none. */
  #storeAll(where: string, ready: readonly PreparedShape[]): number[] {
    const { counts, shapes, vertices } = this.#frame;
    const wanted = counts[SHAPES] + ready.length;
    if (wanted > shapes.capacity) {
      fail(`${where}: shapes`, `at most ${shapes.capacity} (raise capacity.shapes)`, wanted);
    }
    let rows = counts[VERTICES];
    let neighbours = counts[NEIGHBOURS];
    for (const shape of ready) {
      rows += shape.vertexRows;
      neighbours += shape.neighbours.length;
    }
    if (rows > vertices.capacity || neighbours > vertices.neighbours.length) {
      fail(
        `${where}: vertices`,
        `at most ${vertices.capacity} in all (raise capacity.vertices, or use hull's maxVertices)`,
        rows,
      );
    }
    return ready.map((shape) => {
      const row = counts[SHAPES];
      this.#store(row, shape);
      return row;
    });
  }

  #store(row: number, ready: PreparedShape): void {
    const { counts, shapes, vertices } = this.#frame;
    const withCells = counts[CELLS] + ready.cells.length <= vertices.cells.length;
    const place = {
      row,
      vertexBegin: counts[VERTICES],
      neighbourBegin: counts[NEIGHBOURS],
      cellBegin: counts[CELLS],
      withCells,
    };
    storeShape(shapes, vertices, place, ready);
    storeFaces(shapes, vertices, row, ready.faces);
    storePoints(vertices, place.vertexBegin, ready.vertexRows, ready.vertexCount);
    counts[VERTICES] += ready.vertexRows;
    counts[NEIGHBOURS] += ready.neighbours.length;
    if (withCells) counts[CELLS] += ready.cells.length;
    counts[SHAPES] = row + 1;
    this.changes.addShape(row);
  }

  /**
   * Adds a collider.
   * @returns its id: a row of `positions` and `rotations`. Ids of removed colliders are used again.
   * @throws QueryError for an unknown shape, a bad pose or groups, and when `capacity.colliders` is used up
   */
  addCollider(shape: number, options?: ColliderOptions): number {
    const where = 'scene.addCollider';
    const given = readOptions(`${where}: options`, options, COLLIDER_OPTIONS);
    const { position: place = NO_POSITION, rotation: turn = NO_ROTATION, ...groups } = given;
    const position = readPosition(where, place);
    const rotation = readRotation(where, turn);
    const filter = checkFilter(where, groups);
    this.#owner.checkWritable(where);
    this.#checkShape(where, shape);
    const { colliders, counts } = this.#frame;
    if (freeRowCount(colliders, counts) < 1) this.#failFull(where, this.count + 1);
    const row = takeRow(colliders, counts);
    writeCollider(colliders, row, shape, position, rotation, filter);
    this.changes.replace(row, 1);
    return row;
  }

  /**
   * Adds `count` colliders at the origin, in group 1, meeting all, to be placed by writing whole columns.
   * @returns the first id; the others follow it
   * @throws QueryError for an unknown shape, and when `capacity.colliders` has no such run of rows left
   */
  addColliders(shape: number, count: number): number {
    const where = 'scene.addColliders';
    this.#owner.checkWritable(where);
    this.#checkShape(where, shape);
    const { colliders, counts } = this.#frame;
    integerIn(`${where}: count`, count, 1, 2 ** 32 - 1);
    if (counts[ROWS] + count > colliders.capacity) this.#failFull(where, counts[ROWS] + count);
    const first = takeRun(counts, count);
    for (let row = first; row < first + count; row++)
      writeCollider(colliders, row, shape, [0, 0, 0], [0, 0, 0, 1], DEFAULT_FILTER);
    this.changes.replace(first, count);
    return first;
  }

  /** Removes a collider. Pairs that still name its id become `Invalid`. @throws QueryError if `id` is not a live collider */
  removeCollider(id: number): void {
    const where = 'scene.removeCollider';
    this.#owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    giveRow(this.#frame.colliders, this.#frame.counts, id);
    this.changes.replace(id, 1);
  }

  /**
   * Moves a collider.
   * @param position x y z (m)
   * @param rotation quaternion x y z w, of any length but zero
   * @throws QueryError if `id` is not a live collider or the pose is bad; the old pose is kept then
   */
  setPose(id: number, position: ArrayLike<number>, rotation: ArrayLike<number>): void {
    const where = 'scene.setPose';
    const place = readPosition(where, position);
    const turn = readRotation(where, rotation);
    this.#owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    writePose(this.#frame.colliders, id, place, turn);
    this.changes.change(id);
  }

  /**
   * Says which colliders `findPairs` may pair this one with. Queries on a list answer for every pair on it.
   * @param membership groups it is in, one per bit, an integer in 0..65535
   * @param mask groups it meets, one per bit, an integer in 0..65535
   * @throws QueryError if `id` is not a live collider or the groups are bad; the old ones are kept then
   */
  setGroups(id: number, membership: number, mask: number): void {
    const where = 'scene.setGroups';
    this.#owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    checkGroups(`${where}: membership`, membership);
    writeGroups(this.#frame.colliders, id, membership, checkGroups(`${where}: mask`, mask));
    this.changes.change(id);
  }

  /**
   * Makes a collider static, or not: `findPairs` pairs no two static ones. It is told, never guessed from the pose, and
   * a static collider may be moved between queries.
   * @throws QueryError if `id` is not a live collider or `value` neither true nor false
   */
  setStatic(id: number, value: boolean): void {
    const where = 'scene.setStatic';
    this.#owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    this.statics[id] = flag(`${where}: value`, value) ? 1 : 0;
    this.changes.change(id);
  }

  /**
   * Writes what a renderer needs, relative to `origin` so that f32 is enough anywhere in the world.
   * @param out 8 per row: x y z (m, minus origin), shape id (−1 for a row without a collider), quaternion x y z w
   * @param origin x y z (m). Default: the world's
   * @returns rows written: `scene.rows`
   */
  writeInstances(out: Float32Array, origin: ArrayLike<number> = NO_POSITION): number {
    const where = 'scene.writeInstances';
    const [x = 0, y = 0, z = 0] = numbers(`${where}: origin`, 'x y z', origin, 3);
    this.#owner.checkOpen?.(where);
    const { rows, positions, rotations, shapes } = this;
    if (viewName(out) !== 'Float32Array') refuse(`${where}: out`, 'a Float32Array', out);
    if (!(out.length >= 8 * rows)) fail(`${where}: out`, `at least ${8 * rows} numbers (8 per row)`, out.length);
    for (let row = 0; row < rows; row++) {
      const p = 4 * row;
      const at = 8 * row;
      out[at] = positions[p] - x;
      out[at + 1] = positions[p + 1] - y;
      out[at + 2] = positions[p + 2] - z;
      out[at + 3] = shapes[row] === NO_SHAPE ? -1 : shapes[row];
      out[at + 4] = rotations[p];
      out[at + 5] = rotations[p + 1];
      out[at + 6] = rotations[p + 2];
      out[at + 7] = rotations[p + 3];
    }
    return rows;
  }

  /** The whole scene as bytes: shapes, colliders, poses, groups. The same scene gives the same bytes. */
  snapshot(): Uint8Array {
    this.#owner.checkWritable('scene.snapshot');
    return packScene(this.#frame);
  }

  /**
   * Makes this scene the one in `bytes`. Pair lists keep their ids but lose their warm starts, so that what follows a
   * restore does not depend on what came before it.
   * @throws QueryError for bytes that `snapshot` did not make, damaged ones, or a scene that does not fit the
   *   capacities; the scene is as it was then
   */
  restore(bytes: Uint8Array): void {
    const where = 'scene.restore';
    const own = readBytes(where, bytes);
    this.#owner.checkWritable(where);
    const before = this.changes.remember(this.#frame);
    unpackScene(where, this.#frame, own);
    this.changes.restore(before, this.#frame);
    this.#owner.restored();
  }

  /** @internal Fails unless `id` names a live collider. */
  checkCollider(where: string, id: number): void {
    const { colliders, counts } = this.#frame;
    if (!(Number.isInteger(id) && id >= 0 && id < counts[ROWS])) {
      refuse(
        where,
        counts[ROWS] === 0 ? 'the id of a collider added before' : `a collider id (0..${counts[ROWS] - 1})`,
        id,
      );
    }
    if (colliders.shapes[id] === NO_SHAPE) fail(where, 'a live collider', `${id}, which was removed`);
  }

  #checkShape(where: string, shape: number): void {
    const count = this.#frame.counts[SHAPES];
    if (!(Number.isInteger(shape) && shape >= 0 && shape < count)) {
      refuse(`${where}: shape`, count === 0 ? 'the id of a shape added before' : `a shape id (0..${count - 1})`, shape);
    }
  }

  #failFull(where: string, got: number): never {
    return fail(`${where}: colliders`, `at most ${this.#frame.colliders.capacity} (raise capacity.colliders)`, got);
  }
}
