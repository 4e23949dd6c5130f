/** Which sleeping bodies wake before a step. */
import type { ContactResults } from 'hullstorm';
import { expect, test } from 'vitest';
import { wakeTouched } from '../../src/dynamics/waking.ts';
import { ASLEEP, AWAKE, KINEMATIC, STATIC } from '../../src/dynamics/wide/context.ts';

const REACH = 0.005;
const DT = 1 / 60;
/** The id of a small body. */
const SHORT = 7;

interface Row {
  readonly a: number;
  readonly b: number;
  /** m */
  readonly distance: number;
  readonly points?: number;
}

/** Whom rows along +y wake. @param speeds along y, by id (m/s) */
function woken(
  kinds: readonly number[],
  speeds: readonly number[],
  rows: readonly Row[],
  disturbed: readonly number[] = [],
): number[] {
  const contacts = {
    rowCount: rows.length,
    pointCount: Uint8Array.from(rows, ({ points = 1 }) => points),
    separation: Float32Array.from(rows.flatMap(({ distance }) => [0, 1, 0, distance])),
    ids: Uint32Array.from(rows.flatMap(({ a, b }) => [a, b])),
  } as unknown as ContactResults;
  const velocities = Float32Array.from(speeds.flatMap((speed) => [0, speed, 0, 0]));
  const bodies = {
    kinds: Int32Array.from(kinds),
    velocities,
    spins: new Float32Array(velocities.length),
    disturbed: Uint8Array.from(kinds, (_, id) => Number(disturbed.includes(id))),
  };
  const reaches = Float64Array.from(kinds, (_, id) => (id === SHORT ? REACH / 10 : REACH));
  const ids: number[] = [];
  const any = wakeTouched(contacts, bodies, reaches, DT, (id) => ids.push(id));
  expect(any).toBe(ids.length > 0);
  return ids;
}

test('by an awake body within reach, whichever side it is on', () => {
  const rows = [
    { a: 0, b: 1, distance: -0.01 },
    { a: 0, b: 2, distance: 0.0051 },
    { a: 3, b: 0, distance: 0.0049 },
    { a: 0, b: 4, distance: 0 },
    { a: 0, b: 1, distance: 0, points: 0 },
  ];
  expect(woken([AWAKE, ASLEEP, ASLEEP, ASLEEP, STATIC], [0, 0, 0, 0, 0], rows)).toEqual([1, 3]);
});

test('by one that comes within reach before the step ends; not by one that leaves', () => {
  // 1.2 m/s is 2 cm in a step
  expect(woken([AWAKE, ASLEEP], [1.2, 0], [{ a: 0, b: 1, distance: 0.019 }])).toEqual([1]);
  expect(woken([AWAKE, ASLEEP], [-1.2, 0], [{ a: 0, b: 1, distance: 0.019 }])).toEqual([]);
  expect(woken([ASLEEP, AWAKE], [0, -1.2], [{ a: 0, b: 1, distance: 0.019 }])).toEqual([0]);
  expect(woken([ASLEEP, AWAKE], [0, 1.2], [{ a: 0, b: 1, distance: 0.019 }])).toEqual([]);
});

test('by a kinematic body that moves, and by none that stands', () => {
  expect(woken([KINEMATIC, ASLEEP], [-0.1, 0], [{ a: 0, b: 1, distance: 0.004 }])).toEqual([1]);
  expect(woken([KINEMATIC, ASLEEP], [0, 0], [{ a: 0, b: 1, distance: -0.01 }])).toEqual([]);
  expect(woken([ASLEEP, KINEMATIC], [0, 0.1], [{ a: 0, b: 1, distance: 0 }])).toEqual([0]);
});

test('by whatever was changed: a wall that was put there, and not by one that stands there since', () => {
  const rows = [{ a: 0, b: 1, distance: -0.1 }];
  expect(woken([STATIC, ASLEEP], [0, 0], rows, [0])).toEqual([1]);
  expect(woken([STATIC, ASLEEP], [0, 0], rows, [])).toEqual([]);
});

test('a small body reaches less far', () => {
  const kinds = [AWAKE, ASLEEP, ASLEEP, ASLEEP, ASLEEP, ASLEEP, ASLEEP, ASLEEP];
  const rows = [
    { a: 0, b: 6, distance: 0.002 },
    { a: 0, b: SHORT, distance: 0.002 },
  ];
  expect(woken(kinds, Array(8).fill(0), rows)).toEqual([6]);
  expect(woken(kinds, Array(8).fill(0), [{ a: 0, b: SHORT, distance: 0.0004 }])).toEqual([SHORT]);
});
