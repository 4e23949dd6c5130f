/**
 * Bodies: who moves them, what they weigh, how they rub and bounce. Rows by collider id; colliders that are no bodies stand still for
 * the stepper, with the default friction.
 */
import { quat, vec3 } from 'gl-matrix';
import {
  type BoxShape,
  type ColliderOptions,
  type Engine,
  type MassProperties,
  massProperties,
  type Shape,
} from 'hullstorm';
import { firstOf, type Keys, numbers, readOptions } from '../checks.ts';
import { fail, flag, integerIn, refuse } from '../errors.ts';
import { Histogram } from './histogram.ts';
import {
  between,
  cut,
  FASTEST,
  HEAVIEST,
  LARGEST_MOMENT,
  LEAST_MOMENT,
  LIGHTEST,
  MOST_FRICTION,
  STRONGEST,
  STRONGEST_GRAVITY,
} from './limits.ts';
import type { StepMemory } from './memory.ts';
import { atLeast, BODY_OPTIONS, type BodyOptions, type BodyType, finite32, motion, positive } from './options.ts';
import { ASLEEP, AWAKE, KINEMATIC, LEFT_OUT, STATIC } from './wide/context.ts';
import { COMMON_SIZE, CUBE } from './wide/limits.ts';

const SHAPE_KEYS: Keys<Shape> = { kind: 0, radius: 0, halfHeight: 0, halfExtents: 0, points: 0, maxVertices: 0 };
const DEFAULT_FRICTION = 0.6;
const NOWHERE: readonly number[] = [0, 0, 0];
const NO_TURN: readonly number[] = [0, 0, 0, 1];
/** Floats of a row of `mass`, and where they are: see wide/tables.ts. */
const STRIDE = 16;
const AXES = 0;
const ROOTS = 4;
const LIGHT = 7;
const MIDDLE = 8;
const FRICTION = 11;
const RESTITUTION = 12;
const LINEAR_DAMPING = 13;
const ANGULAR_DAMPING = 14;
const GRAVITY_SCALE = 15;

/** Bodies this close touch: they are one island, and wake each other (m). */
export const REACH = 0.005;

const KINDS: Readonly<Record<BodyType, number>> = { dynamic: AWAKE, kinematic: KINEMATIC, static: STATIC };

export class Bodies {
  /** Bodies; the dynamic ones, awake or asleep; and those that bounce. */
  count = 0;
  dynamic = 0;
  bouncing = 0;
  /** 1 = never sleeps. */
  readonly restless: Uint8Array;
  /** A pair that is no farther apart than the smaller of two touches (m). */
  readonly reaches: Float64Array;
  /** Of dynamic bodies: as large as a cube with their radii of gyration (m), and kg. By id, and all together. */
  readonly sizes: Float64Array;
  readonly allSizes = new Histogram();
  readonly allMasses = new Histogram();
  readonly #engine: Engine;
  readonly #memory: StepMemory;
  /** 1 = a body. */
  readonly #known: Uint8Array;
  /** When the collider of a body came: `scene.changes.bornAt`. */
  readonly #born: Float64Array;
  /** By shape id; when it came (`scene.changes.shapeBornAt`); and, if it was asked for, what it weighs at density 1. */
  readonly #shapes = new Map<number, { readonly shape: Shape; readonly born: number; mass?: MassProperties }>();

  constructor(engine: Engine, memory: StepMemory, colliders: number) {
    this.#engine = engine;
    this.#memory = memory;
    this.#known = new Uint8Array(colliders);
    this.#born = new Float64Array(colliders);
    this.restless = new Uint8Array(colliders);
    this.reaches = new Float64Array(colliders).fill(REACH);
    this.sizes = new Float64Array(colliders);
    for (let id = 0; id < colliders; id++) this.#clear(id);
  }

  /** @param given read once: what its mass is of is what collides, whatever becomes of its arrays */
  addShape(where: string, given: Shape): number {
    const { scene } = this.#engine;
    const read = ownShape(where, given);
    const id = scene.addShape(read);
    const shape = read.kind === 'hull' ? { ...read, points: Float32Array.from(read.points) } : read;
    this.#shapes.set(id, { shape, born: scene.changes.shapeBornAt[id] });
    return id;
  }

  add(where: string, givenShape: Shape | number, given: BodyOptions | undefined): number {
    const shape = typeof givenShape === 'number' ? givenShape : ownShape(where, givenShape);
    const options = readOptions(`${where}: options`, given, BODY_OPTIONS);
    const { type = 'dynamic' } = options;
    if (typeof type !== 'string' || !Object.hasOwn(KINDS, type)) {
      refuse(`${where}: type`, "'dynamic', 'kinematic' or 'static'", type);
    }
    const row = rowOf(where, options);
    const { velocity: speed = NOWHERE, spin: turning = NOWHERE, canSleep = true } = options;
    const velocity = motion(`${where}: velocity`, speed, 'm/s');
    const spin = motion(`${where}: spin`, turning, 'rad/s');
    const restless = !flag(`${where}: canSleep`, canSleep);
    if (type === 'dynamic') writeMass(where, row, this.#massOf(where, shape), options);
    // before the shape is added: nothing of a body that cannot be is left behind
    const place = this.#readPlace(where, options);
    const shapeId = typeof shape === 'number' ? shape : this.addShape(where, shape);
    const id = this.#engine.scene.addCollider(shapeId, { ...place, static: type === 'static' });
    const { mass, velocities, spins, forces, torques, kinds, awake, timers } = this.#memory;
    mass.set(row, STRIDE * id);
    const moves = type !== 'static';
    velocities.set(moves ? velocity : [0, 0, 0], 4 * id);
    spins.set(moves ? spin : [0, 0, 0], 4 * id);
    forces.fill(0, 4 * id, 4 * id + 4);
    torques.fill(0, 4 * id, 4 * id + 4);
    kinds[id] = KINDS[type];
    awake[id] = type === 'dynamic' ? 1 : 0;
    timers[id] = 0;
    this.#known[id] = 1;
    this.#born[id] = this.#engine.scene.changes.bornAt[id];
    this.restless[id] = restless ? 1 : 0;
    this.count++;
    if (type === 'dynamic') this.#countDynamic(id);
    if (row[RESTITUTION] > 0) this.bouncing++;
    return id;
  }

  /** Forgets a body; its collider goes as well. */
  remove(id: number): void {
    this.#engine.scene.removeCollider(id);
    this.forget(id);
  }

  /** Whether a row was a body's, whose collider is no longer there. @param born `scene.changes.bornAt` of the row */
  isGone(id: number, born: number): boolean {
    return this.#known[id] === 1 && this.#born[id] !== born;
  }

  /** Bodies are static as long as they are of type static, or asleep: what else was written there does not last. */
  markStatic(id: number): void {
    if (this.#known[id] === 0) return;
    const kind = this.#memory.kinds[id];
    this.#engine.scene.statics[id] = kind === STATIC || kind === ASLEEP ? 1 : 0;
  }

  /** Forgets a body whose collider is gone. */
  forget(id: number): void {
    this.count--;
    if (this.isDynamic(id)) {
      this.dynamic--;
      this.allSizes.remove(this.sizes[id]);
      this.allMasses.remove(this.#massIn(id));
    }
    if (this.#memory.mass[STRIDE * id + RESTITUTION] > 0) this.bouncing--;
    this.#clear(id);
  }

  check(where: string, id: number): void {
    integerIn(where, id, 0, this.#known.length - 1);
    if (this.#known[id] === 0) fail(where, 'the id of a body', id);
  }

  /** Fails unless forces move it. */
  checkDynamic(where: string, id: number): void {
    this.check(where, id);
    if (!this.isDynamic(id)) fail(where, 'the id of a dynamic body', id);
  }

  isDynamic(id: number): boolean {
    const kind = this.#memory.kinds[id];
    return kind === AWAKE || kind === ASLEEP || kind === LEFT_OUT;
  }

  /** World position of the centre of mass (m). */
  centerOf(id: number): vec3 {
    const { positions, rotations } = this.#engine.scene;
    const at = STRIDE * id + MIDDLE;
    const arm = vec3.fromValues(this.#memory.mass[at], this.#memory.mass[at + 1], this.#memory.mass[at + 2]);
    vec3.transformQuat(arm, arm, rotations.subarray(4 * id, 4 * id + 4) as unknown as quat);
    return [positions[4 * id] + arm[0], positions[4 * id + 1] + arm[1], positions[4 * id + 2] + arm[2]];
  }

  /** Changes velocity and spin at once, by an impulse (N s) and an angular impulse (N m s) about the centre of mass. */
  push(id: number, impulse: ArrayLike<number>, turn: ArrayLike<number>): void {
    const { mass, velocities, spins } = this.#memory;
    const at = STRIDE * id;
    const perMass = mass[at + LIGHT] ** 2;
    for (let k = 0; k < 3; k++) add(velocities, 4 * id + k, perMass * impulse[k], FASTEST);
    const { rotations } = this.#engine.scene;
    const own = quat.multiply(
      quat.create(),
      rotations.subarray(4 * id, 4 * id + 4) as unknown as quat,
      mass.subarray(at + AXES, at + AXES + 4) as unknown as quat,
    );
    quat.normalize(own, own);
    const back = quat.conjugate(quat.create(), own);
    const change = vec3.transformQuat([0, 0, 0], [turn[0], turn[1], turn[2]], back);
    for (let k = 0; k < 3; k++) change[k] *= mass[at + ROOTS + k] ** 2;
    vec3.transformQuat(change, change, own);
    for (let k = 0; k < 3; k++) add(spins, 4 * id + k, change[k], FASTEST);
  }

  /** Adds to what pushes and turns a body during the next step: N and N m, about the centre of mass. */
  pull(id: number, force: ArrayLike<number>, torque: ArrayLike<number>): void {
    const { forces, torques } = this.#memory;
    for (let k = 0; k < 3; k++) {
      add(forces, 4 * id + k, force[k], STRONGEST);
      add(torques, 4 * id + k, torque[k], STRONGEST);
    }
  }

  #countDynamic(id: number): void {
    const { mass } = this.#memory;
    const at = STRIDE * id;
    const roots = mass[at + ROOTS] + mass[at + ROOTS + 1] + mass[at + ROOTS + 2];
    const size = (CUBE * mass[at + LIGHT]) / roots;
    this.sizes[id] = size;
    if (size < COMMON_SIZE) this.reaches[id] = (REACH * size) / COMMON_SIZE;
    this.dynamic++;
    this.allSizes.add(size);
    this.allMasses.add(this.#massIn(id));
  }

  #massIn(id: number): number {
    return 1 / this.#memory.mass[STRIDE * id + LIGHT] ** 2;
  }

  /** Where and in which groups a body is, as `scene.addCollider` takes it. */
  #readPlace(where: string, options: BodyOptions): ColliderOptions {
    const { position = NOWHERE, rotation = NO_TURN, membership, mask } = options;
    const { scene, capacity } = this.#engine;
    if (scene.count >= capacity.colliders) {
      fail(`${where}: bodies`, `at most ${capacity.colliders} (raise capacity.colliders)`, scene.count + 1);
    }
    const turn = numbers(`${where}: rotation`, 'a quaternion x y z w', rotation, 4);
    if (turn.every((value) => value === 0)) fail(`${where}: rotation`, 'a quaternion that is not zero', '0,0,0,0');
    return {
      position: numbers(`${where}: position`, 'x y z', position, 3),
      rotation: turn,
      ...(membership !== undefined && { membership: integerIn(`${where}: membership`, membership, 0, 0xffff) }),
      ...(mask !== undefined && { mask: integerIn(`${where}: mask`, mask, 0, 0xffff) }),
    };
  }

  #massOf(where: string, shape: Shape | number): MassProperties {
    if (typeof shape !== 'number') return massProperties(shape, 1);
    const known = this.#shapes.get(shape);
    // a restore may have put another shape in its place
    if (known === undefined || known.born !== this.#engine.scene.changes.shapeBornAt[shape]) {
      fail(`${where}: shape`, 'a shape, or an id of dynamics.addShape', shape);
    }
    known.mass ??= massProperties(known.shape, 1);
    return known.mass;
  }

  #clear(id: number): void {
    const { mass, velocities, spins, kinds, awake, timers } = this.#memory;
    mass.fill(0, STRIDE * id, STRIDE * (id + 1));
    mass[STRIDE * id + 3] = 1;
    mass[STRIDE * id + FRICTION] = DEFAULT_FRICTION;
    velocities.fill(0, 4 * id, 4 * id + 4);
    spins.fill(0, 4 * id, 4 * id + 4);
    kinds[id] = STATIC;
    awake[id] = 0;
    timers[id] = 0;
    this.#known[id] = 0;
    this.restless[id] = 0;
    this.reaches[id] = REACH;
  }
}

/** A copy of a shape: its keys are read once. */
function ownShape(where: string, shape: Shape): Shape {
  const at = `${where}: shape`;
  const own = readOptions<Shape>(at, shape, SHAPE_KEYS) as Shape;
  if (own.kind !== 'box') return own;
  const halfExtents = firstOf(`${at}: halfExtents`, 'three numbers', own.halfExtents, 3);
  return { ...own, halfExtents: halfExtents as unknown as BoxShape['halfExtents'] };
}

/** Adds to a number of a column, and keeps the sum within −most … most. */
function add(column: Float32Array, at: number, more: number, most: number): void {
  column[at] = cut(column[at] + more, most);
}

/** What does not depend on the shape. */
function rowOf(where: string, options: BodyOptions): Float32Array {
  const {
    friction = DEFAULT_FRICTION,
    restitution = 0,
    linearDamping = 0,
    angularDamping = 0,
    gravityScale = 1,
  } = options;
  const row = new Float32Array(STRIDE);
  row[AXES + 3] = 1;
  row[FRICTION] = atLeast(`${where}: friction`, friction, 0);
  between(`${where}: friction`, friction, 0, MOST_FRICTION, '');
  row[RESTITUTION] = atLeast(`${where}: restitution`, restitution, 0);
  if (restitution > 1) fail(`${where}: restitution`, 'a number in 0..1', restitution);
  row[LINEAR_DAMPING] = atLeast(`${where}: linearDamping`, linearDamping, 0);
  row[ANGULAR_DAMPING] = atLeast(`${where}: angularDamping`, angularDamping, 0);
  row[GRAVITY_SCALE] = finite32(`${where}: gravityScale`, gravityScale);
  between(`${where}: gravityScale`, gravityScale, -STRONGEST_GRAVITY, STRONGEST_GRAVITY, '');
  return row;
}

/** @param unit of density 1 */
function writeMass(
  where: string,
  row: Float32Array,
  unit: MassProperties,
  { density: given, mass }: BodyOptions,
): void {
  if (given !== undefined && mass !== undefined) fail(`${where}: mass`, 'a mass or a density', 'both');
  const density = given === undefined ? 1000 : given;
  const factor =
    mass === undefined ? positive(`${where}: density`, density) : positive(`${where}: mass`, mass) / unit.mass;
  const heavy = mass === undefined ? 'mass, by the density and the size and radius of the shape' : 'mass';
  between(`${where}: ${heavy}`, factor * unit.mass, LIGHTEST, HEAVIEST, 'kg');
  for (const moment of unit.moments) {
    between(
      `${where}: moment of inertia, by the ${mass === undefined ? 'density' : 'mass'} and the size and radius of the shape`,
      factor * moment,
      LEAST_MOMENT,
      LARGEST_MOMENT,
      'kg m²',
    );
  }
  row.set(unit.axes, AXES);
  for (let k = 0; k < 3; k++) row[ROOTS + k] = 1 / Math.sqrt(factor * unit.moments[k]);
  row[LIGHT] = 1 / Math.sqrt(factor * unit.mass);
  row.set(unit.center, MIDDLE);
}
