/**
 * Thins the mappings of a source map: a position per line of the sources, which is what stacks of errors show, is a
 * quarter of a position per name.
 */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

function byLines(segments: SourceMapSegment[]): SourceMapSegment[] {
  const isNew = ([, source, line]: SourceMapSegment, k: number) =>
    k === 0 || segments[k - 1]![1] !== source || segments[k - 1]![2] !== line;
  return segments.filter(isNew).map((segment) => segment.slice(0, 4) as SourceMapSegment);
}

export function thinMappings(mappings: string): string {
  return encode(decode(mappings).map(byLines));
}
