import { QueryError } from 'hullstorm';
import { expect } from 'vitest';

/** The sentence of the error that a call throws. */
export function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError);
    return (error as Error).message;
  }
  return 'no error';
}
