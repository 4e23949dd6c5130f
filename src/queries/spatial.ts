/** Queries that planar engines do not have. */
import { fail } from '../errors.ts';
import { isPlanar } from '../tables/colliderTable.ts';
import type { Frame } from '../tables/frame.ts';

/** Fails in a planar scene. */
export function checkSpatial(where: string, { colliders }: Frame): void {
  if (isPlanar(colliders)) fail(where, 'an engine whose scene is in space', 'one with `planar: true`');
}
