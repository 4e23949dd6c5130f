/**
 * Welding: vertices at most `weld` apart are one, and the smallest vertex number stands for all. A grid of cells finds
 * them, in a table of chains. Vertices are taken in order, and each joins the smallest that stands for itself.
 */

/** Edge of a cell in units of `weld`: a place asks 1.4 cells on average, and few cells hold two vertices. */
const CELL = 16;

/** The vertex that stands for each vertex, itself if it stays. */
export function weldVertices(positions: Float32Array, weld: number): Uint32Array {
  const grid = gridOf(positions, weld);
  const owners = new Uint32Array(positions.length / 3);
  for (let vertex = 0; vertex < owners.length; vertex++) {
    const found = weld > 0 ? nearestOwner(grid, vertex) : equalOwner(grid, vertex);
    owners[vertex] = found;
  }
  return owners;
}

interface Grid {
  readonly positions: Float32Array;
  /** The coordinates as bits. */
  readonly bits: Int32Array;
  readonly weld: number;
  /** Cells per meter. */
  readonly cells: number;
  readonly low: readonly number[];
  /** The last vertex of each chain, −1 = none; and the vertex before each. */
  readonly last: Int32Array;
  readonly before: Int32Array;
}

function gridOf(positions: Float32Array, weld: number): Grid {
  const count = positions.length / 3;
  let slots = 16;
  while (slots < count) slots *= 2;
  const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
  const last = new Int32Array(slots).fill(-1);
  const { low, extent } = boundsOf(positions);
  // cells have numbers that f64 counts
  const cells = 1 / Math.max(CELL * weld, 1e-9 * extent, 1e-30);
  return { positions, bits, weld, cells, low, last, before: new Int32Array(count) };
}

/** The lowest corner of all vertices, and the longest edge of their box (m). */
export function boundsOf(positions: Float32Array): { readonly low: readonly number[]; readonly extent: number } {
  const low = [Infinity, Infinity, Infinity];
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [least, most] = [Infinity, -Infinity];
    for (let k = axis; k < positions.length; k += 3) {
      const x = positions[k];
      if (x < least) least = x;
      if (x > most) most = x;
    }
    low[axis] = least;
    extent = Math.max(extent, most - least);
  }
  return { low, extent };
}

function slotOf(x: number, y: number, z: number, slots: number): number {
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & (slots - 1);
}

function add({ last, before }: Grid, slot: number, vertex: number): number {
  before[vertex] = last[slot];
  last[slot] = vertex;
  return vertex;
}

function equalOwner(grid: Grid, vertex: number): number {
  const { bits, last, before } = grid;
  const [x, y, z] = [bits[3 * vertex], bits[3 * vertex + 1], bits[3 * vertex + 2]];
  const slot = slotOf(x, y, z, last.length);
  for (let other = last[slot]; other >= 0; other = before[other]) {
    if (bits[3 * other] === x && bits[3 * other + 1] === y && bits[3 * other + 2] === z) return other;
  }
  return add(grid, slot, vertex);
}

function nearestOwner(grid: Grid, vertex: number): number {
  const { positions, weld, cells, low, last } = grid;
  const x = positions[3 * vertex] - low[0];
  const y = positions[3 * vertex + 1] - low[1];
  const z = positions[3 * vertex + 2] - low[2];
  const [firstX, lastX] = [Math.floor((x - weld) * cells), Math.floor((x + weld) * cells)];
  const [firstY, lastY] = [Math.floor((y - weld) * cells), Math.floor((y + weld) * cells)];
  const [firstZ, lastZ] = [Math.floor((z - weld) * cells), Math.floor((z + weld) * cells)];
  let owner = vertex;
  for (let cellZ = firstZ; cellZ <= lastZ; cellZ++)
    for (let cellY = firstY; cellY <= lastY; cellY++)
      for (let cellX = firstX; cellX <= lastX; cellX++)
        owner = smallestNear(grid, slotOf(cellX, cellY, cellZ, last.length), vertex, owner);
  if (owner < vertex) return owner;
  const own = slotOf(Math.floor(x * cells), Math.floor(y * cells), Math.floor(z * cells), last.length);
  return add(grid, own, vertex);
}

/** The smallest vertex of a chain that is near `vertex`, if it is smaller than `owner`. */
function smallestNear(grid: Grid, slot: number, vertex: number, owner: number): number {
  const { positions, weld, last, before } = grid;
  let smallest = owner;
  for (let other = last[slot]; other >= 0; other = before[other]) {
    if (other >= smallest) continue;
    const x = positions[3 * other] - positions[3 * vertex];
    const y = positions[3 * other + 1] - positions[3 * vertex + 1];
    const z = positions[3 * other + 2] - positions[3 * vertex + 2];
    if (x * x + y * y + z * z <= weld * weld) smallest = other;
  }
  return smallest;
}
