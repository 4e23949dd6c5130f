import type { Engine, Passes, PassProgram } from 'hullstorm';
import { box } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import {
  BYTES,
  CODES,
  chain,
  chained,
  columnOf,
  engineWith,
  MODULE,
  markedBy,
  marking,
  ROWS,
  sameColumn,
  WASM,
} from '../../support/passes.ts';
import { sweep } from '../../support/sweep.ts';

/** Stages of the longest chain. */
const LONG = sweep(1000, 3000);

async function fixture(workers: number, code: (typeof CODES)[number][1] = WASM): Promise<[Engine, Passes]> {
  const engine = await engineWith(workers);
  return [engine, await engine.loadPasses(code, { bytes: BYTES })];
}

/** Runs a program both ways, over columns that are cleared before. */
async function bothWays(passes: Passes, program: PassProgram, check: () => void): Promise<void> {
  for (const run of [() => passes.run(program), () => passes.runSync(program)]) {
    columnOf(passes, 1).fill(0);
    columnOf(passes, 2).fill(0);
    await run();
    check();
  }
}

describe.each(CODES)('%s', (_, code) => {
  test.each([0, 1, 2, 3])('stages run one after the other, %i workers', async (workers) => {
    const [engine, passes] = await fixture(workers, code);
    for (const stages of [1, 2, 63, 64, 65, workers === 2 ? LONG : 200]) {
      const want = chained(stages);
      await bothWays(passes, chain(passes, stages), () => {
        expect(sameColumn(columnOf(passes, 1), want[0])).toBe(true);
        expect(sameColumn(columnOf(passes, 2), want[1])).toBe(true);
      });
    }
    await engine.close();
  });
});

test.each([0, 1, 3])('every row once, whatever the number of rows, %i workers', async (workers) => {
  const [engine, passes] = await fixture(workers);
  for (const rows of [0, 1, 3, 4, 5, 63, 64, 65, ROWS]) {
    for (const blockRows of [1, 3, 4, 64, 2 ** 31 - 1]) {
      await bothWays(passes, marking(passes, rows, blockRows), () => {
        expect(sameColumn(columnOf(passes, 1), new Int32Array(ROWS).fill(1, 0, rows))).toBe(true);
      });
    }
  }
  await engine.close();
});

test('threads take part', async () => {
  const [engine, passes] = await fixture(2);
  const program = marking(passes, ROWS, 1);
  const by = markedBy(passes, 3);
  let runs = 0;
  while (by.some((rows) => rows === 0) && runs < 2000) {
    await passes.run(program);
    passes.runSync(program);
    runs += 2;
  }
  expect(by.every((rows) => rows > 0)).toBe(true);
  expect(by.reduce((sum, rows) => sum + rows)).toBe(runs * ROWS);
  await engine.close();
});

test('one block per stage wakes nobody; a program without rows does nothing', async () => {
  const [engine, passes] = await fixture(1);
  await bothWays(passes, marking(passes, 64, 64), () => {});
  expect([...markedBy(passes, 2)]).toEqual([128, 0]);
  await bothWays(passes, passes.createProgram(), () => {});
  await bothWays(passes, marking(passes, 0, 64), () => {});
  expect([...markedBy(passes, 2)]).toEqual([128, 0]);
  await engine.close();
});

test('a program that is worth no worker wakes none, however many blocks it has', async () => {
  const engine = await engineWith(1, undefined, { shareFrom: 1000 });
  const passes = await engine.loadPasses(WASM, { bytes: BYTES });
  const program = marking(passes, ROWS, 1);
  expect(program.helpers).toBe(ROWS - 1);
  program.worth = 1999;
  expect(program.helpers).toBe(0);
  await bothWays(passes, program, () => {});
  expect([...markedBy(passes, 2)]).toEqual([2 * ROWS, 0]);
  program.worth = 3000;
  expect(program.helpers).toBe(3);
  await engine.close();
});

test('programs and queries take turns, and two sets of passes work side by side', async () => {
  const engine = await engineWith(2);
  const { scene } = engine;
  const crate = scene.addShape(box(1, 1, 1));
  for (let k = 0; k < 8; k++) scene.addCollider(crate, { position: [1.5 * k, 0, 0] });
  const [one, two] = await Promise.all([MODULE, WASM].map((code) => engine.loadPasses(code, { bytes: BYTES })));
  expect(two!.byteOffset).toBe(one!.byteOffset + one!.byteLength);
  const programs = [chain(one!, 40), chain(two!, 41)];
  for (let round = 0; round < 20; round++) {
    const asked = [
      one!.run(programs[0]),
      engine.findPairs(),
      two!.run(programs[1]),
      engine.overlapBox([0, 0, 0, 1, 1, 1]),
      one!.run(programs[0]),
    ];
    await Promise.all(asked);
    expect(engine.pairs.count).toBe(7);
    expect((await engine.distance()).count).toBe(7);
    expect(engine.intersectSync().count).toBe(7);
    two!.runSync(programs[1]);
    expect(sameColumn(columnOf(one!, 1), chained(40)[0])).toBe(true);
    expect(sameColumn(columnOf(two!, 1), chained(41)[0])).toBe(true);
  }
  expect(engine.info.restarts).toBe(0);
  await engine.close();
});

test('memory: aligned, zeros, rounded up, as much as the capacity says', async () => {
  const [engine, passes] = await fixture(1);
  expect(passes.buffer).toBe(engine.scene.positions.buffer);
  expect([passes.byteOffset % 64, passes.byteLength]).toEqual([0, BYTES]);
  expect(passes.names).toEqual(['mark', 'mix']);
  const few = await engine.loadPasses(WASM, { bytes: 1 });
  expect(few.byteLength).toBe(64);
  const left = 2 ** 20 - BYTES - 64;
  await expect(engine.loadPasses(WASM, { bytes: left + 1 })).rejects.toThrow(
    `engine.loadPasses: bytes: expected at most ${left}, which is what is left of capacity.passBytes (raise it), got ${left + 64}`,
  );
  const rest = await engine.loadPasses(WASM, { bytes: left });
  expect(new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength).every((byte) => byte === 0)).toBe(true);
  expect(rest.byteOffset + rest.byteLength).toBeLessThanOrEqual(rest.buffer.byteLength);
  await engine.close();
});

test('a program is filled again, and used again', async () => {
  const [engine, passes] = await fixture(1);
  const program = chain(passes, 100);
  expect(program.length).toBe(100 + 14);
  program.clear();
  expect(program.length).toBe(0);
  await engine.close();
});
