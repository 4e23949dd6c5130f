/**
 * Stands in for `hullstorm/dynamics`, with its API, until that is there; then this file goes. One thread, boxes, spheres, capsules and
 * hulls about their local origin; hulls weigh and turn like their boxes. Method: that of examples/tinySolver.ts; a body sleeps
 * by itself, not with those it touches.
 */
import type { ContactResults, Engine, Shape } from 'hullstorm';

export interface DynamicsOptions {
  readonly gravity?: ArrayLike<number>;
  readonly substeps?: number;
  readonly margin?: number;
  readonly sleeping?: boolean;
}

export interface BodyOptions {
  readonly type?: 'dynamic' | 'kinematic' | 'static';
  readonly position?: ArrayLike<number>;
  readonly rotation?: ArrayLike<number>;
  readonly velocity?: ArrayLike<number>;
  readonly spin?: ArrayLike<number>;
  readonly density?: number;
  readonly friction?: number;
  readonly restitution?: number;
  readonly angularDamping?: number;
}

export interface StepStats {
  bodies: number;
  awake: number;
  pairs: number;
  contacts: number;
  points: number;
  colours: number;
  broad: number;
  narrow: number;
  solve: number;
  integrate: number;
  total: number;
}

export type Dynamics = Awaited<ReturnType<typeof createDynamics>>;

const ROLLING = 0.02;
const STIFFNESS = 6.2831853 * 60;
const FASTEST_PUSH = 3;
const SLOW = 0.12;
const DROWSY = 30; // steps

type Column = Float64Array | Float32Array;

export async function createDynamics(engine: Engine, options: DynamicsOptions = {}) {
  const { scene, pairs } = engine;
  const { substeps = 4, margin = 0.02, sleeping = true, gravity = [0, -9.81, 0] } = options;
  const rows = scene.shapes.length;
  const velocities = new Float32Array(4 * rows);
  const spins = new Float32Array(4 * rows);
  const awake = new Uint8Array(rows);
  const isDynamic = new Uint8Array(rows);
  const inverse = new Float64Array(4 * rows);
  const now = new Float64Array(4 * rows); // inverse as of this step: 0 for those asleep
  const turning = new Float64Array(9 * rows);
  const friction = new Float32Array(rows);
  const damping = new Float32Array(rows);
  const drowsy = new Uint16Array(rows);
  const shapes = new Map<number, Shape>();
  const firstTurn = 4 * pairs.capacity;
  const all = 3 * (firstTurn + pairs.capacity);
  const direction = new Float32Array(3 * all);
  const [armA, armB] = [new Float32Array(3 * all), new Float32Array(3 * all)];
  const [turnA, turnB] = [new Float32Array(3 * all), new Float32Array(3 * all)];
  const mass = new Float32Array(all);
  let impulses = new Float32Array(all);
  let before = new Float32Array(all);
  const gaps = new Float32Array(firstTurn);
  const axes = new Float64Array(9);
  const wanted = new Float64Array(3);
  const stats: StepStats = {
    bodies: 0,
    awake: 0,
    pairs: 0,
    contacts: 0,
    points: 0,
    colours: 1,
    broad: 0,
    narrow: 0,
    solve: 0,
    integrate: 0,
    total: 0,
  };
  let h = 1 / 240;
  let end = 0;

  return {
    engine,
    velocities,
    spins,
    awake,
    stats,
    addBody(shape: Shape | number, body: BodyOptions = {}): number {
      const { type = 'dynamic', position, rotation, velocity = [0, 0, 0], spin = [0, 0, 0], density = 1000 } = body;
      const shapeId = typeof shape === 'number' ? shape : scene.addShape(shape);
      if (typeof shape !== 'number') shapes.set(shapeId, shape);
      const spec = shapes.get(shapeId);
      const pose = { ...(position ? { position } : {}), ...(rotation ? { rotation } : {}) };
      const id = scene.addCollider(shapeId, { ...pose, static: type === 'static' });
      end = Math.max(end, id + 1);
      isDynamic[id] = type === 'dynamic' ? 1 : 0;
      awake[id] = isDynamic[id];
      if (type === 'dynamic' && spec) inverse.set(inverseOf(spec, density), 4 * id);
      velocities.set([velocity[0], velocity[1], velocity[2]], 4 * id);
      spins.set([spin[0], spin[1], spin[2]], 4 * id);
      friction[id] = body.friction ?? 0.6;
      damping[id] = body.angularDamping ?? 0;
      stats.bodies++;
      return id;
    },
    setPose(id: number, position: ArrayLike<number>, rotation?: ArrayLike<number>): void {
      scene.setPose(id, position, rotation ?? [0, 0, 0, 1]);
      this.wake(id);
    },
    setVelocity(id: number, velocity: ArrayLike<number>, spin?: ArrayLike<number>): void {
      for (let k = 0; k < 3; k++) {
        velocities[4 * id + k] = velocity[k];
        if (spin) spins[4 * id + k] = spin[k];
      }
      this.wake(id);
    },
    wake(id: number): void {
      awake[id] = isDynamic[id];
      drowsy[id] = 0;
    },
    async step(dt: number): Promise<StepStats> {
      const start = performance.now();
      h = dt / substeps;
      const found = await engine.findPairs({ margin });
      const broad = performance.now();
      const contacts = await engine.contacts(found, { margin });
      const narrow = performance.now();
      prepare(contacts);
      let moving = 0;
      for (let substep = 0; substep < substeps; substep++) {
        const from = performance.now();
        fall();
        moving += performance.now() - from;
        warmStart(contacts);
        solve(contacts, true);
        const middle = performance.now();
        move();
        moving += performance.now() - middle;
        follow(contacts);
        solve(contacts, false);
      }
      const solved = performance.now();
      if (sleeping) rest();
      const last = performance.now();
      stats.pairs = found.count;
      stats.broad = broad - start;
      stats.narrow = narrow - broad;
      stats.solve = solved - narrow - moving;
      stats.integrate = moving + last - solved;
      stats.total = last - start;
      stats.awake = 0;
      for (let id = 0; id < end; id++) stats.awake += awake[id];
      return stats;
    },
  };

  function prepare(contacts: ContactResults): void {
    const { count, separation, pointCount, pointsA, pointsB, previous } = contacts;
    stats.contacts = 0;
    stats.points = 0;
    for (let p = 0; p < count; p++) {
      const a = pairs.ids[2 * p];
      const b = pairs.ids[2 * p + 1];
      if (pointCount[p] === 0) continue;
      if (awake[a] && !awake[b] && isDynamic[b] && isFast(a)) wakeUp(b);
      if (awake[b] && !awake[a] && isDynamic[a] && isFast(b)) wakeUp(a);
    }
    for (let id = 0; id < end; id++) {
      for (let k = 0; k < 4; k++) now[4 * id + k] = awake[id] ? inverse[4 * id + k] : 0;
      if (awake[id]) turnInertia(id);
      else turning.fill(0, 9 * id, 9 * id + 9);
    }
    [before, impulses] = [impulses, before];
    for (let p = 0; p < count; p++) {
      if (pointCount[p] === 0) continue;
      stats.contacts++;
      stats.points += pointCount[p];
      const a = pairs.ids[2 * p];
      const b = pairs.ids[2 * p + 1];
      spanAxes(axes, separation, 4 * p);
      for (let slot = 4 * p; slot < 4 * p + pointCount[p]; slot++) {
        gaps[slot] = pointsA[4 * slot + 3];
        for (let axis = 0; axis < 3; axis++) {
          const at = 3 * (3 * slot + axis);
          for (let k = 0; k < 3; k++) direction[at + k] = axes[3 * axis + k];
          cross(armA, at, pointsA, 4 * slot, axes, 3 * axis);
          cross(armB, at, pointsB, 4 * slot, axes, 3 * axis);
        }
        weigh(slot, a, b);
        carry(slot, previous[slot]);
      }
      const turn = firstTurn + p;
      armA.set(axes, 9 * turn);
      armB.set(axes, 9 * turn);
      weigh(turn, a, b);
      const last = pairs.carried[p];
      carry(turn, last >= 0 ? firstTurn + last : -1);
    }
  }

  function isFast(id: number): boolean {
    return squareOf(velocities, 4 * id) > 4 * SLOW * SLOW;
  }

  function wakeUp(id: number): void {
    awake[id] = 1;
    drowsy[id] = 0;
  }

  function rest(): void {
    for (let id = 0; id < end; id++) {
      if (!awake[id]) continue;
      const slow = squareOf(velocities, 4 * id) < SLOW * SLOW && squareOf(spins, 4 * id) < 4 * SLOW * SLOW;
      drowsy[id] = slow ? drowsy[id] + 1 : 0;
      if (drowsy[id] < DROWSY) continue;
      awake[id] = 0;
      velocities.fill(0, 4 * id, 4 * id + 3);
      spins.fill(0, 4 * id, 4 * id + 3);
    }
  }

  function carry(triple: number, last: number): void {
    for (let k = 0; k < 3; k++) impulses[3 * triple + k] = last >= 0 ? before[3 * last + k] : 0;
  }

  function weigh(triple: number, a: number, b: number): void {
    for (let row = 3 * triple; row < 3 * triple + 3; row++) {
      const at = 3 * row;
      transform(turnA, at, turning, 9 * a, armA, at);
      transform(turnB, at, turning, 9 * b, armB, at);
      const straight = (now[4 * a] + now[4 * b]) * (row < 3 * firstTurn ? 1 : 0);
      const sum = straight + dot(armA, at, turnA, at) + dot(armB, at, turnB, at);
      mass[row] = sum > 0 ? 1 / sum : 0;
    }
  }

  function speed(row: number, a: number, b: number): number {
    const at = 3 * row;
    const turn = dot(armB, at, spins, 4 * b) - dot(armA, at, spins, 4 * a);
    if (row >= 3 * firstTurn) return turn;
    return turn + dot(direction, at, velocities, 4 * b) - dot(direction, at, velocities, 4 * a);
  }

  function push(row: number, a: number, b: number, impulse: number): void {
    const at = 3 * row;
    addScaled(spins, 4 * a, -impulse, turnA, at);
    addScaled(spins, 4 * b, impulse, turnB, at);
    if (row >= 3 * firstTurn) return;
    addScaled(velocities, 4 * a, -impulse * now[4 * a], direction, at);
    addScaled(velocities, 4 * b, impulse * now[4 * b], direction, at);
  }

  function warmStart({ count, pointCount }: ContactResults): void {
    for (let p = 0; p < count; p++) {
      if (pointCount[p] === 0) continue;
      const a = pairs.ids[2 * p];
      const b = pairs.ids[2 * p + 1];
      for (let row = 12 * p; row < 12 * p + 3 * pointCount[p]; row++) push(row, a, b, impulses[row]);
      for (let k = 0; k < 3; k++) push(3 * (firstTurn + p) + k, a, b, impulses[3 * (firstTurn + p) + k]);
    }
  }

  function solve({ count, pointCount }: ContactResults, isSoft: boolean): void {
    for (let p = 0; p < count; p++) {
      if (pointCount[p] === 0) continue;
      const a = pairs.ids[2 * p];
      const b = pairs.ids[2 * p + 1];
      const rough = Math.sqrt(friction[a] * friction[b]);
      let pressed = 0;
      for (let slot = 4 * p; slot < 4 * p + pointCount[p]; slot++) {
        pushApart(slot, a, b, isSoft);
        rub(3 * slot + 1, 3 * slot + 3, a, b, rough * impulses[3 * slot]);
        pressed += impulses[3 * slot];
      }
      rub(3 * (firstTurn + p), 3 * (firstTurn + p) + 3, a, b, ROLLING * pressed);
    }
  }

  function pushApart(slot: number, a: number, b: number, isSoft: boolean): void {
    const row = 3 * slot;
    const gap = gaps[slot];
    const overdamped = 20 + h * STIFFNESS;
    const gives = isSoft && gap < 0 ? 1 / (1 + h * STIFFNESS * overdamped) : 0;
    const bias = gap >= 0 ? gap / h : isSoft ? Math.max((gap * STIFFNESS) / overdamped, -FASTEST_PUSH) : 0;
    const old = impulses[row];
    const change = -(1 - gives) * mass[row] * (speed(row, a, b) + bias) - gives * old;
    impulses[row] = Math.max(0, old + change);
    push(row, a, b, impulses[row] - old);
  }

  function rub(begin: number, until: number, a: number, b: number, most: number): void {
    let square = 0;
    for (let row = begin; row < until; row++) {
      const impulse = impulses[row] - mass[row] * speed(row, a, b);
      wanted[row - begin] = impulse;
      square += impulse * impulse;
    }
    const scale = square > most * most ? most / Math.sqrt(square) : 1;
    for (let row = begin; row < until; row++) {
      const impulse = scale * wanted[row - begin];
      push(row, a, b, impulse - impulses[row]);
      impulses[row] = impulse;
    }
  }

  function follow({ count, pointCount }: ContactResults): void {
    for (let p = 0; p < count; p++) {
      for (let slot = 4 * p; slot < 4 * p + pointCount[p]; slot++) {
        gaps[slot] += h * speed(3 * slot, pairs.ids[2 * p], pairs.ids[2 * p + 1]);
      }
    }
  }

  function fall(): void {
    for (let id = 0; id < end; id++) {
      if (!awake[id]) continue;
      for (let k = 0; k < 3; k++) {
        velocities[4 * id + k] += h * gravity[k];
        spins[4 * id + k] *= 1 / (1 + h * damping[id]);
      }
    }
  }

  function move(): void {
    const { positions, rotations } = scene;
    for (let id = 0; id < end; id++) {
      if (!awake[id]) continue;
      const at = 4 * id;
      for (let k = 0; k < 3; k++) positions[at + k] += h * velocities[at + k];
      const [x, y, z, w] = [rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]];
      const [sx, sy, sz] = [0.5 * h * spins[at], 0.5 * h * spins[at + 1], 0.5 * h * spins[at + 2]];
      const scale = 1 / Math.sqrt((x * x + y * y + z * z + w * w) * (1 + sx * sx + sy * sy + sz * sz));
      rotations[at] = scale * (x + sx * w + sy * z - sz * y);
      rotations[at + 1] = scale * (y + sy * w + sz * x - sx * z);
      rotations[at + 2] = scale * (z + sz * w + sx * y - sy * x);
      rotations[at + 3] = scale * (w - sx * x - sy * y - sz * z);
    }
  }

  /** R diag Rᵀ */
  function turnInertia(id: number): void {
    const { rotations } = scene;
    const [x, y, z, w] = [rotations[4 * id], rotations[4 * id + 1], rotations[4 * id + 2], rotations[4 * id + 3]];
    axes[0] = 1 - 2 * (y * y + z * z);
    axes[1] = 2 * (x * y - z * w);
    axes[2] = 2 * (x * z + y * w);
    axes[3] = 2 * (x * y + z * w);
    axes[4] = 1 - 2 * (x * x + z * z);
    axes[5] = 2 * (y * z - x * w);
    axes[6] = 2 * (x * z - y * w);
    axes[7] = 2 * (y * z + x * w);
    axes[8] = 1 - 2 * (x * x + y * y);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += axes[3 * r + k] * inverse[4 * id + 1 + k] * axes[3 * c + k];
        turning[9 * id + 3 * r + c] = sum;
      }
    }
  }
}

/** 1 / mass, 1 / moments about the local axes */
function inverseOf(shape: Shape, density: number): number[] {
  const half = halfOf(shape);
  if (shape.kind === 'point') {
    const mass = (density * 4 * Math.PI * shape.radius ** 3) / 3;
    return [1 / mass, 2.5 / (mass * half[0] ** 2), 2.5 / (mass * half[0] ** 2), 2.5 / (mass * half[0] ** 2)];
  }
  const [x, y, z] = half;
  const mass = density * 8 * x * y * z * (shape.kind === 'box' ? 1 : 0.6);
  return [1 / mass, 3 / (mass * (y * y + z * z)), 3 / (mass * (z * z + x * x)), 3 / (mass * (x * x + y * y))];
}

function halfOf(shape: Shape): number[] {
  const r = shape.radius;
  if (shape.kind === 'point') return [r, r, r];
  if (shape.kind === 'segment') return [r, shape.halfHeight + r, r];
  if (shape.kind === 'box') return shape.halfExtents.map((half) => half + r);
  const half = [0, 0, 0];
  for (let i = 0; i < shape.points.length; i++) half[i % 3] = Math.max(half[i % 3], Math.abs(shape.points[i]));
  return half;
}

function squareOf(u: Column, i: number): number {
  return u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2];
}

function dot(u: Column, i: number, v: Column, j: number): number {
  return u[i] * v[j] + u[i + 1] * v[j + 1] + u[i + 2] * v[j + 2];
}

function addScaled(u: Column, i: number, scale: number, v: Column, j: number): void {
  u[i] += scale * v[j];
  u[i + 1] += scale * v[j + 1];
  u[i + 2] += scale * v[j + 2];
}

function cross(out: Column, at: number, u: Column, i: number, v: Column, j: number): void {
  out[at] = u[i + 1] * v[j + 2] - u[i + 2] * v[j + 1];
  out[at + 1] = u[i + 2] * v[j] - u[i] * v[j + 2];
  out[at + 2] = u[i] * v[j + 1] - u[i + 1] * v[j];
}

function transform(out: Column, at: number, m: Column, i: number, v: Column, j: number): void {
  for (let row = 0; row < 3; row++) out[at + row] = dot(m, i + 3 * row, v, j);
}

function spanAxes(out: Column, n: Column, i: number): void {
  const [x, y, z] = [n[i], n[i + 1], n[i + 2]];
  const isSteep = Math.abs(x) < 0.7;
  const scale = 1 / Math.sqrt(isSteep ? y * y + z * z : x * x + z * z);
  out.set([x, y, z]);
  out.set(isSteep ? [0, scale * z, -scale * y] : [-scale * z, 0, scale * x], 3);
  cross(out, 6, out, 0, out, 3);
}
