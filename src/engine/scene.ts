/**
 * The public scene: the shapes and colliders of one engine, in its shared memory. It checks arguments; the code behind
 * trusts them.
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
import { FREE_ROWS, HALF_SPACES, ROWS, SHAPES } from '../scene/countTable.ts';
import { checkFilter, checkGroups, DEFAULT_FILTER } from '../scene/filter.ts';
import { addHalfSpace, checkHalfSpace, checkStaysStatic, removeHalfSpace } from '../scene/halfSpaces.ts';
import { NO_POSITION, NO_ROTATION, readPosition, readRotation } from '../scene/poseCheck.ts';
import { SceneChanges } from '../scene/sceneChanges.ts';
import { packScene, readBytes, unpackScene } from '../scene/snapshot.ts';
import type { Pool } from '../schedule/pool.ts';
import { prepareOf } from '../shapes/cores/list.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/spec.ts';
import type { ColliderOptions } from './colliderOptions.ts';
import { INSTANCE_STRIDE, writeInstances } from './instances.ts';
import { buildShapes, buildShapesSync, takeShapes } from './shapeBuilder.ts';
import { ShapeStore } from './shapeStore.ts';

const COLLIDER_OPTIONS: Keys<ColliderOptions> = { position: 0, rotation: 0, membership: 0, mask: 0, static: 0 };

/** What a scene needs from the engine that owns it. @internal */
export interface SceneOwner {
  /** Fails if the engine is closed or a query is running. */
  checkWritable(where: string): void;
  /** Fails if the engine is closed. Optional: some owners are never closed. */
  checkOpen?(where: string): void;
  /** Runs a task after all queries that were called before. Optional: some owners have no queries. */
  enqueue?<R>(task: () => Promise<R>): Promise<R>;
  /** Builds hulls on workers. Optional: some owners have no workers. */
  readonly pool?: Pool | undefined;
  /** Called after `restore`. The owner drops everything that it has derived from the scene. */
  restored(): void;
}

/**
 * The shapes and colliders of an engine: `engine.scene`. A collider's id is its row in the columns, a shape's id its
 * row in the table of shapes.
 *
 * @example
 * ```ts
 * const crate = scene.addShape(box(0.5, 0.5, 0.5));
 * const id = scene.addCollider(crate, { position: [0, 2, 0] });
 * scene.setPose(id, [0, 1, 0], [0, 0, 0, 1]);
 * scene.positions[4 * id + 1] += 0.1; // y: the column is the shared memory
 * ```
 */
export class Scene {
  /**
   * Positions, 4 per collider: x y z – (m), world. A view of the shared memory: you may write to it between queries.
   * The row of a removed collider holds old numbers.
   */
  readonly positions: Float64Array;
  /**
   * Rotations, 4 per collider: quaternion x y z w, local → world. A view of the shared memory. Queries normalize the
   * quaternions.
   */
  readonly rotations: Float32Array;
  /** Shape id per collider, or 0xffffffff for a row without a collider. Read only. */
  readonly shapes: Uint32Array;
  /**
   * Collision groups, 2 per collider: membership and mask, one group per bit. Two colliders may be a candidate pair if
   * `(membershipA & maskB) !== 0 && (membershipB & maskA) !== 0`. A view of the shared memory. `findPairs`, `contacts`
   * without a list and overlap queries use it. Queries on a list answer for every pair on it.
   */
  readonly groups: Uint16Array;
  /**
   * 1 per collider: 0 = it moves, any other value = static. Two static colliders are never a candidate pair. A view of
   * the shared memory. `findPairs`, and `contacts` without a list, use it.
   */
  readonly statics: Uint8Array;
  /** Records which call changed which row, for code that keeps data by collider id. Read only. */
  readonly changes: SceneChanges;
  readonly #frame: Frame;
  readonly #owner: SceneOwner;
  readonly #shapeStore: ShapeStore;

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
    this.#shapeStore = new ShapeStore(frame, this.changes);
  }

  /** Live colliders. */
  get count(): number {
    const { counts } = this.#frame;
    return counts[ROWS] - counts[FREE_ROWS];
  }

  /** Rows in use, with or without a collider. All ids are smaller. */
  get rows(): number {
    return this.#frame.counts[ROWS];
  }

  /** Half-spaces among the live colliders, 64 at most. */
  get halfSpaceCount(): number {
    return this.#frame.counts[HALF_SPACES];
  }

  /** Shapes in the scene. */
  get shapeCount(): number {
    return this.#frame.counts[SHAPES];
  }

  /**
   * Adds a shape, which any number of colliders may share. Builds the hull if it is one.
   * @returns the shape's id
   * @throws QueryError for a bad shape, and when `capacity.shapes` or `capacity.vertices` is used up
   */
  addShape(shape: Shape): number {
    const where = 'scene.addShape';
    const prepared = prepareShape(where, shape, prepareOf);
    this.#owner.checkWritable(where);
    return this.#shapeStore.add(where, [prepared])[0];
  }

  /**
   * Adds many shapes: all of them, or none if one is bad. Workers and the calling thread build the hulls. On the
   * calling thread other tasks run about every millisecond, between two hulls. The list is copied before the call
   * returns. The call waits for earlier queries, and later queries wait for it. Do not change the scene meanwhile.
   * @returns the shapes' ids, the same as from one `addShape` per shape
   * @throws QueryError as `addShape`, and after `close`
   */
  async addShapes(shapes: readonly Shape[]): Promise<number[]> {
    const where = 'scene.addShapes';
    const { pool, enqueue = (task) => task() } = this.#owner;
    this.#owner.checkOpen?.(where);
    const batch = takeShapes(where, shapes, this.#shapeStore.room, pool !== undefined);
    return enqueue(async () => {
      await buildShapes(batch, pool);
      return this.#shapeStore.add(where, batch.ready);
    });
  }

  /** `addShapes` that returns when it is done. The calling thread builds all hulls. @throws QueryError as `addShape` */
  addShapesSync(shapes: readonly Shape[]): number[] {
    const where = 'scene.addShapesSync';
    this.#owner.checkWritable(where);
    const batch = takeShapes(where, shapes, this.#shapeStore.room, false);
    buildShapesSync(batch);
    return this.#shapeStore.add(where, batch.ready);
  }

  /**
   * Adds a collider.
   * @param shape a shape id
   * @returns the collider's id, its row in the columns. Ids of removed colliders are used again
   * @throws QueryError for an unknown shape, a bad pose or groups, a half-space that is not static or the 65th one, and
   *   when `capacity.colliders` is used up
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
    checkHalfSpace(where, this.#frame, shape, filter.static);
    const row = takeRow(colliders, counts);
    writeCollider(colliders, row, shape, position, rotation, filter);
    addHalfSpace(this.#frame, row);
    this.changes.replace(row, 1);
    return row;
  }

  /**
   * Adds `count` colliders at the origin, with default groups. Write their poses to the columns.
   * @param shape a shape id
   * @returns the first id; the ids are consecutive
   * @throws QueryError for an unknown shape, for a half-space, since these colliders are not static, and when
   *   `capacity.colliders` has no `count` consecutive rows left
   */
  addColliders(shape: number, count: number): number {
    const where = 'scene.addColliders';
    this.#owner.checkWritable(where);
    this.#checkShape(where, shape);
    const { colliders, counts } = this.#frame;
    integerIn(`${where}: count`, count, 1, 2 ** 32 - 1);
    if (counts[ROWS] + count > colliders.capacity) this.#failFull(where, counts[ROWS] + count);
    checkHalfSpace(where, this.#frame, shape, DEFAULT_FILTER.static);
    const first = takeRun(counts, count);
    for (let row = first; row < first + count; row++)
      writeCollider(colliders, row, shape, [0, 0, 0], [0, 0, 0, 1], DEFAULT_FILTER);
    this.changes.replace(first, count);
    return first;
  }

  /** Removes a collider. Pairs with its id become `Invalid`. @throws QueryError if `id` is not a live collider */
  removeCollider(id: number): void {
    const where = 'scene.removeCollider';
    this.#owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    removeHalfSpace(this.#frame, id);
    giveRow(this.#frame.colliders, this.#frame.counts, id);
    this.changes.replace(id, 1);
  }

  /**
   * Moves a collider.
   * @param position x y z (m)
   * @param rotation quaternion x y z w, of any length but zero
   * @throws QueryError if `id` is not a live collider or the pose is bad; the collider then keeps its pose
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
   * Sets the collision groups of a collider, for `findPairs`. Queries on a list answer for every pair on it.
   * @param membership groups that the collider is in, one per bit, an integer in 0..65535
   * @param mask groups that it may be paired with, one per bit, an integer in 0..65535
   * @throws QueryError if `id` is not a live collider or the groups are bad; the collider then keeps its groups
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
   * Sets whether a collider is static. `findPairs` skips pairs of two static colliders. The engine never derives this
   * from poses: you may move a static collider between queries.
   * @throws QueryError if `id` is not a live collider, `value` is neither true nor false, or false for a half-space
   */
  setStatic(id: number, value: boolean): void {
    const where = 'scene.setStatic';
    this.#owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    checkStaysStatic(`${where}: value`, this.#frame, id, flag(`${where}: value`, value));
    this.statics[id] = value ? 1 : 0;
    this.changes.change(id);
  }

  /**
   * Writes instance data for a renderer. Positions are relative to `origin`, so that f32 is precise anywhere in the
   * world.
   * @param out 8 per row: x y z (m), shape id (−1 for a row without a collider), quaternion x y z w
   * @param origin x y z (m), world. Default: 0 0 0
   * @returns the number of rows, `scene.rows`
   * @throws QueryError for a bad origin, if `out` is not a Float32Array of at least 8 · rows, and after `close`
   */
  writeInstances(out: Float32Array, origin: ArrayLike<number> = NO_POSITION): number {
    const where = 'scene.writeInstances';
    const [x = 0, y = 0, z = 0] = numbers(`${where}: origin`, 'x y z', origin, 3);
    this.#owner.checkOpen?.(where);
    const length = INSTANCE_STRIDE * this.rows;
    if (viewName(out) !== 'Float32Array') refuse(`${where}: out`, 'a Float32Array', out);
    if (!(out.length >= length)) fail(`${where}: out`, `at least ${length} numbers (8 per row)`, out.length);
    writeInstances(out, this, x, y, z);
    return this.rows;
  }

  /**
   * The scene as bytes: shapes, colliders, poses and groups. Equal scenes give equal bytes.
   * @throws QueryError while a query runs, and after `close`
   */
  /** The whole scene as bytes: shapes, colliders, poses, groups. The same scene gives the same bytes. */
  snapshot(): Uint8Array {
    this.#owner.checkWritable('scene.snapshot');
    return packScene(this.#frame);
  }

  /**
   * Replaces the scene by the one in `bytes`. Pair lists keep their ids and lose their warm starts, so that later
   * results do not depend on the time before the restore.
   * @throws QueryError for bytes that are not from `snapshot`, damaged bytes, or a scene that does not fit the
   *   capacities; the scene then stays as it is
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
