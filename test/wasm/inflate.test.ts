/** Text → bytes, with the parts of Node and with those of browsers. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inflate, type NodeGlobals } from '../../src/wasm/inflate.ts';

const textOf = (bytes: Uint8Array) => gzipSync(bytes).toString('base64');

const PLACES: Readonly<Record<string, NodeGlobals>> = {
  Node: globalThis,
  'Node before 20.16': { process: {}, Buffer },
  'a browser': {},
};

describe.each(Object.keys(PLACES))('%s', (place) => {
  const globals = PLACES[place];

  // a stream gives the last ones in several parts
  test.each([0, 1, 100, 200_000])('%i bytes come out as they went in', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, k) => (k * k) >> 3);
    expect(Buffer.compare(await inflate({ text: textOf(bytes), bytes: length }, globals), bytes)).toBe(0);
  });

  test.each([
    ['what is no gzip', Buffer.from('some text').toString('base64')],
    ['the beginning of a gzip', textOf(new Uint8Array(1000)).slice(0, 16)],
  ])('%s: rejects', async (_, text) => {
    await expect(inflate({ text, bytes: 1000 }, globals)).rejects.toThrow();
  });
});
