/**
 * A step of contacts in f64 with nothing clever: world inertia as matrices, a constraint as a row of 12 numbers, effective masses from
 * J M⁻¹ Jᵀ, rotations as matrix exponentials. The scheme is that of src/dynamics/wide; no formula is.
 */
export type Matrix = readonly (readonly number[])[];

export interface DenseBody {
  readonly kind: 'dynamic' | 'static' | 'kinematic';
  readonly mass: number;
  readonly moments: readonly [number, number, number];
  /** Principal axes → body, body → world. */
  readonly axes: Matrix;
  readonly rotation: Matrix;
  /** Centre of mass, local (m). */
  readonly center: readonly number[];
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly spin: readonly number[];
  readonly force: readonly number[];
  readonly torque: readonly number[];
  readonly friction: number;
  readonly restitution: number;
  readonly linearDamping: number;
  readonly angularDamping: number;
  readonly gravityScale: number;
}

export interface DenseContact {
  readonly a: number;
  readonly b: number;
  readonly normal: readonly number[];
  /** Offsets from the positions of A and B, world (m), separation, impulse of the last step. */
  readonly points: readonly { a: readonly number[]; b: readonly number[]; gap: number; impulse: number }[];
  /** Friction (world) and twist of the last step. */
  readonly friction: readonly number[];
  readonly twist: number;
}

export interface DenseSettings {
  readonly h: number;
  readonly slop: number;
  readonly gravity: readonly number[];
  readonly rate: number;
  readonly massScale: number;
  /** Penetration beyond which contacts may be steeper (m), the weight of the ratio of masses, and how steep at most. */
  readonly gives: number;
  readonly steepness: number;
  readonly steepest: number;
  readonly impulseScale: number;
  readonly pushSpeed: number;
  readonly bounceSpeed: number;
}

export const times = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => b[0].map((_, c) => row.reduce((sum, value, k) => sum + value * b[k][c], 0)));
export const transposed = (a: Matrix): number[][] => a[0].map((_, c) => a.map((row) => row[c]));
export const apply = (a: Matrix, v: readonly number[]): number[] => a.map((row) => inner(row, v));
export const inner = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
const sum = (a: readonly number[], b: readonly number[], s = 1): number[] => a.map((x, k) => x + s * b[k]);
const diagonal = (d: readonly number[]): number[][] => d.map((x, k) => d.map((_, c) => (c === k ? x : 0)));
const skew = ([x, y, z]: readonly number[]): number[][] => [
  [0, -z!, y!],
  [z!, 0, -x!],
  [-y!, x!, 0],
];
const IDENTITY = diagonal([1, 1, 1]);

/** The exponential of a rotation vector, by its series. */
export function turning(v: readonly number[]): number[][] {
  let term: number[][] = IDENTITY;
  let total: number[][] = IDENTITY;
  for (let k = 1; k < 30; k++) {
    term = times(term, skew(v)).map((row) => row.map((x) => x / k));
    total = total.map((row, r) => sum(row, term[r]));
  }
  return total;
}

/** Inverse inertia in the world. */
function inverseInertia({ kind, rotation, axes, moments }: DenseBody, turned: Matrix = rotation): number[][] {
  if (kind !== 'dynamic') return diagonal([0, 0, 0]);
  const own = times(turned, axes);
  return times(times(own, diagonal(moments.map((m) => 1 / m))), transposed(own));
}

/** The least rotation that takes ±z to the normal takes x and ±y to the directions of friction. */
function tangents(normal: readonly number[]): [number[], number[]] {
  const sign = normal[2] < 0 ? -1 : 1;
  const from = [0, 0, sign];
  const axis = apply(skew(from), normal);
  const sine = Math.hypot(...axis);
  const angle = Math.atan2(sine, inner(from, normal));
  const r = turning(sine === 0 ? [0, 0, 0] : axis.map((c) => (c / sine) * angle));
  return [apply(r, [1, 0, 0]), apply(r, [0, sign, 0])];
}

/** Motion of two bodies as 12 numbers, and what a row of such numbers gives. */
class Rows {
  /** v and w of every body; and how far they have moved. */
  readonly motion: number[][];
  readonly way: number[][];
  readonly inverse: Matrix[];
  readonly bodies: readonly DenseBody[];

  constructor(bodies: readonly DenseBody[]) {
    this.bodies = bodies;
    this.motion = bodies.map(({ kind, velocity, spin }) =>
      kind === 'static' ? [0, 0, 0, 0, 0, 0] : [...velocity, ...spin],
    );
    this.way = bodies.map(() => [0, 0, 0, 0, 0, 0]);
    this.inverse = bodies.map((body) => {
      const inertia = inverseInertia(body);
      const light = body.kind === 'dynamic' ? 1 / body.mass : 0;
      return [0, 1, 2, 3, 4, 5].map((r) =>
        [0, 1, 2, 3, 4, 5].map((c) => (r < 3 ? (r === c ? light : 0) : c < 3 ? 0 : inertia[r - 3][c - 3])),
      );
    });
  }

  speed(row: number[], a: number, b: number, of = this.motion): number {
    return inner(row, [...of[a], ...of[b]]);
  }
  mass(row: number[], a: number, b: number): number {
    const gives =
      inner(row.slice(0, 6), apply(this.inverse[a], row.slice(0, 6))) +
      inner(row.slice(6), apply(this.inverse[b], row.slice(6)));
    return gives > 0 ? 1 / gives : 0;
  }
  push(row: number[], a: number, b: number, impulse: number): void {
    this.motion[a] = sum(this.motion[a], apply(this.inverse[a], row.slice(0, 6)), impulse);
    this.motion[b] = sum(this.motion[b], apply(this.inverse[b], row.slice(6)), impulse);
  }
}

const row = (direction: readonly number[], atA: readonly number[], atB: readonly number[]): number[] => [
  ...direction.map((c) => -c),
  ...apply(skew(atA), direction).map((c) => -c),
  ...direction,
  ...apply(skew(atB), direction),
];

function prepare(rows: Rows, contact: DenseContact, { slop, steepness, steepest }: DenseSettings) {
  const { a, b, normal } = contact;
  const [bodyA, bodyB] = [rows.bodies[a], rows.bodies[b]];
  const centre = ({ kind, rotation, center }: DenseBody) => (kind === 'dynamic' ? apply(rotation, center) : [0, 0, 0]);
  const points = contact.points.map((point) => {
    const [atA, atB] = [sum(point.a, centre(bodyA), -1), sum(point.b, centre(bodyB), -1)];
    const j = row(normal, atA, atB);
    return {
      atA,
      atB,
      j,
      mass: rows.mass(j, a, b),
      gap: point.gap,
      impulse: point.impulse,
      closing: 0,
      largest: 0,
      meeting: rows.speed(j, a, b),
    };
  });
  const weights = points.map(({ gap }) => slop / (slop + Math.max(0, gap)));
  const all = weights.reduce((s, w) => s + w, 0);
  const mean = (of: (p: (typeof points)[number]) => number[]) =>
    points.reduce((s, p, k) => sum(s, of(p), weights[k] / all), [0, 0, 0] as number[]);
  const middle = (p: (typeof points)[number]) => sum(p.atA, normal, p.gap / 2);
  const [atA, atB] = [mean(middle), mean((p) => sum(p.atB, normal, -p.gap / 2))];
  // the spread about the mean, not mean squares less the square of the mean
  const lever = Math.sqrt(
    points.reduce((s, p, k) => s + (weights[k] / all) * Math.hypot(...sum(middle(p), atA, -1)) ** 2, 0),
  );
  // of the deepest: the mass behind a push through both centres, by that behind the points, which weigh by their depths
  const depths = points.map(({ gap }) => Math.max(0, -gap));
  const behind = points.reduce((s, p, k) => s + (depths[k] / Math.max(...depths)) * p.mass, 0);
  const whole = rows.mass([...normal.map((c) => -c), 0, 0, 0, ...normal, 0, 0, 0], a, b);
  const extra = Math.max(...depths) > 0 ? Math.min(Math.max((steepness * whole) / behind, 1), steepest) - 1 : 0;
  const [first, second] = tangents(normal);
  const [jFirst, jSecond] = [row(first, atA, atB), row(second, atA, atB)];
  const jTwist = [0, 0, 0, ...normal.map((c) => -c), 0, 0, 0, ...normal];
  return {
    a,
    b,
    points,
    lever,
    extra,
    first,
    second,
    jFirst,
    jSecond,
    jTwist,
    masses: [rows.mass(jFirst, a, b), rows.mass(jSecond, a, b), rows.mass(jTwist, a, b)] as const,
    friction: [inner(contact.friction, first), inner(contact.friction, second), contact.twist] as [
      number,
      number,
      number,
    ],
    coefficient: Math.sqrt(bodyA.friction * bodyB.friction),
    restitution: Math.max(bodyA.restitution, bodyB.restitution),
    undecided: false,
  };
}
type Prepared = ReturnType<typeof prepare>;

function warm(rows: Rows, { a, b, points, friction, jFirst, jSecond, jTwist }: Prepared): void {
  for (const { j, impulse } of points) rows.push(j, a, b, impulse);
  [jFirst, jSecond, jTwist].forEach((j, k) => {
    rows.push(j, a, b, friction[k]);
  });
}

function rub(rows: Rows, contact: Prepared): void {
  const { a, b, points, masses, friction, coefficient, lever, jFirst, jSecond, jTwist } = contact;
  const most = coefficient * points.reduce((s, { impulse }) => s + impulse, 0);
  const wanted = [jFirst, jSecond].map((j, k) => friction[k] - masses[k] * rows.speed(j, a, b));
  const length = Math.hypot(...wanted);
  const held = length > most ? wanted.map((x) => (x / length) * most) : wanted;
  [jFirst, jSecond].forEach((j, k) => {
    rows.push(j, a, b, held[k] - friction[k]);
    friction[k] = held[k];
  });
  const twist = friction[2] - masses[2] * rows.speed(jTwist, a, b);
  const bounded = Math.min(Math.max(twist, -most * lever), most * lever);
  rows.push(jTwist, a, b, bounded - friction[2]);
  friction[2] = bounded;
}

/**
 * A gap that closes in time is 0 afterwards but for rounding, which then says whether the point is a spring or rigid: from there on no two
 * ways to compute agree (m).
 */
const EDGE = 1e-6;

function solve(rows: Rows, contact: Prepared, s: DenseSettings): void {
  const { a, b, points, extra } = contact;
  for (const point of points) {
    const gap = point.gap + rows.speed(point.j, a, b, rows.way);
    if (Math.abs(gap) < EDGE) contact.undecided = true;
    point.closing = Math.max(gap, 0) / s.h;
    const speed = rows.speed(point.j, a, b);
    const old = point.impulse;
    point.impulse =
      gap > 0
        ? Math.max(old - point.mass * (speed + gap / s.h), 0)
        : Math.max(
            old -
              s.massScale *
                point.mass *
                (speed + Math.max(s.rate * (gap + extra * Math.min(gap + s.gives, 0)), -s.pushSpeed)) -
              s.impulseScale * old,
            0,
          );
    point.largest = Math.max(point.largest, point.impulse);
    rows.push(point.j, a, b, point.impulse - old);
  }
}

function relax(rows: Rows, contact: Prepared): void {
  rub(rows, contact);
  const { a, b, points } = contact;
  for (const point of [...points].reverse()) {
    const old = point.impulse;
    point.impulse = Math.max(old - point.mass * (rows.speed(point.j, a, b) + point.closing), 0);
    rows.push(point.j, a, b, point.impulse - old);
  }
}

function bounce(rows: Rows, { a, b, points, restitution }: Prepared, { bounceSpeed }: DenseSettings): void {
  for (const point of points) {
    if (!(point.meeting < -bounceSpeed && point.largest > 0 && restitution > 0)) continue;
    const old = point.impulse;
    point.impulse = Math.max(old - point.mass * (rows.speed(point.j, a, b) + restitution * point.meeting), 0);
    rows.push(point.j, a, b, point.impulse - old);
  }
}

/** So many substeps of bodies and their contacts, one contact after the other. */
export function denseStep(
  bodies: readonly DenseBody[],
  contacts: readonly DenseContact[],
  s: DenseSettings,
  substeps: number,
) {
  const rows = new Rows(bodies);
  const prepared = contacts.map((contact) => prepare(rows, contact, s));
  for (let substep = 0; substep < substeps; substep++) {
    bodies.forEach(({ kind, mass, force, torque, gravityScale, linearDamping, angularDamping }, k) => {
      if (kind !== 'dynamic') return;
      const [v, w] = [rows.motion[k].slice(0, 3), rows.motion[k].slice(3)];
      const pull = sum(
        s.gravity.map((g) => gravityScale * g),
        force,
        1 / mass,
      );
      const twist = apply(rows.inverse[k], [0, 0, 0, ...torque]).slice(3);
      const slowed = (u: number[], c: number) => u.map((x) => x / (1 + s.h * c));
      rows.motion[k] = [...slowed(sum(v, pull, s.h), linearDamping), ...slowed(sum(w, twist, s.h), angularDamping)];
    });
    for (const contact of prepared) warm(rows, contact);
    for (const contact of prepared) solve(rows, contact, s);
    for (const [k, motion] of rows.motion.entries()) rows.way[k] = sum(rows.way[k], motion, s.h);
    for (const contact of prepared) relax(rows, contact);
  }
  for (const contact of prepared) bounce(rows, contact, s);
  return { motion: rows.motion, way: rows.way, contacts: prepared };
}

/** Pose and spin of a dynamic body after a step of `dt`: the angular momentum stays, and turns the body by its spin halfway. */
export function denseFinish(body: DenseBody, motion: readonly number[], way: readonly number[], dt: number) {
  const spin = motion.slice(3);
  const own = times(body.rotation, body.axes);
  const momentum = apply(times(times(own, diagonal(body.moments)), transposed(own)), spin);
  const angle = way.slice(3);
  const half = times(turning(angle.map((c) => c / 2)), body.rotation);
  const between = apply(inverseInertia(body, half), momentum);
  const rotation = times(turning(sum(angle, sum(between, spin, -1), dt)), body.rotation);
  const position = sum(
    sum(sum(body.position, way.slice(0, 3)), apply(body.rotation, body.center)),
    apply(rotation, body.center),
    -1,
  );
  return { position, rotation, velocity: motion.slice(0, 3), spin: apply(inverseInertia(body, rotation), momentum) };
}
