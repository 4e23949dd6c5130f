/** The second witness: right answers pass, and a wrong number in any column is found, in the row it is in. */
import { createEngine, type DistanceResults, type Engine, Status, UNUSED, verify } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, boxBody, capsuleBody, hullBody, place, sphereBody } from '../../oracle/body.ts';
import { generatePair, PAIR_CLASSES, type PairClass } from '../../oracle/generate.ts';
import { seeded } from '../../support/random.ts';
import { shapeOf } from '../../support/tables.ts';

const SEED = 0x7e51;
/** What right answers stay below, as a part of the size: offsets, normal and distance are rounded to 2^-24 each. */
const RIGHT = 4e-7;

const OCTAHEDRON = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
/** About 1 m each, apart and overlapping, without symmetric ties: the right answer is the only one. */
const CASES: [string, Body, Body][] = [
  ['boxes apart', boxBody(1, 0.5, 0.75), place(boxBody(0.5, 0.5, 0.5), [2, 0.7, 0.3], [0.1, 0.2, 0.3, 0.9])],
  ['boxes overlapping', boxBody(1, 0.5, 0.75), place(boxBody(0.5, 0.5, 0.5), [1.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.9])],
  ['hulls apart', hullBody(OCTAHEDRON), place(hullBody(OCTAHEDRON), [1.5, 0.7, 0.3], [0.1, 0.2, 0.3, 0.9])],
  ['hulls overlapping', hullBody(OCTAHEDRON), place(hullBody(OCTAHEDRON), [0.9, 0.5, 0.3], [0.1, 0.2, 0.3, 0.9])],
  ['capsule and sphere apart', capsuleBody(1, 0.25), place(sphereBody(0.5), [1, 0.3, 0.2])],
  ['capsule and sphere overlapping', capsuleBody(1, 0.25), place(sphereBody(0.5), [0.4, 0.3, 0.2])],
  ['box and capsule apart', boxBody(0.5, 0.5, 0.5), place(capsuleBody(0.5, 0.25), [0.2, 1.6, 0.1], [0.1, 0, 0.3, 1])],
  [
    'box and capsule, cores overlapping',
    boxBody(1, 1, 1),
    place(capsuleBody(0.5, 0.25), [0.2, 1.1, 0.1], [0.1, 0, 0.3, 1]),
  ],
];

let engine: Engine;
let results: DistanceResults;

beforeAll(async () => {
  engine = await createEngine({
    workers: 0,
    // it is verify() that is tested, by answers as good as there are
    kernel: 'scalar',
    capacity: { shapes: 4096, vertices: 65_536, colliders: 4096, pairs: 2048 },
  });
});

afterAll(() => engine.close());

/** Colliders of all pairs, asked in order. */
async function ask(pairs: readonly { a: Body; b: Body }[], options?: { maxDistance?: number; depth?: boolean }) {
  const ids: number[] = [];
  for (const { a, b } of pairs) {
    for (const body of [a, b]) {
      const id = engine.scene.addCollider(engine.scene.addShape(shapeOf(body)));
      engine.scene.positions.set(body.position, 4 * id);
      engine.scene.rotations.set(body.rotation, 4 * id);
      ids.push(id);
    }
  }
  engine.pairs.set(ids);
  return engine.distance(engine.pairs, options);
}

describe('right answers pass', () => {
  test.each(PAIR_CLASSES.filter((cls) => cls !== 'hull-256'))(`%s, seed ${SEED}`, async (cls: PairClass) => {
    const random = seeded(SEED);
    const count = cls === 'hull-128' ? 5 : 40;
    const found = verify(await ask(Array.from({ length: count }, () => generatePair(cls, random))));
    expect(found.checked).toBe(count);
    expect(found.skipped).toBe(0);
    expect(found.worstError, `row ${found.worstRow}: ${found.worstReason}`).toBeLessThanOrEqual(RIGHT);
  });

  test('no rows: nothing checked, no worst row', async () => {
    expect(verify(await ask([]))).toEqual({ checked: 0, skipped: 0, worstRow: -1, worstError: 0, worstReason: '' });
  });

  test('rows without a distance are skipped: invalid, beyond the limit, overlap without depth', async () => {
    const box = boxBody(1, 1, 1);
    const far = place(box, [9, 0, 0]);
    const bad = { ...box, position: [Number.NaN, 0, 0] as [number, number, number] };
    const found = await ask(
      [
        { a: box, b: far },
        { a: box, b: place(box, [3, 0, 0]) },
        { a: box, b: bad },
        { a: box, b: place(box, [1, 0, 0]) },
      ],
      { maxDistance: 5, depth: false },
    );
    const { BeyondMaxDistance, Separated, Invalid, Overlapping } = Status;
    expect([...found.status.subarray(0, 4)]).toEqual([BeyondMaxDistance, Separated, Invalid, Overlapping]);
    const { checked, skipped, worstError } = verify(found);
    expect([checked, skipped]).toEqual([1, 3]);
    expect(worstError).toBeLessThanOrEqual(RIGHT);
  });
});

describe('a wrong number is found', () => {
  const ROWS = CASES.length;

  beforeAll(async () => {
    results = await ask(CASES.map(([, a, b]) => ({ a, b })));
    expect(verify(results).worstError).toBeLessThanOrEqual(RIGHT);
  });

  type Spoil = (r: DistanceResults, at: number) => void;

  /** Copies of the columns are spoiled, one row at a time. */
  function spoiled(row: number, spoil: Spoil): ReturnType<typeof verify> {
    const columns = [results.status, results.separation, results.offsetA, results.offsetB, results.simplex];
    const kept = columns.map((column) => column.slice());
    spoil(results, 4 * row);
    const found = verify(results);
    columns.forEach((column, k) => {
      column.set(kept[k]);
    });
    return found;
  }

  const spoils: [string, number, Spoil][] = [
    ['distance + 1e-3', 1e-4, (r, at) => nudge(r.separation, at + 3, 1e-3)],
    ['distance − 1e-3', 1e-4, (r, at) => nudge(r.separation, at + 3, -1e-3)],
    ['distance + 1e-5', 1e-6, (r, at) => nudge(r.separation, at + 3, 1e-5)],
    ['distance NaN', 1, (r, at) => r.separation.fill(Number.NaN, at + 3, at + 4)],
    ['distance of the other sign', 1e-2, (r, at) => turn(r.separation, at + 3, 1)],
    ['the normal flipped', 1e-2, (r, at) => turn(r.separation, at, 3)],
    ['the normal turned by 0.1 rad', 1e-4, (r, at) => nudge(r.separation, at + leastOf(r.separation, at), 0.1)],
    ['witness on A moved by 1e-3', 1e-4, (r, at) => nudge(r.offsetA, at, 1e-3)],
    ['witness on B moved by 1e-3', 1e-4, (r, at) => nudge(r.offsetB, at + 2, 1e-3)],
    ['witness on A NaN', 1, (r, at) => r.offsetA.fill(Number.NaN, at + 1, at + 2)],
    [
      'both witnesses moved by 1e-3 along the normal',
      1e-4,
      (r, at) =>
        slide(
          r,
          at,
          1e-3,
          [0, 1, 2].map((c) => r.separation[at + c]),
        ),
    ],
    ['both witnesses moved by 2 m', 1e-1, (r, at) => slide(r, at, 2, across(r, at))],
    ['no simplex', 1, (r, at) => r.simplex.fill(UNUSED, 2 * at, 2 * at + 8)],
  ];

  test.each(spoils)('%s, in every row', (_, least, spoil) => {
    for (let row = 0; row < ROWS; row++) {
      const found = spoiled(row, spoil);
      expect(found.worstRow, CASES[row][0]).toBe(row);
      expect(found.worstReason, CASES[row][0]).not.toBe('');
      // NaN is worse than any number
      expect(found.worstError >= least || Number.isNaN(found.worstError), `${CASES[row][0]}: ${found.worstError}`).toBe(
        true,
      );
    }
    expect(verify(results).worstError).toBeLessThanOrEqual(RIGHT);
  });

  test('another simplex than the witness is made of', () => {
    CASES.forEach(([name, a, b], row) => {
      for (const [side, body] of [
        [0, a],
        [4, b],
      ] as const) {
        if (body.kind === 'point') continue;
        const ids = [...results.simplex.subarray(8 * row + side, 8 * row + side + 4)];
        const used = new Set(ids);
        const other = [0, 1, 2, 3, 4, 5].slice(0, body.vertices.length / 3).find((id) => !used.has(id));
        if (other === undefined) continue; // a segment whose ends are both in use
        const found = spoiled(row, (r, at) => {
          ids.forEach((id, k) => {
            if (id !== UNUSED) r.simplex[2 * at + side + k] = other;
          });
        });
        expect(found.worstRow, name).toBe(row);
        expect(found.worstReason, name).toBe('witness off its shape');
        expect(found.worstError, name).toBeGreaterThan(1e-3);
      }
    });
  });

  test('of two wrong rows the worse is named', () => {
    const kept = results.separation.slice();
    nudge(results.separation, 4 * 2 + 3, 1e-3);
    nudge(results.separation, 4 * 5 + 3, 0.1);
    const { worstRow, checked } = verify(results);
    results.separation.set(kept);
    expect([worstRow, checked]).toEqual([5, ROWS]);
  });
});

test('a depth that is too deep, whole and consistent along another axis', async () => {
  const cube = boxBody(0.5, 0.5, 0.5);
  const found = await ask([{ a: cube, b: place(cube, [0.75, 0.25, 0.125]) }]);
  expect(verify(found).worstError).toBeLessThanOrEqual(RIGHT);
  // along y the way out is 0.75 m, along x it is 0.25 m; corner ids: bits 0 1 2 = −x −y −z
  found.separation.set([0, 1, 0, -0.75]);
  found.offsetA.set([0.5, 0.5, 0.5]);
  found.offsetB.set([-0.25, -0.5, 0.375]);
  found.simplex.set([0, 0, 1, 4, 2, 3, 2, 6]);
  const { worstRow, worstError, worstReason } = verify(found);
  expect(worstRow).toBe(0);
  expect(worstReason).toBe('upper bound');
  expect(worstError).toBeGreaterThan(0.1);
});

function nudge(column: Float32Array, at: number, by: number): void {
  column[at] += by;
}

function turn(column: Float32Array, at: number, count: number): void {
  for (let k = at; k < at + count; k++) column[k] = -column[k];
}

/** The component along which a unit vector points least. */
function leastOf(column: Float32Array, at: number): number {
  const sizes = [0, 1, 2].map((c) => Math.abs(column[at + c]));
  return sizes.indexOf(Math.min(...sizes));
}

function slide(r: DistanceResults, at: number, by: number, along: number[]): void {
  for (let c = 0; c < 3; c++) {
    nudge(r.offsetA, at + c, by * along[c]);
    nudge(r.offsetB, at + c, by * along[c]);
  }
}

/** A unit vector square to the normal. */
function across({ separation }: DistanceResults, at: number): number[] {
  const c = leastOf(separation, at);
  const [x, y, z] = separation.subarray(at, at + 3);
  const v = c === 0 ? [0, z, -y] : c === 1 ? [-z, 0, x] : [y, -x, 0];
  const length = Math.hypot(...v);
  return v.map((k) => k / length);
}
