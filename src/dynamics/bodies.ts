/**
 * The bodies of a stepper. Rows by collider id. Colliders that are not bodies are static for the stepper, and have the
 * default friction.
 */
import type { ColliderOptions, Engine, MassProperties, Shape } from 'hullstorm';
import { numbers, readOptions } from '../checks.ts';
import { fail, flag, integerIn, refuse } from '../errors.ts';
import { NOT_CONVEX } from '../shapes/shape.ts';
import { centerOf } from './bodyMotion.ts';
import { BodyShapes, ownShape } from './bodyShapes.ts';
import { BODY_OPTIONS, type BodyOptions, type BodyType, type MassOptions, motion } from './dynamicsOptions.ts';
import { Histogram } from './histogram.ts';
import {
  AXES,
  CENTER,
  DEFAULT_FRICTION,
  DENSITY,
  extentsOf,
  FRICTION,
  INVERSE_ROOT_MASS,
  INVERSE_ROOT_MOMENTS,
  MASS_STRIDE,
  materialRow,
  RESTITUTION,
  writeMass,
} from './massRow.ts';
import type { StepMemory } from './memory.ts';
import { ASLEEP_STATIC } from './sleepIslands.ts';
import { ASLEEP, AWAKE, EXCLUDED, EXCLUDED_KINEMATIC, KINEMATIC, STATIC } from './wide/context.ts';
import { COMMON_SIZE, CUBE } from './wide/limits.ts';

const ZERO: readonly number[] = [0, 0, 0];
const NO_ROTATION: readonly number[] = [0, 0, 0, 1];

/** Bodies that are this close are in contact: they are in one island, and wake each other (m). */
export const CONTACT_DISTANCE = 0.005;

/**
 * Farthest predicted rotation (rad), and part of its thickness by which a point of the body may move by it
 * (midstepRotations.ts). Measured: with
 * 0.1 rad an egg that spins at 20 rad/s about a tilted axis gains energy, with 0.05 rad none.
 */
const FARTHEST_PREDICTION = 0.05;
export const PREDICTION_SHARE = 0.5;
/** Part of its thickness by which a bullet has to move to be swept: hits are no deeper (sweeps.ts). */
const BULLET_SHARE = 0.25;

/** The most half-spaces of a scene. */
const MOST_HALF_SPACES = 64;

const KINDS: Readonly<Record<BodyType, number>> = { dynamic: AWAKE, kinematic: KINEMATIC, static: STATIC };

export class Bodies {
  count = 0;
  /** Dynamic bodies, awake or asleep. */
  dynamic = 0;
  /** Kinematic bodies. */
  kinematic = 0;
  /** Bodies with restitution. */
  bouncing = 0;
  /** By row: bodies that it has got and lost. */
  readonly generations: Uint32Array;
  /** 1 = the body never sleeps. */
  readonly neverSleeps: Uint8Array;
  /** Two bodies are in contact up to the smaller of their two contact distances (m). */
  readonly contactDistances: Float64Array;
  /** Sizes of dynamic bodies: the edge of a cube with the same radii of gyration (m). */
  readonly sizes: Float64Array;
  /** 1 = the shape of the body is round. */
  readonly isRound: Uint8Array;
  /** Bodies with round shapes. */
  round = 0;
  /** 1 = the body is swept in every step in which it moves far enough to hit others deeply. */
  readonly isBullet: Uint8Array;
  /** Of dynamic bodies: the smallest half extent of a box with the same moments (m). */
  readonly thicknesses: Float64Array;
  /** Of dynamic bodies: no point is farther from the position (m). */
  readonly reaches: Float64Array;
  /** Of dynamic bodies: squared displacement in a step beyond which a body is swept (m²): sweeps.ts. */
  readonly farDistances: Float64Array;
  /** The same, scaled by mass as the state of the solver is (kg m²). */
  readonly farStates: Float64Array;
  /** No point of a dynamic body moves farther than the turn in the state times this. 0 for symmetric shapes: half of
   * such a body is before a wall as long as its center is, so contacts push it back. */
  readonly turnReaches: Float64Array;
  /** The farthest predicted rotation of a body while contacts are found (rad): midstepRotations.ts. */
  readonly turnLimits: Float64Array;
  readonly allSizes = new Histogram();
  readonly allMasses = new Histogram();
  readonly #engine: Engine;
  readonly #memory: StepMemory;
  readonly #shapes: BodyShapes;
  /** Of dynamic bodies (kg/m³). */
  readonly #densities: Float64Array;
  /** 1 = the row is a body. */
  readonly #isBody: Uint8Array;
  /** `scene.changes.bornAt` of the body's collider. */
  readonly #born: Float64Array;
  /** Rows that are prepared. */
  #reached = 0;

  constructor(engine: Engine, memory: StepMemory) {
    this.#engine = engine;
    this.#memory = memory;
    this.#shapes = new BodyShapes(engine.scene);
    const { scene } = engine;
    this.#densities = scene.newArray(Float64Array);
    this.#isBody = scene.newArray(Uint8Array);
    this.#born = scene.newArray(Float64Array);
    this.generations = scene.newArray(Uint32Array);
    this.neverSleeps = scene.newArray(Uint8Array);
    this.contactDistances = scene.newArray(Float64Array);
    this.sizes = scene.newArray(Float64Array);
    this.isRound = scene.newArray(Uint8Array);
    this.turnLimits = scene.newArray(Float64Array);
    this.isBullet = scene.newArray(Uint8Array);
    this.thicknesses = scene.newArray(Float64Array);
    this.reaches = scene.newArray(Float64Array);
    this.farDistances = scene.newArray(Float64Array);
    this.farStates = scene.newArray(Float64Array);
    this.turnReaches = scene.newArray(Float64Array);
    this.reach(engine.scene.rows);
  }

  /** Prepares the rows below `rows`. Called with the rows of the scene, which may be few of its capacity. */
  reach(rows: number): void {
    // passes take rows in groups of four
    const end = Math.min(4 * Math.ceil(rows / 4), this.#isBody.length);
    while (this.#reached < end) this.#clear(this.#reached++);
  }

  addShape(where: string, shape: Shape): number {
    return this.#shapes.add(where, shape);
  }

  add(where: string, givenShape: Shape | number, given: BodyOptions | undefined): number {
    const shape = typeof givenShape === 'number' ? givenShape : ownShape(where, givenShape);
    const options = readOptions(`${where}: options`, given, BODY_OPTIONS);
    const { type = 'dynamic' } = options;
    if (typeof type !== 'string' || !Object.hasOwn(KINDS, type)) {
      refuse(`${where}: type`, "'dynamic', 'kinematic' or 'static'", type);
    }
    this.#checkFixed(where, shape, type);
    const row = materialRow(where, options);
    const { velocity: givenVelocity = ZERO, spin: givenSpin = ZERO } = options;
    const { canSleep = true, bullet = false, sensor = false } = options;
    if (flag(`${where}: sensor`, sensor) && type === 'dynamic') {
      fail(`${where}: sensor`, 'false for a dynamic body', sensor);
    }
    // a sensor does not bounce
    if (sensor) row[RESTITUTION] = 0;
    const velocity = motion(`${where}: velocity`, givenVelocity, 'm/s');
    const spin = motion(`${where}: spin`, givenSpin, 'rad/s');
    const neverSleeps = !flag(`${where}: canSleep`, canSleep);
    const isBullet = flag(`${where}: bullet`, bullet);
    const density = type === 'dynamic' ? writeMass(where, row, this.#massFor(where, shape, options), options) : 0;
    // all checks come before the shape is added, so that a refused body leaves no shape behind
    const pose = this.#readPose(where, options);
    const shapeId = typeof shape === 'number' ? shape : this.addShape(where, shape);
    const id = this.#engine.scene.addCollider(shapeId, { ...pose, static: type === 'static', sensor });
    this.reach(id + 1);
    const { mass, velocities, spins, forces, torques, kinds, awake, timers } = this.#memory;
    mass.set(row, MASS_STRIDE * id);
    velocities.set(type === 'static' ? ZERO : velocity, 4 * id);
    spins.set(type === 'static' ? ZERO : spin, 4 * id);
    forces.fill(0, 4 * id, 4 * id + 4);
    torques.fill(0, 4 * id, 4 * id + 4);
    kinds[id] = KINDS[type];
    awake[id] = type === 'dynamic' ? 1 : 0;
    timers[id] = 0;
    this.#isBody[id] = 1;
    this.generations[id]++;
    this.#born[id] = this.#engine.scene.changes.bornAt[id];
    this.neverSleeps[id] = neverSleeps ? 1 : 0;
    this.count++;
    this.isBullet[id] = Number(isBullet);
    this.#densities[id] = density;
    if (type === 'kinematic') this.kinematic++;
    this.#countShape(id, shape);
    if (row[RESTITUTION] > 0) this.bouncing++;
    return id;
  }

  /**
   * Gives a body another shape. Its points keep their velocities, so that the velocity of a center of mass that moves
   * may change.
   * @param options density or mass; default: the density before
   */
  setShape(where: string, id: number, givenShape: Shape | number, options: MassOptions): void {
    const { mass, velocities, spins, kinds } = this.#memory;
    const { scene } = this.#engine;
    const shape = typeof givenShape === 'number' ? givenShape : ownShape(where, givenShape);
    const type = this.isDynamic(id) ? 'dynamic' : kinds[id] === STATIC ? 'static' : 'kinematic';
    this.#checkFixed(where, shape, type);
    const at = MASS_STRIDE * id;
    const row = mass.slice(at, at + MASS_STRIDE);
    let density = 0;
    if (type === 'dynamic') {
      const own = Object.keys(options).length > 0 ? options : { density: this.#densities[id] };
      density = writeMass(where, row, this.#massFor(where, shape, own), own);
    }
    const before = centerOf(id, this.#memory, scene);
    const shapeId = typeof shape === 'number' ? shape : this.addShape(where, shape);
    scene.setShape(id, shapeId);
    this.#born[id] = scene.changes.bornAt[id];
    this.#uncountShape(id);
    mass.set(row, at);
    this.#densities[id] = density;
    this.#countShape(id, shape);
    const after = centerOf(id, this.#memory, scene);
    const [x, y, z] = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
    const [wx, wy, wz] = spins.subarray(4 * id, 4 * id + 3);
    velocities[4 * id] += wy * z - wz * y;
    velocities[4 * id + 1] += wz * x - wx * z;
    velocities[4 * id + 2] += wx * y - wy * x;
  }

  /** Mass properties of a shape, as multiples of the density that a body has by its options. */
  #massFor(where: string, shape: Shape | number, { density = DENSITY }: MassOptions): MassProperties {
    return this.#shapes.massOf(where, shape, density);
  }

  /** Removes a body and its collider. */
  remove(id: number): void {
    this.#engine.scene.removeCollider(id);
    this.forget(id);
  }

  /** Whether the row was a body and its collider is gone. @param born `scene.changes.bornAt` of the row */
  isGone(id: number, born: number): boolean {
    return this.#isBody[id] === 1 && this.#born[id] !== born;
  }

  /** Restores the static flag of a body: that of static and sleeping bodies, whatever the user wrote. */
  markStatic(id: number): void {
    if (this.#isBody[id] === 0) return;
    const kind = this.#memory.kinds[id];
    this.#engine.scene.statics[id] = kind === ASLEEP ? ASLEEP_STATIC : Number(kind === STATIC);
  }

  /** Removes a body whose collider is gone. */
  forget(id: number): void {
    this.count--;
    this.generations[id]++;
    const kind = this.#memory.kinds[id];
    if (kind === KINEMATIC || kind === EXCLUDED_KINEMATIC) this.kinematic--;
    if (this.#memory.mass[MASS_STRIDE * id + RESTITUTION] > 0) this.bouncing--;
    this.#uncountShape(id);
    this.#clear(id);
  }

  /** Fails unless `id` is a body. */
  check(where: string, id: number): void {
    integerIn(where, id, 0, this.#isBody.length - 1);
    if (this.#isBody[id] === 0) fail(where, 'the id of a body', id);
  }

  /** Fails unless `id` is a dynamic body. */
  checkDynamic(where: string, id: number): void {
    this.check(where, id);
    if (!this.isDynamic(id)) fail(where, 'the id of a dynamic body', id);
  }

  isDynamic(id: number): boolean {
    const kind = this.#memory.kinds[id];
    return kind === AWAKE || kind === ASLEEP || kind === EXCLUDED;
  }

  /** Adds a body to what is counted by shapes and masses. */
  #countShape(id: number, shape: Shape | number): void {
    if (this.isDynamic(id)) this.#countDynamic(id, shape);
    if (this.#shapes.kindOf(shape) === 'point') this.turnLimits[id] = 0;
    if (this.#shapes.isSymmetric(shape)) this.turnReaches[id] = 0;
    this.isRound[id] = Number(this.#shapes.isRound(shape));
    this.round += this.isRound[id];
  }

  #uncountShape(id: number): void {
    this.round -= this.isRound[id];
    if (!this.isDynamic(id)) return;
    this.dynamic--;
    this.allSizes.remove(this.sizes[id]);
    this.allMasses.remove(this.#massOf(id));
  }

  #countDynamic(id: number, shape: Shape | number): void {
    const { mass } = this.#memory;
    const at = MASS_STRIDE * id;
    const [x, y, z] = mass.subarray(at + INVERSE_ROOT_MOMENTS, at + INVERSE_ROOT_MOMENTS + 3);
    const size = (CUBE * mass[at + INVERSE_ROOT_MASS]) / (x! + y! + z!);
    this.sizes[id] = size;
    const far = Math.hypot(...mass.subarray(at + CENTER, at + CENTER + 3));
    // a compound is not convex: its moments bound no point
    const compound = this.#shapes.extentsOf(shape);
    const { thickness, reach } = compound ?? extentsOf(mass, at);
    this.thicknesses[id] = thickness;
    this.reaches[id] = compound ? reach : reach + far;
    this.farDistances[id] = (this.isBullet[id] === 1 ? BULLET_SHARE * thickness : thickness) ** 2;
    this.farStates[id] = this.farDistances[id] * this.#massOf(id);
    this.turnReaches[id] = (compound ? reach + far : reach) * Math.max(x!, y!, z!);
    this.turnLimits[id] = Math.min(FARTHEST_PREDICTION, (PREDICTION_SHARE * thickness) / reach);
    this.contactDistances[id] = size < COMMON_SIZE ? (CONTACT_DISTANCE * size) / COMMON_SIZE : CONTACT_DISTANCE;
    this.dynamic++;
    this.allSizes.add(size);
    this.allMasses.add(this.#massOf(id));
  }

  /** kg */
  #massOf(id: number): number {
    return 1 / this.#memory.mass[MASS_STRIDE * id + INVERSE_ROOT_MASS] ** 2;
  }

  /** Fails for a half-space or a surface that is not static, or a half-space too many. */
  #checkFixed(where: string, shape: Shape | number, type: BodyType): void {
    const kind = this.#shapes.kindOf(shape);
    if ((kind === 'mesh' || kind === 'heightField') && type !== 'static')
      refuse(`${where}: type`, `'static' for ${NOT_CONVEX[kind]}, which does not move`, type);
    if (kind !== 'halfSpace') return;
    if (type !== 'static') refuse(`${where}: type`, "'static' for a half-space, which does not move", type);
    const { halfSpaceCount } = this.#engine.scene;
    if (halfSpaceCount >= MOST_HALF_SPACES) {
      fail(`${where}: half-spaces`, `at most ${MOST_HALF_SPACES} in a scene`, halfSpaceCount + 1);
    }
  }

  /** Checks pose, groups and user id. @returns options for `scene.addCollider` */
  #readPose(where: string, options: BodyOptions): ColliderOptions {
    const { position = ZERO, rotation = NO_ROTATION, membership, mask, userId } = options;
    const { scene, capacity } = this.#engine;
    if (scene.count >= capacity.colliders) {
      fail(`${where}: bodies`, `at most ${capacity.colliders} (raise capacity.colliders)`, scene.count + 1);
    }
    const quaternion = numbers(`${where}: rotation`, 'a quaternion x y z w', rotation, 4);
    if (quaternion.every((value) => value === 0)) {
      fail(`${where}: rotation`, 'a quaternion that is not zero', '0,0,0,0');
    }
    return {
      position: numbers(`${where}: position`, 'x y z', position, 3),
      rotation: quaternion,
      ...(membership !== undefined && { membership: integerIn(`${where}: membership`, membership, 0, 0xffff) }),
      ...(mask !== undefined && { mask: integerIn(`${where}: mask`, mask, 0, 0xffff) }),
      ...(userId !== undefined && { userId: integerIn(`${where}: userId`, userId, 0, 0xffffffff) }),
    };
  }

  #clear(id: number): void {
    const { mass, velocities, spins, kinds, awake, timers } = this.#memory;
    mass.fill(0, MASS_STRIDE * id, MASS_STRIDE * (id + 1));
    mass[MASS_STRIDE * id + AXES + 3] = 1;
    mass[MASS_STRIDE * id + FRICTION] = DEFAULT_FRICTION;
    velocities.fill(0, 4 * id, 4 * id + 4);
    spins.fill(0, 4 * id, 4 * id + 4);
    kinds[id] = STATIC;
    awake[id] = 0;
    timers[id] = 0;
    this.#isBody[id] = 0;
    this.neverSleeps[id] = 0;
    this.isRound[id] = 0;
    this.isBullet[id] = 0;
    this.thicknesses[id] = 0;
    this.contactDistances[id] = CONTACT_DISTANCE;
  }
}
