/** Checks of results that the caller passes. */
import { refuse, viewName } from '../errors.ts';

/** Fails unless `out` has Float64Arrays of at least three numbers under the keys, and is not frozen. */
export function checkColumns<K extends string>(
  where: string,
  maker: string,
  out: Readonly<Record<K, Float64Array>>,
  keys: readonly K[],
): void {
  try {
    if (keys.every((key) => viewName(out[key]) === 'Float64Array' && out[key].length > 2) && !Object.isFrozen(out)) {
      return;
    }
  } catch {
    // a getter or a proxy that throws
  }
  refuse(where, `what ${maker}() makes`, out);
}
