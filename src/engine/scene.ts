/**
 * The public scene: the shapes and colliders of one engine, in its shared memory. It checks arguments; the code behind
 * trusts them.
 */
import { type Keys, numbers, type QuatLike, readOptions, type Vec3Like } from '../checks.ts';
import { fail, integerIn, refuse, viewName } from '../errors.ts';
import { writePose } from '../scene/colliderRows.ts';
import { checkTraits } from '../scene/colliderTraits.ts';
import { Materials } from '../scene/materials.ts';
import { NO_POSITION, NO_ROTATION, readPosition, readRotation } from '../scene/poseCheck.ts';
import { prepareOf } from '../shapes/cores/list.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/spec.ts';
import { UNBOUNDED_COUNT } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { BaseScene, type SceneOwner } from './baseScene.ts';
import type { ColliderOptions } from './colliderOptions.ts';
import { INSTANCE_STRIDE, writeInstances } from './instances.ts';
import { allSteps, buildLarge, shapesOf, slicedSteps, takeShapes } from './shapeBuilder.ts';

const COLLIDER_OPTIONS: Keys<ColliderOptions> = {
  position: 0,
  rotation: 0,
  membership: 0,
  mask: 0,
  static: 0,
  sensor: 0,
  userId: 0,
};

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
export class Scene extends BaseScene {
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
  readonly #materials: Materials;

  /** @internal */
  constructor(frame: Frame, owner: SceneOwner) {
    super(frame, owner);
    this.positions = frame.colliders.positions;
    this.rotations = frame.colliders.rotations;
    this.#materials = new Materials(frame, this.changes);
  }

  /**
   * The material of a triangle, by a collider of a mesh and the number of a child in a result: what `materials` of
   * `mesh()` says. 0 for other shapes.
   * @param child the user's number of a triangle, as in `child`, `childA` and `childB`; −1 for a convex shape
   * @throws QueryError if `id` is not a live collider, and if `child` is no integer ≥ −1
   */
  materialOf(id: number, child: number): number {
    const where = 'scene.materialOf';
    this.checkCollider(`${where}: id`, id);
    integerIn(`${where}: child`, child, -1, 2 ** 32 - 1);
    return this.#materials.of(this.shapes[id], child);
  }

  /** Half-spaces among the live colliders, 64 at most. */
  get halfSpaceCount(): number {
    return this.frame.counts[UNBOUNDED_COUNT];
  }

  /**
   * Adds a shape, which any number of colliders may share. Builds the hull if it is one.
   * @returns the shape's id, the lowest free one. Ids of removed shapes are used again
   * @throws QueryError for a bad shape, and when `capacity.shapes` or `capacity.vertices` is used up
   */
  addShape(shape: Shape): number {
    const where = 'scene.addShape';
    const prepared = prepareShape(where, shape, prepareOf);
    this.owner.checkWritable(where);
    return this.shapeStore.add(where, prepared);
  }

  /**
   * Adds many shapes: all of them, or none if one is bad. Workers and the calling thread build hulls of 32 points and
   * more, the calling thread the others. Other tasks run on it about every millisecond, between two hulls. The list is
   * copied before the call returns. The call waits for earlier queries, and later queries wait for it. Do not change
   * the scene meanwhile.
   * @returns the shapes' ids, the same as from one `addShape` per shape
   * @throws QueryError as `addShape`, and after `close`
   */
  async addShapes(shapes: readonly Shape[]): Promise<number[]> {
    const where = 'scene.addShapes';
    const { pool, enqueue = (task) => task() } = this.owner;
    this.owner.checkOpen?.(where);
    const batch = takeShapes(where, shapes, this.shapeStore.room);
    return enqueue(async () => {
      if (pool) await buildLarge(batch, pool);
      return slicedSteps(this.shapeStore.steps(where, shapesOf(batch)));
    });
  }

  /** `addShapes` that returns when it is done. The calling thread builds all hulls. @throws QueryError as `addShape` */
  addShapesSync(shapes: readonly Shape[]): number[] {
    const where = 'scene.addShapesSync';
    this.owner.checkWritable(where);
    const batch = takeShapes(where, shapes, this.shapeStore.room);
    return allSteps(this.shapeStore.steps(where, shapesOf(batch)));
  }

  /**
   * Adds a collider.
   * @param shape a shape id
   * @returns the collider's id, its row in the columns. Ids of removed colliders are used again
   * @throws QueryError for an unknown shape, bad options, a half-space or a mesh that is not static, the 65th
   *   half-space, and when `capacity.colliders` is used up
   */
  addCollider(shape: number, options?: ColliderOptions): number {
    const where = 'scene.addCollider';
    const given = readOptions(`${where}: options`, options, COLLIDER_OPTIONS);
    const { position: place = NO_POSITION, rotation: turn = NO_ROTATION, ...others } = given;
    const position = readPosition(where, place);
    const rotation = readRotation(where, turn);
    const traits = checkTraits(where, others);
    const row = this.take(where, shape, traits);
    writePose(this.frame.colliders, row, position, rotation);
    return row;
  }

  /**
   * Moves a collider.
   * @param position x y z (m)
   * @param rotation quaternion x y z w, of any length but zero
   * @throws QueryError if `id` is not a live collider or the pose is bad; the collider then keeps its pose
   */
  setPose(id: number, position: Vec3Like, rotation: QuatLike): void {
    const where = 'scene.setPose';
    const place = readPosition(where, position);
    const turn = readRotation(where, rotation);
    this.owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    writePose(this.frame.colliders, id, place, turn);
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
  writeInstances(out: Float32Array, origin: Vec3Like = NO_POSITION): number {
    const where = 'scene.writeInstances';
    const [x = 0, y = 0, z = 0] = numbers(`${where}: origin`, 'x y z', origin, 3);
    this.owner.checkOpen?.(where);
    const length = INSTANCE_STRIDE * this.rows;
    if (viewName(out) !== 'Float32Array') refuse(`${where}: out`, 'a Float32Array', out);
    if (!(out.length >= length)) fail(`${where}: out`, `at least ${length} numbers (8 per row)`, out.length);
    writeInstances(out, this, x, y, z);
    return this.rows;
  }
}
