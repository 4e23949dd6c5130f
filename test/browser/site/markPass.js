/** A pass for the page's tests: adds one to each row, and counts the rows of each thread before them. */
export function mark(begin, end, argument, thread, buffer) {
  const words = new Int32Array(buffer, argument >>> 0, 64 + end);
  for (let row = begin; row < end; row++) words[64 + row]++;
  Atomics.add(words, thread, end - begin);
}
