/** Why a GPU is not used: a sentence of `info.fallbacks`, or of the error for `gpu: 'required'`. */
export class NoGpu extends Error {
  constructor(expected: string, got: string) {
    super(`expected ${expected}, got ${got}`);
  }
}

/** The text of any error, in one line. */
export function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.trim().replace(/\s*\n[\s\S]*/, '') : String(cause);
}
