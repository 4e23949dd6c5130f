/** What a page shows: programs, what it says that they print, parts of examples, links. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program that stands on a page, or an example that the page links to. */
export interface Program {
  readonly name: string;
  readonly code: string;
  /** Without its last line break; undefined: the page does not say. */
  readonly prints: string | undefined;
}

export interface Page {
  readonly path: string;
  readonly text: string;
  readonly programs: readonly Program[];
  /** Blocks of TypeScript that do not run alone. */
  readonly parts: readonly string[];
  /** Blocks of JavaScript by the file name in their first line. */
  readonly modules: ReadonlyMap<string, string>;
  /** Relative ones, without anchors. */
  readonly links: readonly string[];
}

/** A block of code, a link to an example, or what something prints, in line. */
const SHOWN =
  /```(?<language>\w*)\n(?<code>.*?)```|\((?:(?:\.\.\/)?examples|\.)\/(?<example>\w+\.ts)\)|\bprints `(?<line>[^`]+)`/gs;

/** Reads a page. What it says that something prints is about the program or the example that it shows last before. */
export function readPage(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8');
  const programs: { name: string; code: string; prints: string | undefined }[] = [];
  const parts: string[] = [];
  const modules = new Map<string, string>();
  for (const { index, groups } of text.matchAll(SHOWN)) {
    const { language, code, line } = groups!;
    const example = groups!.example && `examples/${groups!.example}`;
    if (example && programs.some(({ name }) => name === example)) continue;
    if (example) add(example, readFileSync(join(root, example), 'utf8'));
    else if (language === 'ts' && /^import /m.test(code!)) add(`${path}, program ${programs.length + 1}`, code!);
    else if (language === 'ts') parts.push(code!);
    else if (language === 'js') modules.set(/^\/\/ (\S+)\n/.exec(code!)![1], code!);
    else if (line !== undefined) programs.at(-1)!.prints = line;
    else if (language === '' && /\bprints[^\n]*\n\n$/.test(text.slice(0, index)))
      programs.at(-1)!.prints = code!.trimEnd();
  }
  const links = [...text.matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map((match) => match[1]);
  return { path, text, programs, parts, modules, links };

  function add(name: string, code: string): void {
    programs.push({ name, code, prints: undefined });
  }
}
