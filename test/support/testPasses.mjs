/** What passFixture.ts has in wasm. */
let words = new Int32Array(0);

function bind(buffer) {
  if (words.buffer !== buffer) words = new Int32Array(buffer);
}

export function mix(begin, end, header, _thread, buffer) {
  bind(buffer);
  const at = header >>> 2;
  const count = words[at];
  const from = words[at + 1] >>> 2;
  const to = words[at + 2] >>> 2;
  for (let row = begin; row < end; row++) {
    const next = row + 1 === count ? 0 : row + 1;
    words[to + row] = Math.imul(words[from + row], 3) + words[from + next] + 1;
  }
}

export function mark(begin, end, header, thread, buffer) {
  bind(buffer);
  const to = words[(header >>> 2) + 2] >>> 2;
  for (let row = begin; row < end; row++) words[to + row]++;
  Atomics.add(words, (header >>> 2) + 16 + thread, end - begin);
}
