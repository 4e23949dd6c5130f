/**
 * The source map of a module: from its lines to lines of the sources. While a text is written, a mark before a line
 * holds its origin.
 */
import { dirname, relative } from 'node:path';
import { encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Origin } from '../tree.ts';

const MARK = /\0(.*?):(\d+)\0/g;

export interface MappedText {
  readonly text: string;
  /** A source map, version 3, as JSON. */
  readonly map: string;
}

/** The mark of an origin. */
export function markOf(origin: Origin | undefined): string {
  return origin ? `\0${origin.file}:${origin.line}\0` : '';
}

/** A text without its marks, and its map. @param file the path of the module */
export function mapped(marked: string, file: string, sources: ReadonlyMap<string, string>): MappedText {
  const files: string[] = [];
  const lines: SourceMapSegment[][] = [];
  const texts = marked.split('\n').map((line) => {
    // the first mark: others are of statements that share the line
    const [, path, number] = [...line.matchAll(MARK)][0] ?? [];
    if (path && !files.includes(path)) files.push(path);
    const text = line.replace(MARK, '');
    lines.push(path ? [[text.search(/\S|$/), files.indexOf(path), Number(number) - 1, 0]] : []);
    return text;
  });
  const map = {
    version: 3,
    sources: files.map((path) => relative(dirname(file), path)),
    sourcesContent: files.map((path) => sources.get(path)),
    names: [],
    mappings: encode(lines),
  };
  return { text: texts.join('\n'), map: JSON.stringify(map) };
}
