/**
 * Surfaces of triangles as plain numbers, for any engine: floors and terrains. m; y points up; triangles are
 * counter-clockwise seen from above. Coordinates are f32 values.
 */
import { seeded } from './random.ts';

export interface Surface {
  /** x y z per vertex. */
  readonly positions: Float32Array;
  /** Three vertices per triangle. None: every nine numbers of `positions` are a triangle. */
  readonly indices?: Uint32Array;
}

type Height = (x: number, z: number) => number;

/** The triangle of each three rows of `indices`, or of `positions`. */
export function triangleCount({ positions, indices }: Surface): number {
  return indices ? indices.length / 3 : positions.length / 9;
}

/** A grid with vertices at all `xs` × `zs`, both ascending: two triangles per cell. */
export function grid(xs: readonly number[], zs: readonly number[], height: Height = () => 0): Surface {
  const positions = new Float32Array(3 * xs.length * zs.length);
  const indices = new Uint32Array(6 * (xs.length - 1) * (zs.length - 1));
  let to = 0;
  for (const x of xs) {
    for (const z of zs) {
      positions[to++] = x;
      positions[to++] = height(x, z);
      positions[to++] = z;
    }
  }
  to = 0;
  for (let i = 0; i + 1 < xs.length; i++) {
    for (let k = 0; k + 1 < zs.length; k++) {
      const at = i * zs.length + k;
      const [right, ahead, across] = [at + zs.length, at + 1, at + zs.length + 1];
      for (const vertex of [at, ahead, right, right, ahead, across]) indices[to++] = vertex;
    }
  }
  return { positions, indices };
}

/** `cells` + 1 numbers `step` apart, their middle at 0. */
export function ticks(cells: number, step: number): number[] {
  return Array.from({ length: cells + 1 }, (_, k) => (k - cells / 2) * step);
}

/** A square of `cells` × `cells` cells, its middle at the origin. */
export function square(cells: number, cell: number, height?: Height): Surface {
  return grid(ticks(cells, cell), ticks(cells, cell), height);
}

/** The same square in rows whose cells have different widths: their corners lie inside edges of the next row. */
export function squareWithTJunctions(cells: number, cell: number): Surface {
  const zs = ticks(cells, cell);
  const rows = zs.slice(1).map((z, row) => {
    const columns = cells - (row % 3);
    return grid(ticks(columns, (cells * cell) / columns), [zs[row]!, z]);
  });
  return joined(rows);
}

/** Several surfaces as one, without welding. */
export function joined(parts: readonly Surface[]): Surface {
  let vertices = 0;
  const indices = parts.flatMap((part) => {
    const own = Array.from(indicesOf(part), (vertex) => vertices + vertex);
    vertices += part.positions.length / 3;
    return own;
  });
  const positions = new Float32Array(3 * vertices);
  let at = 0;
  for (const part of parts) {
    positions.set(part.positions, at);
    at += part.positions.length;
  }
  return { positions, indices: Uint32Array.from(indices) };
}

/** The same triangles, each with vertices of its own and no indices. */
export function unwelded(surface: Surface): Surface {
  const { positions } = surface;
  const corners = Array.from(indicesOf(surface), (vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
  return { positions: Float32Array.from(corners.flat()) };
}

export function moved({ positions, ...rest }: Surface, by: readonly number[]): Surface {
  return { ...rest, positions: positions.map((value, k) => value + by[k % 3]!) };
}

/** The vertices of each triangle, with or without `indices`. */
export function indicesOf({ positions, indices }: Surface): Uint32Array {
  return indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
}

/** A square terrain of about `triangles` triangles with cells of 1 m. */
export function terrain(triangles: number, seed: number): Surface {
  return square(Math.round(Math.sqrt(triangles / 2)), 1, fractalHeight(seed));
}

/** Octaves of `fractalHeight`: the wavelength of the first (m), and its height per wavelength. */
const OCTAVES = 6;
const WAVELENGTH = 64;
const STEEPNESS = 0.12;

/** Fractal noise: waves of 64, 32, … 2 m, each as steep as the others. */
export function fractalHeight(seed: number): Height {
  const random = seeded(seed);
  const side = 256;
  const lattice = Float64Array.from({ length: side * side }, () => 2 * random() - 1);
  const wrapped = (i: number, k: number) => lattice[(i & (side - 1)) * side + (k & (side - 1))]!;
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const noise = (x: number, z: number) => {
    const [i, k] = [Math.floor(x), Math.floor(z)];
    const [s, t] = [smooth(x - i), smooth(z - k)];
    const near = wrapped(i, k) + s * (wrapped(i + 1, k) - wrapped(i, k));
    const far = wrapped(i, k + 1) + s * (wrapped(i + 1, k + 1) - wrapped(i, k + 1));
    return near + t * (far - near);
  };
  return (x, z) => {
    let height = 0;
    for (let octave = 0; octave < OCTAVES; octave++) {
      const wave = WAVELENGTH / 2 ** octave;
      height += STEEPNESS * wave * noise(x / wave + 17 * octave, z / wave);
    }
    return height;
  };
}
