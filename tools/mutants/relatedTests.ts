/** Which tests may find a mutant, the most likely ones first. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf } from './areas.ts';
import type { Imports } from './imports.ts';

/**
 * Projects of their own, and tests that look for no fault in an answer: of texts, tools and sizes, and of what is
 * allocated, which also depends on what V8 has compiled.
 */
const OTHERS = /^test\/((deep|browser|apps|fixtures|package|tools|docs|lanes|style|words|layers)\b|.*\/allocation\b)/;

export function unitTests(root: string): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !OTHERS.test(path))
    .sort();
}

export class RelatedTests {
  readonly #imports: Imports;
  readonly #reached: ReadonlyMap<string, ReadonlyMap<string, number>>;

  constructor(root: string, imports: Imports) {
    this.#imports = imports;
    this.#reached = new Map(unitTests(root).map((test) => [test, imports.reach([test])]));
  }

  /** Whether a test loads a source as it is, and nothing of `dist`, so that no build is needed. */
  isDirect(test: string, file: string): boolean {
    const sources = this.#imports.reach([test], 'sources');
    return sources.has(file) && ![...sources.keys()].some((own) => this.#imports.loadsBuilt(own));
  }

  /** The tests in the folders of the area of `file` that load it: in the order of the folders, closest ones first. */
  of(file: string): string[] {
    const { tests } = areaOf(file);
    const ranked = [...this.#reached].flatMap(([test, reached]) => {
      const folder = tests.findIndex((path) => test.startsWith(`test/${path}`));
      const depth = reached.get(file);
      return folder < 0 || depth === undefined ? [] : [{ test, rank: rankOf(test, file, folder, depth) }];
    });
    return ranked.sort((a, b) => a.rank - b.rank || (a.test < b.test ? -1 : 1)).map(({ test }) => test);
  }
}

/** A test whose folders and name are those of the source comes first, then one that imports it itself. */
function rankOf(test: string, file: string, folder: number, depth: number): number {
  const own = segmentsOf(file);
  const shared = segmentsOf(test).filter((segment) => own.includes(segment));
  const isNamed = shared.includes(own.at(-1)!);
  return folder - 3 * shared.length - (isNamed ? 10 : 0) + (depth <= 2 ? depth : 3);
}

/** Folders and name of a source or a test, without the first one. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/(\.test)?\.ts$/, '')
    .split('/')
    .slice(1);
}
