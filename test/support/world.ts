/** A small engine with a stepper, and what tests ask of its bodies: f64 numbers, copies. */
import { box, createEngine, type Engine, type EngineCapacity, massProperties, type Shape } from 'hullstorm';
import { type BodyOptions, createDynamics, type Dynamics, type DynamicsOptions } from 'hullstorm/dynamics';
import type { BodySpec } from '../../scenes/bodies.ts';
import type { Kernel } from './kernels.ts';

/** s */
export const DT = 1 / 60;
/** m/s², down. */
export const G = 9.81;
/** Substeps of a step, where a test does not say how many. */
export const SUBSTEPS = 5;
/**
 * How far from its rigid place a crate lies on up to two others (m). Contacts are springs that give g / (2π · 0.16 / h)², h = DT / SUBSTEPS:
 * 0.11 mm for each crate above them, which adds up to 0.65 mm under three.
 */
export const SAG = 1e-3;

export type Vec = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

export interface WorldOptions extends DynamicsOptions {
  readonly workers?: number;
  readonly kernel?: Kernel | 'auto';
  readonly capacity?: Partial<EngineCapacity>;
  readonly createWorker?: () => import('node:worker_threads').Worker;
}

const CAPACITY = { shapes: 512, vertices: 8192, colliders: 512, pairs: 8192, passBytes: 1 << 24 };

export class World {
  readonly engine: Engine;
  readonly dynamics: Dynamics;
  readonly shapes = new Map<number, Shape>();

  private constructor(engine: Engine, dynamics: Dynamics) {
    this.engine = engine;
    this.dynamics = dynamics;
  }

  static async create(options: WorldOptions = {}): Promise<World> {
    const { workers = 0, kernel = 'auto', capacity, createWorker, ...rest } = options;
    const engine = await createEngine({
      workers,
      kernel,
      capacity: { ...CAPACITY, ...capacity },
      tuning: { shareFrom: 0, blockPairs: 16 },
      warmUp: false,
      ...(createWorker ? { createWorker } : {}),
    });
    return new World(engine, await createDynamics(engine, rest));
  }

  /** Runs `use` with a world, and closes it. */
  static async with<T>(options: WorldOptions, use: (world: World) => T | Promise<T>): Promise<T> {
    const world = await World.create(options);
    try {
      return await use(world);
    } finally {
      await world.engine.close();
    }
  }

  add(shape: Shape, options: BodyOptions = {}): number {
    const id = this.dynamics.addBody(shape, options);
    this.shapes.set(id, shape);
    return id;
  }

  addAll(specs: readonly BodySpec[]): number[] {
    return specs.map(({ shape, ...options }) => this.add(shape, options));
  }

  /** A wide ground whose top is at height 0. */
  ground(options: BodyOptions = {}): number {
    return this.add(box(100, 2, 100), { position: [0, -2, 0], type: 'static', ...options });
  }

  run(steps: number, each?: (step: number) => void, dt = DT): void {
    for (let step = 0; step < steps; step++) {
      this.dynamics.stepSync(dt);
      each?.(step);
    }
  }

  position(id: number): [number, number, number] {
    return triple(this.engine.scene.positions, id);
  }
  rotation(id: number): [number, number, number, number] {
    const { rotations } = this.engine.scene;
    return [rotations[4 * id], rotations[4 * id + 1], rotations[4 * id + 2], rotations[4 * id + 3]];
  }
  velocity(id: number): [number, number, number] {
    return triple(this.dynamics.velocities, id);
  }
  spin(id: number): [number, number, number] {
    return triple(this.dynamics.spins, id);
  }

  /** Poses, velocities, spins of all rows, and who is awake: a copy. */
  bytes(): Uint8Array {
    const { engine, dynamics } = this;
    const { positions, rotations, rows } = engine.scene;
    const columns = [positions, rotations, dynamics.velocities, dynamics.spins].map((c) => c.subarray(0, 4 * rows));
    return new Uint8Array(Buffer.concat([...columns, dynamics.awake.subarray(0, rows)].map(bytesIn)));
  }

  /** Of one body (kg, kg m² about principal axes), its centre of mass and momenta in the world, energy of motion (J). */
  motion(id: number, density = 1000) {
    const { mass, moments, center, axes } = massProperties(this.shapes.get(id)!, density);
    const rotation = this.rotation(id);
    const [v, w] = [this.velocity(id), this.spin(id)];
    const middle = plus(this.position(id), rotate(rotation, center));
    const own = product(rotation, axes);
    const inside = rotate(conjugate(own), w).map((c, k) => c * moments[k]) as [number, number, number];
    const turning = rotate(own, inside);
    const energy = 0.5 * mass * dot(v, v) + 0.5 * dot(w, turning);
    return {
      mass,
      moments,
      middle,
      momentum: v.map((c) => mass * c) as [number, number, number],
      turning,
      energy,
      own,
    };
  }
}

function triple(column: Float32Array | Float64Array, id: number): [number, number, number] {
  return [column[4 * id], column[4 * id + 1], column[4 * id + 2]];
}

/** @returns a copy: columns are shared memory */
export function bytesIn({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
export function cross(a: Vec, b: Vec): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
export function plus(a: Vec, b: Vec, s = 1): [number, number, number] {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}
export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((c, k) => c - b[k]));
}

export function product(a: Quat, b: Quat): [number, number, number, number] {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}
export function conjugate(q: Quat): Quat {
  return [-q[0], -q[1], -q[2], q[3]];
}
/** q v q⁻¹, for q of any length. */
export function rotate(q: Quat, v: Vec): [number, number, number] {
  const n = q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2;
  const [x, y, z] = product(product(q, [...v, 0]), conjugate(q));
  return [x / n, y / n, z / n];
}
/** By an angle (rad) about a unit axis. */
export function turn(axis: Vec, angle: number): Quat {
  const s = Math.sin(angle / 2);
  return [s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2)];
}
/** Between two rotations (rad). */
export function angleBetween(a: Quat, b: Quat): number {
  const [x, y, z, w] = product(a, conjugate(b));
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}
