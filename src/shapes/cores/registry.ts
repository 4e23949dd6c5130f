/**
 * Cores registered for `hullstorm/pair` by the functions of their shapes: a program that never calls `hull()` is
 * bundled without the code that builds hulls. Engines have all cores (list.ts).
 */
import { fail } from '../../errors.ts';
import type { CoreDistance } from '../../kernels/cores/geometry.ts';
import type { Prepare } from './core.ts';

const prepares: Record<string, Prepare> = Object.create(null);

/** Registers the function that prepares a kind of shapes for `hullstorm/pair`. */
export function register(kind: string, prepare: Prepare): void {
  prepares[kind] = prepare;
}

/** The same for shapes with cores of tier smooth. @param distance of these cores */
export function registerMeasured(kind: string, prepare: Prepare, distance: CoreDistance): void {
  register(kind, (...given) => {
    const prepared = prepare(...given);
    return { ...prepared, cores: prepared.cores?.map((core) => core && { ...core, distance }) };
  });
}

/** Registers a kind of shapes that is refused there. @param what its name in errors */
export function registerOther(kind: string, what: string): void {
  register(kind, (at) => fail(at, 'a convex shape', what));
}

/** The function that prepares shapes of a registered kind. */
export function registeredPrepare(kind: string): Prepare | undefined {
  return prepares[kind];
}
