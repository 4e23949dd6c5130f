import { readFileSync } from 'node:fs';
import { decode } from '@jridgewell/sourcemap-codec';
import { transformSync } from 'esbuild';

/** A place in a file; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The place in the source of a place in the JavaScript that `tools/typeScript.mjs` makes of it. */
export function sourcePlace({ file, line, column }: Place): Place {
  const { map } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', sourcemap: true, target: 'node20.19' });
  const segments = decode(JSON.parse(map).mappings)[line - 1] ?? [];
  const segment = segments.findLast(([start]) => start < column);
  return segment?.length === undefined || segment.length === 1
    ? { file, line, column }
    : { file, line: segment[2] + 1, column: segment[3] + 1 };
}
