import { describe, expect, test } from 'vitest';
import { sortRows } from '../../../src/broad/candidates/sortRows.ts';
import { FATTEN, MAKE_NODES } from '../../../src/broad/passes.ts';
import { FIND, FIND_MOVED, MERGE } from '../../../src/queries/findPairs/search.ts';
import { BOXES, SPHERES } from '../../../src/queries/overlaps/table.ts';
import { box, hull, sphere } from '../../../src/shapes/spec.ts';
import { BOUNDS_STRIDE } from '../../../src/tables/boundsTable.ts';
import { ROWS } from '../../../src/tables/countTable.ts';
import { checkFind, type FindFixture, findFixture } from '../../support/findPairs.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

type Random = () => number;

const WIDTHS = [0, 1, 3, 4, 5, 63, 64, 65];

/** Oracle: every volume against the bounds of every row, axis by axis. */
function bruteOverlaps({ frame }: FindFixture, kind: number, volumes: readonly number[], mask: number): number[][] {
  const { boxes } = frame.bounds;
  const size = kind === BOXES ? 6 : 4;
  return Array.from({ length: volumes.length / size }, (_, k) => {
    const v = volumes.slice(size * k, size * k + size);
    const found: number[] = [];
    for (let row = 0; row < frame.counts[ROWS]; row++) {
      if ((frame.colliders.groups[2 * row] & mask) === 0) continue;
      const own = boxes.subarray(BOUNDS_STRIDE * row, BOUNDS_STRIDE * row + 6);
      let near = true;
      let square = 0;
      for (let c = 0; c < 3; c++) {
        if (kind === BOXES) near &&= own[c] <= v[c + 3] && v[c] <= own[c + 3];
        else {
          const nearest = Math.min(Math.max(v[c], own[c]), own[c + 3]);
          square += (nearest - v[c]) ** 2;
        }
      }
      if (kind === SPHERES) near = square <= v[3] ** 2;
      if (near) found.push(row);
    }
    return found;
  });
}

/** Asks, and compares with the oracle. @returns ids found in all */
function checkOverlaps(fixture: FindFixture, kind: number, volumes: number[], what: string, mask = 0xffff): number {
  const found = fixture.overlap(kind, volumes, mask);
  expect(found, what).toEqual(bruteOverlaps(fixture, kind, volumes, mask));
  return found.reduce((sum, ids) => sum + ids.length, 0);
}

interface World {
  readonly name: string;
  readonly origin: number;
  readonly side: number;
  readonly ratio: number;
  readonly unrest: number;
  readonly step: number;
}
const CALM: World = { name: 'a calm heap', origin: 0, side: 7, ratio: 2, unrest: 0, step: 0.005 };
const WORLDS: readonly World[] = [
  CALM,
  { ...CALM, name: 'nothing moves', step: 0 },
  { ...CALM, name: 'some come, go, jump, spoil', unrest: 0.02 },
  { ...CALM, name: 'many come, go, jump, spoil', unrest: 0.3 },
  { ...CALM, name: 'bodies that race', step: 3 },
  { ...CALM, name: 'sizes from 1 to 10,000', ratio: 1e4, side: 3, unrest: 0.01 },
  { ...CALM, name: '10,000 km away', origin: 1e7, unrest: 0.02 },
  { ...CALM, name: 'far apart', side: 1e6, unrest: 0.05 },
];

/** Volumes about the size of the bodies: some touch a side of a body's bounds exactly. */
function someVolumes({ frame }: FindFixture, kind: number, count: number, world: World, random: Random): number[] {
  const { boxes } = frame.bounds;
  const rows = Math.max(frame.counts[ROWS], 1);
  return Array.from({ length: count }, (_, k) => {
    const at = [0, 1, 2].map(() => world.origin + world.side * random());
    const size = k % 7 === 0 ? 0 : k % 11 === 0 ? 0.6 * world.side : world.ratio ** -random();
    const row = BOUNDS_STRIDE * Math.floor(rows * random());
    const own = boxes.subarray(row, row + 6);
    const touches = k % 5 === 0 && !Number.isNaN(own[0]) && own[0] !== own[3];
    if (kind === SPHERES) {
      if (touches) return [own[3] + 1, own[1], own[2], own[3] + 1 - own[3]];
      return [...at, size];
    }
    if (touches) return [own[3], own[1] - 1, own[2] - 1, own[3] + size, own[1], own[2]];
    return [...at, ...at.map((x) => x + size * random())];
  }).flat();
}

describe('overlap queries find what brute force over the bounds finds, and leave findPairs exact', () => {
  test.each(WORLDS)('$name (seed 0x0e1a)', (world) => {
    const random = seeded(0x0e1a);
    const fixture = findFixture(400, 60_000, 256, 60_000);
    const { scene, frame } = fixture;
    const shapes = Array.from({ length: 24 }, (_, k) => {
      const size = world.ratio ** (random() - 1);
      if (k % 3 === 0) return scene.addShape(sphere(0.5 * size));
      if (k % 3 === 1) return scene.addShape(box(0.3 * size, 0.6 * size, (0.1 + random()) * size));
      return scene.addShape(hull(Array.from({ length: 24 }, () => size * (random() - 0.5))));
    });
    const place = (id: number) => {
      for (let c = 0; c < 3; c++) scene.positions[4 * id + c] = world.origin + world.side * random();
      for (let c = 0; c < 4; c++) scene.rotations[4 * id + c] = random() - 0.5;
    };
    const add = () => {
      const id = scene.addCollider(shapes[Math.floor(24 * random())]);
      frame.colliders.groups[2 * id] = 1 << Math.floor(4 * random());
      place(id);
    };
    for (let k = 0; k < 250; k++) add();
    let overlaps = 0;
    let carried = 0;
    for (let step = 0; step < sweep(30, 60); step++) {
      // before the first findPairs, several between two, none between two
      if (step > 2 && step % 4 !== 3)
        carried += checkFind(fixture, step % 9 === 8 ? 0.2 : 0.05, `frame ${step}`).carried;
      const kinds = step % 3 === 0 ? [BOXES, SPHERES] : step % 3 === 1 ? [SPHERES] : step % 6 === 2 ? [BOXES] : [];
      for (const kind of kinds) {
        const count = WIDTHS[step % WIDTHS.length];
        const mask = step % 5 === 0 ? 0b0110 : 0xffff;
        overlaps += checkOverlaps(
          fixture,
          kind,
          someVolumes(fixture, kind, count, world, random),
          `frame ${step}`,
          mask,
        );
        // no motion since: the same, whoever asked in between
        if (step % 10 === 4) carried += checkFind(fixture, 0.05, `frame ${step}, again`).carried;
        if (step % 10 === 4)
          checkOverlaps(fixture, kind, someVolumes(fixture, kind, 5, world, random), `frame ${step}, again`);
      }
      for (let id = 0; id < scene.rows; id++) {
        for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += world.step * (2 * random() - 1);
        if (random() >= world.unrest) continue;
        const what = Math.floor(6 * random());
        if (what === 0) place(id);
        if (what === 1) scene.positions[4 * id] = Number.NaN;
        if (what === 2) scene.rotations.fill(0, 4 * id, 4 * id + 4);
        if (what === 3 && scene.shapes[id] !== 0xffffffff) scene.removeCollider(id);
        if (what === 4 && scene.count < 350) add();
        if (what === 5) frame.colliders.groups[2 * id] = 1 << Math.floor(4 * random());
      }
    }
    expect(overlaps).toBeGreaterThan(world.side > 1e3 ? 0 : 500);
    expect(carried).toBeGreaterThan(world.side > 1e3 ? -1 : world.step > 1 ? 0 : 1000);
  });

  test('no colliders, all removed, one at a time (seed 0xe017)', () => {
    const random = seeded(0xe017);
    const fixture = findFixture(400, 20_000, 4, 20_000);
    const { scene } = fixture;
    const all = [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity];
    expect(checkOverlaps(fixture, BOXES, all, 'none')).toBe(0);
    expect(checkOverlaps(fixture, SPHERES, [0, 0, 0, 1e9], 'none')).toBe(0);
    const shape = scene.addShape(sphere(0.4));
    for (let k = 0; k < 300; k++) {
      scene.addCollider(shape, { position: [random(), 0, 9 * random()] });
      if (k % 7 === 0) expect(checkOverlaps(fixture, BOXES, all, `${k}`)).toBe(k + 1);
      if (k % 31 === 0) checkFind(fixture, 0.1, `${k}`);
    }
    for (let k = 0; k < 300; k++) {
      scene.removeCollider(k);
      if (k % 17 === 0) expect(checkOverlaps(fixture, SPHERES, [0, 0, 0, 1e9], `${k}`)).toBe(299 - k);
    }
    expect(checkOverlaps(fixture, BOXES, all, 'none again')).toBe(0);
    checkFind(fixture, 0.1, 'none');
    scene.addCollider(shape);
    expect(checkOverlaps(fixture, BOXES, all, 'one')).toBe(1);
  });

  test('more ids than there is room for: a sentence, and what follows is right', () => {
    const fixture = findFixture(400, 20_000, 4, 100);
    fixture.scene.addColliders(fixture.scene.addShape(sphere(0.4)), 60);
    const here = [0, 0, 0, 1];
    expect(checkOverlaps(fixture, SPHERES, here, 'fits')).toBe(60);
    expect(() => fixture.overlap(SPHERES, [...here, ...here])).toThrow(
      'engine.overlapSphereSync: overlaps: expected at most 100 (raise capacity.overlaps), got 120',
    );
    expect(() => fixture.overlap(BOXES, Array.from({ length: 1000 }, () => [0, 0, 0, 1, 1, 1]).flat())).toThrow(
      'engine.overlapBoxSync: overlaps: expected at most 100 (raise capacity.overlaps), got 60000',
    );
    expect(checkOverlaps(fixture, SPHERES, here, 'fits again')).toBe(60);
  });
});

test('an overlap query before findPairs leaves it the candidates it has (seed 0xa5c)', () => {
  const random = seeded(0xa5c);
  const fixture = findFixture(400, 20_000, 4, 20_000);
  const { scene, runs } = fixture;
  const shape = scene.addShape(box(0.5, 0.5, 0.5));
  const place = (id: number) => {
    for (let c = 0; c < 3; c++) scene.positions[4 * id + c] = 7 * random();
  };
  for (let k = 0; k < 300; k++) place(scene.addCollider(shape));
  const ask = (what: string) => checkOverlaps(fixture, BOXES, [1, 1, 1, 3, 3, 3], what);
  ask('first');
  expect([runs.get(FATTEN), runs.get(MAKE_NODES), runs.get(FIND)]).toEqual([1, 1, undefined]);
  checkFind(fixture, 0.05, 'first');
  expect([runs.get(FIND), runs.get(FIND_MOVED), runs.get(MERGE)]).toEqual([1, undefined, undefined]);
  for (let frame = 1; frame < 20; frame++) {
    place(Math.floor(300 * random()));
    ask(`jump ${frame}`);
    place(Math.floor(300 * random()));
    ask(`jump ${frame}, another`);
    checkFind(fixture, 0.05, `jump ${frame}`);
    expect([runs.get(FIND), runs.get(FIND_MOVED), runs.get(MERGE)]).toEqual([1, frame, frame]);
    ask(`jump ${frame}, after`);
    checkFind(fixture, 0.05, `jump ${frame}, again`);
    expect([runs.get(FIND), runs.get(FIND_MOVED), runs.get(MERGE)]).toEqual([1, frame, frame]);
  }
  for (let id = 0; id < 300; id++) place(id);
  ask('all jump');
  checkFind(fixture, 0.05, 'all jump');
  expect(runs.get(FIND)).toBe(2);
});

/** Frames that candidates last. */
const FRAMES = sweep(30, 60);

test('fat boxes made for an overlap query are as good as findPairs makes them (seed 0x1d)', () => {
  const calls = [false, true].map((asks) => {
    const random = seeded(0x1d);
    const fixture = findFixture(400, 20_000, 4, 20_000);
    const { scene, runs } = fixture;
    const shape = scene.addShape(box(0.5, 0.5, 0.5));
    for (let k = 0; k < 400; k++) scene.addCollider(shape, { position: [8 * random(), 8 * random(), 8 * random()] });
    for (let frame = 0; frame < FRAMES; frame++) {
      if (asks) fixture.overlap(BOXES, [1, 1, 1, 3, 3, 3]);
      checkFind(fixture, 0.05, `frame ${frame}`);
      for (let k = 0; k < 1600; k++) scene.positions[k] += 0.08 * (random() - 0.5);
    }
    return runs.get(FIND)!;
  });
  console.log(
    `candidates found anew in ${FRAMES} frames: ${calls[0]} without, ${calls[1]} with a query before each (seed 0x1d)`,
  );
  expect(calls[1]).toBeLessThanOrEqual(calls[0] + 3);
});

test('rows are sorted, whatever their order (seed 0x50f7)', () => {
  const random = seeded(0x50f7);
  const stack = new Int32Array(160);
  for (const bits of [1, 5, 10, 17, 30]) {
    for (const count of [0, 1, 2, 23, 24, 25, 26, 100, 2000]) {
      const rows = new Set<number>();
      while (rows.size < Math.min(count, 2 ** bits)) rows.add(Math.floor(2 ** bits * random()));
      const found = Uint32Array.from([7, 7, ...rows, 1, 1]);
      sortRows(found, 2, 2 + rows.size, bits, stack);
      expect([...found]).toEqual([7, 7, ...[...rows].sort((a, b) => a - b), 1, 1]);
    }
  }
  const down = Uint32Array.from({ length: 1000 }, (_, k) => 999 - k);
  sortRows(down, 0, 1000, 10, stack);
  expect([...down]).toEqual(Array.from({ length: 1000 }, (_, k) => k));
});

test('after restore to fewer rows, most of them removed, whoever asks first (seed 0x4e57)', () => {
  for (const asksFirst of [false, true]) {
    const random = seeded(0x4e57);
    const fixture = findFixture(400, 20_000, 4, 20_000);
    const { scene } = fixture;
    const shape = scene.addShape(box(0.5, 0.5, 0.5));
    const add = () => scene.addCollider(shape, { position: [4 * random(), 4 * random(), 4 * random()] });
    for (let k = 0; k < 100; k++) add();
    for (let id = 0; id < 100; id++) if (id % 12 !== 0) scene.removeCollider(id);
    const bytes = scene.snapshot();
    for (let k = 0; k < 300; k++) add();
    checkFind(fixture, 0.1, 'before');
    checkFind(fixture, 0.1, 'before, at rest');
    scene.restore(bytes);
    if (asksFirst) expect(checkOverlaps(fixture, BOXES, [0, 0, 0, 4, 4, 4], 'restored')).toBe(9);
    checkFind(fixture, 0.1, 'restored');
    for (let k = 0; k < 200; k++) add();
    if (asksFirst) expect(checkOverlaps(fixture, BOXES, [0, 0, 0, 4, 4, 4], 'more')).toBe(209);
    checkFind(fixture, 0.1, 'more');
  }
});
