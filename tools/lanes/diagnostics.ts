/** Errors of a source, in lines for editors and people: `path:line:column: what; what instead`. */
import { relative } from 'node:path';
import type ts from 'typescript';

/** All errors of the sources of one compilation. */
export class LanesError extends Error {
  override name = 'LanesError';
  readonly diagnostics: readonly string[];

  constructor(diagnostics: readonly string[]) {
    super(diagnostics.join('\n'));
    this.diagnostics = diagnostics;
  }
}

interface Entry {
  readonly path: string;
  readonly position: number;
  readonly place: string;
  readonly text: string;
}

/** Collects errors. The first one at a position stays, so report the better text first. */
export class Report {
  readonly #root: string;
  readonly #entries = new Map<string, Entry>();

  constructor(root: string) {
    this.#root = root;
  }

  get empty(): boolean {
    return this.#entries.size === 0;
  }

  /** Reports `text` at the start of `node`. */
  at(node: ts.Node, text: string): void {
    const file = node.getSourceFile();
    this.add(file, node.getStart(file), text);
  }

  add(file: ts.SourceFile, position: number, text: string): void {
    const { line, character } = file.getLineAndCharacterOfPosition(position);
    const path = relative(this.#root, file.fileName).replaceAll('\\', '/');
    const place = `${path}:${line + 1}:${character + 1}`;
    if (!this.#entries.has(place)) this.#entries.set(place, { path, position, place, text });
  }

  /** Throws if there are errors, in the order of the sources. */
  finish(): void {
    if (this.empty) return;
    const sorted = [...this.#entries.values()].sort(
      (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.position - b.position,
    );
    throw new LanesError(sorted.map(({ place, text }) => `${place}: ${text}`));
  }
}
