/**
 * One task of the million: some pairs of one class from one seed, each asked in every way and checked. Pair k of (class,
 * seed) is the k-th that `generatePair(class, seeded(seed))` makes. What is wrong with `pair:` and `cold:` is wrong with
 * that pair alone; a `warm:` fault also needs the hint, so run the task again to see it.
 */
import { createPairDistance, distance, intersect, Status } from '../../src/pair.ts';
import { verify } from '../../src/queries/distance/verify.ts';
import { type Body, place, type Quat, type Vec3 } from '../oracle/body.ts';
import { type GeneratedPair, generatePair, type PairClass } from '../oracle/generate.ts';
import {
  type Answer,
  checkAnswer,
  checkLimited,
  checkShallow,
  columnAnswer,
  EXACT,
  flagIsRight,
  mirrored,
  PROMISED,
  pairAnswer,
  SCALAR,
  type Truth,
  truthOf,
} from '../support/checkAnswer.ts';
import { seeded } from '../support/random.ts';
import { emptySimplexes, shapeOf, TableFixture } from '../support/tables.ts';

export interface Task {
  cls: PairClass;
  seed: number;
  pairs: number;
}

/** Worst of everything seen. Errors are parts of the scale (checkAnswer.ts). */
export interface Tally {
  cls: PairClass;
  pairs: number;
  overlapping: number;
  wrongFlags: number;
  /** Rows that ended as NotConverged or Invalid. */
  unsettled: number;
  distance64: number;
  distance32: number;
  witness64: number;
  witness32: number;
  plane32: number;
  verified: number;
  verifyError: number;
  stepsCold: number;
  stepsWarm: number;
  /** Sums over the pairs, for the means. */
  sumCold: number;
  sumWarm: number;
  expansions: number;
  faultCount: number;
  /** The first few, each naming class, seed and pair. */
  faults: string[];
}

const BATCH = 200;
const KEPT_FAULTS = 20;

export function emptyTally(cls: PairClass): Tally {
  return {
    cls,
    pairs: 0,
    overlapping: 0,
    wrongFlags: 0,
    unsettled: 0,
    distance64: 0,
    distance32: 0,
    witness64: 0,
    witness32: 0,
    plane32: 0,
    verified: 0,
    verifyError: 0,
    stepsCold: 0,
    stepsWarm: 0,
    sumCold: 0,
    sumWarm: 0,
    expansions: 0,
    faultCount: 0,
    faults: [],
  };
}

const SUMS = new Set([
  'pairs',
  'overlapping',
  'wrongFlags',
  'unsettled',
  'verified',
  'sumCold',
  'sumWarm',
  'faultCount',
]);

/** Adds `other` to `tally`. */
export function addTally(tally: Tally, other: Tally): void {
  for (const key of Object.keys(tally) as (keyof Tally)[]) {
    if (key === 'cls') continue;
    if (key === 'faults') tally.faults = [...tally.faults, ...other.faults].slice(0, KEPT_FAULTS);
    else tally[key] = SUMS.has(key) ? tally[key] + other[key] : Math.max(tally[key], other[key]);
  }
}

interface Case extends GeneratedPair {
  truth: Truth;
  /** Place among all pairs of the task. */
  index: number;
}

/** Runs a task from its first pair to its last. */
export function runTask({ cls, seed, pairs }: Task): Tally {
  const tally = emptyTally(cls);
  const random = seeded(seed);
  const motion = seeded(~seed);
  const fixture = new TableFixture({
    shapes: 2 * BATCH,
    vertices: 2 * BATCH * 260,
    colliders: 2 * BATCH,
    pairs: 2 * BATCH,
  });
  for (let done = 0; done < pairs; done += BATCH) {
    const cases: Case[] = [];
    for (let k = done; k < Math.min(done + BATCH, pairs); k++) {
      const pair = generatePair(cls, random);
      cases.push({ ...pair, truth: truthOf(pair.a, pair.b, pair.size), index: k });
    }
    const blame = (c: Case, faults: string[]) => {
      tally.faultCount += faults.length;
      for (const fault of faults) {
        if (tally.faults.length < KEPT_FAULTS) tally.faults.push(`${cls}, seed ${seed}, pair ${c.index}: ${fault}`);
      }
    };
    for (const c of cases) {
      tally.pairs++;
      if (c.truth.distance < 0) tally.overlapping++;
      checkPair(c, tally, blame, motion);
    }
    // verify looks at every vertex in 64 directions: one batch in four is enough of it
    checkColumns(fixture, cases, tally, blame, motion, (done / BATCH) % 4 === 0);
  }
  return tally;
}

type Blame = (c: Case, faults: string[]) => void;

const out = createPairDistance();

/** `hullstorm/pair`, in f64: both orders, with depth and without, with limits on both sides of the truth. */
function checkPair(c: Case, tally: Tally, blame: Blame, random: () => number): void {
  const { a, b, truth } = c;
  const [shapeA, shapeB] = [shapeOf(a), shapeOf(b)];
  const score = (answer: Answer, first: Body, second: Body) => {
    const verdict = checkAnswer(first, second, truth, answer, EXACT);
    tally.distance64 = Math.max(tally.distance64, verdict.distanceError);
    tally.witness64 = Math.max(tally.witness64, verdict.witnessError);
    count(tally, answer.status, verdict.wrongFlag);
    blame(
      c,
      verdict.faults.map((fault) => `pair: ${fault}`),
    );
  };
  const full = freeze(pairAnswer(distance(shapeA, a, shapeB, b, out)));
  score(full, a, b);
  score(pairAnswer(distance(shapeB, b, shapeA, a, out)), b, a);
  for (const overlap of [intersect(shapeA, a, shapeB, b), intersect(shapeB, b, shapeA, a)]) {
    const status = overlap ? Status.Overlapping : Status.Separated;
    const wrong = !flagIsRight(status, truth);
    count(tally, status, wrong);
    if (wrong) blame(c, [`pair.intersect: ${overlap} at ${truth.distance} m`]);
  }
  blame(c, checkShallow(truth, pairAnswer(distance(shapeA, a, shapeB, b, out, { depth: false })), full));
  const maxDistance = Math.max(0, truth.distance) * 2 * random();
  const limited = pairAnswer(distance(shapeA, a, shapeB, b, out, { maxDistance }));
  blame(c, checkLimited(a, b, truth, limited, maxDistance, EXACT));
}

/** The columns of a batch: flags, cold and warm distances, in both orders, ids in no order. */
function checkColumns(
  fixture: TableFixture,
  cases: readonly Case[],
  tally: Tally,
  blame: Blame,
  random: () => number,
  verified: boolean,
): void {
  const n = cases.length;
  fixture.clear();
  const bodies = shuffle(
    cases.flatMap(({ a, b }, k) => [
      { body: a, slot: 2 * k },
      { body: b, slot: 2 * k + 1 },
    ]),
    random,
  );
  const ids = new Uint32Array(4 * n);
  for (const { body, slot } of bodies) {
    const id = fixture.addBody(body);
    ids[slot] = id;
    ids[2 * n + (slot ^ 1)] = id;
  }
  fixture.setPairs(ids);
  const none = emptySimplexes(2 * n);
  const written = emptySimplexes(2 * n);
  const { results } = fixture.list;

  fixture.intersectFrom(none, written);
  checkFlags('intersect');

  for (let p = 0; p < 2 * n; p++) {
    fixture.distanceFrom(none, written, p, p + 1);
    const { steps, expansions } = fixture.effort();
    tally.stepsCold = Math.max(tally.stepsCold, steps);
    tally.expansions = Math.max(tally.expansions, expansions);
    if (p < n) tally.sumCold += steps;
  }
  checkRows('cold');

  // somewhere near, then back: a warm start from another pose's simplex
  for (const { body, slot } of bodies) {
    const near = nudged(body, cases[slot >> 1].size, random);
    fixture.pose(ids[slot], near.position, near.rotation);
  }
  fixture.distanceFrom(none, written, 0, 2 * n);
  for (const { body, slot } of bodies) fixture.pose(ids[slot], body.position, body.rotation);
  fixture.simplex = results.simplexOdd;
  for (let p = 0; p < 2 * n; p++) {
    fixture.distanceFrom(written, results.simplexOdd, p, p + 1);
    const { steps, expansions } = fixture.effort();
    tally.stepsWarm = Math.max(tally.stepsWarm, steps);
    tally.expansions = Math.max(tally.expansions, expansions);
    if (p < n) tally.sumWarm += steps;
  }
  checkRows('warm');
  if (verified) {
    const { checked, worstError, worstRow, worstReason } = verify(fixture.results());
    tally.verified += checked;
    tally.verifyError = Math.max(tally.verifyError, worstError);
    const blamed = cases[Math.max(worstRow, 0) % n];
    if (checked !== 2 * n) blame(blamed, [`verify: checked ${checked} of ${2 * n} rows`]);
    if (!(worstError <= PROMISED)) blame(blamed, [`verify: ${worstReason} broken by ${worstError}`]);
  }
  fixture.intersectFrom(written, written);
  checkFlags('warm intersect');

  function checkFlags(how: string): void {
    for (let p = 0; p < 2 * n; p++) {
      const c = cases[p % n];
      const wrong = !flagIsRight(results.status[p], c.truth);
      count(tally, results.status[p], wrong);
      if (wrong) blame(c, [`${how}: status ${results.status[p]} at ${c.truth.distance} m`]);
    }
  }

  function checkRows(how: string): void {
    for (let k = 0; k < n; k++) {
      const c = cases[k];
      const verdict = checkAnswer(c.a, c.b, c.truth, columnAnswer(results, k), SCALAR);
      tally.distance32 = Math.max(tally.distance32, verdict.distanceError);
      tally.witness32 = Math.max(tally.witness32, verdict.witnessError);
      tally.plane32 = Math.max(tally.plane32, verdict.planeError);
      count(tally, results.status[k], verdict.wrongFlag);
      blame(
        c,
        verdict.faults.map((fault) => `${how}: ${fault}`),
      );
      if (!mirrored(results, k, n + k)) blame(c, [`${how}: (b, a) is not the mirror of (a, b)`]);
    }
  }
}

function count(tally: Tally, status: number, wrong: boolean): void {
  if (status !== Status.Separated && status !== Status.Overlapping) tally.unsettled++;
  else if (wrong) tally.wrongFlags++;
}

/** A hundredth of the size and of a radian away. */
function nudged(body: Body, size: number, random: () => number): Body {
  const by = () => 0.01 * (2 * random() - 1);
  return place(
    body,
    body.position.map((c) => c + by() * size) as Vec3,
    body.rotation.map((c) => c + 0.5 * by()) as Quat,
  );
}

function freeze(answer: Answer): Answer {
  const { normal, pointA, pointB } = answer;
  return { ...answer, normal: Array.from(normal), pointA: Array.from(pointA), pointB: Array.from(pointB) };
}

/** Fisher–Yates. */
function shuffle<T>(items: T[], random: () => number): T[] {
  for (let k = items.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [items[k], items[other]] = [items[other], items[k]];
  }
  return items;
}
