/** The capacities and memory of `castRays`. */
import { bindRays, type RayTable, rayTableBytes } from '../../tables/rayTable.ts';
import type { Query } from '../query.ts';

export interface RayCapacity {
  /** Rays of all ray lists together. Default 65,536. */
  readonly rays: number;
  /** Hits of one call of `castRays` with hits 'all'. Default 262,144. */
  readonly rayHits: number;
}

/** @internal */
export const rayQuery: Query<RayCapacity, RayCapacity & { readonly colliders: number }, { readonly rays: RayTable }> = {
  name: 'rays',
  capacity: { rays: { default: 65_536 }, rayHits: { default: 262_144 } },
  bytes: ({ rays, rayHits, colliders }) => rayTableBytes(rays, rayHits, colliders),
  bind: (buffer, byteOffset, { rays, rayHits, colliders }) => ({
    rays: bindRays(buffer, byteOffset, rays, rayHits, colliders),
  }),
  mostItems: ({ rays, colliders }) => Math.max(rays, colliders),
};
