/**
 * Hosted functions: hosts run them as written, and the compiler takes the instructions below. A test compares both.
 * They are inlined.
 *
 * Memory is a byte address, an index counts elements. All builds have vectors of 128 bits, the one-lane build as well.
 */
import { resolve } from 'node:path';
import type ts from 'typescript';
import { type Form, formOf } from './emit/forms.ts';

/** The files of hosted functions. All functions that they export have a text here. */
const NUMBERS = pathsOf('src/math/extremes.ts', 'src/math/asFloat.ts');
/** Those over memory: in modules of hosts, whose memory is objects, they are helpers like others. */
const OF_MEMORY = pathsOf('src/broad/near.ts', 'src/broad/words.ts');

function pathsOf(...files: string[]): ReadonlySet<string> {
  return new Set(files.map((path) => resolve(import.meta.dirname, '../..', path)));
}

/** A hosted function: its parameters with their wasm types, and the template of its value (emit/forms.ts). */
export interface HostedForm {
  readonly parameters: readonly (readonly [name: string, type: string])[];
  /** Whether it has a value. */
  readonly hasResult: boolean;
  readonly form: Form;
}

const hosted = (parameters: string, hasResult: boolean, text: string): HostedForm => ({
  parameters: parameters.split(', ').map((each) => each.split(': ') as [string, string]),
  hasResult,
  form: formOf(text),
});

const COPY = 'to: i32, at: i32, from: i32, source: i32';
const TWO = 'a: f64, b: f64';
const PLACE = (base: string, index: string) => `(i32.add ${base} (i32.shl ${index} (i32.const 2)))`;

/** By name in trees. */
export const HOSTED_FORMS: ReadonlyMap<string, HostedForm> = new Map([
  [
    hostedName('isNear'),
    hosted(
      'boxes: i32, at: i32, lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64, margin: f64',
      true,
      // of z, then of x: the latter is seen from the other box, so its sign is the other
      `(let i32 box (i32.add boxes (i32.shl at (i32.const 3)))
       (let v128 most (f64x2.splat margin)
       (i64x2.all_true (v128.and
         (f64x2.le (f64x2.sub (v128.load box) (f64x2.replace_lane 1 (f64x2.splat highX) highY)) most)
         (v128.and
           (f64x2.le
             (v128.xor
               (f64x2.sub (v128.load offset=16 box) (f64x2.replace_lane 1 (f64x2.splat highZ) lowX))
               (v128.const i64x2 0 0x8000000000000000))
             most)
           (f64x2.le (f64x2.sub (f64x2.replace_lane 1 (f64x2.splat lowY) lowZ) (v128.load offset=32 box)) most))))))`,
    ),
  ],
  [
    hostedName('copyTwo'),
    hosted(COPY, false, `(i64.store ${PLACE('to', 'at')} (i64.load ${PLACE('from', 'source')}))`),
  ],
  [
    hostedName('copyFour'),
    hosted(COPY, false, `(v128.store ${PLACE('to', 'at')} (v128.load ${PLACE('from', 'source')}))`),
  ],
  [hostedName('lesser'), hosted(TWO, true, '(f64x2.extract_lane 0 (f64x2.pmin (f64x2.splat a) (f64x2.splat b)))')],
  [hostedName('greater'), hosted(TWO, true, '(f64x2.extract_lane 0 (f64x2.pmax (f64x2.splat a) (f64x2.splat b)))')],
  [hostedName('asFloat'), hosted('a: f64', true, '(f32.demote_f64 a)')],
  [
    hostedName('setBits'),
    hosted(
      'to: i32, begin: i32, end: i32',
      false,
      `(if (i32.lt_s begin end) (then
         (memory.fill ${PLACE('to', 'begin')} (i32.const 0xff) (i32.shl (i32.sub end begin) (i32.const 2)))))`,
    ),
  ],
]);

/** The same on the views of a JavaScript module (emit/javaScript.ts): addresses are bytes here, too. */
export const HOSTED_JAVASCRIPT = `function isNear$$(boxes, at, lowX, lowY, lowZ, highX, highY, highZ, margin) {
  const k = (boxes >>> 3) + at;
  return (
    ($f64[k] - highX <= margin) & (lowX - $f64[k + 3] <= margin) &
    ($f64[k + 1] - highY <= margin) & (lowY - $f64[k + 4] <= margin) &
    ($f64[k + 2] - highZ <= margin) & (lowZ - $f64[k + 5] <= margin)
  );
}
function copyTwo$$(to, at, from, source) {
  $i32.copyWithin((to >>> 2) + at, (from >>> 2) + source, (from >>> 2) + source + 2);
}
function copyFour$$(to, at, from, source) {
  $i32.copyWithin((to >>> 2) + at, (from >>> 2) + source, (from >>> 2) + source + 4);
}
function setBits$$(to, begin, end) {
  $i32.fill(-1, (to >>> 2) + begin, (to >>> 2) + Math.max(begin, end));
}
`;

/** Whether a file has hosted functions. @param hasObjects in a module of a host */
export function isHosted({ fileName }: ts.SourceFile, hasObjects: boolean): boolean {
  return NUMBERS.has(fileName) || (!hasObjects && OF_MEMORY.has(fileName));
}

/** The name of a hosted function in trees. */
export function hostedName(name: string): string {
  return `${name}$$`;
}
