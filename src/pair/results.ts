/** Checks of results that the caller passes. */
import { refuse, viewName } from '../errors.ts';

/** Fails unless `out` has Float64Arrays of at least three numbers under the keys, and is not frozen. */
export function checkColumns<R extends object>(where: string, maker: string, out: R, keys: readonly (keyof R)[]): void {
  try {
    if (!Object.isFrozen(out) && keys.every((key) => isColumn(out[key]))) return;
  } catch {
    // a getter or a proxy that throws
  }
  refuse(where, `what ${maker}() makes`, out);
}

function isColumn(column: unknown): boolean {
  return viewName(column) === 'Float64Array' && (column as Float64Array).length >= 3;
}
