/** The public probe list: a view of rows behind the colliders, its count, and its argument checks. */
import { numberList, type QuatLike, type Vec3Like } from '../../checks.ts';
import { fail, integerIn } from '../../errors.ts';
import { surfaceName } from '../../scene/fixed.ts';
import { checkShapeId } from '../../scene/shapeBlocks.ts';
import { isUnboundedShape } from '../../scene/unbounded.ts';
import { NO_SHAPE } from '../../tables/colliderTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { isSurface } from '../../tables/shapeKinds.ts';

/** Groups of a probe that sees all of them. */
const ALL_GROUPS = 0xffff;
const NO_ROTATION = [0, 0, 0, 1];

/** Functions of the engine that owns the list. */
export interface ProbeListOwner {
  /** Fails if the engine is closed. */
  checkOpen(where: string): void;
}

/**
 * Shapes with poses that ask what is near them, and are not in the scene. Made by `engine.createProbeList`. Call `set`,
 * or write the columns and `count`. The columns are the shared memory itself: do not write to them while a query runs.
 */
export class ProbeList {
  /** Shape id per probe. */
  readonly shapes: Uint32Array;
  /** Positions, 4 per probe: x y z – (m), world. */
  readonly positions: Float64Array;
  /** Rotations, 4 per probe: quaternion x y z w, local → world, of any length but zero. */
  readonly rotations: Float32Array;
  /** Groups that each probe sees, one per bit: colliders whose membership has one of them. Default 65535. */
  readonly masks: Uint16Array;
  /** One collider that each probe does not see, or −1. Default −1. */
  readonly ignored: Int32Array;
  /** Most probes that this list can hold. */
  readonly capacity: number;
  /** @internal Row of the first probe in `frame.probes`. */
  readonly first: number;
  readonly #frame: Frame;
  readonly #owner: ProbeListOwner;
  #count = 0;
  #busy = false;

  /** @internal The list of probes [first, first + capacity). */
  constructor(frame: Frame, first: number, capacity: number, owner: ProbeListOwner) {
    const { colliders, placed, probes } = frame;
    const begin = colliders.capacity + first;
    const end = begin + capacity;
    this.shapes = placed.shapes.subarray(begin, end);
    this.positions = placed.positions.subarray(4 * begin, 4 * end);
    this.rotations = placed.rotations.subarray(4 * begin, 4 * end);
    this.masks = probes.masks.subarray(first, first + capacity);
    this.ignored = probes.ignored.subarray(first, first + capacity);
    this.capacity = capacity;
    this.first = first;
    this.#frame = frame;
    this.#owner = owner;
    this.shapes.fill(NO_SHAPE);
    this.#clear(capacity);
  }

  /** Probes in the list. Set it after you have written the columns. */
  get count(): number {
    return this.#count;
  }

  /** @throws QueryError for more probes than `capacity`, and while a query runs on this list */
  set count(count: number) {
    const where = 'probes.count';
    this.checkIdle(where);
    integerIn(where, count, 0, this.capacity);
    this.#count = count;
  }

  /**
   * Makes the given probes the list. Each sees all groups and ignores no collider.
   * @param shapes a shape id per probe, or one for all of them
   * @param positions 3 per probe: x y z (m), world; of one probe also a `Vector3`
   * @param rotations 4 per probe: quaternion x y z w, or a `Quaternion`. Default: not rotated
   * @throws QueryError for an unknown shape, a half-space, lists of different lengths, more probes than `capacity`, or
   *   while a query runs on this list; the list is then unchanged
   *
   * @example
   * ```ts
   * const probes = engine.createProbeList(16);
   * probes.set(ball, [0, 1, 0, 5, 1, 0]); // two balls
   * ```
   */
  set(shapes: number | ArrayLike<number>, positions: Vec3Like, rotations?: QuatLike): void {
    const where = 'probes.set';
    const numbers = numberList(`${where}: positions`, 'x y z per probe', positions, 3);
    const turns =
      rotations === undefined
        ? undefined
        : numberList(`${where}: rotations`, 'a quaternion x y z w per probe', rotations, 4);
    const ids = typeof shapes === 'number' ? shapes : numberList(`${where}: shapes`, 'a shape id per probe', shapes);
    const count = numbers.length / 3;
    this.checkIdle(where);
    if (!Number.isInteger(count)) fail(`${where}: positions`, 'x y z per probe', `${numbers.length} numbers`);
    if (count > this.capacity) {
      fail(`${where}: probes`, `at most ${this.capacity} (raise the capacity of this list)`, count);
    }
    if (turns && turns.length !== 4 * count) {
      fail(`${where}: rotations`, `${4 * count} numbers, 4 per probe`, turns.length);
    }
    if (typeof ids === 'number') this.#checkShape(`${where}: shapes`, ids);
    else this.#checkShapes(where, ids, count);
    for (let k = 0; k < count; k++) this.shapes[k] = typeof ids === 'number' ? ids : ids[k];
    // the lists may be views of these columns
    const copies = Float64Array.from(numbers);
    const rotated = turns && Float32Array.from(turns);
    this.#clear(count);
    for (let k = 0; k < count; k++) for (let c = 0; c < 3; c++) this.positions[4 * k + c] = copies[3 * k + c];
    if (rotated) this.rotations.set(rotated);
    this.#count = count;
  }

  /** @internal Marks the list as being queried. */
  lock(where: string): void {
    this.checkIdle(where);
    this.#busy = true;
  }

  /** @internal */
  unlock(): void {
    this.#busy = false;
  }

  /** @internal Whether a value is a list, of any engine: proxies are not. */
  static is(value: unknown): value is ProbeList {
    return typeof value === 'object' && value !== null && #frame in value;
  }

  /** @internal Whether the list is one of the engine with these tables. */
  isOf(frame: Frame): boolean {
    return this.#frame === frame;
  }

  /** Gives the first `count` rows the defaults of all columns but the shape. */
  #clear(count: number): void {
    this.positions.fill(0, 0, 4 * count);
    for (let k = 0; k < count; k++) this.rotations.set(NO_ROTATION, 4 * k);
    this.masks.fill(ALL_GROUPS, 0, count);
    this.ignored.fill(-1, 0, count);
  }

  #checkShapes(where: string, ids: ArrayLike<number>, count: number): void {
    if (ids.length !== count) fail(`${where}: shapes`, `${count} shape ids, one per position`, ids.length);
    for (let k = 0; k < count; k++) this.#checkShape(`${where}: shapes[${k}]`, ids[k]);
  }

  #checkShape(where: string, shape: number): void {
    checkShapeId(where, this.#frame, shape);
    if (isUnboundedShape(this.#frame.shapes, shape)) fail(where, 'a shape with bounds', 'a half-space');
    const { shapes } = this.#frame;
    if (isSurface(shapes, shape)) fail(where, 'a convex shape or a compound', surfaceName(shapes, shape));
  }

  /** @internal Fails while a query runs on this list, and after the engine is closed. */
  checkIdle(where: string): void {
    this.#owner.checkOpen(where);
    if (this.#busy) fail(where, 'a list that no query is running on', 'one that is being queried');
  }
}
