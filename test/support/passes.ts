/** Passes for tests, in wasm and in JavaScript, and a program whose every stage reads what others wrote in the one before. */
import { createEngine, type Engine, type EngineTuning, type Passes, type PassProgram } from 'hullstorm';
import { assemble } from '../../tools/lanes/assemble.ts';

/** The same passes as in `testPasses.mjs`, as WebAssembly text. */
const SOURCE = `(module
  (import "env" "memory" (memory 1 65536 shared))
  (func (export "mix") (param $row i32) (param $end i32) (param $header i32) (param $thread i32)
    (local $from i32) (local $to i32) (local $next i32)
    (local.set $from (i32.load offset=4 (local.get $header)))
    (local.set $to (i32.load offset=8 (local.get $header)))
    (block $done (loop $again
      (br_if $done (i32.ge_s (local.get $row) (local.get $end)))
      (local.set $next (i32.add (local.get $row) (i32.const 1)))
      (if (i32.eq (local.get $next) (i32.load (local.get $header))) (then (local.set $next (i32.const 0))))
      (i32.store (i32.add (local.get $to) (i32.shl (local.get $row) (i32.const 2)))
        (i32.add
          (i32.mul (i32.load (i32.add (local.get $from) (i32.shl (local.get $row) (i32.const 2)))) (i32.const 3))
          (i32.add (i32.load (i32.add (local.get $from) (i32.shl (local.get $next) (i32.const 2)))) (i32.const 1))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $again))))
  (func (export "mark") (param $row i32) (param $end i32) (param $header i32) (param $thread i32)
    (local $at i32)
    (drop (i32.atomic.rmw.add offset=64
      (i32.add (local.get $header) (i32.shl (local.get $thread) (i32.const 2)))
      (i32.sub (local.get $end) (local.get $row))))
    (block $done (loop $again
      (br_if $done (i32.ge_s (local.get $row) (local.get $end)))
      (local.set $at (i32.add (i32.load offset=8 (local.get $header)) (i32.shl (local.get $row) (i32.const 2))))
      (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $again)))))`;

export const WASM = assemble(SOURCE, false);
export const MODULE = new URL('./testPasses.mjs', import.meta.url);
export const CODES: [string, Uint8Array | WebAssembly.Module | URL | string][] = [
  ['wasm bytes', WASM],
  ['a wasm module', new WebAssembly.Module(WASM as Uint8Array<ArrayBuffer>)],
  ['a JavaScript module', MODULE],
];

export const TINY = { shapes: 4, vertices: 64, colliders: 16, pairs: 64, passBytes: 1 << 20 };

/** Three columns of i32 behind three headers: SEED, which no stage writes, A and B. */
export const ROWS = 1000;
const HEADER_BYTES = 128;
const COLUMN_BYTES = 4 * 1024;
export const BYTES = 3 * HEADER_BYTES + 3 * COLUMN_BYTES;

/** Byte offset of the header that says: from column `from` to column `to`. Thread counts of `mark` are behind it. */
function header({ buffer, byteOffset }: Passes, k: number, from: number, to: number, rows: number): number {
  const at = byteOffset + k * HEADER_BYTES;
  const column = (c: number) => byteOffset + 3 * HEADER_BYTES + c * COLUMN_BYTES;
  new Int32Array(buffer, at, 3).set([rows, column(from), column(to)]);
  return at;
}

export function columnOf({ buffer, byteOffset }: Passes, c: number, rows = ROWS): Int32Array {
  return new Int32Array(buffer, byteOffset + 3 * HEADER_BYTES + c * COLUMN_BYTES, rows);
}

/** Whether two columns hold the same numbers. `toEqual` takes a millisecond for a thousand of them. */
export function sameColumn(left: Int32Array, right: Int32Array): boolean {
  return left.length === right.length && left.every((value, row) => value === right[row]);
}

/** Rows that each thread marked so far. */
export function markedBy({ buffer, byteOffset }: Passes, threads: number): Int32Array {
  return new Int32Array(buffer, byteOffset + 64, threads);
}

/** `stages` stages from SEED to A, A to B, B to A, …; what comes out depends on the order of all of them. */
export function chain(passes: Passes, stages: number, rows = ROWS, blockRows = 16): PassProgram {
  const program = passes.createProgram();
  const places = [header(passes, 0, 0, 1, rows), header(passes, 1, 1, 2, rows), header(passes, 2, 2, 1, rows)];
  const seed = columnOf(passes, 0, rows);
  for (let row = 0; row < rows; row++) seed[row] = Math.imul(row + 1, 0x9e3779b1);
  for (let k = 0; k < stages; k++) {
    program.add('mix', rows, blockRows, places[k === 0 ? 0 : k % 2 === 1 ? 1 : 2]);
    if (k % 7 === 3) program.add('mix', 0, 1, 0);
  }
  return program;
}

/** What `chain` leaves in A and B, computed here. */
export function chained(stages: number, rows = ROWS): Int32Array[] {
  const columns = [0, 1, 2].map(() => new Int32Array(rows));
  for (let row = 0; row < rows; row++) columns[0][row] = Math.imul(row + 1, 0x9e3779b1);
  for (let k = 0; k < stages; k++) {
    // odd stages from A to B, even ones from B to A, the first from SEED
    const f = columns[k === 0 ? 0 : k % 2 === 1 ? 1 : 2];
    const t = columns[k % 2 === 1 ? 2 : 1];
    for (let row = 0; row < rows; row++) t[row] = (Math.imul(f[row], 3) + f[(row + 1) % rows] + 1) | 0;
  }
  return [columns[1], columns[2]];
}

/** A program that marks every row of A once. */
export function marking(passes: Passes, rows: number, blockRows: number): PassProgram {
  const program = passes.createProgram();
  program.add('mark', rows, blockRows, header(passes, 0, 0, 1, rows));
  return program;
}

export async function engineWith(
  workers: number,
  createWorker?: () => unknown,
  tuning: Partial<EngineTuning> = {},
): Promise<Engine> {
  const make = createWorker && { createWorker: createWorker as never };
  return createEngine({ workers, capacity: TINY, tuning: { shareFrom: 0, ...tuning }, warmUp: false, ...make });
}
