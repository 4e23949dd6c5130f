/**
 * Makes deltas (src/wasm/delta.ts). A copy costs some bits, more if it begins elsewhere than where the last one ended,
 * and saves those of new bytes; the copy that saves most is taken. The costs are those that gzip left on average.
 */

/** Bits of a new byte; of a copy, and if it begins near or far. */
const [NEW, COPY, NEAR, FAR] = [5.5, 20, 14, 28];
/** Bytes around the expected place that are near. */
const NEAR_BYTES = 64;
/** Bytes of the index of the base. */
const KEY_BYTES = 4;
/** How many places of the base with equal first bytes are tried, the nearest first. */
const MOST_TRIED = 400;

interface Copy {
  readonly from: number;
  readonly length: number;
  /** Bits. */
  readonly saved: number;
}

/** The difference of `target` from `base`. */
export function makeDelta(base: Uint8Array, target: Uint8Array): Uint8Array {
  const [counts, skips, lengths, fresh]: [number[], number[], number[], number[]] = [[], [], [], []];
  const find = copyFinder(base, target);
  let begin = 0; // of the new bytes
  let end = 0; // of the last copy
  const write = (at: number, from: number, length: number) => {
    const skip = from - end - (at - begin);
    push(counts, at - begin);
    push(skips, skip < 0 ? -2 * skip - 1 : 2 * skip);
    push(lengths, length);
    for (let k = begin; k < at; k++) fresh.push(target[k]);
    begin = at + length;
    end = from + length;
  };
  for (let at = 0; at < target.length; ) {
    const copy = find(at, end + at - begin);
    // a byte later a copy may save more
    if (!copy || (find(at + 1, end + at + 1 - begin)?.saved ?? 0) > copy.saved + NEW) at++;
    else {
      write(at, copy.from, copy.length);
      at += copy.length;
    }
  }
  if (begin < target.length) write(target.length, end, 0);
  const head: number[] = [];
  for (const number of [target.length, counts.length, skips.length, lengths.length]) push(head, number);
  return Uint8Array.from([head, counts, skips, lengths, fresh].flat());
}

/** Finds the copy for the bytes from `at` on that saves most, if one does. A copy from `expected` costs least. */
function copyFinder(base: Uint8Array, target: Uint8Array): (at: number, expected: number) => Copy | undefined {
  const places = placesByKey(base);
  return (at, expected) => {
    let best: Copy | undefined;
    const attempt = (from: number) => {
      let length = 0;
      while (at + length < target.length && from + length < base.length && base[from + length] === target[at + length])
        length++;
      const distance = Math.abs(from - expected);
      const saved = NEW * length - COPY - (distance === 0 ? 0 : distance <= NEAR_BYTES ? NEAR : FAR);
      if (saved > (best?.saved ?? 0)) best = { from, length, saved };
    };
    for (let from = Math.max(0, expected - NEAR_BYTES); from <= expected + NEAR_BYTES; from++) attempt(from);
    const equal = (at + KEY_BYTES <= target.length && places.get(keyAt(target, at))) || [];
    const middle = firstFrom(equal, expected);
    for (let [low, high, left] = [middle - 1, middle, MOST_TRIED]; left > 0; left--) {
      if (low < 0 && high >= equal.length) break;
      const isLower = high >= equal.length || (low >= 0 && expected - equal[low] < equal[high] - expected);
      attempt(equal[isLower ? low-- : high++]);
    }
    return best;
  };
}

function keyAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

/** Where each `KEY_BYTES` bytes stand, in order. */
function placesByKey(bytes: Uint8Array): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let at = 0; at + KEY_BYTES <= bytes.length; at++) {
    const key = keyAt(bytes, at);
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  return places;
}

/** The index of the first of the sorted `values` that is at least `least`. */
function firstFrom(values: readonly number[], least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Appends an unsigned LEB128 number. */
function push(bytes: number[], number: number): void {
  let left = number;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left & 127) | 128);
  bytes.push(left);
}
