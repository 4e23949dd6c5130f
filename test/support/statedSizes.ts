/** Sizes that pages state. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
/** A page is mended when a size has changed by more than this part. */
const STALE = 0.02;

/** Expects that the groups of `pattern` in a page are these sizes, in kB. @param bytes in the order of the groups */
export function expectStated(page: string, pattern: RegExp, ...bytes: number[]): void {
  const stated = pattern.exec(readFileSync(new URL(page, ROOT), 'utf8'))?.slice(1);
  expect(stated, `${page}: ${pattern}`).toHaveLength(bytes.length);
  for (const [k, text] of stated!.entries()) {
    const size = 1000 * Number(text.replaceAll(',', ''));
    const isStale = !(Math.abs(size - bytes[k]!) <= STALE * bytes[k]!);
    expect(isStale ? `${page}: expected ${(bytes[k]! / 1000).toFixed(1)} kB, got ${text}` : '').toBe('');
  }
}
