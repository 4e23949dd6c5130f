/**
 * flexible-collision-library/fcl#366: an iteration limit that was reported as "no intersection". No pair known reaches
 * the caps, so GJK and the penetration search are made to say that they proved nothing.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { UNPROVEN } from '../../src/kernels/gjk/search.ts';
import { Status } from '../../src/tables/distanceStatus.ts';
import { type Body, boxBody, capsuleBody, hullBody, place, sphereBody } from '../oracle/body.ts';
import { checkAnswer, columnAnswer, SCALAR, truthOf } from '../support/checkAnswer.ts';
import { TableFixture } from '../support/tables.ts';

const limits = vi.hoisted(() => ({ gjk: false, penetration: false }));

vi.mock('../../src/kernels/gjk/search.ts', async (load) => {
  const real = await load<typeof import('../../src/kernels/gjk/search.ts')>();
  return { ...real, MAX_FAST_STEPS: 0 };
});
vi.mock('../../src/kernels/gjk/careful.ts', async (load) => {
  const real = await load<typeof import('../../src/kernels/gjk/careful.ts')>();
  return {
    ...real,
    gjkCareful: (...args: Parameters<typeof real.gjkCareful>) => {
      const end = real.gjkCareful(...args);
      return limits.gjk ? UNPROVEN : end;
    },
  };
});
vi.mock('../../src/kernels/epa/epa.ts', async (load) => {
  const real = await load<typeof import('../../src/kernels/epa/epa.ts')>();
  return {
    ...real,
    penetration: (...args: Parameters<typeof real.penetration>) => real.penetration(...args) && !limits.penetration,
  };
});

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const apart: [string, Body, Body][] = [
  ['boxes', boxBody(1, 1, 1), place(boxBody(1, 1, 1), [3, 0, 0])],
  ['hulls', hullBody(TETRAHEDRON), place(hullBody(TETRAHEDRON), [3, 0, 0])],
  ['capsule and sphere', capsuleBody(1, 0.5), place(sphereBody(0.5), [3, 0, 0])],
];
const deep: [string, Body, Body][] = [
  ['hulls', hullBody(TETRAHEDRON), place(hullBody(TETRAHEDRON), [0.25, 0, 0])],
  ['box and hull', boxBody(1, 1, 1), place(hullBody(TETRAHEDRON), [0.25, 0, 0])],
];

function fixtureOf(a: Body, b: Body): TableFixture {
  const fixture = new TableFixture();
  fixture.setPairs([fixture.addBody(a), fixture.addBody(b)]);
  return fixture;
}

beforeEach(() => {
  limits.gjk = false;
  limits.penetration = false;
});

describe('GJK and the penetration search at their caps', () => {
  test.each(apart.slice(1))('%s apart: NotConverged with the best answer found', (_, a, b) => {
    const fixture = fixtureOf(a, b);
    const { status, separation } = fixture.list.results;
    limits.gjk = true;
    limits.penetration = true;
    fixture.distance();
    expect(status[0]).toBe(Status.NotConverged);
    expect([...separation.subarray(0, 4)].every(Number.isFinite)).toBe(true);
    fixture.intersect();
    // the spheres around the two may prove it without GJK; an overlap nobody saw is never reported
    expect([Status.Separated, Status.NotConverged]).toContain(status[0]);
    limits.gjk = false;
    limits.penetration = false;
    fixture.distance();
    expect(status[0]).toBe(Status.Separated);
    fixture.intersect();
    expect(status[0]).toBe(Status.Separated);
  });
});

describe('GJK at its cap', () => {
  test.each(apart)('%s apart: NotConverged, or right within the bound that is reported', (_, a, b) => {
    const fixture = fixtureOf(a, b);
    limits.gjk = true;
    fixture.distance();
    const answer = columnAnswer(fixture.results(), 0);
    expect([Status.Separated, Status.NotConverged]).toContain(answer.status);
    const truth = truthOf(a, b, 4);
    expect(Math.abs(answer.distance - truth.distance)).toBeLessThanOrEqual(answer.errorBound + 1e-13);
    limits.gjk = false;
    fixture.distance();
    expect(checkAnswer(a, b, truth, columnAnswer(fixture.results(), 0), SCALAR).faults).toEqual([]);
  });
});

test.each(deep)('%s overlapping, the polytope search at its cap: NotConverged', (_, a, b) => {
  const fixture = fixtureOf(a, b);
  limits.penetration = true;
  fixture.distance();
  const { status, separation } = fixture.list.results;
  expect(status[0]).toBe(Status.NotConverged);
  expect(separation[3]).toBeLessThan(0);
  limits.penetration = false;
  fixture.distance();
  expect(status[0]).toBe(Status.Overlapping);
});
