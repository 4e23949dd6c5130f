/** Work that `findPairs` leaves out: lists and filters of scenes that have not changed. */
import { expect, test } from 'vitest';
import { FILTER, WRITE_PAIRS } from '../../../src/queries/findPairs/search.ts';
import { BOXES } from '../../../src/queries/overlaps/table.ts';
import { box } from '../../../src/shapes/spec.ts';
import { checkFind, findFixture } from '../../support/findPairs.ts';
import { seeded } from '../../support/random.ts';

test('the same pairs are not written again, unless the list was changed (seed 0x5a)', () => {
  const random = seeded(0x5a);
  const fixture = findFixture(200, 4000);
  const { scene, runs, list } = fixture;
  const shape = scene.addShape(box(0.5, 0.4, 0.3));
  for (let k = 0; k < 150; k++) scene.addCollider(shape, { position: [5 * random(), 5 * random(), 5 * random()] });
  const written = () => runs.get(WRITE_PAIRS) ?? 0;
  expect(checkFind(fixture, 0.1, 'first').pairs).toBeGreaterThan(200);
  expect(written()).toBe(1);
  for (const what of ['at rest', 'at rest again']) {
    checkFind(fixture, 0.1, what);
    expect(written(), what).toBe(1);
  }
  // one pair fewer, then the same number of others
  const [a] = list.ids;
  const x = scene.positions[4 * a!]!;
  scene.positions[4 * a!] = x + 50;
  checkFind(fixture, 0.1, 'a body left');
  expect(written()).toBe(2);
  scene.positions[4 * a!] = x;
  checkFind(fixture, 0.1, 'it is back');
  checkFind(fixture, 0.1, 'and at rest');
  expect(written()).toBe(3);
  checkFind(fixture, 0.15, 'a larger margin');
  expect(written()).toBe(4);
  // other rows in between: what a row of a candidate was does not hold
  list.set([...list.ids.subarray(2, 2 * list.count)]);
  checkFind(fixture, 0.15, 'a list that was set');
  expect(written()).toBe(5);
  list.resize(list.count);
  fixture.find(0.15);
  expect(written()).toBe(6);
});

test('pairs are filtered again only if a body, the margin or the list has changed (seed 0x5b)', () => {
  const random = seeded(0x5b);
  const fixture = findFixture(200, 4000, 256, 10);
  const { scene, runs, list } = fixture;
  const shape = scene.addShape(box(0.5, 0.4, 0.3));
  for (let k = 0; k < 150; k++) scene.addCollider(shape, { position: [5 * random(), 5 * random(), 5 * random()] });
  let filtered = 0;
  const check = (what: string, isFiltered: boolean, margin = 0.1) => {
    checkFind(fixture, margin, what);
    filtered += isFiltered ? 1 : 0;
    expect(runs.get(FILTER) ?? 0, what).toBe(filtered);
  };
  check('first', true);
  check('at rest', false);
  // less than the room to move
  scene.positions[0] += 1e-6;
  check('a body moved', true);
  check('at rest again', false);
  check('another margin', true, 0.05);
  scene.rotations[4] += 1e-3;
  fixture.overlap(BOXES, [0, 0, 0, 1, 1, 1]);
  check('another query has made the bounds', true, 0.05);
  fixture.overlap(BOXES, [0, 0, 0, 1, 1, 1]);
  check('another query at rest', false, 0.05);
  scene.groups[2 * 3] = 0;
  check('another group', true, 0.05);
  scene.removeCollider(5);
  check('a body less', true, 0.05);
  list.set([...list.ids.subarray(2, 2 * list.count)]);
  check('a list that was set', true, 0.05);
  check('at rest at the end', false, 0.05);
});
