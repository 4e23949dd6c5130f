/** The public scene of planar engines. It checks arguments; the code behind trusts them. */
import { type Keys, numbers, readOptions, type Vec2Like } from '../checks.ts';
import type { Shape as PlanarShape } from '../dim2/pair/shapes.ts';
import { finite } from '../errors.ts';
import { writePlanarPose } from '../scene/colliderRows.ts';
import { checkTraits } from '../scene/colliderTraits.ts';
import { preparePlanar } from '../shapes/cores/polygon.ts';
import type { Frame } from '../tables/frame.ts';
import { BaseScene, type SceneOwner } from './baseScene.ts';
import type { PlanarColliderOptions } from './colliderOptions.ts';
import { allSteps, listOf } from './shapeBuilder.ts';

const COLLIDER_OPTIONS: Keys<PlanarColliderOptions> = {
  position: 0,
  angle: 0,
  membership: 0,
  mask: 0,
  static: 0,
  sensor: 0,
  userId: 0,
};
const ORIGIN = [0, 0];

/**
 * The shapes and colliders of an engine with `planar: true`: `engine.scene`. Shapes are those of `hullstorm/pair2d`.
 *
 * @example
 * ```ts
 * const crate = scene.addShape(box2(0.5, 0.5));
 * const id = scene.addCollider(crate, { position: [0, 2], angle: 0.1 });
 * scene.setPose(id, [0, 1], 0);
 * scene.angles[id] += 0.1; // the column is the shared memory
 * ```
 */
export class PlanarScene extends BaseScene {
  /**
   * Positions, 2 per collider: x y (m), world. A view of the shared memory: you may write to it between queries. The
   * row of a removed collider holds old numbers.
   */
  readonly positions: Float64Array;
  /** Rotation per collider (rad), counter-clockwise, local → world. A view of the shared memory, as above. */
  readonly angles: Float64Array;

  /** @internal */
  constructor(frame: Frame, owner: SceneOwner) {
    super(frame, owner);
    this.positions = frame.colliders.positions;
    this.angles = frame.colliders.angles;
  }

  /**
   * Adds a shape of the plane, which any number of colliders may share. Its numbers are rounded to f32, so keep points
   * near the local origin. All points of a polygon take room in `capacity.vertices`, those inside of its hull too.
   * @returns the shape's id, the lowest free one. Ids of removed shapes are used again
   * @throws QueryError for a bad shape, and when `capacity.shapes` or `capacity.vertices` is used up
   */
  addShape(shape: PlanarShape): number {
    const where = 'scene.addShape';
    const prepared = preparePlanar(where, shape);
    this.owner.checkWritable(where);
    return this.shapeStore.add(where, prepared);
  }

  /**
   * Adds many shapes: all of them, or none if one is bad. The list is copied before the call returns. The call waits
   * for earlier queries, and later queries wait for it.
   * @returns the shapes' ids, the same as from one `addShape` per shape
   * @throws QueryError as `addShape`, and after `close`
   */
  async addShapes(shapes: readonly PlanarShape[]): Promise<number[]> {
    const where = 'scene.addShapes';
    const { enqueue = (task) => task() } = this.owner;
    this.owner.checkOpen?.(where);
    const prepared = this.#prepare(where, shapes);
    return enqueue(async () => allSteps(this.shapeStore.steps(where, prepared)));
  }

  /** `addShapes` that returns when it is done. @throws QueryError as `addShape` */
  addShapesSync(shapes: readonly PlanarShape[]): number[] {
    const where = 'scene.addShapesSync';
    this.owner.checkWritable(where);
    return allSteps(this.shapeStore.steps(where, this.#prepare(where, shapes)));
  }

  /**
   * Adds a collider.
   * @param shape a shape id
   * @returns the collider's id, its row in the columns. Ids of removed colliders are used again
   * @throws QueryError for an unknown shape, bad options, and when `capacity.colliders` is used up
   */
  addCollider(shape: number, options?: PlanarColliderOptions): number {
    const where = 'scene.addCollider';
    const given = readOptions(`${where}: options`, options, COLLIDER_OPTIONS);
    const { position: place = ORIGIN, angle = 0, ...others } = given;
    const position = readPlace(where, place);
    const turn = finite(`${where}: angle`, angle);
    const traits = checkTraits(where, others);
    const row = this.take(where, shape, traits);
    writePlanarPose(this.frame.colliders, row, position, turn);
    return row;
  }

  /**
   * Moves a collider.
   * @param position x y (m)
   * @param angle (rad), counter-clockwise
   * @throws QueryError if `id` is not a live collider or the pose is bad; the collider then keeps its pose
   */
  setPose(id: number, position: Vec2Like, angle: number): void {
    const where = 'scene.setPose';
    const place = readPlace(where, position);
    const turn = finite(`${where}: angle`, angle);
    this.owner.checkWritable(where);
    this.checkCollider(`${where}: id`, id);
    writePlanarPose(this.frame.colliders, id, place, turn);
    this.changes.change(id);
  }

  #prepare(where: string, shapes: readonly PlanarShape[]) {
    const own = listOf(`${where}: shapes`, shapes, this.shapeStore.room);
    return own.map((shape, place) => preparePlanar(`${where}: shapes[${place}]`, shape));
  }
}

function readPlace(where: string, position: unknown): number[] {
  return numbers(`${where}: position`, 'x y', position, 2, 2);
}
