/**
 * The part of a scene that does not depend on the number of its dimensions. `Scene` and `PlanarScene` add shapes and
 * poses.
 */
import { fail, flag, integerIn, refuse } from '../errors.ts';
import { type NewArray, rowArrays } from '../memory/rowArrays.ts';
import {
  freeRowCount,
  giveRow,
  takeRow,
  takeRun,
  writeCollider,
  writeGroups,
  writeHalfExtents,
} from '../scene/colliderRows.ts';
import { checkGroups, DEFAULT_TRAITS, type Traits } from '../scene/colliderTraits.ts';
import { checkFixed, checkStatic } from '../scene/fixed.ts';
import { SceneChanges } from '../scene/sceneChanges.ts';
import { checkShapeId } from '../scene/shapeBlocks.ts';
import { packScene, readBytes, unpackScene } from '../scene/snapshot.ts';
import { addUnbounded, isUnboundedShape, removeUnbounded } from '../scene/unbounded.ts';
import type { Pool } from '../schedule/pool.ts';
import { NO_SHAPE } from '../tables/colliderTable.ts';
import { FREE_ROWS, ROWS } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { ShapeStore } from './shapeStore.ts';

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
  /** Called with the number of rows that the scene has after a call. Optional: some owners have no workers. */
  grown?(rows: number): void;
  /** Called after `removeShape`. The owner drops what it has kept by shape id. Optional: some owners keep nothing. */
  shapeRemoved?(): void;
  /** Called after `restore`. The owner drops everything that it has derived from the scene. */
  restored(): void;
}

/** Colliders, their groups, and snapshots: what `Scene` and `PlanarScene` have in common. */
export abstract class BaseScene {
  /** Shape id per collider, or 0xffffffff for a row without a collider. Read only. */
  readonly shapes: Uint32Array;
  /**
   * Collision groups, 2 per collider: membership and mask, one group per bit. Two colliders may be a candidate pair if
   * `(membershipA & maskB) !== 0 && (membershipB & maskA) !== 0`. A view of the shared memory. `findPairs`, `contacts`
   * without a list and overlap queries use it. Queries on a list answer for every pair on it.
   */
  readonly groups: Uint16Array;
  /**
   * 1 per collider: 0 = it moves, any other value = static. Two static colliders are never a candidate pair, but for a
   * sensor and a collider with the value 2: a sleeping body of `hullstorm/dynamics`. A view of the shared memory.
   * `findPairs`, and `contacts` without a list, use it.
   */
  readonly statics: Uint8Array;
  /**
   * 1 per collider: any value but 0 = a sensor, which detects others without a response. Two sensors are never a
   * candidate pair; contacts of a sensor have no points; rays, casts, points and probes skip it. A view of the shared
   * memory: you may write to it between queries.
   */
  readonly sensors: Uint8Array;
  /**
   * 1 per collider: a number of yours, which no query reads: an index into your data. A view of the shared memory: you
   * may write to it. Removed colliders have 0.
   */
  readonly userIds: Uint32Array;
  /** Records which call changed which row, for code that keeps data by collider id. Read only. */
  readonly changes: SceneChanges;
  /** Makes arrays by collider id, for code that keeps such. @internal */
  readonly newArray: NewArray;
  /** @internal */
  protected readonly frame: Frame;
  /** @internal */
  protected readonly owner: SceneOwner;
  /** @internal */
  protected readonly shapeStore: ShapeStore;

  /** @internal */
  constructor(frame: Frame, owner: SceneOwner) {
    this.frame = frame;
    this.owner = owner;
    this.shapes = frame.colliders.shapes;
    this.groups = frame.colliders.groups;
    this.statics = frame.colliders.statics;
    this.sensors = frame.colliders.sensors;
    this.userIds = frame.colliders.userIds;
    this.newArray = rowArrays(frame.colliders.capacity);
    this.changes = new SceneChanges(this.newArray, frame.shapes.capacity);
    this.shapeStore = new ShapeStore(frame, this.changes);
  }

  /** Live colliders. */
  get count(): number {
    const { counts } = this.frame;
    return counts[ROWS] - counts[FREE_ROWS];
  }

  /** Rows in use, with or without a collider. All ids are smaller. */
  get rows(): number {
    return this.frame.counts[ROWS];
  }

  /** Shapes in the scene. */
  get shapeCount(): number {
    return this.shapeStore.count;
  }

  /**
   * Removes a shape that no collider has. Its id and its memory are used again: the next shape that is added gets the
   * lowest free id. Probes and casts that name the id are `Invalid` until then.
   * @throws QueryError for an id without a shape, and for a shape that a collider has; the shape then stays
   */
  removeShape(id: number): void {
    const where = 'scene.removeShape';
    const at = `${where}: id`;
    this.owner.checkWritable(where);
    checkShapeId(at, this.frame, id);
    this.shapeStore.checkUnused(at, id);
    this.shapeStore.remove(id);
    this.owner.shapeRemoved?.();
  }

  /**
   * Adds `count` colliders at the origin, with default groups. Write their poses, and their `sensors` and `userIds`, to
   * the columns.
   * @param shape a shape id
   * @returns the first id; the ids are consecutive
   * @throws QueryError for an unknown shape, for a half-space or a mesh, since these colliders are not static, and when
   *   `capacity.colliders` has no `count` consecutive rows left
   */
  addColliders(shape: number, count: number): number {
    const where = 'scene.addColliders';
    this.owner.checkWritable(where);
    checkShapeId(`${where}: shape`, this.frame, shape);
    const { colliders, counts } = this.frame;
    integerIn(`${where}: count`, count, 1, 2 ** 32 - 1);
    if (counts[ROWS] + count > colliders.capacity) this.#failFull(where, counts[ROWS] + count);
    checkFixed(where, this.frame, shape, DEFAULT_TRAITS.static);
    const first = takeRun(counts, count);
    for (let row = first; row < first + count; row++) {
      writeCollider(colliders, this.frame.shapes, row, shape, DEFAULT_TRAITS);
    }
    this.shapeStore.use(shape, count);
    this.changes.replace(first, count);
    this.owner.grown?.(counts[ROWS]);
    return first;
  }

  /** Removes a collider. Pairs with its id become `Invalid`. @throws QueryError if `id` is not a live collider */
  removeCollider(id: number): void {
    const where = 'scene.removeCollider';
    this.owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    removeUnbounded(this.frame, id);
    this.shapeStore.use(this.shapes[id], -1);
    // the id of the shape may be that of another one when the row is used again
    this.frame.bounds.known[id] = 0;
    giveRow(this.frame.colliders, this.frame.counts, id);
    this.changes.replace(id, 1);
  }

  /**
   * Gives a collider another shape. Pose, groups and flags stay; pairs with it are new pairs.
   * @param shape a shape id
   * @throws QueryError if `id` is not a live collider, for an unknown shape, for a half-space or a mesh if the collider
   *   is not static, and for the 65th half-space; the collider then keeps its shape
   */
  setShape(id: number, shape: number): void {
    const where = 'scene.setShape';
    this.owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    checkShapeId(`${where}: shape`, this.frame, shape);
    const { colliders, shapes, bounds } = this.frame;
    const isAnother = !(isUnboundedShape(shapes, shape) && isUnboundedShape(shapes, this.shapes[id]));
    if (isAnother) checkFixed(where, this.frame, shape, this.statics[id] !== 0);
    removeUnbounded(this.frame, id);
    this.shapeStore.use(this.shapes[id], -1);
    this.shapeStore.use(shape, 1);
    this.shapes[id] = shape;
    writeHalfExtents(colliders, shapes, id);
    addUnbounded(this.frame, id);
    bounds.known[id] = 0;
    this.changes.replace(id, 1);
  }

  /**
   * Sets the collision groups of a collider, for `findPairs`. Queries on a list answer for every pair on it.
   * @param membership groups that the collider is in, one per bit, an integer in 0..65535
   * @param mask groups that it may be paired with, one per bit, an integer in 0..65535
   * @throws QueryError if `id` is not a live collider or the groups are bad; the collider then keeps its groups
   */
  setGroups(id: number, membership: number, mask: number): void {
    const where = 'scene.setGroups';
    this.owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    checkGroups(`${where}: membership`, membership);
    writeGroups(this.frame.colliders, id, membership, checkGroups(`${where}: mask`, mask));
    this.changes.change(id);
  }

  /**
   * Sets whether a collider is static. `findPairs` skips pairs of two static colliders. The engine never derives this
   * from poses: you may move a static collider between queries.
   * @throws QueryError if `id` is not a live collider, and if `value` is neither true nor false, or false for a
   *   half-space or a mesh
   */
  setStatic(id: number, value: boolean): void {
    const where = 'scene.setStatic';
    this.owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    const at = `${where}: value`;
    checkStatic(at, this.frame.shapes, this.shapes[id], flag(at, value));
    this.statics[id] = value ? 1 : 0;
    this.changes.change(id);
  }

  /**
   * The scene as bytes: shapes, colliders, poses and groups. Equal scenes give equal bytes.
   * @throws QueryError while a query runs, and after `close`
   */
  snapshot(): Uint8Array {
    this.owner.checkWritable('scene.snapshot');
    return packScene(this.frame);
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
    this.owner.checkWritable(where);
    const before = this.changes.remember(this.frame);
    unpackScene(where, this.frame, own);
    this.changes.restore(before, this.frame);
    this.shapeStore.restored();
    this.owner.restored();
    this.owner.grown?.(this.rows);
  }

  /** @internal Fails unless `id` names a live collider. */
  checkCollider(where: string, id: number): void {
    const { colliders, counts } = this.frame;
    if (!(Number.isInteger(id) && id >= 0 && id < counts[ROWS])) {
      refuse(
        where,
        counts[ROWS] === 0 ? 'the id of a collider added before' : `a collider id (0..${counts[ROWS] - 1})`,
        id,
      );
    }
    if (colliders.shapes[id] === NO_SHAPE) fail(where, 'a live collider', `${id}, which was removed`);
  }

  /** @internal Adds a collider at the origin. @returns its row */
  protected take(where: string, shape: number, traits: Traits): number {
    this.owner.checkWritable(where);
    checkShapeId(`${where}: shape`, this.frame, shape);
    const { colliders, counts } = this.frame;
    if (freeRowCount(colliders, counts) < 1) this.#failFull(where, this.count + 1);
    checkFixed(where, this.frame, shape, traits.static);
    const row = takeRow(colliders, counts);
    writeCollider(colliders, this.frame.shapes, row, shape, traits);
    addUnbounded(this.frame, row);
    this.shapeStore.use(shape, 1);
    this.changes.replace(row, 1);
    this.owner.grown?.(counts[ROWS]);
    return row;
  }

  #failFull(where: string, got: number): never {
    return fail(`${where}: colliders`, `at most ${this.frame.colliders.capacity} (raise capacity.colliders)`, got);
  }
}
