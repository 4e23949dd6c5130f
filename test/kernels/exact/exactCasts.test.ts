/**
 * Casts in f64: wasm gives the bits of the host, for all shapes, motions and options, whatever they hold.
 */
import { describe, expect, test } from 'vitest';
import { between, seeded } from '../../../scenes/random.ts';
import { type CastScene, writeProbe } from '../../../src/kernels/casts/castColumns.ts';
import { castPair, castProbe } from '../../../src/kernels/casts/castRow.ts';
import { createCast } from '../../../src/kernels/casts/createCast.ts';
import { CoreScratch } from '../../../src/kernels/cores/scratch.ts';
import { CastStatus } from '../../../src/tables/castStatus.ts';
import { LEAVING, MOTION_STRIDE, MOTION_TURN, PIVOTS, SKIN, TOLERANCE } from '../../../src/tables/castTable.ts';
import { ROWS, SHAPES } from '../../../src/tables/countTable.ts';
import { TILE_ROWS } from '../../../src/tables/kernelContext.ts';
import {
  BODIES,
  crowdedScene,
  exactScene,
  ODD,
  pick,
  placeRandomly,
  plain,
  type Random,
} from '../../support/exactScene.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xca57;
const ALL = Array.from({ length: TILE_ROWS }, (_, k) => k);
/** What a column holds that no kernel has written. */
const UNTOUCHED = 77;

describe('casts in f64: wasm and host', async () => {
  const { frame, list, scene, wide, geometry } = await exactScene();
  const { casts, colliders, counts, placed } = frame;
  const { ids } = list.pairs;
  const { ofPairs: results } = casts;
  const written = [results.status, results.ids, results.t, results.normals, results.offsetsA, results.offsetsB];
  const cast = createCast(new CoreScratch(), geometry, geometry);
  const table: CastScene = {
    placed,
    casts,
    firstProbe: colliders.capacity,
    rowCount: counts[ROWS]!,
    shapeCount: counts[SHAPES]!,
  };

  /** Runs casts over columns that hold something else. @returns what is then in them */
  function run(compute: () => void) {
    for (const column of written) column.fill(UNTOUCHED);
    compute();
    return plain(written);
  }

  const host = (rows: readonly number[]) =>
    run(() => {
      for (const row of rows) castPair(cast, table, results, ids, row);
    });

  const wasm = (rows: readonly number[]) =>
    run(() => {
      wide.setCasts(results, counts);
      wide.castPairs(ids, 0, 0);
      wide.deferred.set(rows);
      wide.calls.exactCasts(wide.words.byteOffset, rows.length);
    });

  /** Random poses up to 1.6 m from each other, motions, pivots and options. */
  function fill(random: Random, odds: number): void {
    placeRandomly(scene, ids, random, odds);
    for (let k = 0; k < scene.positions.length; k++) scene.positions[k] *= 4;
    const { motions, pivots, options, words } = casts;
    const odd = (x: number) => (random() < 0.2 * odds ? pick(random, ODD) : x);
    for (let id = 0; id < BODIES; id++) {
      const turns = random() < 0.6;
      for (let c = 0; c < 3; c++) {
        motions[MOTION_STRIDE * id + c] = odd(between(random, -1, 1) - scene.positions[4 * id + c]!);
        motions[MOTION_STRIDE * id + MOTION_TURN + c] = turns ? odd(between(random, -2, 2)) : 0;
        pivots[4 * id + c] = random() < 0.5 ? 0 : odd(between(random, -0.2, 0.2));
      }
    }
    words[LEAVING] = Number(random() < 0.3);
    words[PIVOTS] = Number(random() < 0.3);
    options[SKIN] = random() < 0.5 ? 0 : 0.01;
    options[TOLERANCE] = random() < 0.7 ? Number.NaN : 1e-3;
  }

  test(`the same bits, also of NaN, −0, overflow and denormals (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const tiles = sweep(30, 8000);
    const found = new Array(5).fill(0);
    for (let tile = 0; tile < tiles; tile++) {
      fill(random, tile % 2 === 0 ? 0 : 0.05);
      const wanted = host(ALL);
      expect(wasm(ALL), `tile ${tile}`).toEqual(wanted);
      for (const row of ALL) found[wanted[0]![row]!]++;
    }
    const { Free, Hit, StartsTouching, Invalid } = CastStatus;
    for (const status of [Free, Hit, StartsTouching, Invalid]) expect(found[status]).toBeGreaterThan(tiles);
  });

  test.each([1, 3, 4, 5, 63, 64, 65])('%i listed rows, and no other', (count) => {
    fill(seeded(SEED + count), 0);
    const rows = Array.from({ length: count }, (_, k) => (k * 37 + count) % TILE_ROWS);
    const wanted = host(rows);
    expect(wasm(rows)).toEqual(wanted);
    for (let row = 0; row < TILE_ROWS; row++) {
      if (!rows.includes(row)) expect(wanted[0]![row], `row ${row}`).toBe(UNTOUCHED);
    }
  });

  test('ids that do not exist, or of removed colliders, are invalid', () => {
    fill(seeded(SEED), 0);
    ids.set([0, 0, 0, BODIES, 0xffffffff, 1, 0x80000000, 0x7fffffff]);
    const rows = [0, 1, 2, 3];
    const [status] = wasm(rows);
    expect(status!.slice(0, 4)).toEqual(new Array(4).fill(CastStatus.Invalid));
    expect(wasm(rows)).toEqual(host(rows));
  });

  test(`a probe against colliders: the first hit, and the smaller id of two (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const probe = colliders.capacity;
    let hits = 0;
    for (let k = 0; k < sweep(60, 2000); k++) {
      fill(random, k % 2 === 0 ? 0 : 0.05);
      const id = Math.trunc(BODIES * random());
      placed.shapes[probe] = colliders.shapes[id]!;
      for (let c = 0; c < 4; c++) {
        placed.positions[4 * probe + c] = 3 * scene.positions[4 * id + c]!;
        placed.rotations[4 * probe + c] = scene.rotations[4 * id + c]!;
        casts.moves[c] = -1.5 * placed.positions[4 * probe + c]!;
        casts.turns[c] = k % 3 === 0 ? 0 : between(random, -1, 1);
      }
      const start = () => {
        results.t[1] = 1;
        results.ids[1] = -1;
      };
      const wanted = run(() => {
        start();
        for (let row = 0; row < BODIES; row++) {
          writeProbe(results, 1, cast.c, castProbe(cast, table, results, 1, probe, row), row);
        }
      });
      const found = run(() => {
        start();
        wide.setCasts(results, counts);
        wide.searches.beginSweep(1, probe, 0, 0xffff, -1);
        for (let row = 0; row < BODIES; row++) wide.searches.castAgainst(row);
      });
      expect(found, `cast ${k}`).toEqual(wanted);
      hits += Number(wanted[1]![1]! >= 0);
    }
    expect(hits).toBeGreaterThan(20);
  });
});

test('a cast of a ball of many points that starts inside of another one: the same bits', async () => {
  const { frame, wide, geometry } = await crowdedScene();
  const { casts, colliders, counts, placed } = frame;
  const { ofShapes: results } = casts;
  const firstProbe = colliders.capacity;
  placed.shapes[firstProbe] = colliders.shapes[0]!;
  placed.rotations[4 * firstProbe + 3] = 1;
  casts.options[TOLERANCE] = Number.NaN;
  const start = () => {
    results.t[0] = 1;
    results.ids[0] = -1;
  };
  const columns = () =>
    plain(
      [results.status, results.ids, results.t, results.normals, results.offsetsA].map((column) =>
        column.subarray(0, 4),
      ),
    );
  start();
  wide.setCasts(results, counts);
  wide.searches.beginSweep(0, firstProbe, 0, 0xffff, -1);
  wide.searches.castAgainst(1);
  const found = columns();
  expect(results.ids[0]).toBe(1);
  start();
  const scene = { placed, casts, firstProbe, rowCount: counts[ROWS]!, shapeCount: counts[SHAPES]! };
  const cast = createCast(new CoreScratch(), geometry, geometry);
  writeProbe(results, 0, cast.c, castProbe(cast, scene, results, 0, firstProbe, 1), 1);
  expect(found).toEqual(columns());
});
