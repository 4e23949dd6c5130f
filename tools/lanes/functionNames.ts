/**
 * The name section of a binary: debuggers, profilers and stacks of traps show the names of functions. Names of globals
 * and locals, which are most of what Binaryen writes, are left out.
 */
const HEADER_BYTES = 8; // magic and version
const CUSTOM_SECTION = 0;
const FUNCTION_NAMES = 1;

/** A section, or a part of the name section. */
interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

/** Leaves out all names but those of functions. */
export function onlyFunctionNames(wasm: Uint8Array): Uint8Array {
  const header = wasm.subarray(0, HEADER_BYTES);
  const sections = sectionsOf(wasm.subarray(HEADER_BYTES)).map(({ id, content }) => {
    const title = content.subarray(0, 5);
    if (id !== CUSTOM_SECTION || String.fromCharCode(...title) !== '\x04name') return bytesOf({ id, content });
    const names = sectionsOf(content.subarray(title.length)).filter((part) => part.id === FUNCTION_NAMES);
    return bytesOf({ id, content: joined([title, ...names.map(bytesOf)]) });
  });
  return joined([header, ...sections]);
}

/** The sections that follow each other in some bytes. */
function sectionsOf(bytes: Uint8Array): Section[] {
  const sections: Section[] = [];
  for (let at = 0; at < bytes.length; ) {
    const id = bytes[at++]!;
    let length = 0;
    // unsigned LEB128
    for (let scale = 1, byte = 128; byte >= 128; scale *= 128) {
      byte = bytes[at++]!;
      length += (byte & 127) * scale;
    }
    sections.push({ id, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return sections;
}

function bytesOf({ id, content }: Section): Uint8Array {
  const head = [id];
  for (let length = content.length; head.length < 2 || length > 0; length = Math.floor(length / 128)) {
    head.push((length % 128) + (length >= 128 ? 128 : 0));
  }
  return joined([Uint8Array.from(head), content]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
