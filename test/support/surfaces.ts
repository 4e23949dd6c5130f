/**
 * Surfaces by class: the ordinary ones, and those that break collision code. A surface is a function of its class and of
 * random numbers, so class and seed name it. Edges of about 1 m, at most some hundred triangles.
 */
import {
  grid,
  joined,
  moved,
  type Surface,
  square,
  squareWithTJunctions,
  terrain,
  ticks,
  unwelded,
} from '../../scenes/surfaces.ts';

export type { Surface } from '../../scenes/surfaces.ts';

type Random = () => number;
type Point = readonly [number, number, number];

const CELLS = 8;
/** Triangles of a fan. */
const BLADES = 60;

export const SURFACES = {
  flat: () => square(CELLS, 1),
  rough: (random: Random) => square(CELLS, 1, () => 0.3 * (2 * random() - 1)),
  ridge: () => square(CELLS, 1, (x) => Math.max(0, 0.8 - 0.4 * Math.abs(x))),
  valley: () => square(CELLS, 1, (x) => 0.5 * Math.abs(x)),
  steps: () =>
    profile([
      [-4, 0],
      [-2, 0],
      [-2, 0.5],
      [0, 0.5],
      [0, 1],
      [2, 1],
      [2, 1.5],
      [4, 1.5],
    ]),
  noise: (random: Random) => square(CELLS, 1, () => 1e-3 * random()),
  spikes: (random: Random) => square(CELLS, 1, () => (random() < 0.1 ? 2 : 0)),
  needles: (random: Random) => grid(ticks(200, 0.01), ticks(2, 1), () => 1e-3 * random()),
  fan: (random: Random) => fan(BLADES, () => 0.2 * random(), 0.5),
  saddle: () => fan(8, (blade) => (blade % 2 ? 0.5 : -0.5), 0),
  tJunctions: () => squareWithTJunctions(CELLS, 1),
  soup: (random: Random) => unwelded(square(CELLS, 1, () => 0.1 * random())),
  doubledWalls: () => joined([square(CELLS, 1), wall(0), turned(wall(0)), wall(2), wall(2)]),
  tiles: () => joined([-2, 2].flatMap((x) => [-2, 2].map((z) => moved(square(CELLS / 2, 1), [x, 0, z])))),
  slope: () => square(CELLS, 1, (x) => x * Math.tan((20 * Math.PI) / 180)),
  bowl: () => square(2 * CELLS, 0.5, (x, z) => 0.1 * (x * x + z * z)),
  ramp: () =>
    profile([
      [-4, 3 * Math.tan(Math.PI / 6)],
      [-1, 0],
      [0, 0],
      [4, 0],
    ]),
  rampToWall: () =>
    profile([
      [-4, 3 * Math.tan(Math.PI / 6)],
      [-1, 0],
      [1, 0],
      [1, 2],
    ]),
  rampToKerb: () =>
    profile([
      [-4, 3 * Math.tan(Math.PI / 6)],
      [-1, 0],
      [1, 0],
      [1, 0.1],
      [4, 0.1],
    ]),
  terrain: (random: Random) => terrain(288, Math.floor(1e6 * random())),
  sphere: () => torus(24, 12, 0, 2),
  torus: () => torus(24, 12, 2, 0.7),
} satisfies Record<string, (random: Random) => Surface>;

export type SurfaceClass = keyof typeof SURFACES;
export const SURFACE_CLASSES = Object.keys(SURFACES) as SurfaceClass[];

export function makeSurface(cls: SurfaceClass, random: Random): Surface {
  return SURFACES[cls](random);
}

/** A line of (x, y) drawn along z, from −4 to 4 m. From left to right, so that its upper side is the outside. */
function profile(line: readonly (readonly [number, number])[]): Surface {
  const { positions, ...rest } = grid([...line.keys()], ticks(CELLS, 1));
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y] = line[positions[k]!]!;
    positions[k] = x;
    positions[k + 1] = y;
  }
  return { positions, ...rest };
}

/** A wall across x, 2 m high, with its outside towards −x. */
function wall(x: number): Surface {
  return profile([
    [x, 0],
    [x, 2],
  ]);
}

/** The same triangles with their outside inside. */
function turned({ positions, indices }: Surface): Surface {
  return { positions, indices: indices!.map((_, k) => indices![k - (k % 3) + ((3 - (k % 3)) % 3)]!) };
}

/** Triangles around a vertex at the origin, out to a radius of 2 m. */
function fan(blades: number, rim: (blade: number) => number, tip: number): Surface {
  const points: Point[] = [[0, tip, 0]];
  const indices: number[] = [];
  for (let blade = 0; blade < blades; blade++) {
    const angle = (2 * Math.PI * blade) / blades;
    points.push([2 * Math.cos(angle), rim(blade), 2 * Math.sin(angle)]);
    indices.push(0, 1 + ((blade + 1) % blades), 1 + blade);
  }
  return { positions: Float32Array.from(points.flat()), indices: Uint32Array.from(indices) };
}

/**
 * A torus around y: a circle of radius `small` at distance `large` from the axis. A distance of 0 makes a sphere, from
 * half of the circle.
 */
function torus(around: number, across: number, large: number, small: number): Surface {
  const isSphere = large === 0;
  const rings = isSphere ? across - 1 : across;
  const points: Point[] = [];
  for (let i = 0; i < around; i++) {
    const turn = (2 * Math.PI * i) / around;
    for (let k = 0; k < rings; k++) {
      // 0 is the top
      const tilt = isSphere ? (Math.PI * (k + 1)) / across : (2 * Math.PI * k) / across;
      const radius = large + small * Math.sin(tilt);
      points.push([radius * Math.cos(turn), small * Math.cos(tilt), radius * Math.sin(turn)]);
    }
  }
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    const [here, next] = [i * rings, ((i + 1) % around) * rings];
    for (let k = 0; k + 1 < rings || (k < rings && !isSphere); k++) {
      const below = (k + 1) % rings;
      indices.push(here + k, next + k, here + below, here + below, next + k, next + below);
    }
  }
  if (isSphere) {
    const top = points.push([0, small, 0], [0, -small, 0]) - 2;
    for (let i = 0; i < around; i++) {
      const [here, next] = [i * rings, ((i + 1) % around) * rings];
      indices.push(top, next, here, top + 1, here + rings - 1, next + rings - 1);
    }
  }
  return { positions: Float32Array.from(points.flat()), indices: Uint32Array.from(indices) };
}
