/**
 * Prepares a user's shape for the tables: checks every number, rounds it to f32, and builds hulls. Pure: errors in a
 * shape appear here, before any table changes.
 */
import { fail, inspect } from '../errors.ts';
import type { PreparedShape, PrepareOf } from './cores/core.ts';
import { radiusOf } from './cores/lengths.ts';
import type { SupportShape } from './cores/userSupport.ts';
import { A_SHAPE, readShape, type Shape } from './shape.ts';

/** A shape whose keys and radius are checked, and the core of its kind. */
export interface CheckedShape<C> {
  readonly spec: Shape | SupportShape;
  readonly core: C;
  readonly radius: number;
  /** Prefix of all further errors. */
  readonly at: string;
}

/**
 * Checks a shape, except the numbers of its core.
 * @param coreOf returns the core of a kind of shapes
 */
export function checkedShape<C>(
  where: string,
  given: Shape | SupportShape,
  coreOf: (kind: string) => C | undefined,
): CheckedShape<C> {
  const spec = readShape(`${where}: shape`, given);
  const kind: unknown = spec.kind;
  const core = typeof kind === 'string' ? coreOf(kind) : undefined;
  if (!core) fail(`${where}: shape`, A_SHAPE, `kind ${inspect(kind)}`);
  const at = `${where}(${kind})`;
  return { spec, core, at, radius: radiusOf(`${at}: radius`, spec.radius) };
}

/**
 * Checks and builds a shape. `where` is the prefix of every error, such as `scene.addShape`.
 * @param partsBy prepares the parts of a shape
 */
export function prepareShape(
  where: string,
  given: Shape | SupportShape,
  prepareOf: PrepareOf,
  partsBy: PrepareOf = prepareOf,
): PreparedShape {
  const { spec, core, at, radius } = checkedShape(where, given, prepareOf);
  return core(at, spec, radius, partsBy);
}
