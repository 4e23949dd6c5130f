/** The order of contacts: no color has a moving body twice, every contact is in it once, and it follows from the rows alone. */
import type { ContactResults } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { ConstraintGraph } from '../../src/dynamics/constraintGraph.ts';
import { SLICES } from '../../src/dynamics/slots.ts';
import { ASLEEP, AWAKE, KINEMATIC, STATIC } from '../../src/dynamics/wide/context.ts';
import { COLORS } from '../../src/dynamics/wide/limits.ts';
import { seeded } from '../support/random.ts';

interface Row {
  readonly a: number;
  readonly b: number;
  readonly points: number;
  /** m */
  readonly distance?: number;
}

/** What `color` reads of a query. */
function resultsOf(rows: readonly Row[]): ContactResults {
  return {
    rowCount: rows.length,
    pointCount: Uint8Array.from(rows, ({ points }) => points),
    separation: Float32Array.from(rows.flatMap(({ distance = 0 }) => [0, 1, 0, distance])),
    ids: Uint32Array.from(rows.flatMap(({ a, b }) => [a, b])),
  } as unknown as ContactResults;
}

/** Most bundles that the memory of a stepper has for so many contacts: src/dynamics/memory.ts. */
const bundlesFor = (contacts: number) => Math.ceil(contacts / 4) + 2 * COLORS;

/** Any slice for each body. */
const slicesOf = (bodies: number) => Uint8Array.from({ length: bodies }, (_, id) => (7 * id) % SLICES);

function color(rows: readonly Row[], kinds: Int32Array, capacity = rows.length, bundles = bundlesFor(capacity)) {
  const graph = new ConstraintGraph(kinds.length, rows.length, Math.max(capacity, 1));
  const order = new Int32Array(4 * bundles).fill(12345);
  const idle: number[] = [];
  const slices = slicesOf(kinds.length);
  const fits = graph.color(resultsOf(rows), kinds, slices, SLICES, kinds.length, (row) => idle.push(row));
  return { graph, order, idle, fits, written: fits && graph.write(order) };
}

/** Checks an order against the rows. @returns rows in their order, those without color apart */
function check(rows: readonly Row[], kinds: Int32Array, { graph, order }: ReturnType<typeof color>) {
  const { first } = graph;
  const moving = ({ a, b }: Row) => [a, b].filter((id) => kinds[id] === AWAKE);
  const seen = new Map<number, number>();
  for (let color = 0; color < COLORS; color++) {
    const lanes = [...order.subarray(4 * first[color], 4 * first[color + 1])];
    const present = lanes.filter((row) => row >= 0);
    // padding stands at the end, and is less than a bundle
    expect(lanes.slice(present.length).every((row) => row === -1)).toBe(true);
    expect(lanes.length - present.length).toBeLessThan(4);
    const bodies = present.flatMap((row) => moving(rows[row]));
    expect(new Set(bodies).size, `color ${color}`).toBe(bodies.length);
    // by slices of the first body that moves, and in each as many points side by side, most first
    const slices = slicesOf(kinds.length);
    const keys = present.map((row) => [slices[moving(rows[row])[0]], -rows[row].points]);
    expect(keys).toEqual([...keys].sort((p, q) => p[0] - q[0] || p[1] - q[1]));
    for (const row of present) seen.set(row, (seen.get(row) ?? 0) + 1);
    if (present.length > 0) expect(graph.count).toBeGreaterThan(color);
  }
  const alone: number[] = [];
  for (let k = first[COLORS]; k < first[COLORS + 1]; k++) {
    const [row, ...empty] = [...order.subarray(4 * k, 4 * k + 4)];
    expect(empty).toEqual([-1, -1, -1]);
    alone.push(row!);
    seen.set(row!, (seen.get(row!) ?? 0) + 1);
  }
  const want = rows.flatMap((row, k) => (row.points > 0 && moving(row).length > 0 ? [k] : []));
  expect([...seen.keys()].sort((p, q) => p - q)).toEqual(want);
  expect([...seen.values()].every((times) => times === 1)).toBe(true);
  expect(graph.contacts).toBe(want.length);
  expect(graph.points).toBe(want.reduce((sum, k) => sum + rows[k].points, 0));
  return { alone };
}

/** A seeded scene: some static, some asleep, some kinematic. */
function scene(contacts: number, bodies: number, seed: number): { rows: Row[]; kinds: Int32Array } {
  const random = seeded(seed);
  const pick = (count: number) => Math.floor(count * random());
  const kinds = Int32Array.from({ length: bodies }, () => [AWAKE, AWAKE, AWAKE, STATIC, ASLEEP, KINEMATIC][pick(6)]);
  const rows = Array.from({ length: contacts }, (): Row => {
    const a = pick(bodies);
    return { a, b: (a + 1 + pick(bodies - 1)) % bodies, points: pick(5) };
  });
  return { rows, kinds };
}

describe.each([0, 1, 3, 4, 5, 63, 64, 65, 1000, 20_000])('%i contacts', (count) => {
  test.each([1, 2, 3])('every one once, none beside a contact of the same body, seed %i', (seed) => {
    const bodies = Math.max(4, count >> 1);
    const { rows, kinds } = scene(count, bodies, seed);
    const colored = color(rows, kinds);
    expect([colored.fits, colored.written]).toEqual([true, true]);
    check(rows, kinds, colored);
    // rows with points that nobody needs are told of, and only those
    const idle = rows.flatMap(({ a, b, points }, k) =>
      points > 0 && kinds[a] !== AWAKE && kinds[b] !== AWAKE ? [k] : [],
    );
    expect(colored.idle).toEqual(idle);
  });
});

test('contacts of one body have as many colors as there are, in the order of rows', () => {
  const kinds = Int32Array.from([AWAKE, ...new Array(7).fill(STATIC)]);
  const rows = [1, 2, 3, 4, 5, 6, 7].map((b): Row => ({ a: 0, b, points: 4 }));
  const colored = color(rows, kinds);
  check(rows, kinds, colored);
  expect(colored.graph.count).toBe(7);
  expect([...colored.order.subarray(0, 4 * 7)].filter((row) => row >= 0)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('statics, sleepers and kinematics do not keep contacts apart', () => {
  const kinds = Int32Array.from([STATIC, KINEMATIC, ASLEEP, ...new Array(30).fill(AWAKE)]);
  const rows = Array.from({ length: 30 }, (_, k): Row => ({ a: k % 3, b: 3 + k, points: 1 + (k % 4) }));
  const colored = color(rows, kinds);
  check(rows, kinds, colored);
  expect(colored.graph.count).toBe(1);
});

describe('a body with 100 contacts', () => {
  const kinds = new Int32Array(101).fill(AWAKE);
  const rows = Array.from({ length: 100 }, (_, k): Row => ({ a: 0, b: k + 1, points: 4 }));

  test('32 have a color each; the others stand alone, one per bundle, in the order of rows', () => {
    const colored = color(rows, kinds, 200, 200);
    expect(colored.written).toBe(true);
    const { alone } = check(rows, kinds, colored);
    expect(colored.graph.count).toBe(COLORS);
    expect(alone).toEqual(rows.map((_, k) => k).slice(COLORS));
  });

  test('no room for so many bundles', () => {
    expect(color(rows, kinds, 100, COLORS + 68).written).toBe(true);
    expect(color(rows, kinds, 100, COLORS + 67).written).toBe(false);
    expect(color(rows, kinds, 100, COLORS - 1).written).toBe(false);
  });
});

test('more contacts than there is room for', () => {
  const { rows, kinds } = scene(200, 50, 9);
  const needed = color(rows, kinds).graph.contacts;
  expect(needed).toBeGreaterThan(50);
  expect(color(rows, kinds, needed).fits).toBe(true);
  expect(color(rows, kinds, needed - 1).fits).toBe(false);
});

test('the same rows give the same order, whatever was colored before', () => {
  const { rows, kinds } = scene(65, 30, 4);
  const other = scene(64, 30, 5);
  const fresh = color(rows, kinds);
  const graph = new ConstraintGraph(30, 65, 65);
  const order = new Int32Array(fresh.order.length);
  graph.color(resultsOf(other.rows), other.kinds, slicesOf(30), SLICES, 30, () => {});
  graph.write(order);
  order.fill(777);
  graph.color(resultsOf(rows), kinds, slicesOf(30), SLICES, 30, () => {});
  graph.write(order);
  const used = 4 * fresh.graph.first[COLORS + 1];
  expect(order.subarray(0, used)).toEqual(fresh.order.subarray(0, used));
  expect([...graph.first]).toEqual([...fresh.graph.first]);
  expect(graph.count).toBe(fresh.graph.count);
});
