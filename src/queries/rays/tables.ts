/** The tables of rays and of the f32 tree, which other searches go down, too. */
import { MAKE_RAY_NODES } from '../../broad/passes.ts';
import type { Search } from '../../narrow/threadTools.ts';
import { bindRays, rayTableBytes } from '../../tables/rayTable.ts';

export interface RayCapacity {
  /** Rays of all ray lists together. Default 65,536. */
  readonly rays: number;
  /** Hits of one call of `castRays` with hits 'all'. Default 262,144. */
  readonly rayHits: number;
}

/** @internal */
export const rayTables: Search<RayCapacity & { readonly colliders: number }> = {
  name: 'rayTables',
  capacity: { rays: { default: 65_536 }, rayHits: { default: 262_144 } },
  passes: [MAKE_RAY_NODES],
  bytes: ({ rays, rayHits, colliders }) => rayTableBytes(rays, rayHits, colliders),
  bind: (buffer, byteOffset, { rays, rayHits, colliders }) => ({
    rays: bindRays(buffer, byteOffset, rays, rayHits, colliders),
  }),
  mostItems: ({ rays, colliders }) => Math.max(rays, colliders),
};
