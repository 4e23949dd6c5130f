/**
 * Ghost collisions: what a body feels of the edges between the triangles of a flat floor. The same body runs over a
 * floor of triangles and over one box, and the difference of the two runs is measured. Shared by tests, the deep run
 * and `bench:peers -- --only ghosts`.
 */
import { box, capsule, hull, type Shape, sphere } from 'hullstorm';
import { square, squareWithTJunctions, unwelded } from './surfaces.ts';
import type { Floor, PartBody, SurfaceWorld } from './surfaceWorld.ts';
import { makeMotion, type Part } from './surfaceWorld.ts';

const CELLS = 100;
/** Tiles along each side of a floor of tiles. */
const TILES = 5;
const DT = 1 / 60; // s
const MOST_STEPS = 240;

/** Kinds of flat floors. `tiles`: 25 surfaces side by side. */
export const FLOORS = ['grid', 'tJunctions', 'unwelded', 'tiles'] as const;
/** Sides of a cell (m). */
export const CELL_SIZES = [0.05, 1, 20] as const;
/** m/s */
export const SPEEDS = [0.1, 1, 5, 30] as const;
/** Directions x z: along edges, along both diagonals, and at odd angles. */
export const HEADINGS = [
  [1, 0],
  [0, 1],
  [1, -1],
  [1, 1],
  [1, 0.173],
  [-0.317, 1],
  [-1, -0.01],
  [0.6, -0.8],
] as const;

interface Kind {
  readonly parts: readonly Part[];
  /** Height of its center on the floor (m). */
  readonly height: number;
  /** Its largest horizontal extent (m). */
  readonly reach: number;
  /** Rolls at this radius (m), in runs with friction. */
  readonly rolls?: number;
}

/** An octagon wider at half its height than at its ends: 24 vertices. */
function octagon(): Shape {
  const corner = 0.5 * (Math.SQRT2 - 1);
  const around = [
    [0.5, corner],
    [corner, 0.5],
    [-corner, 0.5],
    [-0.5, corner],
    [-0.5, -corner],
    [-corner, -0.5],
    [corner, -0.5],
    [0.5, -corner],
  ];
  const rings = [-0.25, 0, 0.25].map((y) => ({ y, wide: y === 0 ? 1 : 0.8 }));
  return hull(rings.flatMap(({ y, wide }) => around.flatMap(([x, z]) => [wide * x!, y, wide * z!])));
}

const alone = (shape: Shape): Part[] => [{ shape, position: [0, 0, 0] }];

/** A sledge on two runners, whose center of mass is its origin. */
const sledge: Part[] = [
  { shape: box(0.5, 0.1, 0.4), position: [0, 0.1, 0] },
  { shape: box(0.5, 0.2, 0.05), position: [0, -0.2, 0.35] },
  { shape: box(0.5, 0.2, 0.05), position: [0, -0.2, -0.35] },
];

export const BODIES = {
  box: { parts: alone(box(0.5, 0.25, 0.5)), height: 0.25, reach: 0.71 },
  hull: { parts: alone(octagon()), height: 0.25, reach: 0.55 },
  sphere: { parts: alone(sphere(0.5)), height: 0.5, reach: 0.5, rolls: 0.5 },
  capsule: { parts: alone(capsule(0.4, 0.3)), height: 0.3, reach: 0.7, rolls: 0.3 },
  compound: { parts: sledge, height: 0.4, reach: 0.65 },
} satisfies Record<string, Kind>;

export type BodyName = keyof typeof BODIES;
export const BODY_NAMES = Object.keys(BODIES) as BodyName[];

export interface GhostRow {
  readonly body: BodyName;
  readonly floor: (typeof FLOORS)[number];
  /** m */
  readonly cell: number;
  /** m/s */
  readonly speed: number;
  /** x z, of any length. */
  readonly heading: readonly [number, number];
  /** 0: the body slides. More: it rolls. */
  readonly friction: number;
}

/** Differences between the run over triangles and that over a box. */
export interface GhostResult {
  /** Greatest and least difference of the heights (m). */
  readonly highest: number;
  readonly lowest: number;
  /** Most of the speed that is lost, part of the speed at the start. */
  readonly speedLost: number;
  /** Most difference of the spins (rad/s). */
  readonly spin: number;
}

/** What a run without ghosts keeps. */
export const GHOST_LIMITS = { height: 5e-4, speedLost: 5e-4, spin: 0.02 } as const;

export function hasGhosts({ highest, lowest, speedLost, spin }: GhostResult): boolean {
  const { height, speedLost: mostLost, spin: mostSpin } = GHOST_LIMITS;
  return !(highest <= height && lowest >= -height && speedLost <= mostLost && spin <= mostSpin);
}

/** All combinations; bodies that cannot roll have no friction. */
export function allGhostRows(): GhostRow[] {
  const rows: GhostRow[] = [];
  for (const body of BODY_NAMES) {
    for (const friction of 'rolls' in BODIES[body] ? [0, 0.6] : [0]) {
      for (const floor of FLOORS) {
        for (const cell of CELL_SIZES) {
          for (const speed of SPEEDS) {
            for (const heading of HEADINGS) rows.push({ body, floor, cell, speed, heading, friction });
          }
        }
      }
    }
  }
  return rows;
}

/** A step through all combinations that has no factor in common with their number, and is about 0.618 of it. */
const STRIDE = 1661;

/** `count` of all combinations, spread over them. */
export function someGhostRows(count: number): GhostRow[] {
  const rows = allGhostRows();
  return Array.from({ length: count }, (_, k) => rows[(k * STRIDE) % rows.length]!);
}

/** Makes an empty world with a gravity of 9.81 m/s² down. */
export type MakeWorld = () => Promise<SurfaceWorld>;

export async function measureGhosts(makeWorld: MakeWorld, row: GhostRow): Promise<GhostResult> {
  const [over, plain] = [await run(makeWorld, row, floorOf(row)), await run(makeWorld, row, boxFloor(row))];
  const result = { highest: 0, lowest: 0, speedLost: 0, spin: 0 };
  for (let k = 0; k < over.length; k += STATE) {
    const [height, speed, sx, sy, sz] = Array.from({ length: STATE }, (_, c) => over[k + c]! - plain[k + c]!);
    // NaN stays
    result.highest = Math.max(result.highest, height!);
    result.lowest = Math.min(result.lowest, height!);
    result.speedLost = Math.max(result.speedLost, -speed! / row.speed);
    result.spin = Math.max(result.spin, Math.hypot(sx!, sy!, sz!));
  }
  return result;
}

/** Numbers per step of a run: height, speed along the heading, spin x y z. */
const STATE = 5;

async function run(makeWorld: MakeWorld, row: GhostRow, floor: Floor): Promise<Float64Array> {
  const steps = stepsOf(row);
  const states = new Float64Array(STATE * steps);
  const world = await makeWorld();
  world.addFloor(floor, row.friction);
  const body = world.addBody(bodyOf(row));
  const motion = makeMotion();
  const [x, z] = unit(row.heading);
  for (let step = 0; step < steps; step++) {
    await world.step(DT);
    world.read(body, motion);
    const { position, velocity, spin } = motion;
    states.set([position[1]!, x * velocity[0]! + z * velocity[2]!, ...spin], STATE * step);
  }
  await world.close();
  return states;
}

/** As many as the floor has room for. */
function stepsOf({ body, cell, speed }: GhostRow): number {
  const room = CELLS * cell - 2 * BODIES[body].reach - 2 * cell;
  return Math.min(MOST_STEPS, Math.floor(room / (speed * DT)));
}

/** Half the length of the run (m). */
function wayBack(row: GhostRow): number {
  return (row.speed * DT * stepsOf(row)) / 2;
}

/** The body stands on the floor and moves; the middle of its way is near that of the floor, at no vertex. */
function bodyOf(row: GhostRow): PartBody {
  const { body, speed, heading, friction, cell } = row;
  const { parts, height, ...rest } = BODIES[body];
  const [x, z] = unit(heading);
  const back = wayBack(row);
  const rolls = 'rolls' in rest && friction > 0 ? speed / rest.rolls : 0;
  return {
    parts,
    position: [0.37 * cell - x * back, height, 0.31 * cell - z * back],
    rotation: body === 'capsule' ? lying(friction > 0 ? [z, -x] : [x, z]) : [0, 0, 0, 1],
    velocity: [speed * x, 0, speed * z],
    spin: [rolls * z, 0, -rolls * x],
    friction,
    canSleep: false,
  };
}

/** The rotation by 90° that lays the y axis along x z, of unit length. */
function lying([x, z]: readonly [number, number]): PartBody['rotation'] {
  return [z * Math.SQRT1_2, 0, -x * Math.SQRT1_2, Math.SQRT1_2];
}

function unit([x, z]: readonly [number, number]): [number, number] {
  const length = Math.hypot(x, z);
  return [x / length, z / length];
}

/**
 * As wide as the run is long: contacts with a box of 100 m are rounded so that a sphere gains 5e-5 m/s, and on one of
 * 1 km Rapier's hulls are thrown up.
 */
function boxFloor(row: GhostRow): Floor {
  const half = wayBack(row) + row.cell + 2 * BODIES[row.body].reach;
  return { halfExtents: [half, 1, half] };
}

function floorOf({ floor, cell }: GhostRow): Floor {
  switch (floor) {
    case 'grid':
      return { tiles: [{ surface: square(CELLS, cell), position: [0, 0, 0] }] };
    case 'tJunctions':
      return { tiles: [{ surface: squareWithTJunctions(CELLS, cell), position: [0, 0, 0] }] };
    case 'unwelded':
      return { tiles: [{ surface: unwelded(square(CELLS, cell)), position: [0, 0, 0] }] };
    case 'tiles': {
      const cells = CELLS / TILES;
      const surface = square(cells, cell);
      const places = Array.from({ length: TILES }, (_, k) => (k - (TILES - 1) / 2) * cells * cell);
      return { tiles: places.flatMap((x) => places.map((z) => ({ surface, position: [x, 0, z] as const }))) };
    }
  }
}
