/** Which kernel runs where: what is missing is played by stubs of WebAssembly. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemory } from '../../src/memory/memory.ts';
import type { EngineWasm } from '../../src/narrow/chooseKernel.ts';
import type { RunningKernel } from '../../src/narrow/runningKernel.ts';
import {
  CONTACTS_WASM,
  DISTANCE_WASM,
  EXACT_CASTS,
  EXACT_CONTACTS,
  EXACT_DISTANCE,
  RELAXED,
} from '../../src/narrow/wasmPieces.ts';
import { wasmOf } from '../../src/wasm/wasmPiece.ts';
import { testCapacity } from '../support/capacity.ts';
import { KERNELS } from '../support/kernels.ts';
import { ALL_WASM, bindFrame, frameBytes } from '../support/wholeFrame.ts';

const CAPACITY = testCapacity();
/** Pieces of all queries, without those that another one has all of. */
const LOADED = 7;
const { compile, instantiate, validate } = WebAssembly;
/** What Chromium says. */
const POLICY =
  "WebAssembly.compile(): Refused to compile or instantiate WebAssembly module because neither 'wasm-eval' nor 'unsafe-eval' is an allowed source of script in the following Content Security Policy directive: \"script-src 'self'\"";

beforeEach(() => {
  vi.resetModules(); // modules that were compiled before are kept
});

afterEach(() => {
  Object.assign(WebAssembly, { compile, instantiate, validate });
});

async function choose(wanted: 'auto' | RunningKernel, shared = true, wasm: EngineWasm = ALL_WASM) {
  const { chooseKernel } = await import('../../src/narrow/chooseKernel.ts');
  return chooseKernel(wanted, createMemory(frameBytes(CAPACITY), shared), shared, wasm);
}

/** A machine without SIMD, or without relaxed SIMD. */
async function without(missing: 'simd' | 'relaxed'): Promise<void> {
  const relaxed = await Promise.all([DISTANCE_WASM, CONTACTS_WASM].map((piece) => wasmOf(piece, RELAXED)));
  const isRelaxed = ({ byteLength }: BufferSource) => relaxed.some(({ length }) => length === byteLength);
  const isRefused = (bytes: BufferSource) => missing === 'simd' || isRelaxed(bytes);
  WebAssembly.validate = (bytes) => !isRefused(bytes) && validate(bytes);
  WebAssembly.compile = async (bytes: BufferSource) => {
    if (isRefused(bytes)) throw new WebAssembly.CompileError('invalid opcode');
    return compile(bytes);
  };
}

describe('what runs', () => {
  test.each(KERNELS)('%s, if that is asked for', async (kernel) => {
    for (const shared of [true, false]) {
      const choice = await choose(kernel, shared);
      expect(choice).toMatchObject({ kernel, fallbacks: [] });
      if (kernel === 'scalar') expect([choice.wide, choice.calls]).toEqual([undefined, undefined]);
      else expect(choice.wide).toEqual(new Array(LOADED).fill(expect.any(WebAssembly.Module)));
    }
  });

  test('auto is simd', async () => {
    expect(await choose('auto')).toMatchObject({ kernel: 'simd', fallbacks: [] });
  });

  test('scalar compiles nothing', async () => {
    WebAssembly.compile = vi.fn(compile);
    await choose('scalar');
    expect(WebAssembly.compile).not.toHaveBeenCalled();
  });

  test('each piece is compiled once, for shared memory and for plain', async () => {
    WebAssembly.compile = vi.fn(compile);
    const [first, second] = await Promise.all([choose('simd'), choose('auto')]);
    expect(WebAssembly.compile).toHaveBeenCalledTimes(LOADED);
    for (const [k, module] of first.wide!.entries()) expect(second.wide![k]).toBe(module);
    const plain = await choose('simd', false);
    expect(WebAssembly.compile).toHaveBeenCalledTimes(2 * LOADED);
    for (const module of plain.wide!) expect(first.wide).not.toContain(module);
  });

  test('the pieces that are asked for, each once, and none that another has all of', async () => {
    const pieces = [DISTANCE_WASM, EXACT_DISTANCE, CONTACTS_WASM, EXACT_CONTACTS, DISTANCE_WASM];
    const small = await choose('simd', true, { pieces });
    expect(small.wide).toHaveLength(4);
    expect(Object.keys(small.calls!)).toEqual(expect.arrayContaining(['distanceTile', 'exactRows', 'contactTile']));
    for (const name of ['castRays', 'exactCasts', 'exactPoint']) expect(small.calls).not.toHaveProperty(name);
    const large = await choose('simd', true, { pieces: [...pieces, EXACT_CASTS] });
    expect(large.wide).toHaveLength(4);
    expect(large.calls).toMatchObject({ exactRows: expect.any(Function), exactCasts: expect.any(Function) });
  });

  test('the instance works on the memory it was made for', async () => {
    const { chooseKernel } = await import('../../src/narrow/chooseKernel.ts');
    const memory = createMemory(frameBytes(CAPACITY), true);
    const { calls } = await chooseKernel('simd', memory, true, ALL_WASM);
    const { DEFERRED_BYTES } = await import('../../src/tables/kernelContext.ts');
    const { WideKernel } = await import('../../src/narrow/wideKernel.ts');
    const frame = bindFrame(memory.buffer, CAPACITY);
    const kernel = new WideKernel(frame, 0, calls!);
    expect(kernel.deferred.buffer).toBe(memory.buffer);
    expect(kernel.deferred.byteOffset).toBe(frame.scratch.byteOffset + DEFERRED_BYTES);
    expect(kernel.distanceTile(3, 3)).toBe(0);
  });
});

describe('what does not', () => {
  test.each([
    ['auto', "expected kernel 'simd', got 'scalar': WebAssembly has no SIMD here"],
    ['simd', "expected kernel 'simd', got 'scalar': WebAssembly has no SIMD here"],
  ] as const)('%s without SIMD', async (wanted, sentence) => {
    await without('simd');
    expect(await choose(wanted)).toEqual({
      kernel: 'scalar',
      wide: undefined,
      calls: undefined,
      fallbacks: [sentence],
    });
  });

  test('relaxed without relaxed SIMD is simd', async () => {
    await without('relaxed');
    const choice = await choose('relaxed');
    expect(choice.kernel).toBe('simd');
    expect(choice.wide).toHaveLength(LOADED);
    expect(choice.fallbacks).toEqual([
      "expected kernel 'relaxed', got 'simd': WebAssembly has no relaxed SIMD here (Node 20: --experimental-wasm-relaxed-simd)",
    ]);
  });

  test('relaxed where its wasm is not given is simd', async () => {
    expect(await choose('relaxed', true, { pieces: ALL_WASM.pieces })).toMatchObject({
      kernel: 'simd',
      fallbacks: ["expected kernel 'relaxed', got 'simd': its wasm is not among that of this engine"],
    });
  });

  test('relaxed without any is scalar, in one sentence', async () => {
    await without('simd');
    const { kernel, fallbacks } = await choose('relaxed');
    expect(kernel).toBe('scalar');
    expect(fallbacks).toEqual([
      "expected kernel 'relaxed', got 'scalar': WebAssembly has no relaxed SIMD here (Node 20: --experimental-wasm-relaxed-simd); WebAssembly has no SIMD here",
    ]);
  });

  test.each(['auto', 'simd', 'relaxed'] as const)('%s where a policy forbids to compile', async (wanted) => {
    WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError(POLICY));
    const { kernel, fallbacks } = await choose(wanted);
    expect(kernel).toBe('scalar');
    expect(fallbacks).toEqual([
      `expected kernel '${wanted === 'auto' ? 'simd' : wanted}', got 'scalar': CompileError: ${POLICY} (allow 'wasm-unsafe-eval' in the content security policy)`,
    ]);
    // the next engine is luckier: failures are not kept
    WebAssembly.compile = compile;
    expect(await choose(wanted)).toMatchObject({ fallbacks: [] });
  });

  test('a policy that throws at once', async () => {
    WebAssembly.compile = () => {
      throw new EvalError('no unsafe-eval');
    };
    const { kernel, fallbacks } = await choose('simd');
    expect(kernel).toBe('scalar');
    expect(fallbacks).toEqual([
      "expected kernel 'simd', got 'scalar': EvalError: no unsafe-eval (allow 'wasm-unsafe-eval' in the content security policy)",
    ]);
  });

  test('no instance to be had', async () => {
    const refusing = () => Promise.reject(new RangeError('out of memory'));
    WebAssembly.instantiate = refusing as unknown as typeof instantiate;
    const { kernel, fallbacks } = await choose('auto');
    expect(kernel).toBe('scalar');
    expect(fallbacks).toEqual(["expected kernel 'simd', got 'scalar': RangeError: out of memory"]);
  });

  test('anything else that goes wrong is said as it is', async () => {
    WebAssembly.compile = () => {
      throw new Error('odd');
    };
    expect((await choose('relaxed')).fallbacks).toEqual(["expected kernel 'relaxed', got 'scalar': Error: odd"]);
  });
});
