/**
 * `npm run example`: a tiny rigid-body solver that uses contact queries. Boxes, spheres and hulls fall on a static
 * ground and come to rest. m, kg, s; world axes.
 *
 * Method: one contact query per step. Then, in substeps, sequential impulses on soft contacts, with a warm start from
 * the last step (Catto, Solver2D, 2024). It has no restitution, gyroscopic torque, islands or sleep.
 */
import { pathToFileURL } from 'node:url';
import { type ContactResults, createEngine, type Engine } from 'hullstorm';
import { type Bodies, countEscaped, dropBodies, energyOf, fall, move, turnInertia } from '../../../examples/bodies.ts';
import { addScaled, cross, dot, spanAxes, transform } from '../../../examples/vectors.ts';

const STEP = 1 / 60;
const SUBSTEPS = 4;
const H = STEP / SUBSTEPS;
/** Largest gap of contact points (m): the solver slows bodies before they meet. */
const MARGIN = 0.1;
/** Largest distance of pairs that touch, for events (m). */
const TOUCHING = 0.005;
const FRICTION = 0.6;
/** Lever of rolling resistance (m): without it spheres roll forever. */
const ROLLING = 0.02;
/** Contacts are springs: angular frequency (rad/s), speed limit of pushes (m/s), damping ratio 10. */
const STIFFNESS = 6.2831853 * 60;
const FASTEST_PUSH = 3;
const DAMPING = 2 * 10 + H * STIFFNESS;
const SOFTNESS = 1 / (1 + H * STIFFNESS * DAMPING);

export interface Options {
  readonly bodies?: number;
  readonly steps?: number;
  readonly seed?: number;
  readonly workers?: number;
  /** Called in each step, and once at the end. */
  readonly onContacts?: (contacts: ContactResults) => void;
}

/** The final state of the bodies. */
export interface Report {
  /** Kinetic energy: the largest after any step, and the last; potential energy (J). */
  readonly peak: number;
  readonly kinetic: number;
  readonly potential: number;
  /** Pairs with points, their points, and the points that existed in the last step. */
  readonly contacts: number;
  readonly points: number;
  readonly carriedOver: number;
  /** Largest penetration depth. */
  readonly deepest: number;
  /** Bodies that are not above the ground. */
  readonly escaped: number;
}

export async function simulate(options: Options = {}): Promise<Report> {
  const { bodies: count = 300, steps = 600, seed = 1, workers = 1, onContacts } = options;
  const pairs = 32 * count;
  const engine = await createEngine({ workers, capacity: { colliders: count + 1, pairs } });
  const bodies = dropBodies(engine.scene, count, seed);
  const step = createSolver(engine, bodies);
  let peak = 0;
  for (let n = 0; n < steps; n++) {
    const contacts = await engine.contacts({ margin: MARGIN, touching: TOUCHING });
    onContacts?.(contacts);
    step(contacts);
    peak = Math.max(peak, energyOf(engine.scene, bodies).kinetic);
  }
  const contacts = await engine.contacts({ margin: MARGIN, touching: TOUCHING });
  onContacts?.(contacts);
  const report = {
    peak,
    ...energyOf(engine.scene, bodies),
    ...tally(contacts),
    escaped: countEscaped(engine.scene, bodies),
  };
  await engine.close();
  return report;
}

function tally({ count, pointCount, previous, separation }: ContactResults) {
  const sums = { contacts: 0, points: 0, carriedOver: 0, deepest: 0 };
  for (let p = 0; p < count; p++) {
    if (pointCount[p] === 0) continue;
    sums.contacts++;
    sums.points += pointCount[p];
    for (let slot = 4 * p; slot < 4 * p + pointCount[p]; slot++) if (previous[slot] >= 0) sums.carriedOver++;
    sums.deepest = Math.max(sums.deepest, -separation[4 * p + 3]);
  }
  return sums;
}

/**
 * Creates a function that takes the contacts of a step and moves the bodies. It solves constraint rows: a push between
 * two bodies along an axis, or a turn about it. Three rows form a triple: for the normal, and for two axes across it.
 * Each slot of a point has a triple of pushes. Behind those, each pair has a triple of turns, against rolling.
 */
function createSolver({ scene, pairs }: Engine, bodies: Bodies): (contacts: ContactResults) => void {
  const { motion, inverse, turning } = bodies;
  const firstTurn = 4 * pairs.capacity;
  const rows = 3 * (firstTurn + pairs.capacity);
  // per row: its direction, its arms on A and B, the change of their spins by a unit impulse, its effective mass
  const direction = new Float64Array(3 * rows);
  const [armA, armB] = [new Float64Array(3 * rows), new Float64Array(3 * rows)];
  const [turnA, turnB] = [new Float64Array(3 * rows), new Float64Array(3 * rows)];
  const mass = new Float64Array(rows);
  let impulses = new Float64Array(rows);
  let before = new Float64Array(rows);
  const gaps = new Float64Array(firstTurn);
  const axes = new Float64Array(9);
  const wanted = new Float64Array(3);

  return (contacts) => {
    turnInertia(scene, bodies);
    load(contacts);
    for (let substep = 0; substep < SUBSTEPS; substep++) {
      fall(bodies, H);
      warmStart(contacts);
      solve(contacts, true);
      move(scene, bodies, H);
      follow(contacts);
      // relax: once more without springs, which removes the velocity that the springs have added
      solve(contacts, false);
    }
  };

  function load({ count, separation, pointCount, pointsA, pointsB, previous }: ContactResults): void {
    [before, impulses] = [impulses, before];
    for (let p = 0; p < count; p++) {
      const a = pairs.ids[2 * p];
      const b = pairs.ids[2 * p + 1];
      spanAxes(axes, separation, 4 * p);
      for (let slot = 4 * p; slot < 4 * p + pointCount[p]; slot++) {
        gaps[slot] = pointsA[4 * slot + 3];
        for (let axis = 0; axis < 3; axis++) {
          const at = 3 * (3 * slot + axis);
          direction.set(axes.subarray(3 * axis, 3 * axis + 3), at);
          cross(armA, at, pointsA, 4 * slot, axes, 3 * axis);
          cross(armB, at, pointsB, 4 * slot, axes, 3 * axis);
        }
        weigh(slot, a, b);
        carry(slot, previous[slot]);
      }
      // data per pair, not per point: `carried` gives its last row
      const turn = firstTurn + p;
      armA.set(axes, 9 * turn);
      armB.set(axes, 9 * turn);
      weigh(turn, a, b);
      const last = pointCount[p] > 0 ? pairs.carried[p] : -1;
      carry(turn, last >= 0 ? firstTurn + last : -1);
    }
  }

  /** Starts the impulses of a triple from those of triple `last` in the last step; −1: from 0. */
  function carry(triple: number, last: number): void {
    for (let k = 0; k < 3; k++) impulses[3 * triple + k] = last >= 0 ? before[3 * last + k] : 0;
  }

  function weigh(triple: number, a: number, b: number): void {
    for (let row = 3 * triple; row < 3 * triple + 3; row++) {
      const at = 3 * row;
      transform(turnA, at, turning, 9 * a, armA, at);
      transform(turnB, at, turning, 9 * b, armB, at);
      const straight = (inverse[4 * a] + inverse[4 * b]) * dot(direction, at, direction, at);
      mass[row] = 1 / (straight + dot(armA, at, turnA, at) + dot(armB, at, turnB, at));
    }
  }

  /** Speed at which B moves away from A along a row. */
  function speed(row: number, a: number, b: number): number {
    const at = 3 * row;
    const ofA = dot(direction, at, motion, 6 * a) + dot(armA, at, motion, 6 * a + 3);
    return dot(direction, at, motion, 6 * b) + dot(armB, at, motion, 6 * b + 3) - ofA;
  }

  function push(row: number, a: number, b: number, impulse: number): void {
    const at = 3 * row;
    addScaled(motion, 6 * a, -impulse * inverse[4 * a], direction, at);
    addScaled(motion, 6 * a + 3, -impulse, turnA, at);
    addScaled(motion, 6 * b, impulse * inverse[4 * b], direction, at);
    addScaled(motion, 6 * b + 3, impulse, turnB, at);
  }

  function warmStart({ count, pointCount }: ContactResults): void {
    for (let p = 0; p < count; p++) {
      if (pointCount[p] === 0) continue;
      const a = pairs.ids[2 * p];
      const b = pairs.ids[2 * p + 1];
      const end = 3 * (4 * p + pointCount[p]);
      for (let row = 12 * p; row < end; row++) push(row, a, b, impulses[row]);
      for (let k = 0; k < 3; k++) push(3 * (firstTurn + p) + k, a, b, impulses[3 * (firstTurn + p) + k]);
    }
  }

  function solve({ count, pointCount }: ContactResults, isSoft: boolean): void {
    for (let p = 0; p < count; p++) {
      const a = pairs.ids[2 * p];
      const b = pairs.ids[2 * p + 1];
      let pressed = 0;
      for (let slot = 4 * p; slot < 4 * p + pointCount[p]; slot++) {
        pushApart(slot, a, b, isSoft);
        rub(3 * slot + 1, 3 * slot + 3, a, b, FRICTION * impulses[3 * slot]);
        pressed += impulses[3 * slot];
      }
      const turn = 3 * (firstTurn + p);
      if (pointCount[p] > 0) rub(turn, turn + 3, a, b, ROLLING * pressed);
    }
  }

  /** Contacts push and never pull. A gap may close within a substep, and not faster. */
  function pushApart(slot: number, a: number, b: number, isSoft: boolean): void {
    const row = 3 * slot;
    const gap = gaps[slot];
    const gives = isSoft && gap < 0 ? SOFTNESS : 0;
    const bias = gap >= 0 ? gap / H : isSoft ? Math.max((gap * STIFFNESS) / DAMPING, -FASTEST_PUSH) : 0;
    const old = impulses[row];
    const change = -(1 - gives) * mass[row] * (speed(row, a, b) + bias) - gives * old;
    impulses[row] = Math.max(0, old + change);
    push(row, a, b, impulses[row] - old);
  }

  /** Friction: stops the motion along rows [begin, end), with an impulse of at most `most` in total. */
  function rub(begin: number, end: number, a: number, b: number, most: number): void {
    let square = 0;
    for (let row = begin; row < end; row++) {
      const impulse = impulses[row] - mass[row] * speed(row, a, b);
      wanted[row - begin] = impulse;
      square += impulse * impulse;
    }
    const scale = square > most * most ? most / Math.sqrt(square) : 1;
    for (let row = begin; row < end; row++) {
      const impulse = scale * wanted[row - begin];
      push(row, a, b, impulse - impulses[row]);
      impulses[row] = impulse;
    }
  }

  /** Updates gaps after bodies have moved for a substep. */
  function follow({ count, pointCount }: ContactResults): void {
    for (let p = 0; p < count; p++) {
      for (let slot = 4 * p; slot < 4 * p + pointCount[p]; slot++) {
        gaps[slot] += H * speed(3 * slot, pairs.ids[2 * p], pairs.ids[2 * p + 1]);
      }
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { peak, kinetic, potential, deepest, contacts, points, carriedOver } = await simulate();
  console.log(
    `energy    ${kinetic.toFixed(3)} J kinetic (${peak.toFixed(0)} at most), ${potential.toFixed(0)} J potential`,
  );
  console.log(`deepest   ${(1000 * deepest).toFixed(3)} mm`);
  console.log(`contacts  ${contacts} with ${points} points, ${carriedOver} of which were there a step before`);
}
