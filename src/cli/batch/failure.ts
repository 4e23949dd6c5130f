/** Errors of `hullstorm batch`: a sentence, and the exit code of the command. */
import { QueryError } from 'hullstorm';
import { nearestOf } from '../../checks.ts';

/** Exit codes of the command. */
export const EXIT = { wrong: 1, usage: 2, input: 3, invalid: 4, disk: 5, stopped: 130 } as const;

/** An error that ends the command with its own exit code. */
export class BatchError extends QueryError {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Fails for the command line. */
export function usageError(where: string, expected: string, got: string): never {
  throw new BatchError(EXIT.usage, `batch: ${where}: expected ${expected}, got ${got}`);
}

/** Fails for a file that was given. @param where the file, its column and row */
export function inputError(where: string, expected: string, got: string, cause?: unknown): never {
  throw new BatchError(EXIT.input, `${where}: expected ${expected}, got ${got}`, cause);
}

/** Fails for a folder or a disk. */
export function diskError(path: string, what: string, cause: unknown): never {
  const { code, message } = cause as NodeJS.ErrnoException;
  const said = code === 'ENOSPC' ? 'a full disk' : `an error: ${message}`;
  throw new BatchError(EXIT.disk, `${path}: expected ${what}, got ${said}`, cause);
}

/** The name that a wrong one may stand for, as a part of a sentence. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest ? `; did you mean '${nearest}'?` : '';
}
