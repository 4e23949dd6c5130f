/** What one thread needs to search the tree: a stack, and room for what it finds. Grows, and is kept. */
export interface BroadScratch {
  /** Level and node, in turn. */
  readonly stack: Int32Array;
  /** Level-1 nodes that may hold neighbours. */
  groups: Int32Array;
  /** Boxes of leaves near a node, and their rows. */
  near: Float64Array;
  nearRows: Uint32Array;
  /** Neighbours, or pairs. */
  found: Uint32Array;
}

/** A search goes down WIDTH ways on each of at most 20 levels. */
const STACK = 2 * 4 * 20;

export function createBroadScratch(): BroadScratch {
  return {
    stack: new Int32Array(STACK),
    groups: new Int32Array(256),
    near: new Float64Array(6 * 256),
    nearRows: new Uint32Array(256),
    found: new Uint32Array(1024),
  };
}

export function growGroups(scratch: BroadScratch): void {
  const { groups } = scratch;
  scratch.groups = new Int32Array(2 * groups.length);
  scratch.groups.set(groups);
}

/** Makes room for `count` leaves. Keeps none. */
export function growNear(scratch: BroadScratch, count: number): void {
  const length = Math.max(count, 2 * scratch.nearRows.length);
  scratch.near = new Float64Array(6 * length);
  scratch.nearRows = new Uint32Array(length);
}

/** Makes room for `count` words. */
export function growFound(scratch: BroadScratch, count: number): void {
  const { found } = scratch;
  scratch.found = new Uint32Array(Math.max(count, 2 * found.length));
  scratch.found.set(found);
}

/**
 * 1 or 0, without a branch: nobody can guess which of six gaps is too wide. NaN is not within. `Number` of a comparison is one
 * instruction in V8, `? 1 : 0` a branch: five times slower where half of the tests fail.
 */
export function within(gap: number, margin: number): number {
  return Number(gap <= margin);
}
