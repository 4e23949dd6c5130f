import type { WorldHandle } from './world.tsx';

/**
 * For the test of this example: how many worlds there were, those that may be open, and the last one. Apart from
 * components, which are reloaded hot. Closed worlds are let go, so that their memory can be collected.
 */
export const seen = { worlds: 0, open: new Set<WorldHandle>(), last: undefined as WorldHandle | undefined };

export function see(world: WorldHandle): void {
  seen.last = world;
  if (seen.open.has(world)) return;
  for (const each of seen.open) if (each.isClosed) seen.open.delete(each);
  seen.open.add(world);
  seen.worlds++;
}
