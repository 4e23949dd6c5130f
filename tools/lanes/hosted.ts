/**
 * Hosted functions: hosts run them as written, and the compiler takes the instructions below. A test compares both.
 * They are inlined, and dropped without a call.
 *
 * Memory is a byte address, an index counts elements. All builds have vectors of 128 bits, the one-lane build as well.
 */
import { resolve } from 'node:path';
import type ts from 'typescript';

/** The files of hosted functions. All functions that they export have a text here. */
const FILES = ['src/broad/near.ts', 'src/broad/words.ts'];
const PATHS = new Set(FILES.map((path) => resolve(import.meta.dirname, '../..', path)));

export const HOSTED_TEXTS = `// ---- src/broad/near.ts
// @ts-ignore: decorators are AssemblyScript's
@inline function isNear$$(
  boxes: i32, at: i32, lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64, margin: f64
): i32 {
  const box = boxes + (at << 3);
  const most = f64x2.splat(margin);
  const first = f64x2.sub(v128.load(box), f64x2.replace_lane(f64x2.splat(highX), 1, highY));
  // of z, then of x: the latter is seen from the other box, so its sign is the other
  const turned = f64x2.sub(v128.load(box, 16), f64x2.replace_lane(f64x2.splat(highZ), 1, lowX));
  const second = v128.xor(turned, i64x2(0, 0x8000000000000000));
  const third = f64x2.sub(f64x2.replace_lane(f64x2.splat(lowY), 1, lowZ), v128.load(box, 32));
  const near = v128.and(f64x2.le(first, most), v128.and(f64x2.le(second, most), f64x2.le(third, most)));
  return <i32>i64x2.all_true(near);
}
// ---- src/broad/words.ts
@inline function copyTwo$$(to: i32, at: i32, from: i32, source: i32): void {
  store<i64>(to + (at << 2), load<i64>(from + (source << 2)));
}
@inline function copyFour$$(to: i32, at: i32, from: i32, source: i32): void {
  v128.store(to + (at << 2), v128.load(from + (source << 2)));
}
@inline function setBits$$(to: i32, begin: i32, end: i32): void {
  if (begin < end) memory.fill(to + (begin << 2), 0xff, (end - begin) << 2);
}
`;

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

/** Whether a file has hosted functions. */
export function isHosted(file: ts.SourceFile): boolean {
  return PATHS.has(file.fileName);
}

/** The AssemblyScript function of a hosted one. */
export function hostedName(name: string): string {
  return `${name}$$`;
}
