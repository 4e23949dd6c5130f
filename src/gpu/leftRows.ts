/** Rows that a GPU could not prove: the threads compute them, and the GPU gets their results back. */
import { PARAM_BYTES, PARAM_FIRST, PARAM_ROWS, PUT_BYTES } from '../tables/gpuLayout.ts';
import type { ResultTable } from '../tables/resultTable.ts';

const WORDS = PUT_BYTES / 4;

/** Writes rows as `putRows` reads them. @param first the row at which the bound chunk begins */
export function rowsToPut(
  results: ResultTable,
  isOdd: boolean,
  rows: Uint32Array,
  first: number,
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(WORDS * rows.length);
  const reals = new Float32Array(words.buffer);
  const simplexes = isOdd ? results.simplexWordsOdd : results.simplexWordsEven;
  for (const [k, row] of rows.entries()) {
    const at = WORDS * k;
    words[at] = row - first;
    words[at + 1] = results.status[row];
    for (let c = 0; c < 4; c++) {
      reals[at + 4 + c] = results.separation[4 * row + c];
      reals[at + 8 + c] = results.offsetA[4 * row + c];
      reals[at + 12 + c] = results.offsetB[4 * row + c];
      words[at + 16 + c] = simplexes[4 * row + c];
    }
  }
  return words;
}

/** Parameters of a dispatch over `rows` rows. */
export function paramsOf(rows: number, first: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(PARAM_BYTES / 4);
  words[PARAM_ROWS / 4] = rows;
  words[PARAM_FIRST / 4] = first;
  return words;
}
