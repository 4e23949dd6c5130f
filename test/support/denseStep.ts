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
  readonly softPenetration: number;
  readonly stiffnessGain: number;
  readonly maxStiffnessGain: number;
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
    const invEffectiveMass =
      inner(row.slice(0, 6), apply(this.inverse[a], row.slice(0, 6))) +
      inner(row.slice(6), apply(this.inverse[b], row.slice(6)));
    return invEffectiveMass > 0 ? 1 / invEffectiveMass : 0;
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

function prepare(rows: Rows, contact: DenseContact, { slop, stiffnessGain, maxStiffnessGain }: DenseSettings) {
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
      total: 0,
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
  const extra =
    Math.max(...depths) > 0 ? Math.min(Math.max((stiffnessGain * whole) / behind, 1), maxStiffnessGain) - 1 : 0;
  const [first, second] = tangents(normal);
  const [jFirst, jSecond] = [row(first, atA, atB), row(second, atA, atB)];
  const jTwist = [0, 0, 0, ...normal.map((c) => -c), 0, 0, 0, ...normal];
  return {
    a,
    b,
    points,
    normal,
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

function solveFriction(rows: Rows, contact: Prepared): void {
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
                (speed + Math.max(s.rate * (gap + extra * Math.min(gap + s.softPenetration, 0)), -s.pushSpeed)) -
              s.impulseScale * old,
            0,
          );
    rows.push(point.j, a, b, point.impulse - old);
  }
}

function relax(rows: Rows, contact: Prepared): void {
  solveFriction(rows, contact);
  const { a, b, points } = contact;
  for (const point of [...points].reverse()) {
    const old = point.impulse;
    point.impulse = Math.max(old - point.mass * (rows.speed(point.j, a, b) + point.closing), 0);
    point.total += point.impulse;
    rows.push(point.j, a, b, point.impulse - old);
  }
}

const BOUNCES = 4;
const TURNS = 8;
const LARGEST_GAIN = 0.01;

/** Velocity, at a contact, of a body of the pair that is not dynamic. */
function frameOf(rows: Rows, { a, b, points, first, second, normal, jFirst, jSecond }: Prepared): number[] {
  const still = [a, b].map((k) => (rows.bodies[k].kind === 'dynamic' ? [0, 0, 0, 0, 0, 0] : rows.motion[k]));
  const sign = rows.bodies[a].kind === 'dynamic' ? 1 : -1;
  const along = (j: number[]) => sign * inner(j, [...still[0], ...still[1]]);
  const velocity = still[0].slice(0, 3).map((c, k) => c + still[1][k]);
  const turned = (direction: readonly number[], j: number[]) => along(j) - inner(direction, velocity);
  return sum(
    sum(sum(velocity, first, turned(first, jFirst)), second, turned(second, jSecond)),
    normal,
    turned(normal, points[0].j),
  );
}

/** Kinetic energy of a pair with these motions, in that frame. */
function energyOf(rows: Rows, contact: Prepared, motions: readonly (readonly number[])[]): number {
  const frame = frameOf(rows, contact);
  return [contact.a, contact.b].reduce((total, id, k) => {
    const body = rows.bodies[id];
    if (body.kind !== 'dynamic') return total;
    const own = times(body.rotation, body.axes);
    const inertia = times(times(own, diagonal(body.moments)), transposed(own));
    const [v, w] = [sum(motions[k].slice(0, 3), frame, -1), motions[k].slice(3)];
    return total + 0.5 * body.mass * inner(v, v) + 0.5 * inner(w, apply(inertia, w));
  }, 0);
}

/** What forces do per mass and inertia: six numbers per body. */
function accelerations(rows: Rows, { gravity }: DenseSettings): number[][] {
  return rows.bodies.map(({ kind, mass, force, torque, gravityScale }, k) => {
    if (kind !== 'dynamic') return [0, 0, 0, 0, 0, 0];
    const pull = gravity.map((g, c) => gravityScale * g + force[c] / mass);
    return [...pull, ...apply(rows.inverse[k], [0, 0, 0, ...torque]).slice(3)];
  });
}

/** The speed that each point gets by restitution, and the energy that the pair may have afterwards. */
function prepareRestitution(rows: Rows, contact: Prepared, s: DenseSettings, energy: number) {
  const { a, b, points, restitution } = contact;
  const pushes = accelerations(rows, s);
  const step = 4 * s.h;
  const wanted = points.map((point) => {
    const rate = rows.speed(point.j, a, b, pushes);
    const now = point.gap + rows.speed(point.j, a, b, rows.way);
    if (Math.abs(now) < EDGE) contact.undecided = true;
    const isHit = restitution > 0 && point.meeting < -s.bounceSpeed && (point.total > 0 || now <= 0);
    const [from, to] = [point.gap, now].map((gap) => Math.max(gap, step * point.meeting));
    // as a body falls freely: v² = v₀² + 2 a s
    const surface = Math.max((point.meeting + (s.h * rate) / 2) ** 2 - 2 * rate * from, 0);
    const back = Math.sqrt(Math.max(restitution ** 2 * surface + 2 * rate * to, 0)) - (s.h * rate) / 2;
    return { isHit, speed: isHit ? back : now > 0 ? -Infinity : 0, sum: isHit ? point.total : 0 };
  });
  if (!wanted.some(({ isHit }) => isHit)) return undefined;
  const frame = frameOf(rows, contact);
  const work = [a, b].reduce((total, id) => {
    const body = rows.bodies[id];
    if (body.kind !== 'dynamic') return total;
    const own = times(body.rotation, body.axes);
    const inertia = times(times(own, diagonal(body.moments)), transposed(own));
    const way = sum(rows.way[id].slice(0, 3), frame, -step);
    const turns = inner(apply(inertia, pushes[id].slice(3)), rows.way[id].slice(3));
    return total + body.mass * inner(pushes[id].slice(0, 3), way) + turns;
  }, 0);
  return { wanted, energy: energy + Math.min(work, LARGEST_GAIN * energy) };
}

function applyRestitution(
  rows: Rows,
  contact: Prepared,
  { wanted, energy }: NonNullable<ReturnType<typeof prepareRestitution>>,
): void {
  const { a, b, points } = contact;
  const start = [rows.motion[a], rows.motion[b]];
  const sums = wanted.map((w) => w.sum);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [p, point] of points.entries()) {
      const old = wanted[p].sum;
      wanted[p].sum = Math.max(old - point.mass * (rows.speed(point.j, a, b) - wanted[p].speed), 0);
      rows.push(point.j, a, b, wanted[p].sum - old);
    }
  }
  const end = [rows.motion[a], rows.motion[b]];
  const at = (share: number) => start.map((from, k) => from.map((c, i) => c + share * (end[k][i] - c)));
  const most = Math.max(energy, energyOf(rows, contact, start));
  let [share, beyond] = [0, 1];
  if (energyOf(rows, contact, end) <= most) share = 1;
  else {
    for (let halving = 0; halving < 50; halving++) {
      const middle = (share + beyond) / 2;
      if (energyOf(rows, contact, at(middle)) <= most) share = middle;
      else beyond = middle;
    }
  }
  [rows.motion[a], rows.motion[b]] = at(share);
  for (const [p, w] of wanted.entries()) w.sum = sums[p] + share * (w.sum - sums[p]);
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
  const energies = prepared.map((c) => energyOf(rows, c, [rows.motion[c.a], rows.motion[c.b]]));
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
  const bouncing = prepared.map((contact, k) => prepareRestitution(rows, contact, s, energies[k]));
  for (let k = 0; k < BOUNCES; k++) {
    for (const [c, aims] of bouncing.entries()) if (aims) applyRestitution(rows, prepared[c], aims);
  }
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
