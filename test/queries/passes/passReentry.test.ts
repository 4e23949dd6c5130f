/** A pass that runs on the calling thread and calls the engine: every call is refused, and the program and the engine go on. */
import { box, type Engine, type Passes, type PassProgram } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineWith } from '../../support/passes.ts';

const ROWS = 512;
const STAGES = 3;
// workers have no hook
const CODE = `export function add(begin, end, at, thread, buffer) {
  globalThis.hullstormHook?.();
  const values = new Float64Array(buffer, at, ${ROWS});
  for (let k = begin; k < end; k++) values[k] += 1;
}`;
const REFUSED = /: expected an engine at rest, got a call from inside a pass$/;

const world = globalThis as { hullstormHook?: (() => void) | undefined };

describe.each([0, 2])('%i workers', (workers) => {
  let engine: Engine;
  let passes: Passes;
  beforeAll(async () => {
    engine = await engineWith(workers);
    passes = await engine.loadPasses(`data:text/javascript,${encodeURIComponent(CODE)}`, { bytes: 8 * ROWS });
  }, 60_000);
  afterAll(() => engine.close());

  function counting(): PassProgram {
    const program = passes.createProgram();
    for (let k = 0; k < STAGES; k++) program.add('add', ROWS, 1, passes.byteOffset);
    return program;
  }
  const values = () => new Set(new Float64Array(passes.buffer, passes.byteOffset, ROWS));
  /** Runs programs until the calling thread has run a block: workers may leave it none. The first that it runs calls `act`. */
  async function runWith(act: () => void, run: (program: PassProgram) => unknown): Promise<void> {
    let isCalled = false;
    world.hullstormHook = () => {
      world.hullstormHook = undefined;
      isCalled = true;
      act();
    };
    while (!isCalled) {
      new Float64Array(passes.buffer, passes.byteOffset, ROWS).fill(0);
      await run(counting());
    }
  }

  const synchronous: [string, () => unknown][] = [
    ['passes.runSync', () => passes.runSync(counting())],
    ['engine.distanceSync', () => engine.distanceSync()],
    ['engine.intersectSync', () => engine.intersectSync()],
    ['engine.contactsSync', () => engine.contactsSync()],
    ['engine.findPairsSync', () => engine.findPairsSync()],
    ['engine.overlapBoxSync', () => engine.overlapBoxSync([])],
    ['engine.createPairList', () => engine.createPairList(1)],
    ['scene.addShape', () => engine.scene.addShape(box(1, 1, 1))],
  ];
  test.each(synchronous)('%s in a pass', async (name, act) => {
    for (const run of [(p: PassProgram) => passes.runSync(p), (p: PassProgram) => passes.run(p)]) {
      let refusal: unknown;
      await runWith(() => {
        try {
          act();
        } catch (error) {
          refusal = error;
        }
      }, run);
      expect(refusal).toMatchObject({ name: 'QueryError', message: expect.stringMatching(REFUSED) });
      expect((refusal as Error).message.startsWith(`${name}: `)).toBe(true);
      expect(values()).toEqual(new Set([STAGES]));
    }
  });

  const asynchronous: [string, () => Promise<unknown>][] = [
    ['passes.run', () => passes.run(counting())],
    ['engine.distance', () => engine.distance()],
    ['engine.intersect', () => engine.intersect()],
    ['engine.contacts', () => engine.contacts()],
    ['engine.findPairs', () => engine.findPairs()],
    ['engine.overlapSphere', () => engine.overlapSphere([])],
    ['engine.loadPasses', () => engine.loadPasses(`data:text/javascript,`, { bytes: 8 })],
    ['engine.close', () => engine.close()],
  ];
  test.each(asynchronous)('%s in a pass', async (name, act) => {
    for (const run of [(p: PassProgram) => passes.runSync(p), (p: PassProgram) => passes.run(p)]) {
      const refusals: Promise<unknown>[] = [];
      await runWith(() => {
        refusals.push(act().catch((error: unknown) => error));
      }, run);
      const refusal = await refusals[0];
      expect(refusal).toMatchObject({ name: 'QueryError', message: expect.stringMatching(REFUSED) });
      expect((refusal as Error).message.startsWith(`${name}: `)).toBe(true);
      expect(values()).toEqual(new Set([STAGES]));
    }
  });

  test('a pass that lets the refusal through ends its program, and no more', async () => {
    const reenter = () => passes.runSync(counting());
    await expect(runWith(reenter, (program) => passes.runSync(program))).rejects.toThrow(REFUSED);
    await expect(runWith(reenter, (program) => passes.run(program))).rejects.toThrow(REFUSED);
    for (const run of [(p: PassProgram) => passes.runSync(p), (p: PassProgram) => passes.run(p)]) {
      await runWith(() => {}, run);
      expect(values()).toEqual(new Set([STAGES]));
    }
    expect((await engine.findPairs()).count).toBe(0);
    expect(engine.info.restarts).toBe(0);
  });
});
