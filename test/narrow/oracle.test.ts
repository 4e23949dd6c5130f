/**
 * The kernels against the oracle, a few hundred pairs of every class: what `npm run test:deep` does a million times, and
 * here through the engine with a worker, so that it is the shared columns that are checked. The tolerances and where they
 * come from are in checkAnswer.ts.
 */
import { createEngine, type DistanceResults, type Engine, type PairList, verify } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPairDistance, distance, intersect, Status } from '../../src/pair.ts';
import { type Body, place, type Quat, type Vec3 } from '../oracle/body.ts';
import { type GeneratedPair, generatePair, PAIR_CLASSES, type PairClass, RANDOM_CLASSES } from '../oracle/generate.ts';
import {
  type Answer,
  type Bounds,
  boundsOf,
  checkAnswer,
  checkLimited,
  checkShallow,
  columnAnswer,
  EXACT,
  flagIsRight,
  mirrored,
  pairAnswer,
  type Truth,
  truthOf,
} from '../support/checkAnswer.ts';
import { type Kernel, SWEPT_KERNELS } from '../support/kernels.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';
import { shapeOf } from '../support/tables.ts';

const SEED = 0xca11;
const PAIRS: Partial<Record<PairClass, number>> = sweep(
  { 'hull-64': 12, 'hull-128': 8, 'hull-256': 6 },
  { 'hull-32': 120, 'hull-64': 80, 'hull-128': 40, 'hull-256': 30 },
);
const PAIRS_OF_OTHERS = sweep(20, 200);
/** Pairs whose truth is worked out a second time, at the pose they move to. */
const MOVED = sweep(6, 20);

interface Case extends GeneratedPair {
  truth: Truth;
}

const made = new Map<PairClass, Case[]>();

function casesOf(cls: PairClass): Case[] {
  let cases = made.get(cls);
  if (!cases) {
    const random = seeded(SEED);
    cases = Array.from({ length: PAIRS[cls] ?? PAIRS_OF_OTHERS }, () => {
      const pair = generatePair(cls, random);
      return { ...pair, truth: truthOf(pair.a, pair.b, pair.size) };
    });
    made.set(cls, cases);
  }
  return cases;
}

interface MovedCases {
  readonly moved: readonly Pick<Case, 'a' | 'b'>[];
  /** The first of them, with their truths. */
  readonly checked: readonly Pick<Case, 'a' | 'b' | 'truth'>[];
}

const nudged = new Map<PairClass, MovedCases>();

/** The cases of a class, moved by up to a hundredth of their size. */
function movedCasesOf(cls: PairClass): MovedCases {
  let cases = nudged.get(cls);
  if (!cases) {
    const random = seeded(SEED + 1);
    const by = () => 0.01 * (2 * random() - 1);
    const nudge = (body: Body, size: number) =>
      place(body, body.position.map((c) => c + by() * size) as Vec3, body.rotation.map((c) => c + 0.5 * by()) as Quat);
    const moved = casesOf(cls).map(({ a, b, size }) => ({ a: nudge(a, size), b: nudge(b, size), size }));
    const checked = moved.slice(0, MOVED).map((m) => ({ ...m, truth: truthOf(m.a, m.b, m.size) }));
    cases = { moved, checked };
    nudged.set(cls, cases);
  }
  return cases;
}

/** An engine and lists of its own for each question. */
interface Bench {
  engine: Engine;
  empty: Uint8Array;
  flags: PairList;
  shallow: PairList;
  limited: PairList;
  bounds: Bounds;
}

const benches = new Map<Kernel, Bench>();

beforeAll(async () => {
  for (const kernel of SWEPT_KERNELS) {
    // small blocks, shared from the first pair on: every query crosses threads and block borders
    const engine = await createEngine({
      workers: 1,
      kernel,
      capacity: { shapes: 1024, vertices: 65_536, colliders: 1024, pairs: 2048 },
      tuning: { blockPairs: 7, shareFrom: 0 },
    });
    expect(engine.info.kernel).toBe(kernel);
    const [flags, shallow, limited] = [0, 0, 0].map(() => engine.createPairList(2 * PAIRS_OF_OTHERS));
    const bounds = boundsOf(kernel);
    benches.set(kernel, { engine, empty: engine.scene.snapshot(), flags, shallow, limited, bounds });
  }
});

afterAll(() => Promise.all([...benches.values()].map(({ engine }) => engine.close())));

/** Colliders for all cases, in a shuffled order, and the pairs (a, b) in rows 0 … n − 1, (b, a) in rows n … 2 n − 1. */
function load({ engine, empty, flags, shallow, limited }: Bench, cases: readonly Case[]): Uint32Array {
  engine.scene.restore(empty); // forgets shapes, colliders and warm starts
  const random = seeded(~SEED);
  const slots = Array.from({ length: 2 * cases.length }, (_, k) => k);
  for (let k = slots.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [slots[k], slots[other]] = [slots[other], slots[k]];
  }
  const ids = new Uint32Array(4 * cases.length);
  for (const slot of slots) {
    const body = bodyAt(cases, slot);
    const id = engine.scene.addCollider(engine.scene.addShape(shapeOf(body)));
    ids[slot] = id;
    ids[2 * cases.length + (slot ^ 1)] = id;
    pose(engine, id, body);
  }
  for (const list of [engine.pairs, flags, shallow, limited]) list.set(ids);
  return ids;
}

function bodyAt(cases: readonly Case[], slot: number): Body {
  const { a, b } = cases[slot >> 1];
  return slot % 2 === 0 ? a : b;
}

/** Writes the columns: `setPose` would round the quaternion once more. */
function pose(engine: Engine, id: number, { position, rotation }: Body): void {
  engine.scene.positions.set(position, 4 * id);
  engine.scene.rotations.set(rotation, 4 * id);
}

/** Faults of all rows of a full query, and of the mirrored half. */
function checkAll(
  cases: readonly Pick<Case, 'a' | 'b' | 'truth'>[],
  all: number,
  results: DistanceResults,
  bounds: Bounds,
): string[] {
  const faults: string[] = [];
  cases.forEach(({ a, b, truth }, k) => {
    const verdict = checkAnswer(a, b, truth, columnAnswer(results, k), bounds);
    faults.push(...verdict.faults.map((fault) => `pair ${k}: ${fault}`));
    if (!mirrored(results, k, all + k)) faults.push(`pair ${k}: (b, a) is not the mirror of (a, b)`);
  });
  return faults;
}

describe.each(PAIR_CLASSES)(`%s, seed ${SEED}`, (cls) => {
  test.each(SWEPT_KERNELS)('the engine, %s: cold, moved a little, and back', async (kernel) => {
    const bench = benches.get(kernel)!;
    const { engine, bounds } = bench;
    const cases = casesOf(cls);
    const n = cases.length;
    const ids = load(bench, cases);
    const cold = await engine.distance();
    expect(cold.count).toBe(2 * n);
    expect(checkAll(cases, n, cold, bounds)).toEqual([]);
    const second = verify(cold);
    expect(second.checked).toBe(2 * n);
    expect(second.worstError, `row ${second.worstRow}: ${second.worstReason}`).toBeLessThanOrEqual(bounds.witness);

    const { moved, checked } = movedCasesOf(cls);
    moved.forEach(({ a, b }, k) => {
      pose(engine, ids[2 * k], a);
      pose(engine, ids[2 * k + 1], b);
    });
    const warm = await engine.distance();
    expect(checkAll(checked, n, warm, bounds)).toEqual([]);

    cases.forEach(({ a, b }, k) => {
      pose(engine, ids[2 * k], a);
      pose(engine, ids[2 * k + 1], b);
    });
    expect(checkAll(cases, n, await engine.distance(), bounds)).toEqual([]);
  });

  test.each(SWEPT_KERNELS)('the engine, %s: flags, without depth, with a limit', async (kernel) => {
    const bench = benches.get(kernel)!;
    const { engine, flags, shallow, limited, bounds } = bench;
    const cases = casesOf(cls);
    const n = cases.length;
    load(bench, cases);
    const faults: string[] = [];
    const { status } = await engine.intersect(flags);
    for (let p = 0; p < 2 * n; p++) {
      const { truth } = cases[p % n];
      if (!flagIsRight(status[p], truth, bounds))
        faults.push(`row ${p}: intersect ${status[p]} at ${truth.distance} m`);
    }

    const full = await engine.distance();
    const flat = await engine.distance(shallow, { depth: false });
    cases.forEach(({ truth }, k) => {
      const found = checkShallow(truth, columnAnswer(flat, k), columnAnswer(full, k), bounds);
      faults.push(...found.map((fault) => `pair ${k}: ${fault}`));
      if (!mirrored(flat, k, n + k)) faults.push(`pair ${k}: (b, a) is not the mirror of (a, b) without depth`);
    });

    // half of the gaps are longer, half are shorter
    const gaps = cases.map(({ truth }) => Math.max(0, truth.distance)).sort((x, y) => x - y);
    const maxDistance = (gaps[n >> 1] + gaps[3 * (n >> 2)]) / 2;
    const near = await engine.distance(limited, { maxDistance });
    cases.forEach(({ a, b, truth }, k) => {
      const found = checkLimited(a, b, truth, columnAnswer(near, k), maxDistance, bounds);
      faults.push(...found.map((fault) => `pair ${k}: ${fault}`));
      if (near.status[k] !== near.status[n + k]) faults.push(`pair ${k}: (b, a) has another status with a limit`);
    });
    expect(faults).toEqual([]);
    if ((RANDOM_CLASSES as readonly string[]).includes(cls)) {
      expect(near.status.subarray(0, n)).toContain(Status.BeyondMaxDistance);
    }
  });

  test('hullstorm/pair: both orders, without depth, with a limit', () => {
    const faults: string[] = [];
    const out = createPairDistance();
    casesOf(cls).forEach(({ a, b, truth }, k) => {
      const [shapeA, shapeB] = [shapeOf(a), shapeOf(b)];
      const full = kept(pairAnswer(distance(shapeA, a, shapeB, b, out)));
      const found = checkAnswer(a, b, truth, full, EXACT).faults;
      found.push(...checkAnswer(b, a, truth, pairAnswer(distance(shapeB, b, shapeA, a, out)), EXACT).faults);
      found.push(...checkShallow(truth, pairAnswer(distance(shapeA, a, shapeB, b, out, { depth: false })), full));
      for (const maxDistance of [0, 0.5 * Math.max(0, truth.distance), 2 * Math.max(0, truth.distance)]) {
        const answer = pairAnswer(distance(shapeA, a, shapeB, b, out, { maxDistance }));
        found.push(...checkLimited(a, b, truth, answer, maxDistance, EXACT));
      }
      for (const overlap of [intersect(shapeA, a, shapeB, b), intersect(shapeB, b, shapeA, a)]) {
        const status = overlap ? Status.Overlapping : Status.Separated;
        if (!flagIsRight(status, truth)) found.push(`intersect: ${overlap} at ${truth.distance} m`);
      }
      faults.push(...found.map((fault) => `pair ${k}: ${fault}`));
    });
    expect(faults).toEqual([]);
  });
});

/** A copy: the answer's arrays are written again by the next question. */
function kept(answer: Answer): Answer {
  const { normal, pointA, pointB } = answer;
  return { ...answer, normal: Array.from(normal), pointA: Array.from(pointA), pointB: Array.from(pointB) };
}

/** A generator whose pairs are nearly all apart, or nearly all deep, would prove little. */
test.each(RANDOM_CLASSES)('%s: some pairs overlap, and some are apart', (cls) => {
  const cases = casesOf(cls);
  const share = cases.filter(({ truth }) => truth.distance < 0).length / cases.length;
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(0.95); // of six pairs
});
