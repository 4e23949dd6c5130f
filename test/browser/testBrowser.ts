/** A browser that runs the functions of the test page (site/main.ts), whatever protocol it is driven by. */
import { existsSync } from 'node:fs';
import type { tests } from './site/main.ts';

type Tests = typeof tests;

export interface TestBrowser {
  /** Opens the test page. One page at a time. */
  open(url: string): Promise<TestPage>;
  close(): Promise<void>;
}

export interface TestPage {
  /** Calls a function of the page. Its arguments, and what it resolves with, travel as JSON. */
  call<Name extends keyof Tests>(
    name: Name,
    ...args: Parameters<Tests[Name]>
  ): Promise<Awaited<ReturnType<Tests[Name]>>>;
  close(): Promise<void>;
}

/** The first of `paths` that exists. @param advice how to get one */
export function findProgram(paths: readonly (string | undefined)[], advice: string): string {
  const found = paths.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error(`expected one of ${paths.filter(Boolean).join(', ')}: ${advice}`);
  return found;
}
