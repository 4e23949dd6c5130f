/** Pairs of the JIT warm-up: of every kind, and all of them pairs that a query could have. */
import { afterEach, expect, test, vi } from 'vitest';
import { ContactRunner } from '../../src/narrow/contactRunner.ts';
import { Status } from '../../src/queries/distance/table.ts';
import { JitWarmUp, warmUpHere } from '../../src/schedule/jitWarmUp.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('boxes deep in each other, touching and apart, where they were and elsewhere, with points and without; then it is over', () => {
  const statuses = new Map<number, number>();
  const points = new Map<number, number>();
  let [near, warm, stale] = [0, 0, 0];
  const normals = new Map<number, number>();
  const { compute } = ContactRunner.prototype;
  vi.spyOn(ContactRunner.prototype, 'compute').mockImplementation(function (this: ContactRunner, begin, end) {
    compute.call(this, begin, end);
    const { contacts, list } = this.tables;
    const { status, separation } = list.results;
    for (let row = begin; row < end; row++) {
      statuses.set(status[row], (statuses.get(status[row]) ?? 0) + 1);
      points.set(contacts.pointCount[row], (points.get(contacts.pointCount[row]) ?? 0) + 1);
      if (Math.abs(separation[4 * row + 3]) < 1e-5) near++;
      if (contacts.previous[4 * row] >= 0) warm++;
      // asked from the last answer, which is another one by now
      const normal = separation[4 * row];
      if (contacts.lastRow[row] === row && normals.get(row) !== normal) stale++;
      normals.set(row, normal);
    }
  });
  const warmUp = new JitWarmUp();
  let sets = 1;
  while (warmUp.next()) sets++;
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(sets).toBeGreaterThan(10);
  const { Separated, Overlapping, BeyondMaxDistance } = Status;
  expect([...statuses.keys()].sort()).toEqual([Separated, Overlapping, BeyondMaxDistance].sort());
  for (const count of statuses.values()) expect(count / answered).toBeGreaterThan(0.1);
  expect([...points.keys()].sort()).toEqual([0, 1, 2, 3, 4]);
  for (const part of [near, warm, stale]) expect(part / answered).toBeGreaterThan(0.1);
});

test('a thread warms up once, and lets other tasks run after every set', async () => {
  // the clock stands still: there is time for all sets
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const order: string[] = [];
  const { next } = JitWarmUp.prototype;
  vi.spyOn(JitWarmUp.prototype, 'next').mockImplementation(function (this: JitWarmUp) {
    order.push('set');
    return next.call(this);
  });
  let turn = setImmediate(function others() {
    if (order.at(-1) !== 'others') order.push('others');
    turn = setImmediate(others);
  });
  await warmUpHere();
  clearImmediate(turn);
  expect(order.length).toBeGreaterThan(20);
  expect(order.join(' ')).not.toContain('set set');
  const asked = order.length;
  await warmUpHere();
  expect(order).toHaveLength(asked);
});
