/** What `loadPasses`, programs and runs say to bad input; and passes in memory that is not shared. */
import { createEngine, type Engine, type Passes, QueryError } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngineIn } from '../../../src/engine/createEngine.ts';
import { WHOLE } from '../../../src/engine/wholeEngine.ts';
import { assemble } from '../../../tools/lanes/assemble.ts';
import { BYTES, chain, chained, columnOf, engineWith, MODULE, TINY, WASM } from '../../support/passes.ts';

let engine: Engine;
let passes: Passes;
beforeAll(async () => {
  engine = await engineWith(1);
  passes = await engine.loadPasses(WASM, { bytes: BYTES });
});
afterAll(() => engine.close());

const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
/** A module with these fields besides the memory. */
const compiled = (fields: string) => {
  const text = `(module (import "env" "memory" (memory 1 65536 shared)) ${fields})`;
  return new WebAssembly.Module(assemble(text, false) as Uint8Array<ArrayBuffer>);
};

describe('loadPasses', () => {
  const bytes: [unknown, string][] = [
    [0, 'bytes: expected an integer in 1..4294967296, got 0'],
    [1.5, 'bytes: expected an integer in 1..4294967296, got 1.5'],
    [undefined, 'bytes: expected an integer in 1..4294967296, got undefined'],
    [2 ** 21, `capacity.passBytes (raise it), got ${2 ** 21}`],
  ];
  test.each(bytes)('bytes %s', async (count, sentence) => {
    const answer = engine.loadPasses(WASM, { bytes: count as number });
    await expect(answer).rejects.toThrow(QueryError);
    await expect(answer).rejects.toThrow(sentence);
  });

  const codes: [string, () => unknown, string | RegExp][] = [
    ['a number', () => 7, 'code: expected wasm bytes, a WebAssembly.Module or the URL of a JavaScript module, got 7'],
    ['nothing', () => undefined, 'got undefined'],
    [
      'a relative path',
      () => './passes.js',
      "expected a URL, such as new URL('./passes.js', import.meta.url), got './passes.js'",
    ],
    ['bytes that are no wasm', () => new Uint8Array(20), 'code: expected wasm that compiles here, got: '],
    [
      'a module that is not there',
      () => new URL('./nothing.mjs', import.meta.url),
      /code: expected a module at file:.*nothing.mjs, got: /,
    ],
    [
      'an export that is no function',
      () => script('export const a = 1;'),
      "expected exports that are functions, got 'a', which is none",
    ],
    ['no export', () => script(''), 'expected at least one exported function, got none'],
    [
      'wasm with other imports',
      () => compiled('(import "env" "other" (func $other)) (func (export "pass") (call $other))'),
      'expected wasm that imports env.memory and nothing else, got one that imports the function env.other',
    ],
    [
      'wasm that exports a global',
      () => compiled('(global (export "here") (mut i32) (i32.const 1)) (func (export "pass"))'),
      "expected exports that are functions, got 'here', which is none",
    ],
  ];
  test.each(codes)('%s', async (_, code, sentence) => {
    const answer = engine.loadPasses((await code()) as string, { bytes: 64 });
    await expect(answer).rejects.toThrow(QueryError);
    await expect(answer).rejects.toThrow(sentence);
  });

  test('capacity.passBytes is checked as the others', async () => {
    await expect(createEngine({ capacity: { passBytes: 0 } })).rejects.toThrow(
      'createEngine: capacity.passBytes: expected an integer in 1..2147483647, got 0',
    );
  });
});

describe('programs', () => {
  const stages: [unknown[], string][] = [
    [['nix', 1, 1], "program.add: pass: expected one of mark, mix, got 'nix'"],
    [['mix', -1, 1], 'program.add: rows: expected an integer in 0..2147483647, got -1'],
    [['mix', 1.5, 1], 'program.add: rows: expected an integer in 0..2147483647, got 1.5'],
    [['mix', 2 ** 31, 1], 'program.add: rows: expected'],
    [['mix', 1, 0], 'program.add: blockRows: expected an integer in 1..2147483647, got 0'],
    [['mix', 1], 'program.add: blockRows: expected an integer in 1..2147483647, got undefined'],
    [['mix', 200_000, 3], 'program.add: blockRows: expected 4 or more for 200000 rows, got 3'],
    [['mix', 1, 1, 0.5], 'program.add: argument: expected an integer in -2147483648..4294967295, got 0.5'],
  ];
  test.each(stages)('add%j', (stage, sentence) => {
    const program = passes.createProgram();
    expect(() => (program.add as (...stage: unknown[]) => void)(...stage)).toThrow(sentence);
    expect(program.length).toBe(0);
  });

  test('4,096 stages, and no more', () => {
    const program = passes.createProgram();
    for (let k = 0; k < 4096; k++) program.add('mix', 0, 1);
    expect(() => program.add('mix', 0, 1)).toThrow('program.add: expected at most 4096 stages, got one more');
    passes.runSync(program);
  });

  test('of other passes, or none at all', async () => {
    const others = await engine.loadPasses(MODULE, { bytes: 64 });
    const program = others.createProgram();
    await expect(passes.run(program)).rejects.toThrow(
      'passes.run: program: expected a program of these passes, got one of others',
    );
    expect(() => passes.runSync(program)).toThrow('passes.runSync: program: expected a program of these passes');
    expect(() => passes.runSync({} as never)).toThrow(
      'passes.runSync: program: expected a program made by createProgram',
    );
  });

  test('while it runs, and while a query does', async () => {
    const program = chain(passes, 10);
    const running = passes.run(program);
    expect(() => program.clear()).toThrow('program.clear: expected a program at rest, got one that is running');
    expect(() => program.add('mix', 1, 1)).toThrow('program.add: expected a program at rest');
    expect(() => passes.runSync(program)).toThrow(
      'passes.runSync: expected an engine at rest, got one that is running',
    );
    await running;
    program.clear();
  });

  test('after close', async () => {
    const closed = await engineWith(1);
    const set = await closed.loadPasses(WASM, { bytes: 64 });
    const program = set.createProgram();
    await closed.close();
    await expect(set.run(program)).rejects.toThrow('passes.run: expected an open engine, got one that is closed');
    expect(() => set.runSync(program)).toThrow('passes.runSync: expected an open engine');
    await expect(closed.loadPasses(WASM, { bytes: 64 })).rejects.toThrow('engine.loadPasses: expected an open engine');
  });
});

describe('memory that is not shared', () => {
  const unsharedEngine = () =>
    createEngineIn<never>(
      {
        cores: 4,
        shared: false,
        whyNoWorkers: () => 'not shared here',
        sources() {
          throw new Error('no workers');
        },
      },
      WHOLE,
      { capacity: TINY, workers: 0 },
    );

  test.each([
    ['bytes', WASM],
    ['a JavaScript module', MODULE],
  ])('%s', async (_, code) => {
    const plain = await unsharedEngine();
    const set = await plain.loadPasses(code, { bytes: BYTES });
    expect(set.buffer).toBeInstanceOf(ArrayBuffer);
    await set.run(chain(set as never, 50));
    expect(columnOf(set as never, 1)).toEqual(chained(50)[0]);
    set.runSync(chain(set as never, 20));
    expect(columnOf(set as never, 1)).toEqual(chained(20)[0]);
    await plain.close();
  });

  test('a module cannot be adapted', async () => {
    const plain = await unsharedEngine();
    const module = new WebAssembly.Module(WASM as Uint8Array<ArrayBuffer>);
    await expect(plain.loadPasses(module, { bytes: 64 })).rejects.toThrow(
      /expected wasm that runs in the engine's memory that is not shared, got: .*give the bytes of the wasm, which can be adapted\)$/,
    );
    await plain.close();
  });
});
