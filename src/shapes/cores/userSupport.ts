/**
 * A shape of the user's own, for `hullstorm/pair`: a function finds the farthest point along a direction. Each such
 * shape is a core of tier smooth with a code of its own. Engines refuse it: their threads cannot share a function.
 */
import { firstOf } from '../../checks.ts';
import { fail, QueryError, refuse } from '../../errors.ts';
import type { SupportCore } from '../../kernels/cores/geometry.ts';
import { smoothDistance } from '../../kernels/round/smoothDistance.ts';
import { SUPPORT } from '../../tables/shapeWords.ts';
import type { PreparedShape } from './core.ts';
import { extentOf } from './lengths.ts';
import { registerMeasured } from './registry.ts';
import { prepareSmooth, smoothSupport } from './smooth.ts';

/**
 * Writes to `out` the point of a convex shape that is farthest along `direction`, a unit vector; both x y z, in local
 * axes (m). The arrays are used again: keep no reference to them. Queries of `hullstorm/pair` fail in it.
 */
export type SupportFunction = (direction: Float64Array, out: Float64Array) => void;

/** A convex shape that is known by its support function, grown by `radius`. */
export interface SupportShape {
  readonly kind: 'support';
  readonly fn: SupportFunction;
  /** Half extents of a box around the local origin that holds the shape (m). */
  readonly halfExtents: ArrayLike<number>;
  readonly radius: number;
}

/**
 * A convex shape of your own. Queries are right as far as the function is: its points lie in one convex body.
 *
 * @param fn writes the farthest point along a direction
 * @param halfExtents of a box around the local origin that holds the shape (m), each > 0: tolerances are parts of it
 * @throws QueryError from the query, if `fn` throws, or if it writes a number that is not finite
 *
 * @example
 * ```ts
 * // an egg: above y = 0 half an ellipsoid that is twice as high as below
 * const egg = support(([x, y, z], out) => {
 *   const height = y > 0 ? 2 : 1;
 *   const length = Math.hypot(x, height * y, z);
 *   out.set([x / length, (height * height * y) / length, z / length]);
 * }, [1, 2, 1]);
 * ```
 */
export function support(fn: SupportFunction, halfExtents: ArrayLike<number>): SupportShape {
  registerMeasured('support', prepareSupport, smoothDistance);
  return { kind: 'support', fn, halfExtents, radius: 0 };
}

let made = 0;

function prepareSupport(at: string, { fn, halfExtents }: SupportShape, radius: number): PreparedShape {
  if (typeof fn !== 'function') refuse(`${at}: fn`, 'a function', fn);
  const where = `${at}: halfExtents`;
  const own = firstOf(where, 'three numbers > 0 (m)', halfExtents, 3);
  const [x = 0, y = 0, z = 0] = own.map((value, k) => extentOf(`${where}[${k}]`, value));
  made++;
  return prepareSmooth(supportCore(made, fn), radius, [x, y, z], Math.hypot(x, y, z), []);
}

/** The core of one shape: codes are different, so that sums and hulls may have several such parts. */
function supportCore(number: number, fn: SupportFunction): SupportCore {
  const own = new Float64Array(3);
  const out = new Float64Array(3);
  return smoothSupport(SUPPORT + number, (direction) => {
    const share = 1 / Math.hypot(direction[0], direction[1], direction[2]);
    for (let c = 0; c < 3; c++) own[c] = share * direction[c];
    out.fill(Number.NaN);
    try {
      fn(own, out);
    } catch (cause) {
      throw new QueryError(`support: fn: expected a function that writes a point, got an error: ${cause}`, { cause });
    }
    for (let c = 0; c < 3; c++) {
      if (!Number.isFinite(out[c])) fail('support: fn', `finite x y z for the direction ${[...own]}`, out[c]);
      direction[c] = out[c];
    }
  });
}
