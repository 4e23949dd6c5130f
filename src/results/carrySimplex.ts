/** Hands the warm-start simplexes of a pair list on when its rows change. */
import { type ResultTable, SIMPLEX_STRIDE, UNUSED } from './resultTable.ts';

/**
 * Row p of `to` becomes row carried[p] of `from`, or empty. The columns are the two simplex columns of one list: the
 * caller swaps their roles afterwards.
 */
export function carrySimplexes(to: Uint16Array, from: Uint16Array, carried: Int32Array, count: number): void {
  for (let p = 0; p < count; p++) {
    const at = p * SIMPLEX_STRIDE;
    const row = carried[p]!;
    if (row < 0) to.fill(UNUSED, at, at + SIMPLEX_STRIDE);
    else copyRow(to, at, from, row * SIMPLEX_STRIDE);
  }
}

function copyRow(to: Uint16Array, at: number, from: Uint16Array, source: number): void {
  for (let k = 0; k < SIMPLEX_STRIDE; k++) to[at + k] = from[source + k]!;
}

/** Empties all simplexes: the next query starts cold. */
export function clearSimplexes({ simplexEven, simplexOdd }: ResultTable, count: number): void {
  simplexEven.fill(UNUSED, 0, count * SIMPLEX_STRIDE);
  simplexOdd.fill(UNUSED, 0, count * SIMPLEX_STRIDE);
}
