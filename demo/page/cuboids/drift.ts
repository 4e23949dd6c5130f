/** Where cuboids are: each swings about its place on a grid, and some meet their neighbors. */

const SPACING = 1.5; // m
const SWING = 0.3; // m
/** The ten of the thirteen neighbors after a cell that are the next ones: steps along x, y and z. */
const NEIGHBORS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
  [1, 1, 1],
] as const;

export class Drift {
  /** Half of the edge of the room (m), and its middle. */
  readonly extent: number;
  readonly center: readonly [x: number, y: number, z: number];
  readonly #count: number;
  readonly #side: number;

  /** @param far the distance of the room from 0 along each axis (m) */
  constructor(count: number, far: number) {
    this.#count = count;
    this.#side = Math.ceil(Math.cbrt(count));
    this.extent = (this.#side * SPACING) / 2;
    this.center = [far, far, far];
  }

  /** Half extents of the cuboids (m). */
  get sizes(): [number, number, number][] {
    return Array.from({ length: this.#count }, (_, id) => [
      0.3 + 0.3 * part(id, 0.755),
      0.3 + 0.3 * part(id, 0.57),
      0.2 + 0.2 * part(id, 0.43),
    ]);
  }

  /** Pairs of a cuboid and those after it; at the faces of the room they go on at the opposite one. */
  pairs(perBox: number): Uint32Array {
    const ids = new Uint32Array(2 * perBox * this.#count);
    for (let id = 0; id < this.#count; id++) {
      const [x, y, z] = this.#cellOf(id);
      for (const [k, [dx, dy, dz]] of NEIGHBORS.slice(0, perBox).entries()) {
        const other = x + dx + this.#side * (y + dy + this.#side * (z + dz));
        ids.set([id, (other + this.#count) % this.#count], 2 * (perBox * id + k));
      }
    }
    return ids;
  }

  /** Writes rotations, which stay. */
  turn(rotations: Float32Array): void {
    for (let id = 0; id < this.#count; id++) {
      const [x, y, z, w] = [0.819, 0.671, 0.549, 0.45].map((step) => part(id, step) - 0.5) as [
        number,
        number,
        number,
        number,
      ];
      const size = Math.hypot(x, y, z, w);
      rotations.set([x / size, y / size, z / size, w / size], 4 * id);
    }
  }

  /** Writes the positions of a time (s). */
  place(positions: Float64Array, time: number): void {
    const [cx, cy, cz] = this.center;
    const middle = (this.#side - 1) / 2;
    for (let id = 0; id < this.#count; id++) {
      const [x, y, z] = this.#cellOf(id);
      const speed = 0.3 + part(id, 0.618);
      positions[4 * id] = cx + SPACING * (x - middle) + SWING * Math.sin(speed * time + id);
      positions[4 * id + 1] = cy + SPACING * (y - middle) + SWING * Math.sin(0.9 * speed * time + 2 * id);
      positions[4 * id + 2] = cz + SPACING * (z - middle) + SWING * Math.sin(0.8 * speed * time + 3 * id);
    }
  }

  #cellOf(id: number): [x: number, y: number, z: number] {
    const side = this.#side;
    return [id % side, Math.trunc(id / side) % side, Math.trunc(id / side / side)];
  }
}

/** A number in [0, 1) of a sequence that fills it. */
function part(id: number, step: number): number {
  return (id * step) % 1;
}
