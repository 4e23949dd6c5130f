/** A browser for tests, whatever protocol it is driven by. */
import { existsSync } from 'node:fs';
import type { tests } from './site/main.ts';

type Tests = typeof tests;

export interface TestBrowser {
  /** Opens a page. One page at a time. @param size of the viewport (px), where the browser's protocol sets it */
  open(url: string, size?: { readonly width: number; readonly height: number }): Promise<BrowserPage>;
  close(): Promise<void>;
}

export interface BrowserPage {
  /** The value of an expression in the page, a promise's value too, as far as JSON can hold it. */
  evaluate<T>(expression: string): Promise<T>;
  /** A picture, as PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Waits until an expression is true in a page. */
export function until(page: BrowserPage, expression: string): Promise<void> {
  return page.evaluate(`(async () => {
    while (!(${expression})) await new Promise((done) => setTimeout(done, 10));
  })()`);
}

/** Calls a function of the test page (site/main.ts). Its arguments travel as JSON. */
export function call<Name extends keyof Tests>(
  page: BrowserPage,
  name: Name,
  ...args: Parameters<Tests[Name]>
): Promise<Awaited<ReturnType<Tests[Name]>>> {
  const list = args.map((arg) => JSON.stringify(arg)).join(', ');
  return page.evaluate(`hullTests.${name}(${list})`);
}

/** The first of `paths` that exists. @param advice how to get one */
export function findProgram(paths: readonly string[], advice: string): string {
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`expected ${paths.join(' or ')}, got none: ${advice}`);
  return found;
}
