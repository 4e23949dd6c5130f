/** A stable merge sort of row ids by a column of keys. */

/** Runs up to this length are sorted by insertion. */
const SHORT = 16;

/**
 * Sorts ids[begin … end) by keys[id], the largest first; stable.
 * @param spare as long as `ids`
 */
export function sortDown(
  ids: Uint16Array | Int32Array,
  begin: number,
  end: number,
  keys: Float64Array,
  spare: Int32Array,
): void {
  for (let from = begin; from < end; from += SHORT) insertionSort(ids, from, Math.min(end, from + SHORT), keys);
  for (let run = SHORT; run < end - begin; run *= 2) {
    for (let from = begin; from + run < end; from += 2 * run) {
      merge(ids, from, from + run, Math.min(end, from + 2 * run), keys, spare);
    }
  }
}

function insertionSort(ids: Uint16Array | Int32Array, begin: number, end: number, keys: Float64Array): void {
  for (let k = begin + 1; k < end; k++) {
    const id = ids[k];
    const key = keys[id];
    let place = k;
    for (; place > begin && keys[ids[place - 1]] < key; place--) ids[place] = ids[place - 1];
    ids[place] = id;
  }
}

/** Merges the sorted runs [begin, middle) and [middle, end). */
function merge(
  ids: Uint16Array | Int32Array,
  begin: number,
  middle: number,
  end: number,
  keys: Float64Array,
  spare: Int32Array,
): void {
  for (let k = begin; k < middle; k++) spare[k] = ids[k];
  let first = begin;
  let second = middle;
  for (let k = begin; first < middle; k++) {
    if (second < end && keys[ids[second]] > keys[spare[first]]) ids[k] = ids[second++];
    else ids[k] = spare[first++];
  }
}
