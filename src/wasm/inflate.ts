/**
 * Text → bytes: base64 of gzip. Node has a call for each, and finds it at run time, so Node and browsers share this
 * module. `Response` reads a stream in one line, but Node takes 25 ms to load it.
 */

/** The parts of Node that are used. Browsers have neither. */
export interface NodeGlobals {
  readonly process?: { getBuiltinModule?(name: 'node:zlib'): Zlib | undefined };
  readonly Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> };
}

interface Zlib {
  gunzipSync(packed: Uint8Array, options: { readonly chunkSize: number }): Uint8Array<ArrayBuffer>;
}

/** The smallest chunk that zlib takes. */
const LEAST_CHUNK = 64;

/** Wasm, or the delta of wasm, as text. */
export interface Packed {
  readonly text: string;
  /** Bytes when it is unpacked. */
  readonly bytes: number;
}

/**
 * Unpacks base64 of gzip. Rejects if the text is anything else.
 * @param globals those of the environment
 */
export async function inflate(
  { text, bytes: length }: Packed,
  { process, Buffer }: NodeGlobals = globalThis,
): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = process?.getBuiltinModule?.('node:zlib');
  // in one chunk: by default zlib returns 16 kB at a time
  if (zlib && Buffer) return zlib.gunzipSync(Buffer.from(text, 'base64'), { chunkSize: Math.max(length, LEAST_CHUNK) });
  return inflateStream(bytesOf(text), length);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = characters.charCodeAt(k);
  return bytes;
}

async function inflateStream(packed: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  // errors of the writer reach the reader, too
  const written = Promise.allSettled([writer.write(packed), writer.close()]);
  const bytes = new Uint8Array(length);
  let at = 0;
  const reader = readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, at);
    at += part.value.length;
  }
  await written;
  return bytes;
}
