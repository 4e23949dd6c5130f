import type { WorldHandle } from './world.tsx';

/** For the test of this example: worlds so far, and the last one. Apart from components, which are reloaded hot. */
export const seen = { worlds: new Set<WorldHandle>(), last: undefined as WorldHandle | undefined };
