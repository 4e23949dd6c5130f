/** The example behaves: what falls comes to rest on the ground, and the contacts it was given are consistent from step to step. */
import type { ContactResults } from 'hullstorm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Report, simulate } from '../../examples/tinySolver.ts';

const SEED = 7;
const BODIES = 200;
const STEPS = 300;
/** Edges and diameters are between 0.3 m and 0.7 m. */
const SMALLEST = 0.3;

/** Follows the pairs that touch, by their ids, from event to event. */
class Touched {
  readonly faults: string[] = [];
  #rows = new Map<string, number>();
  #slots = 0;
  began = 0;
  ended = 0;
  /** Deepest penetration of any step (m). */
  deepest = 0;
  points = 0;
  carriedOver = 0;

  book(contacts: ContactResults): void {
    const { began, stayed, ended, endedIds, pairs, count, pointCount, previous, separation } = contacts;
    const name = (ids: Uint32Array, row: number) => `${ids[2 * row]} ${ids[2 * row + 1]}`;
    for (let k = 0; k < contacts.endedCount; k++) {
      const pair = name(endedIds, k);
      if (this.#rows.get(pair) !== ended[k]) this.faults.push(`${pair} ended in row ${ended[k]}`);
      this.#rows.delete(pair);
    }
    const now = new Map<string, number>();
    for (const row of stayed.subarray(0, contacts.stayedCount)) {
      const pair = name(pairs.ids, row);
      if (!this.#rows.delete(pair)) this.faults.push(`${pair} stayed and did not touch`);
      now.set(pair, row);
    }
    if (this.#rows.size > 0) this.faults.push(`${this.#rows.size} pairs touched and did neither stay nor end`);
    for (const row of began.subarray(0, contacts.beganCount)) now.set(name(pairs.ids, row), row);
    this.#rows = now;
    this.began += contacts.beganCount;
    this.ended += contacts.endedCount;
    for (let p = 0; p < count; p++) {
      const from = previous.subarray(4 * p, 4 * p + pointCount[p]);
      if (from.length > 0) this.deepest = Math.max(this.deepest, -separation[4 * p + 3]);
      this.points += from.length;
      this.carriedOver += from.filter((slot) => slot >= 0).length;
      if (from.some((slot) => slot >= this.#slots)) this.faults.push(`row ${p} comes from ${from}`);
    }
    this.#slots = 4 * count;
  }

  get count(): number {
    return this.#rows.size;
  }
}

describe(`${BODIES} bodies, ${STEPS} steps, seed ${SEED}`, () => {
  const touched = new Touched();
  let report: Report;

  beforeAll(async () => {
    const onContacts = (contacts: ContactResults) => touched.book(contacts);
    report = await simulate({ bodies: BODIES, steps: STEPS, seed: SEED, workers: 0, onContacts });
  });

  test('nothing is lost or not a number', () => {
    expect(report.escaped).toBe(0);
    expect(Object.values(report).every(Number.isFinite)).toBe(true);
  });

  test('what fell lies still, one on the other', () => {
    expect(report.kinetic).toBeLessThan(1e-3 * report.peak);
    expect(report.contacts).toBeGreaterThan(BODIES);
  });

  test('nothing is deep in another, neither at the end nor on the way', () => {
    expect(report.deepest).toBeLessThan(0.03 * SMALLEST);
    expect(touched.deepest).toBeLessThan(0.3 * SMALLEST);
  });

  test('points last: nearly all at rest, most on the way', () => {
    expect(report.carriedOver).toBeGreaterThan(0.99 * report.points);
    expect(touched.carriedOver).toBeGreaterThan(0.9 * touched.points);
  });

  test('events tell one story', () => {
    expect(touched.faults).toEqual([]);
    expect(touched.began).toBeGreaterThan(BODIES);
    expect(touched.began - touched.ended).toBe(touched.count);
  });
});
