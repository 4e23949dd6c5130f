/**
 * Deltas: bytes as copies of parts of other bytes, and new bytes between them. Four streams follow four numbers, the
 * length of the result and those of the first three streams:
 *
 *   counts   for each copy, how many new bytes stand before it
 *   skips    how far each copy begins behind the end of the last one and these new bytes: 0 −1 1 −2 … are 0 1 2 3 …
 *   lengths  of the copies
 *   bytes    all new ones
 *
 * Numbers are unsigned LEB128. Each stream alone is what gzip packs best. `tools/lanes/makeDelta.ts` makes deltas.
 */

/** The head, and the streams behind it. */
const [HEAD, COUNTS, SKIPS, LENGTHS, FRESH] = [0, 1, 2, 3, 4];
/** More is damage. */
const MOST_BYTES = 2 ** 26;

/**
 * The bytes of which `delta` is the difference from `base`.
 * @throws Error if it is damaged, or of another base
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array<ArrayBuffer> {
  /** Where the head and each stream are read next. */
  const places = [0];
  const next = (stream: number) => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      expectThat(places[stream] < delta.length);
      const byte = delta[places[stream]++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const length = next(HEAD);
  const sizes = [next(HEAD), next(HEAD), next(HEAD)];
  places.push(places[HEAD]);
  for (const size of sizes) places.push(places.at(-1)! + size);
  const ends = places.slice(SKIPS);
  expectThat(length <= MOST_BYTES);
  const bytes = new Uint8Array(length);
  let at = 0;
  let from = 0;
  const copy = (source: Uint8Array, begin: number, count: number) => {
    expectThat(begin >= 0 && begin + count <= source.length && at + count <= length);
    // a view costs as much as some bytes
    if (count > 32) bytes.set(source.subarray(begin, begin + count), at);
    else for (let k = 0; k < count; k++) bytes[at + k] = source[begin + k];
    at += count;
    return begin + count;
  };
  while (places[COUNTS] < ends[0]) {
    const count = next(COUNTS);
    places[FRESH] = copy(delta, places[FRESH], count);
    const skip = next(SKIPS);
    from = copy(base, from + count + (skip % 2 === 0 ? skip : -1 - skip) / 2, next(LENGTHS));
  }
  // a stream that was read past its end has left bytes of the next one
  expectThat(at === length && places[FRESH] === delta.length && ends.every((end, k) => places[k + 1] === end));
  return bytes;
}

function expectThat(isSound: boolean): void {
  if (!isSound) throw new Error('applyDelta: expected a whole delta of these bytes, got one that is damaged');
}
