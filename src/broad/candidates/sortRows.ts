/**
 * Sorts rows in place: a radix exchange sort from the highest bit down, so no input order is slow. Allocates nothing.
 */

/** Shorter runs are sorted by insertion. */
const SHORT = 24;

/** Sorts rows[begin, end) ascending; all differ and are below 2^bits. `stack`: three words per bit and three more. */
export function sortRows(rows: Uint32Array, begin: number, end: number, bits: number, stack: Int32Array): void {
  let top = 0;
  let from = begin;
  let to = end;
  let bit = bits - 1;
  for (;;) {
    if (to - from <= SHORT || bit < 0) {
      insert(rows, from, to);
      if (top === 0) return;
      bit = stack[--top];
      to = stack[--top];
      from = stack[--top];
      continue;
    }
    let i = from;
    let j = to;
    while (i < j) {
      if (((rows[i] >>> bit) & 1) === 0) i++;
      else {
        const row = rows[--j];
        rows[j] = rows[i];
        rows[i] = row;
      }
    }
    bit--;
    // rows with the bit set wait on the stack: at most one run per bit
    stack[top++] = i;
    stack[top++] = to;
    stack[top++] = bit;
    to = i;
  }
}

function insert(rows: Uint32Array, begin: number, end: number): void {
  for (let k = begin + 1; k < end; k++) {
    const row = rows[k];
    let at = k;
    for (; at > begin && rows[at - 1] > row; at--) rows[at] = rows[at - 1];
    rows[at] = row;
  }
}
