/**
 * Contact manifolds in f64: wasm gives the bits of the host, for all shapes, whatever the poses and the columns hold.
 */
import { describe, expect, test } from 'vitest';
import { between, seeded } from '../../../scenes/random.ts';
import { Scene } from '../../../src/engine/scene.ts';
import { bindFrame, bindList, frameBytes, placeContacts } from '../../../src/memory/frame.ts';
import { createMemory } from '../../../src/memory/memory.ts';
import { chooseKernel } from '../../../src/narrow/chooseKernel.ts';
import { contactRows, createManifold } from '../../../src/narrow/scalar/contacts/contactRows.ts';
import { distanceRows } from '../../../src/narrow/scalar/distanceRows.ts';
import { CoreScratch } from '../../../src/narrow/scalar/scratch.ts';
import { TILE_ROWS } from '../../../src/narrow/wide/context.ts';
import { WideKernel } from '../../../src/narrow/wideKernel.ts';
import { sceneGeometry } from '../../../src/shapes/cores/list.ts';
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  halfSpace,
  hull,
  hullOf,
  point,
  rounded,
  segment,
  sphere,
  sum,
  taperedCapsule,
  triangle,
} from '../../../src/shapes/spec.ts';
import { testCapacity } from '../../support/capacity.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xc0f1;
const BODIES = 60;
const CAPACITY = testCapacity({ pairs: TILE_ROWS, contacts: TILE_ROWS, colliders: BODIES, vertices: 2048, parts: 64 });
const ODD = [Number.NaN, -0, 1e-310, -1e-42, 1e300, -1e300, Infinity, -Infinity];
const MARGIN = 0.1;

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.trunc(random() * list.length)]!;

/** 70 points in a ball; a drum whose faces have 80 corners, more than a patch takes. */
const ball = Array.from({ length: 210 }, (_, k) => Math.sin(k * k * 12.9898 + k));
const drum = Array.from({ length: 160 }, (_, k) => {
  const angle = (Math.PI * (k >> 1)) / 40;
  return [0.4 * Math.cos(angle), k & 1 ? 0.2 : -0.2, 0.4 * Math.sin(angle)];
}).flat();

const SHAPES = [
  box(0.3, 0.2, 0.4),
  rounded(box(0.2, 0.3, 0.2), 0.1),
  sphere(0.3),
  point(),
  segment(0.3),
  capsule(0.3, 0.15),
  cylinder(0.2, 0.3),
  rounded(cylinder(0.2, 0.2), 0.1),
  cone(0.3, 0.3),
  disk(0.3),
  ellipsoid(0.2, 0.3, 0.4),
  triangle([0, 0, 0, 0.5, 0, 0, 0, 0, 0.5]),
  hull(ball.map((x) => 0.4 * x)),
  hull(drum),
  sum(sphere(0.1), box(0.2, 0.1, 0.2)),
  hullOf(sphere(0.2), cylinder(0.1, 0.2)),
  taperedCapsule(0.3, 0.1, 0.2),
  halfSpace(),
];

/** All shapes in one frame, the rows of one list, and both kernels over them. */
async function rig() {
  const memory = createMemory(frameBytes(CAPACITY), true);
  const frame = bindFrame(memory.buffer, CAPACITY);
  const { results, pairs } = bindList(frame.buffer, frame.listsBegin, CAPACITY.pairs);
  const { table } = placeContacts(frame.buffer, frame.contactsBegin, CAPACITY.contacts);
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  const ids = SHAPES.map((shape) => scene.addShape(shape));
  for (let k = 0; k < BODIES; k++) scene.addCollider(ids[k % ids.length]!, { static: true });
  const { calls } = await chooseKernel('simd', memory, true);
  const wide = new WideKernel(frame, 0, calls!);
  const { colliders, counts, shapes, vertices, query } = frame;
  query.maxDistance[0] = MARGIN;
  query.touching[0] = 0.01;
  const { previous, lastRow, pointCount, pointsA, pointsB, featuresEven, featuresOdd, touchesEven } = table;
  const params = {
    margin: query.maxDistance,
    touching: query.touching,
    features: { from: featuresEven, to: featuresOdd, previous },
    touches: touchesEven,
    lastRow,
    pointCount,
    pointsA,
    pointsB,
  };
  const pools = { ...shapes, ...vertices };
  const rows = { ids: pairs.ids, ...results };
  const manifold = createManifold();
  const scratch = new CoreScratch();
  const geometry = sceneGeometry(frame);
  const none = new Uint16Array(results.simplexEven.length).fill(0xffff);
  const distances = {
    overlapOnly: false,
    depth: true,
    maxDistance: query.maxDistance,
    from: none,
    to: results.simplexOdd,
  };
  const written = [pointCount, pointsA, pointsB, previous, featuresOdd, touchesEven];
  /** Runs one of the kernels over columns that hold something else. @returns what is then in them */
  const run = (compute: () => void) => {
    for (const column of written) column.fill(77);
    compute();
    return written.map((column) => column.slice());
  };
  return {
    scene,
    pairs,
    results,
    table,
    measure: () =>
      distanceRows(results, pairs.ids, colliders, counts, geometry, geometry, scratch, distances, 0, TILE_ROWS),
    host: (list: readonly number[]) =>
      run(() => {
        for (const row of list) contactRows(manifold, pools, colliders, rows, params, row, row + 1);
      }),
    wasm: (list: readonly number[]) =>
      run(() => {
        wide.setQuery({ byteOffset: 0, pairs, results }, frame, distances);
        wide.setContacts(table, params);
        wide.deferred.set(list);
        wide.calls.exactContacts(wide.words.byteOffset, list.length);
      }),
  };
}

/** The elements, with one kind of NaN. */
const plain = (columns: readonly ArrayLike<number>[]) => columns.map((column) => Array.from(column));

describe('contacts in f64: wasm and host', async () => {
  const { scene, pairs, results, table, measure, host, wasm } = await rig();

  /** Random pairs near each other, with their distances. @param odds how often a number is replaced by an odd one */
  function fill(random: Random, odds: number): void {
    const { positions, rotations } = scene;
    for (let id = 0; id < BODIES; id++) {
      for (let c = 0; c < 3; c++) positions[4 * id + c] = between(random, -0.4, 0.4);
      const flat = random() < 0.3;
      for (let c = 0; c < 4; c++) rotations[4 * id + c] = flat ? Number(c === 3) : between(random, -1, 1);
      if (random() < odds) rotations[4 * id + Math.trunc(4 * random())] = pick(random, [...ODD, 1e-25, 1e18]);
      if (random() < odds) positions[4 * id + Math.trunc(3 * random())] = pick(random, ODD);
    }
    for (let row = 0; row < TILE_ROWS; row++) {
      const a = Math.trunc(random() * BODIES);
      pairs.ids.set([a, (a + 1 + Math.trunc(random() * (BODIES - 1))) % BODIES], 2 * row);
    }
    measure();
    for (let row = 0; row < TILE_ROWS; row++) {
      table.lastRow[row] = Math.trunc(random() * (TILE_ROWS + 1)) - 1;
      const at = 4 * row + Math.trunc(4 * random());
      if (random() < odds) results.separation[at] = pick(random, ODD);
      if (random() < odds) results.offsetA[at] = pick(random, ODD);
      if (random() < odds) results.offsetB[at] = pick(random, ODD);
      if (random() < odds) results.status[row] = Math.trunc(6 * random());
    }
    // features of the last query: of these pairs, in other rows
    for (let k = 0; k < 4 * TILE_ROWS; k++) table.featuresEven[k] = table.featuresOdd[k];
  }

  test(`the same bits, also of NaN, −0, overflow and denormals (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const all = Array.from({ length: TILE_ROWS }, (_, k) => k);
    let points = 0;
    for (let tile = 0; tile < sweep(200, 8000); tile++) {
      fill(random, tile % 2 === 0 ? 0 : 0.1);
      const wanted = plain(host(all));
      expect(plain(wasm(all)), `tile ${tile}`).toEqual(wanted);
      points += wanted[0]!.reduce((sum, count) => sum + count, 0);
    }
    expect(points).toBeGreaterThan(sweep(200, 8000) * TILE_ROWS);
  });

  test.each([1, 3, 4, 5, 63, 64, 65])('%i listed rows, and no other', (count) => {
    const random = seeded(SEED + count);
    fill(random, 0);
    const list = Array.from({ length: count }, (_, k) => (k * 37 + count) % TILE_ROWS);
    const [counts] = wasm(list);
    expect(plain(wasm(list))).toEqual(plain(host(list)));
    for (let row = 0; row < TILE_ROWS; row++) {
      if (!list.includes(row)) expect(counts![row], `row ${row}`).toBe(77);
      else expect(counts![row], `row ${row}`).toBeLessThan(5);
    }
  });
});
