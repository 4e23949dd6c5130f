/** `read(i)`: one pair in full, with weights that make both witness points out of core vertices. */
import { vec3 } from 'gl-matrix';
import { describe, expect, test } from 'vitest';
import { worldShape } from '../../../src/results/worldShape.ts';
import { Status } from '../../../src/tables/distanceStatus.ts';
import { type Body, boxBody, capsuleBody, extent, hullBody, place, type Quat, sphereBody } from '../../oracle/body.ts';
import { generatePair, PAIR_CLASSES } from '../../oracle/generate.ts';
import { seeded } from '../../support/random.ts';
import { TableFixture } from '../../support/tables.ts';

const SEED = 0x4ead;

function asked(pairs: readonly { a: Body; b: Body }[]): TableFixture {
  const count = pairs.length;
  const fixture = new TableFixture({ shapes: 2 * count, vertices: 600 * count, colliders: 2 * count, pairs: count });
  fixture.setPairs(pairs.flatMap(({ a, b }) => [fixture.addBody(a), fixture.addBody(b)]));
  fixture.distance();
  return fixture;
}

/**
 * Faults of row i. Offsets, normals and distances are f32: 2^-24 of their own length each, of which a weighted point
 * and a witness differ by a few; 1e-6 of the longest is promised.
 */
function faultsOf(fixture: TableFixture, i: number, a: Body, b: Body): string[] {
  const reading = fixture.results().read(i);
  const { separation, offsetA, offsetB, status } = fixture.list.results;
  const faults: string[] = [];
  const expected = (what: string, right: boolean) => {
    if (!right) faults.push(`row ${i}: ${what}`);
  };
  expected('ids', reading.a === 2 * i && reading.b === 2 * i + 1);
  expected('status', reading.status === status[i]);
  expected('distance', reading.distance === separation[4 * i + 3]);
  expected('error bound', reading.errorBound === offsetA[4 * i + 3]);
  for (let c = 0; c < 3; c++) {
    expected('normal', reading.normal[c] === separation[4 * i + c]);
    expected('point on A', reading.pointA[c] === a.position[c] + offsetA[4 * i + c]);
    expected('point on B', reading.pointB[c] === b.position[c] + offsetB[4 * i + c]);
  }

  const { simplex } = reading;
  expected('one to four vertices', simplex.length >= 1 && simplex.length <= 4);
  expected(
    'weights ≥ 0',
    simplex.every(({ weight }) => weight >= 0),
  );
  expected('weights that sum to 1', Math.abs(simplex.reduce((sum, { weight }) => sum + weight, -1)) <= 1e-9);
  const sides = [
    { id: reading.a, column: offsetA, sign: -1, pick: (k: number) => simplex[k].vertexA },
    { id: reading.b, column: offsetB, sign: 1, pick: (k: number) => simplex[k].vertexB },
  ];
  for (const { id, column, sign, pick } of sides) {
    const view = worldShape(fixture.results().scene, id);
    const made: vec3 = [0, 0, 0];
    simplex.forEach(({ weight }, k) => {
      vec3.scaleAndAdd(made, made, view.point(pick(k)), weight);
    });
    // from the core to the surface: A's radius along the normal, B's against it
    vec3.scaleAndAdd(made, made, reading.normal, -sign * view.radius);
    const witness = [...column.subarray(4 * i, 4 * i + 3)] as vec3;
    const scale = Math.max(extent(a), extent(b), vec3.length(witness), Math.abs(reading.distance)) || 1;
    const miss = vec3.distance(made, witness) / scale;
    expected(`witness on ${sign < 0 ? 'A' : 'B'} off by ${miss}`, miss <= 1e-6);
  }
  return faults;
}

describe.each(PAIR_CLASSES)(`%s, seed ${SEED}`, (cls) => {
  test('weights ≥ 0, sum 1, and both witness points out of them', () => {
    const random = seeded(SEED);
    const count = cls === 'hull-256' || cls === 'hull-128' ? 10 : 100;
    const pairs = Array.from({ length: count }, () => generatePair(cls, random));
    const fixture = asked(pairs);
    expect(pairs.flatMap(({ a, b }, i) => faultsOf(fixture, i, a, b))).toEqual([]);
  });
});

describe('every kind with every kind, apart, touching and overlapping', () => {
  const turn: Quat = [0.1, -0.2, 0.3, 0.9].map(Math.fround) as Quat;
  const kinds: [string, Body][] = [
    ['point', hullBody([0, 0, 0])],
    ['sphere', sphereBody(0.5)],
    ['segment', capsuleBody(0.5)],
    ['capsule', capsuleBody(0.5, 0.25)],
    ['box', boxBody(0.5, 0.75, 0.25)],
    ['rounded box', boxBody(0.5, 0.25, 0.25, 0.125)],
    ['hull', hullBody([0, 1, 0, 1, -1, 0.5, -1, -1, 0.5, 0, -1, -1, 0.5, 0.5, 0.5])],
    ['triangle', hullBody([0, 0, 0, 1, 0, 0, 0, 1, 0])],
  ];
  const rows = kinds.flatMap(([m, a]) => kinds.map(([n, b]) => [m, n, a, b] as const));

  test.each(rows)('%s and %s', (_m, _n, a, b) => {
    const pairs = [0, 0.05, 0.3, 0.6, 1, 1.25, 3].map((x) => ({ a, b: place(b, [x, 0.4 * x, -0.2 * x], turn) }));
    pairs.push({ a, b: place(b, [0.05, 0, 0]) }, { a, b: place(b, [1, 0, 0]) });
    const fixture = asked(pairs);
    expect(pairs.flatMap((pair, i) => faultsOf(fixture, i, pair.a, pair.b))).toEqual([]);
  });
});

describe('rows that have no simplex', () => {
  const box = boxBody(1, 1, 1);

  test('Invalid: NaN and an empty simplex', () => {
    const fixture = asked([{ a: box, b: { ...box, position: [Number.NaN, 0, 0] } }]);
    const { status, distance, normal, simplex } = fixture.results().read(0);
    expect(status).toBe(Status.Invalid);
    expect(distance).toBeNaN();
    expect(normal.every(Number.isNaN)).toBe(true);
    expect(simplex).toEqual([]);
  });

  test('an id out of range: NaN points, no error', () => {
    const fixture = asked([{ a: box, b: box }]);
    fixture.setPairs([0, 4_000_000_000]);
    fixture.distance();
    const { a, b, status, pointA, pointB, simplex } = fixture.results().read(0);
    expect([a, b, status]).toEqual([0, 4_000_000_000, Status.Invalid]);
    expect([...pointA, ...pointB].every(Number.isNaN)).toBe(true);
    expect(simplex).toEqual([]);
  });

  test('overlap without depth: status and distance 0', () => {
    const fixture = asked([{ a: box, b: place(box, [1, 0, 0]) }]);
    fixture.distance(0, 1, { depth: false });
    const { status, distance, simplex } = fixture.results().read(0);
    expect([status, distance]).toEqual([Status.Overlapping, 0]);
    expect(simplex).toEqual([]);
  });

  test.each([-1, 1, 0.5, Number.NaN])('row %d of one: an error that says so', (i) => {
    const fixture = asked([{ a: box, b: place(box, [3, 0, 0]) }]);
    expect(() => fixture.results().read(i)).toThrow(/^results\.read: row: expected an integer in 0\.\.0, got /);
  });
});
