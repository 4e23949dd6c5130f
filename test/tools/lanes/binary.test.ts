/** The binaries: what they import, what they must not hold, that they are the same each time, and parts of them. */
import { describe, expect, test } from 'vitest';
import { unshared } from '../../../src/wasm/unshared.ts';
import { cut } from '../../../tools/lanes/assemble.ts';
import { compileLanes } from '../../../tools/lanes/compile.ts';
import { BUILDS, compile, instantiate, RELAXED, ROOT, STRICT, sectionsOf } from '../../support/lanesFixture.ts';

const START_SECTION = 8;
const DATA_SECTIONS = [11, 12];
const GLOBAL_SECTION = 6;
const TABLE_AND_ELEMENT_SECTIONS = [4, 9];
const ENTRIES = ['test/tools/lanes/fixtures/rotate.ts'];

const sampleOf = ({ width, relaxed }: (typeof BUILDS)[number]) =>
  compileLanes({ entries: ENTRIES, width, relaxed, root: ROOT });

/** How often a two-byte SIMD opcode of relaxed SIMD (0x100 … 0x113) occurs. */
function relaxedOpcodes(wasm: Uint8Array): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; at + 2 < wasm.length; at++) {
    const opcode = (wasm[at + 1] & 0x7f) | (wasm[at + 2] << 7);
    if (wasm[at] !== 0xfd || !(wasm[at + 1] & 0x80) || opcode < 0x100 || opcode > 0x113) continue;
    found.set(opcode, (found.get(opcode) ?? 0) + 1);
  }
  return found;
}

describe.each(BUILDS)('$name', (build) => {
  const { wasm } = sampleOf(build);
  const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);

  test('imports a memory and exports the functions', () => {
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    expect(WebAssembly.Module.exports(module)).toEqual([{ name: 'rotate', kind: 'function' }]);
  });

  test('has no data, no globals, no tables and no start', () => {
    const sections = sectionsOf(wasm);
    expect(sections.has(2)).toBe(true);
    for (const id of [...DATA_SECTIONS, ...TABLE_AND_ELEMENT_SECTIONS, START_SECTION, GLOBAL_SECTION]) {
      expect(sections.has(id), `section ${id}`).toBe(false);
    }
  });

  test.each([1, 7, 1000])('takes a shared memory of %i pages', (pages) => {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    expect(new WebAssembly.Instance(module, { env: { memory } }).exports.rotate).toBeInstanceOf(Function);
    const plain = new WebAssembly.Memory({ initial: pages, maximum: pages });
    expect(() => new WebAssembly.Instance(module, { env: { memory: plain } })).toThrow(WebAssembly.LinkError);
  });

  test('unshared: takes a memory that is not shared, and computes the same', () => {
    const before = wasm.slice();
    const changed = unshared(wasm);
    expect(wasm).toEqual(before);
    expect(changed.length).toBe(wasm.length);
    expect(Array.from(changed).filter((byte, k) => byte !== wasm[k])).toHaveLength(1);
    const shared = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const plain = new WebAssembly.Memory({ initial: 1, maximum: 1 });
    const run = (code: WebAssembly.Module, memory: WebAssembly.Memory) => {
      const tile = new Float32Array(memory.buffer, 0, 8704 / 4);
      tile.forEach((_, k) => {
        tile[k] = Math.sin(k);
      });
      const { rotate } = new WebAssembly.Instance(code, { env: { memory } }).exports as Record<
        string,
        (...values: number[]) => void
      >;
      rotate!(0, 0, 128);
      return tile.slice();
    };
    expect(run(new WebAssembly.Module(changed), plain)).toEqual(run(module, shared));
    expect(() => new WebAssembly.Instance(new WebAssembly.Module(changed), { env: { memory: shared } })).toThrow(
      WebAssembly.LinkError,
    );
  });

  test('is the same bytes each time', () => {
    const again = sampleOf(build);
    expect(again.wasm).toEqual(wasm);
  });
});

test('unshared walks imports of every kind and sections before and after', () => {
  // (type) (import "m" "f" func) ("m" "t" table 1 2) ("m" "g" global i32) ("m" "memory" memory 1 300 shared) (custom "\2\2")
  const name = (text: string) => [text.length, ...Buffer.from(text)];
  const entry = (field: string, ...rest: number[]) => [...name('m'), ...name(field), ...rest];
  const imports = [
    4,
    ...entry('f', 0, 0),
    ...entry('t', 1, 0x70, 1, 1, 2),
    ...entry('g', 3, 0x7f, 0),
    ...entry('memory', 2, 3, 1, 0xac, 0x02),
  ];
  const wasm = new Uint8Array([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    0,
    4,
    2,
    2,
    3,
    3,
    1,
    4,
    1,
    0x60,
    0,
    0,
    2,
    0x80 | imports.length,
    0,
    ...imports, // a length in two bytes
    0,
    3,
    1,
    3,
    3,
  ]);
  expect(WebAssembly.validate(wasm)).toBe(true);
  const at = wasm.lastIndexOf(3, wasm.length - 6);
  const want = wasm.slice();
  want[at] = 1;
  expect(unshared(wasm)).toEqual(want);
  expect(WebAssembly.validate(want)).toBe(true);
});

test('has the names of functions, and no others: a trap tells where it was', () => {
  const text = `
    import { doublesAt, type Int } from '../../../src/language/lanes.ts';
    export function sumOf(begin: Int, end: Int): Int {
      let sum: Int = 0;
      for (let at = begin; at < end; at += 1) sum += readThrice(at) + readThrice(at + 1);
      return sum;
    }
    function readThrice(address: Int): Int {
      let sum: Int = 0;
      for (let k: Int = 0; k < 3; k += 1) if (doublesAt(address + 8 * k)[k] > 0) sum += 1;
      return sum;
    }`;
  const entry = 'test/tools/lanes/trap.ts';
  const { wasm } = compileLanes({ entries: [entry], root: ROOT, overlay: { [entry]: text } });
  const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);
  const [names] = WebAssembly.Module.customSections(module, 'name');
  const bytes = new Uint8Array(names!);
  expect(bytes[0], 'names of functions').toBe(1);
  expect(bytes[1], 'all of the section').toBe(bytes.length - 2);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const sumOf = exports.sumOf as (begin: number, end: number) => number;
  expect(sumOf(0, 16)).toBe(0);
  let stack = '';
  try {
    sumOf(65_536, 65_544);
  } catch (error) {
    stack = (error as Error).stack!;
  }
  expect(stack).toContain('readThrice');
});

test('only the relaxed build has relaxed instructions: products fused into sums, and lane selects', () => {
  expect([...relaxedOpcodes(sampleOf(STRICT).wasm)]).toEqual([]);
  const found = relaxedOpcodes(sampleOf(RELAXED).wasm);
  expect(found.get(0x105), 'madd').toBe(6);
  expect(found.get(0x106), 'nmadd').toBe(6);
});

describe('cut', () => {
  const source = `
    import { type Int } from '../language/lanes.ts';
    export function double(a: Int): Int { return shared(a, a); }
    export function triple(a: Int): Int { return shared(shared(a, a), a); }
    function shared(a: Int, b: Int): Int { let sum: Int = a; for (let k: Int = 0; k < 1; k += 1) sum += b; return sum; }
  `;
  const { wasm } = compile(source);

  test('keeps the exports that are named, and what they call', () => {
    const part = cut(wasm, ['triple']);
    expect(part.length).toBeLessThan(wasm.length);
    const { run } = instantiate({ wasm: part });
    expect(Object.keys(run)).toEqual(['triple']);
    expect(run.triple(14)).toBe(42);
  });

  test('keeps functions as they are', () => {
    const CODE_SECTION = 10;
    expect(sectionsOf(cut(wasm, ['triple', 'double'])).get(CODE_SECTION)).toEqual(sectionsOf(wasm).get(CODE_SECTION));
  });

  test('refuses a name that is no export', () => {
    expect(() => cut(wasm, ['triple', 'half'])).toThrow('cut: expected the export half, got none');
  });
});
