/** Contacts of pairs with a mesh or a compound: closed forms, rows, ids, events, and what they promise. */
import {
  box,
  type ContactResults,
  capsule,
  compound,
  createEngine,
  halfSpace,
  mesh,
  type Shape,
  Status,
  sphere,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { grid, joined, moved, type Surface, square, squareWithTJunctions } from '../../../scenes/surfaces.ts';
import { messageOf } from '../../support/messageOf.ts';
import { seeded } from '../../support/random.ts';

type Vec3 = [number, number, number];
type Quat = [number, number, number, number];

const MARGIN = 0.02;
const UPRIGHT: Quat = [0, 0, 0, 1];
const LYING: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const f = Math.fround;

/** A manifold that has points. */
interface Row {
  row: number;
  normal: number[];
  distance: number;
  points: { a: number[]; b: number[]; separation: number; feature: number; previous: number }[];
}

function rowsOf(contacts: ContactResults): Row[] {
  const { rowCount, pointCount, separation, pointsA, pointsB, features, previous } = contacts;
  const rows: Row[] = [];
  for (let row = 0; row < rowCount; row++) {
    if (pointCount[row] === 0) continue;
    const points = Array.from({ length: pointCount[row] }, (_, k) => ({
      a: [...pointsA.subarray(16 * row + 4 * k, 16 * row + 4 * k + 3)],
      b: [...pointsB.subarray(16 * row + 4 * k, 16 * row + 4 * k + 3)],
      separation: pointsA[16 * row + 4 * k + 3],
      feature: features[4 * row + k],
      previous: previous[4 * row + k],
    }));
    rows.push({
      row,
      normal: [...separation.subarray(4 * row, 4 * row + 3)],
      distance: separation[4 * row + 3],
      points,
    });
  }
  return rows;
}

/** A scene with one static surface and one body, and the list of that pair: (surface, body). */
async function scene(kernel: 'scalar' | 'simd', surface: Surface | Shape, body: Shape, borders?: 'joined') {
  const engine = await createEngine({ kernel, workers: 0 });
  const shape = 'positions' in surface ? mesh({ ...surface, borders }) : surface;
  const ground = engine.scene.addCollider(engine.scene.addShape(shape), { static: true });
  const id = engine.scene.addCollider(engine.scene.addShape(body));
  const list = engine.createPairList(8);
  list.set([ground, id]);
  const at = (position: Vec3, rotation = UPRIGHT) => {
    engine.scene.setPose(id, position, rotation);
    return rowsOf(engine.contactsSync(list, { margin: MARGIN }));
  };
  return { engine, list, ground, id, at };
}

const places = (row: Row) => row.points.map(({ b }) => b.map((x) => Math.round(1e5 * x) / 1e5 + 0).join(' ')).sort();
const cornersOf = (x: number, y: number, z: number) =>
  [-1, 1].flatMap((i) => [-1, 1].map((k) => [i * x, -y, k * z].join(' '))).sort();

/** A floor y = 0 that ends at a wall x = 1, 2 m high. */
function wallAndFloor(): Surface {
  const { positions, ...rest } = grid([0, 1, 2, 3], [-2, -1, 0, 1, 2]);
  const line = [
    [-3, 0],
    [-1, 0],
    [1, 0],
    [1, 2],
  ];
  for (let k = 0; k < positions.length; k += 3) [positions[k], positions[k + 1]] = line[positions[k]];
  return { positions, ...rest };
}

describe.each(['scalar', 'simd'] as const)('kernel %s', (kernel) => {
  test.each([
    ['flat', square(8, 1)],
    ['small cells', square(60, 0.05)],
    ['T-junctions', squareWithTJunctions(8, 1)],
  ])('a box lies flat on a grid: its four corners, %s', async (_, surface) => {
    const { at, engine } = await scene(kernel, surface, box(0.5, 0.25, 0.375));
    for (const gap of [-1e-3, 0, 1e-3]) {
      const rows = at([0.13, 0.25 + gap, -0.21]);
      expect(rows.map(({ row }) => row)).toEqual([0]);
      expect(rows[0].normal).toEqual([0, 1, 0]);
      expect(rows[0].distance).toBeCloseTo(gap, 6);
      expect(places(rows[0])).toEqual(cornersOf(0.5, 0.25, 0.375));
      for (const { separation } of rows[0].points) expect(separation).toBeCloseTo(gap, 6);
    }
    expect(at([0.13, 0.28, -0.21])).toEqual([]);
    await engine.close();
  });

  test('ids keep while a box slides from triangle to triangle', async () => {
    const { at, engine } = await scene(kernel, square(60, 0.05), box(0.5, 0.25, 0.375));
    const first = at([-0.4, 0.249, -0.3])[0]
      .points.map(({ feature }) => feature)
      .sort();
    for (let step = 1; step < 60; step++) {
      const [{ points }] = at([-0.4 + 0.0137 * step, 0.249, -0.3 + 0.0071 * step]);
      expect(points.map(({ feature }) => feature).sort()).toEqual(first);
      expect(points.map(({ previous }) => previous).sort()).toEqual([0, 1, 2, 3]);
    }
    await engine.close();
  });

  test('a box hits no inner edge: turned, in the air and in the ground', async () => {
    const random = seeded(0x34c3);
    const { at, engine } = await scene(kernel, square(16, 0.25), box(0.5, 0.25, 0.375));
    let met = 0;
    for (let k = 0; k < 100; k++) {
      const turn = [0, 1, 2, 3].map((c) => (c === 3 ? 1 : 0.3 * (random() - 0.5))) as Quat;
      for (const { normal } of at([random() - 0.5, 0.2 + 0.2 * random(), random() - 0.5], turn)) {
        met++;
        expect(normal).toEqual([0, 1, 0]);
      }
    }
    expect(met).toBeGreaterThan(50);
    await engine.close();
  });

  test('a box lies on a ridge: two points, and the normal of its face', async () => {
    const roof = square(8, 1, (x) => -0.5 * Math.abs(x));
    const { at, engine } = await scene(kernel, roof, box(0.5, 0.25, 0.375));
    const rows = at([0.1, 0.249, 0]);
    expect(rows.length).toBe(1);
    expect(rows[0].normal[1]).toBeCloseTo(1, 6);
    expect(rows[0].distance).toBeCloseTo(-1e-3, 6);
    expect(places(rows[0])).toEqual(['-0.1 -0.25 -0.375', '-0.1 -0.25 0.375']);
    await engine.close();
  });

  test('a sphere in a valley: two manifolds of one point', async () => {
    const { at, engine } = await scene(
      kernel,
      square(8, 1, (x) => Math.abs(x)),
      sphere(0.5),
    );
    const rows = at([0, 0.5 * Math.SQRT2 - 1e-3 * Math.SQRT2, 0.3]);
    expect(rows.map(({ row }) => row)).toEqual([0, 1]);
    expect(rows.map(({ normal }) => Math.sign(normal[0])).sort()).toEqual([-1, 1]);
    for (const { normal, distance, points } of rows) {
      expect(Math.abs(normal[0])).toBeCloseTo(Math.SQRT1_2, 6);
      expect(distance).toBeCloseTo(-1e-3, 6);
      expect(points.length).toBe(1);
    }
    await engine.close();
  });

  test('a sphere over a spike, and over the rim of a table', async () => {
    const spike = await scene(
      kernel,
      square(8, 1, (x, z) => (x === 0 && z === 0 ? 1 : 0)),
      sphere(0.5),
    );
    const [tip] = spike.at([0, 1.51, 0]);
    expect(tip.normal[1]).toBeCloseTo(1, 6);
    expect(tip.distance).toBeCloseTo(0.01, 6);
    await spike.engine.close();
    const rim = await scene(kernel, square(2, 1), sphere(0.5));
    const beside = 0.5 * Math.SQRT1_2;
    const [edge] = rim.at([1 + beside, beside, 0.2]);
    expect(edge.normal[0]).toBeCloseTo(Math.SQRT1_2, 5);
    expect(edge.distance).toBeCloseTo(0, 6);
    await rim.engine.close();
    const tiled = await scene(kernel, square(2, 1), sphere(0.5), 'joined');
    expect(tiled.at([1 + beside, beside, 0.2])).toEqual([]);
    await tiled.engine.close();
  });

  test('a capsule that lies on a grid: its two ends', async () => {
    const { at, engine } = await scene(kernel, square(8, 1), capsule(0.75, 0.25));
    const [{ normal, distance, points }] = at([0.1, 0.249, 0.3], LYING);
    expect(normal).toEqual([0, 1, 0]);
    expect(distance).toBeCloseTo(-1e-3, 6);
    expect(points.map(({ b }) => f(b[0]).toFixed(5)).sort()).toEqual(['-0.75000', '0.75000']);
    await engine.close();
  });

  test('a capsule that rolls over small cells, in the air and in the ground: its two ends', async () => {
    const { at, engine } = await scene(kernel, squareWithTJunctions(100, 0.05), capsule(0.4, 0.3));
    const lying: Quat = [-0.5, 0, -0.5, Math.SQRT1_2];
    for (let step = 0; step < 60; step++) {
      const [{ points }] = at([0.013 * step - 0.4, 0.3 + (step % 2 === 0 ? 1e-4 : -1e-4), 0.013 * step - 0.4], lying);
      const along = points.map(({ b }) => Math.SQRT1_2 * (b[0] - b[2]));
      expect(points.map(({ b }) => Math.hypot(b[0], b[2]).toFixed(5))).toEqual(['0.40000', '0.40000']);
      expect(Math.sign(along[0])).toBe(-Math.sign(along[1]));
    }
    await engine.close();
  });

  test('a box in the corner of a wall and the floor: a manifold for each', async () => {
    const { at, engine } = await scene(kernel, wallAndFloor(), box(0.5, 0.5, 0.5));
    const rows = at([0.501, 0.499, 0.2]);
    expect(rows.map(({ row }) => row)).toEqual([0, 1]);
    const floor = rows.find(({ normal }) => normal[1] === 1)!;
    const wall = rows.find(({ normal }) => normal[0] === -1)!;
    for (const { points, distance } of [floor, wall]) {
      expect(distance).toBeCloseTo(-1e-3, 6);
      expect(points.length).toBe(4);
    }
    await engine.close();
  });

  test('the back of a triangle is met on request', async () => {
    for (const sides of ['front', 'both'] as const) {
      const { at, engine } = await scene(kernel, mesh({ ...square(8, 1), sides }), box(0.5, 0.25, 0.375));
      const rows = at([0.1, -0.249, 0.2]);
      expect(rows.length).toBe(sides === 'both' ? 1 : 0);
      if (sides === 'both') {
        expect(rows[0].normal[1]).toBe(-1);
        expect(rows[0].distance).toBeCloseTo(-1e-3, 6);
        expect(rows[0].points.length).toBe(4);
      }
      await engine.close();
    }
  });

  test('a mesh over a turned and distant collider gives the same points', async () => {
    const near = await scene(kernel, square(8, 1), box(0.5, 0.25, 0.375));
    const want = near.at([0.125, 0.249, -0.25]);
    await near.engine.close();
    const far = await scene(kernel, moved(square(8, 1), [-512, 0, 1024]), box(0.5, 0.25, 0.375));
    far.engine.scene.setPose(far.ground, [512, 0, -1024], UPRIGHT);
    const got = far.at([0.125, 0.249, -0.25]);
    expect(got.map(places)).toEqual(want.map(places));
    expect(got[0].distance).toBeCloseTo(want[0].distance, 6);
    await far.engine.close();
  });
});

const TABLE = compound([
  { shape: box(1, 0.05, 0.5), position: [0, 0.45, 0] },
  ...[-1, 1].flatMap((x) =>
    [-1, 1].map((z) => ({ shape: box(0.05, 0.2, 0.05), position: [0.9 * x, 0.2, 0.4 * z] as Vec3 })),
  ),
]);

describe.each(['scalar', 'simd'] as const)('compounds, kernel %s', (kernel) => {
  test.each([
    ['a grid', square(8, 1)],
    ['a half-space', halfSpace()],
    ['a box', box(4, 1, 4)],
    ['a wide box', box(400, 1, 400)],
  ])('a table stands on %s: the outer corners of its legs', async (_, ground) => {
    const { at, engine, list } = await scene(kernel, ground, TABLE);
    engine.scene.setPose(0, [0, 'kind' in ground && ground.kind === 'box' ? -1 : 0, 0], UPRIGHT);
    const rows = at([0.1, -1e-3, 0.2]);
    expect(rows.length).toBe(1);
    expect(rows[0].normal[1]).toBeCloseTo(1, 6);
    expect(rows[0].distance).toBeCloseTo(-1e-3, 6);
    expect(places(rows[0])).toEqual(cornersOf(0.95, 0, 0.45).map((place) => place.replace('-0 ', '0 ')));
    const { childA, childB } = engine.contactsSync(list, { margin: MARGIN });
    expect([1, 2, 3, 4]).toContain(childB[0]);
    expect(childA[0] >= 0).toBe('positions' in ground);
    await engine.close();
  });

  test('a table on a table', async () => {
    const { at, engine } = await scene(kernel, TABLE, TABLE);
    const rows = at([0.1, 0.499, 0]);
    expect(rows[0].normal[1]).toBeCloseTo(1, 6);
    expect(rows[0].distance).toBeCloseTo(-1e-3, 6);
    expect(rows[0].points.length).toBe(4);
    expect(rows[0].points.map(({ separation }) => separation.toFixed(5))).toEqual(new Array(4).fill('-0.00100'));
    await engine.close();
  });

  test('a box on a compound of one part has the contact that it has on the part', async () => {
    const part = box(0.75, 0.5, 0.6);
    const alone = await scene(kernel, part, box(0.5, 0.25, 0.375));
    const want = alone.at([0.3, 0.749, 0.1]);
    const whole = await scene(kernel, compound([part]), box(0.5, 0.25, 0.375));
    const got = whole.at([0.3, 0.749, 0.1]);
    expect(got.map(places)).toEqual(want.map(places));
    expect(got[0].normal[1]).toBe(want[0].normal[1]);
    await alone.engine.close();
    await whole.engine.close();
  });
});

describe('rows', () => {
  const bytesOf = (contacts: ContactResults) => {
    const { rowCount, status, separation, pointCount, ids, childA, childB, previous, features } = contacts;
    return {
      rows: rowsOf(contacts),
      status: [...status.subarray(0, rowCount)],
      separation: [...separation.subarray(0, 4 * rowCount)],
      pointCount: [...pointCount.subarray(0, rowCount)],
      ids: [...ids.subarray(0, 2 * rowCount)],
      children: [...childA.subarray(0, rowCount), ...childB.subarray(0, rowCount)],
      features: [...features.subarray(0, 4 * rowCount), ...previous.subarray(0, 4 * rowCount)],
    };
  };

  /** Thirty bodies over rough ground, some of them on each other. */
  async function heap(kernel: 'scalar' | 'simd', workers: number, blockPairs: number) {
    const random = seeded(0x34c4);
    const engine = await createEngine({ kernel, workers, tuning: { shareFrom: 0, blockPairs } });
    const ground = mesh(square(16, 0.5, () => 0.2 * random()));
    engine.scene.addCollider(engine.scene.addShape(ground), { static: true });
    const shapes = [TABLE, box(0.3, 0.2, 0.4), sphere(0.3), capsule(0.3, 0.2)].map((s) => engine.scene.addShape(s));
    for (let k = 0; k < 30; k++) {
      const position = [3 * (random() - 0.5), 0.8 * random(), 3 * (random() - 0.5)] as Vec3;
      const rotation = [0, 1, 2, 3].map(() => random() - 0.5) as Quat;
      engine.scene.addCollider(shapes[k % 4], { position, rotation });
    }
    return engine;
  }

  test('the same bytes with any number of workers and any size of blocks', async () => {
    for (const kernel of ['scalar', 'simd'] as const) {
      let want: unknown;
      for (const [workers, block] of [
        [0, 256],
        [2, 8],
        [3, 64],
      ]) {
        const engine = await heap(kernel, workers, block);
        const got = [];
        for (let round = 0; round < 2; round++) got.push(bytesOf(await engine.contacts({ margin: MARGIN })));
        expect(got[0].rows.length).toBeGreaterThan(30);
        want ??= got;
        expect(got).toEqual(want);
        await engine.close();
      }
    }
  });

  test('both kernels agree', async () => {
    const [one, two] = await Promise.all([heap('scalar', 0, 256), heap('simd', 0, 256)]);
    const [a, b] = [one.contactsSync({ margin: MARGIN }), two.contactsSync({ margin: MARGIN })];
    expect(a.rowCount).toBe(b.rowCount);
    for (let row = 0; row < a.count; row++) {
      expect(a.pointCount[row] > 0, `row ${row}`).toBe(b.pointCount[row] > 0);
      if (a.pointCount[row] > 0) expect(a.distance(row), `row ${row}`).toBeCloseTo(b.distance(row), 5);
    }
    await one.close();
    await two.close();
  });

  test('rows behind those of the pairs: their ids, and none without children', async () => {
    const engine = await heap('simd', 0, 256);
    const { count, rowCount, ids } = engine.contactsSync({ margin: MARGIN });
    const isMany = (id: number) => id === 0 || id % 4 === 1;
    const many = Array.from({ length: count }, (_, k) => k).filter((k) => isMany(ids[2 * k]) || isMany(ids[2 * k + 1]));
    expect(rowCount).toBe(count + 7 * many.length);
    for (const [k, row] of many.entries()) {
      for (let extra = 0; extra < 7; extra++) {
        const at = count + 7 * k + extra;
        expect([ids[2 * at], ids[2 * at + 1]]).toEqual([ids[2 * row], ids[2 * row + 1]]);
      }
    }
    await engine.close();
    const plain = await createEngine({ workers: 0 });
    const shape = plain.scene.addShape(box(0.5, 0.5, 0.5));
    for (const y of [0, 0.99]) plain.scene.addCollider(shape, { position: [0, y, 0] });
    const contacts = plain.contactsSync();
    expect([contacts.count, contacts.rowCount]).toEqual([1, 1]);
    expect([contacts.childA[0], contacts.childB[0]]).toEqual([-1, -1]);
    await plain.close();
  });

  test('events are those of pairs, whose manifolds are kept', async () => {
    const { engine, id, list } = await scene('simd', wallAndFloor(), box(0.5, 0.5, 0.5));
    const options = { margin: MARGIN, recycle: 0.001 };
    const eventsAt = (y: number) => {
      engine.scene.setPose(id, [0.501, y, 0.2], UPRIGHT);
      const contacts = engine.contactsSync(list, options);
      const { beganCount, stayedCount, endedCount } = contacts;
      return { beganCount, stayedCount, endedCount, rows: rowsOf(contacts), recycled: contacts.recycledCount };
    };
    expect(eventsAt(0.499)).toMatchObject({ beganCount: 1, stayedCount: 0, endedCount: 0 });
    for (let k = 0; k < 3; k++) {
      const { rows, ...events } = eventsAt(0.499);
      // the third query is the turn of the pair for fresh manifolds
      expect(events).toEqual({ beganCount: 0, stayedCount: 1, endedCount: 0, recycled: k === 1 ? 0 : 1 });
      expect(rows.length).toBe(2);
      for (const { row, points } of rows) {
        expect(points.map(({ previous }) => previous)).toEqual(points.map((_, slot) => 4 * row + slot));
      }
    }
    engine.scene.setPose(id, [-1, 5, 0], UPRIGHT);
    const gone = engine.contactsSync(list, options);
    expect([gone.beganCount, gone.stayedCount, gone.endedCount]).toEqual([0, 0, 1]);
    expect(gone.status[0]).toBe(Status.BeyondMaxDistance);
    await engine.close();
  });

  test('a manifold keeps its impulses when another one becomes the deepest', async () => {
    const { at, engine } = await scene('simd', wallAndFloor(), box(0.5, 0.5, 0.5));
    const before = at([0.5003, 0.4995, 0.2]);
    expect(before[0].normal[1]).toBe(1);
    const after = at([0.5007, 0.4997, 0.2]);
    expect(after[0].normal[0]).toBe(-1);
    const moved = after.map(({ points }) => points.map(({ previous }) => previous >> 2));
    expect(moved).toEqual([new Array(4).fill(before[1].row), new Array(4).fill(before[0].row)]);
    await engine.close();
  });

  test('sensors: no points, and events of overlap', async () => {
    const engine = await createEngine({ workers: 0 });
    const ground = engine.scene.addCollider(engine.scene.addShape(mesh(square(8, 1))), { static: true });
    const id = engine.scene.addCollider(engine.scene.addShape(TABLE), { sensor: true });
    const list = engine.createPairList(8);
    list.set([ground, id]);
    const flags = [0.01, -0.01].map((y) => {
      engine.scene.setPose(id, [0, y, 0], UPRIGHT);
      const contacts = engine.contactsSync(list, { margin: MARGIN });
      return [contacts.beganCount, rowsOf(contacts).length, ...contacts.sensors.subarray(0, 8)];
    });
    expect(flags).toEqual([
      [0, 0, ...new Array(8).fill(1)],
      [1, 0, ...new Array(8).fill(1)],
    ]);
    await engine.close();
  });

  test('a list without room for the rows is refused, and works after', async () => {
    const { engine, ground, id } = await scene('simd', square(8, 1), box(0.5, 0.5, 0.5));
    engine.scene.setPose(id, [0, 0.499, 0], UPRIGHT);
    const short = engine.createPairList(7);
    short.set([ground, id]);
    expect(messageOf(() => engine.contactsSync(short))).toBe(
      'engine.contactsSync: pairs: expected a list with room for 8 rows (raise its capacity): 8 per pair with a mesh or ' +
        'a compound, got 7',
    );
    expect(engine.distanceSync(short).status[0]).toBe(Status.Overlapping);
    await engine.close();
    const small = await createEngine({ workers: 0, capacity: { contacts: 7 } });
    small.scene.addCollider(small.scene.addShape(mesh(square(8, 1))), { static: true });
    small.scene.addCollider(small.scene.addShape(box(0.5, 0.5, 0.5)));
    expect(messageOf(() => small.contactsSync())).toContain('(raise capacity.contacts)');
    await small.close();
  });

  test('two surfaces are Invalid', async () => {
    const engine = await createEngine({ workers: 0 });
    const shape = engine.scene.addShape(mesh(square(2, 1)));
    const ids = [0, 1].map(() => engine.scene.addCollider(shape, { static: true }));
    const list = engine.createPairList(8);
    list.set(ids);
    const contacts = engine.contactsSync(list);
    expect(contacts.status[0]).toBe(Status.Invalid);
    expect(rowsOf(contacts)).toEqual([]);
    await engine.close();
  });

  test('more rows than are joined at once: a wide box on small cells', async () => {
    const { at, engine } = await scene('simd', square(60, 0.05), box(1.2, 0.25, 1.3));
    const [{ points, normal, distance }] = at([0.01, 0.249, -0.02]);
    expect(normal).toEqual([0, 1, 0]);
    expect(distance).toBeCloseTo(-1e-3, 6);
    expect(places({ row: 0, normal, distance, points })).toEqual(cornersOf(1.2, 0.25, 1.3));
    await engine.close();
  });

  test('tiles side by side have no seams with joined borders', async () => {
    const tiles = joined([-2, 2].map((x) => moved(square(4, 1), [x, 0, 0])));
    const { at, engine } = await scene('simd', tiles, sphere(0.5), 'joined');
    for (const x of [-0.2, -0.01, 0, 0.01, 0.2]) {
      const rows = at([x, 0.499, 0.3]);
      expect(rows.map(({ normal }) => normal)).toEqual([[0, 1, 0]]);
    }
    await engine.close();
  });
});
