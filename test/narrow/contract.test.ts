/** The row kernels called directly on small tables: what they may touch, what they say about bad rows, closed forms. */
import { describe, expect, test } from 'vitest';
import { NO_SHAPE } from '../../src/tables/colliderTable.ts';
import { Status } from '../../src/tables/distanceStatus.ts';
import { UNUSED } from '../../src/tables/simplexWords.ts';
import {
  type Body,
  boxBody,
  capsuleBody,
  hullBody,
  IDENTITY,
  place,
  type Quat,
  sphereBody,
  type Vec3,
} from '../oracle/body.ts';
import { generatePair, PAIR_CLASSES } from '../oracle/generate.ts';
import { seeded } from '../support/random.ts';
import { TableFixture } from '../support/tables.ts';

const SEED = 0xc0de;
/** Rounding of one f32 number, relative. */
const F32 = 2 ** -24;

/** 80 rows of all kinds, ids permuted on both sides. */
function filled(): TableFixture {
  const fixture = new TableFixture({ shapes: 256, vertices: 8192, colliders: 256, pairs: 128 });
  const random = seeded(SEED);
  const classes = PAIR_CLASSES.filter((cls) => cls !== 'hull-128' && cls !== 'hull-256');
  const ids: number[] = [];
  for (let k = 0; k < 80; k++) {
    const { a, b } = generatePair(classes[k % classes.length], random);
    const flip = random() < 0.5;
    const [first, second] = flip ? [b, a] : [a, b];
    const [p, q] = [fixture.addBody(first), fixture.addBody(second)];
    ids.push(...(flip ? [q, p] : [p, q]));
  }
  const order = Array.from({ length: 80 }, (_, k) => (k * 37) % 80);
  fixture.setPairs(order.flatMap((k) => [ids[2 * k], ids[2 * k + 1]]));
  return fixture;
}

interface Columns {
  status: Uint8Array;
  separation: Float32Array;
  offsetA: Float32Array;
  offsetB: Float32Array;
  simplex: Uint16Array;
}

function copyOf(fixture: TableFixture, simplex: Uint16Array): Columns {
  const { status, separation, offsetA, offsetB } = fixture.list.results;
  return {
    status: status.slice(),
    separation: separation.slice(),
    offsetA: offsetA.slice(),
    offsetB: offsetB.slice(),
    simplex: simplex.slice(),
  };
}

/** Elements of each column that a row holds. */
const WIDTH = { status: 1, separation: 4, offsetA: 4, offsetB: 4, simplex: 8 } as const;
const NAMES = Object.keys(WIDTH) as (keyof Columns)[];

describe(`rows outside [begin, end), seed ${SEED}`, () => {
  const whole = filled();
  whole.distance();
  const right = copyOf(whole, whole.simplex);
  whole.coldStart();
  whole.intersect();
  const flags = whole.list.results.status.slice();

  /** Every element set to a number that no answer is. */
  function poison(fixture: TableFixture): Uint16Array {
    const { status, separation, offsetA, offsetB } = fixture.list.results;
    status.fill(77);
    for (const column of [separation, offsetA, offsetB]) column.fill(-123.5);
    return new Uint16Array(fixture.list.results.simplexOdd.length).fill(4321);
  }

  test.each([1, 3, 4, 5, 63, 64, 65])('distance of %i rows writes those and no other', (width) => {
    const fixture = filled();
    for (const begin of [0, 7, 80 - width]) {
      const to = poison(fixture);
      const before = copyOf(fixture, to);
      const from = new Uint16Array(to.length).fill(UNUSED);
      const tables = tableBytes(fixture);
      fixture.distanceFrom(from, to, begin, begin + width);
      const after = copyOf(fixture, to);
      for (const name of NAMES) {
        const [low, high] = [begin * WIDTH[name], (begin + width) * WIDTH[name]];
        expect(after[name].subarray(0, low), `${name} before`).toEqual(before[name].subarray(0, low));
        expect(after[name].subarray(high), `${name} behind`).toEqual(before[name].subarray(high));
        expect(after[name].subarray(low, high), `${name} of the rows`).toEqual(right[name].subarray(low, high));
      }
      expect(from.every((x) => x === UNUSED)).toBe(true);
      expect(tableBytes(fixture)).toEqual(tables);
    }
  });

  test.each([1, 3, 4, 5, 63, 64, 65])('intersect of %i rows writes their status and simplex', (width) => {
    const fixture = filled();
    for (const begin of [0, 7, 80 - width]) {
      const to = poison(fixture);
      const before = copyOf(fixture, to);
      const from = new Uint16Array(to.length).fill(UNUSED);
      fixture.intersectFrom(from, to, begin, begin + width);
      const after = copyOf(fixture, to);
      for (const name of ['separation', 'offsetA', 'offsetB'] as const) expect(after[name]).toEqual(before[name]);
      for (const name of ['status', 'simplex'] as const) {
        const [low, high] = [begin * WIDTH[name], (begin + width) * WIDTH[name]];
        expect(after[name].subarray(0, low)).toEqual(before[name].subarray(0, low));
        expect(after[name].subarray(high)).toEqual(before[name].subarray(high));
        expect([...after[name].subarray(low, high)]).not.toContain(name === 'status' ? 77 : 4321);
      }
      expect(after.status.subarray(begin, begin + width)).toEqual(flags.subarray(begin, begin + width));
    }
  });

  test('no rows: nothing', () => {
    const fixture = filled();
    const to = poison(fixture);
    const before = copyOf(fixture, to);
    const from = new Uint16Array(to.length).fill(UNUSED);
    for (const at of [0, 5, 80]) {
      fixture.distanceFrom(from, to, at, at);
      fixture.intersectFrom(from, to, at, at);
    }
    expect(copyOf(fixture, to)).toEqual(before);
  });

  test('in pieces of seven, last first: the same bytes', () => {
    const fixture = filled();
    const to = poison(fixture);
    const from = new Uint16Array(to.length).fill(UNUSED);
    for (let begin = 77; begin >= 0; begin -= 7) fixture.distanceFrom(from, to, begin, Math.min(begin + 7, 80));
    const after = copyOf(fixture, to);
    for (const name of NAMES) {
      expect(after[name].subarray(0, 80 * WIDTH[name])).toEqual(right[name].subarray(0, 80 * WIDTH[name]));
    }
  });
});

/** Everything that a query must only read. */
function tableBytes({ frame, list }: TableFixture): number[] {
  const { colliders, shapes, vertices, counts } = frame;
  const columns = [
    colliders.positions,
    colliders.rotations,
    colliders.shapes,
    shapes.words,
    vertices.coordinates,
    vertices.cells,
    vertices.neighbors,
    counts,
    list.pairs.ids,
  ];
  return columns.map(({ buffer, byteOffset, byteLength }) => {
    let sum = 0;
    for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) sum = (Math.imul(sum, 31) + byte) | 0;
    return sum;
  });
}

describe('bad rows', () => {
  function expectInvalid(fixture: TableFixture, p: number): void {
    const { results } = fixture.list;
    fixture.intersect();
    expect(results.status[p]).toBe(Status.Invalid);
    fixture.distance();
    expect(results.status[p]).toBe(Status.Invalid);
    for (const column of [results.separation, results.offsetA, results.offsetB]) {
      expect(column.subarray(4 * p, 4 * p + 4).every(Number.isNaN)).toBe(true);
    }
    expect(fixture.simplex.subarray(8 * p, 8 * p + 8).every((id) => id === UNUSED)).toBe(true);
  }

  /** Four boxes in a row, a good pair on both sides of the pair (p, q). */
  function between(p: number, q: number): TableFixture {
    const fixture = new TableFixture();
    for (let k = 0; k < 4; k++) fixture.addBody(place(boxBody(1, 1, 1), [3 * k, 0, 0]));
    fixture.setPairs([0, 1, p, q, 2, 3]);
    return fixture;
  }

  function expectNeighborsRight(fixture: TableFixture): void {
    for (const p of [0, 2]) {
      expect(fixture.list.results.status[p]).toBe(Status.Separated);
      expect([...fixture.list.results.separation.subarray(4 * p, 4 * p + 4)]).toEqual([1, 0, 0, 1]);
    }
  }

  test.each([
    [0, 0],
    [3, 3],
    [0, 4],
    [4, 0],
    [63, 64],
    [64, 63],
    [0, 0xffff_ffff],
    [0xffff_ffff, 0xffff_fffe],
    [0x8000_0000, 1],
  ])('ids (%i, %i), equal or out of range', (p, q) => {
    const fixture = between(p, q);
    expectInvalid(fixture, 1);
    expectNeighborsRight(fixture);
  });

  test('an id that was removed', () => {
    const fixture = between(0, 2);
    const gone = fixture.addBody(sphereBody(1));
    fixture.setPairs([0, 1, gone, 2, 2, 3]);
    fixture.distance();
    expect(fixture.list.results.status[1]).not.toBe(Status.Invalid);
    fixture.scene.removeCollider(gone);
    expectInvalid(fixture, 1);
    expectNeighborsRight(fixture);
  });

  test.each([4, 1000, NO_SHAPE - 1, NO_SHAPE])('a shape column overwritten with %i', (shape) => {
    const fixture = between(0, 2);
    const id = fixture.addBody(sphereBody(1));
    fixture.setPairs([0, 1, 2, id, 2, 3]);
    fixture.frame.colliders.shapes[id] = shape === 4 ? fixture.scene.shapeCount : shape;
    expectInvalid(fixture, 1);
    expectNeighborsRight(fixture);
  });

  const poses: [string, Vec3, Quat][] = [
    ['NaN in x', [Number.NaN, 0, 0], IDENTITY],
    ['NaN in z', [0, 0, Number.NaN], IDENTITY],
    ['an infinite y', [0, Infinity, 0], IDENTITY],
    ['an infinite x', [-Infinity, 0, 0], IDENTITY],
    ['a zero quaternion', [0, 0, 0], [0, 0, 0, 0]],
    ['a quaternion of −0', [0, 0, 0], [-0, -0, -0, -0]],
    ['NaN in a quaternion', [0, 0, 0], [0, Number.NaN, 0, 1]],
    ['an infinite quaternion', [0, 0, 0], [0, 0, Infinity, 1]],
    ['a quaternion beyond f32', [0, 0, 0], [0, 0, 0, 1e300]],
  ];

  test.each(poses)('%s, in A and in B, all kinds', (_, position, rotation) => {
    const kinds = [
      boxBody(1, 1, 1),
      sphereBody(1),
      capsuleBody(1, 0.5),
      hullBody([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    ];
    for (const first of kinds) {
      for (const second of kinds) {
        const fixture = between(0, 1);
        const [a, b] = [fixture.addBody(first), fixture.addBody(place(second, [0, 1, 0]))];
        for (const pair of [
          [a, b],
          [b, a],
        ]) {
          fixture.setPairs([0, 1, ...pair, 2, 3]);
          fixture.pose(a, position, rotation);
          expectInvalid(fixture, 1);
          expectNeighborsRight(fixture);
        }
      }
    }
  });

  test('an invalid row that is mended is right again, from a cold start', () => {
    const fixture = between(1, 2);
    fixture.pose(2, [Number.NaN, 0, 0], IDENTITY);
    fixture.distance();
    fixture.pose(2, [6, 0, 0], IDENTITY);
    fixture.distance();
    expect([...fixture.list.results.status.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect([...fixture.list.results.separation.subarray(4, 8)]).toEqual([1, 0, 0, 1]);
  });
});

describe('quaternions of other lengths', () => {
  const pairs = (scale: (q: Quat) => Quat) => {
    const fixture = new TableFixture({ shapes: 128, vertices: 4096, colliders: 128, pairs: 64 });
    const random = seeded(SEED);
    const ids: number[] = [];
    for (let k = 0; k < 60; k++) {
      const { a, b } = generatePair(k % 2 ? 'rounded-mix' : 'box-hull', random);
      for (const body of [a, b]) ids.push(fixture.addBody(place(body, body.position, scale(body.rotation))));
    }
    fixture.setPairs(ids);
    fixture.distance();
    return fixture;
  };
  const right = pairs((q) => q).list.results;

  test.each([2, 0.5, 2 ** 40, 2 ** -40])(`times %f, seed ${SEED}: the same bits`, (factor) => {
    const { results } = pairs((q) => q.map((c) => c * factor) as Quat).list;
    expect(results.status).toEqual(right.status);
    expect(results.separation).toEqual(right.separation);
    expect(results.offsetA).toEqual(right.offsetA);
  });

  test(`times −1, seed ${SEED}: the same rotation`, () => {
    const { results } = pairs((q) => q.map((c) => -c) as Quat).list;
    expect(results.status).toEqual(right.status);
    expect(results.separation).toEqual(right.separation);
  });

  test(`times 3, rounded to f32, seed ${SEED}: a few roundings away`, () => {
    const { results } = pairs((q) => q.map((c) => 3 * c) as Quat).list;
    expect(results.status).toEqual(right.status);
    for (let p = 0; p < 60; p++) {
      // each of the two rotations is off by up to √4 · 2^-24 / 1 · 2 rad, over shapes of at most 4 m
      const off = Math.abs(results.separation[4 * p + 3] - right.separation[4 * p + 3]);
      expect(off).toBeLessThanOrEqual(2 * 4 * F32 * 4);
    }
  });
});

describe('closed forms', () => {
  const unit = boxBody(0.5, 0.5, 0.5);
  const octahedron = hullBody([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
  const across: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // y onto −x
  type Row = [name: string, a: Body, b: Body, distance: number, normal: Vec3 | undefined];
  const rows: Row[] = [
    ['spheres, gap', sphereBody(1), place(sphereBody(0.5), [0, 3, 4]), 3.5, [0, 0.6, 0.8]],
    ['spheres, depth', sphereBody(1), place(sphereBody(0.5), [0, 0.75, -1]), -0.25, [0, 0.6, -0.8]],
    ['spheres, kissing', sphereBody(1), place(sphereBody(0.5), [1.5, 0, 0]), 0, [1, 0, 0]],
    ['spheres, same centre', sphereBody(1), sphereBody(0.5), -1.5, undefined],
    ['boxes, face gap', unit, place(unit, [3, 0.25, 0]), 2, [1, 0, 0]],
    ['boxes, edge gap', unit, place(unit, [-4, 5, 0]), 5, [-0.6, 0.8, 0]],
    ['boxes, corner gap', unit, place(unit, [2, -3, 3]), 3, [1 / 3, -2 / 3, 2 / 3]],
    ['boxes, depth', unit, place(unit, [0.5, -0.75, 0.125]), -0.25, [0, -1, 0]],
    ['boxes, same pose', unit, unit, -1, undefined],
    ['boxes, one inside the other', boxBody(2, 3, 4), place(unit, [1, 0, 0]), -1.5, [1, 0, 0]],
    ['capsules, parallel, gap', capsuleBody(1, 0.25), place(capsuleBody(1, 0.5), [3, 0.5, 4]), 4.25, [0.6, 0, 0.8]],
    ['capsules, parallel, depth', capsuleBody(1, 0.5), place(capsuleBody(1, 0.5), [0, 0.5, 0.75]), -0.25, [0, 0, 1]],
    ['capsules, crossed, gap', capsuleBody(1, 0.25), place(capsuleBody(1, 0.25), [0, 0, 2], across), 1.5, [0, 0, 1]],
    [
      'capsules, crossed, depth',
      capsuleBody(1, 0.5),
      place(capsuleBody(1, 0.5), [0, 0, -0.75], across),
      -0.25,
      [0, 0, -1],
    ],
    ['capsules, end to end', capsuleBody(1, 0.25), place(capsuleBody(1, 0.25), [0, 3, 0]), 0.5, [0, 1, 0]],
    [
      'sphere in the centre of a box',
      place(sphereBody(0.25), [5, 5, 5]),
      place(boxBody(2, 1, 3), [5, 5, 5]),
      -1.25,
      undefined,
    ],
    ['sphere beside a box', place(sphereBody(0.25), [0, 2, 0]), boxBody(2, 1, 3), 0.75, [0, -1, 0]],
    ['point in a hull', octahedron, place(hullBody([0, 0, 0]), [0.5, 0.25, 0]), -0.25 / Math.sqrt(3), undefined],
    [
      'point beside a hull',
      octahedron,
      place(hullBody([0, 0, 0]), [1, 1, 1]),
      2 / Math.sqrt(3),
      [1, 1, 1].map((c) => c / Math.sqrt(3)) as Vec3,
    ],
    ['rounded boxes, corner gap', boxBody(0.5, 0.5, 0.5, 0.5), place(unit, [2, 3, 3]), 2.5, [1 / 3, 2 / 3, 2 / 3]],
  ];

  test.each(rows)('%s', (_, a, b, distance, normal) => {
    const fixture = new TableFixture();
    const [p, q] = [fixture.addBody(a), fixture.addBody(b)];
    fixture.setPairs([p, q, q, p]);
    for (const start of ['cold', 'warm']) {
      fixture.distance();
      const { status, separation, offsetA } = fixture.list.results;
      const tolerance = F32 * Math.abs(distance) + 1e-15;
      for (const row of [0, 1]) {
        expect(Math.abs(separation[4 * row + 3] - distance), start).toBeLessThanOrEqual(tolerance);
        expect(status[row]).toBe(distance > 0 ? Status.Separated : Status.Overlapping);
        expect(offsetA[4 * row + 3]).toBeLessThanOrEqual(2 * F32 * Math.abs(distance) + 1e-9);
        for (let c = 0; normal && c < 3; c++) {
          expect(Math.abs(separation[4 * row + c] - (row === 0 ? 1 : -1) * normal[c])).toBeLessThanOrEqual(2 * F32);
        }
      }
    }
    fixture.intersect();
    expect([...fixture.list.results.status.subarray(0, 2)]).toEqual(distance > 0 ? [0, 0] : [1, 1]);
  });
});

describe('moving B by −distance · normal', () => {
  test.each(PAIR_CLASSES)(`%s, seed ${SEED}: they touch`, (cls) => {
    const count = cls === 'hull-256' || cls === 'hull-128' ? 20 : 100;
    const fixture = new TableFixture({ shapes: 2 * count, vertices: 600 * count, colliders: 2 * count, pairs: count });
    const random = seeded(SEED);
    const pairs = Array.from({ length: count }, () => generatePair(cls, random));
    fixture.setPairs(pairs.flatMap(({ a, b }) => [fixture.addBody(a), fixture.addBody(b)]));
    fixture.distance();
    const { separation } = fixture.list.results;
    const first = separation.slice();
    pairs.forEach(({ b }, k) => {
      const d = first[4 * k + 3];
      fixture.pose(2 * k + 1, b.position.map((c, i) => c - d * first[4 * k + i]) as Vec3, b.rotation);
    });
    fixture.distance();
    pairs.forEach(({ size }, k) => {
      const scale = Math.max(size, Math.abs(first[4 * k + 3]));
      expect(Math.abs(separation[4 * k + 3]) / scale, `pair ${k}`).toBeLessThanOrEqual(1e-6);
    });
  });
});
