/**
 * Pairs that are hard for the numerics of GJK and of the penetration search: the answer hangs on the last digits of f64, or
 * of f32. Each kind is a set of shapes and a way to draw pairs of them, seeded.
 */
import { between, type Random, randomUnit } from '../../scenes/random.ts';
import { box, capsule, hull, point, type Shape, segment, sphere } from '../../src/pair.ts';
import type { Quat, Vec3 } from '../oracle/body.ts';

export interface Placed {
  /** Place in the list of shapes. */
  shape: number;
  position: Vec3;
  rotation: Quat;
}

export interface HardSet {
  shapes: Shape[];
  draw(): [Placed, Placed];
}

const SHAPES = 40;
const HERE: Vec3 = [0, 0, 0];

/** 10 to a power between the two. */
function power(random: Random, least: number, most: number): number {
  return 10 ** between(random, least, most);
}

function anyOf<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

function unit(random: Random): Vec3 {
  const out = new Float64Array(3);
  randomUnit(out, 0, 3, random);
  return [out[0], out[1], out[2]];
}

/** A rotation as the f32 column holds it. */
function turn(random: Random): Quat {
  const out = new Float32Array(4);
  randomUnit(out, 0, 4, random);
  return [out[0], out[1], out[2], out[3]];
}

function add(a: Vec3, s: number, b: Vec3): Vec3 {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function scaled(s: number, a: Vec3): Vec3 {
  return [s * a[0], s * a[1], s * a[2]];
}

/** v turned by q, whatever its length. */
function turned(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [q[0], q[1], q[2]];
  const t = scaled(2 / (q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2), cross(u, v));
  return add(add(v, q[3], t), 1, cross(u, t));
}

interface Flat {
  shape: Shape;
  /** In order around the polygon, as f32. */
  corners: Vec3[];
  normal: Vec3;
}

/** A polygon of `count` corners in a plane through the origin, its corners rounded to f32: 1e-7 thick. */
function flatHull(random: Random, count: number): Flat {
  const [a, b] = [scaled(between(random, 0.5, 2), unit(random)), scaled(between(random, 0.5, 2), unit(random))];
  const round = random() < 0.5;
  const places = Array.from({ length: count }, () => {
    const at = [2 * random() - 1, 2 * random() - 1];
    const length = round ? Math.hypot(at[0], at[1]) : 1;
    return [at[0] / length, at[1] / length] as const;
  }).sort((p, q) => Math.atan2(p[1], p[0]) - Math.atan2(q[1], q[0]));
  const corners = places.map(([x, y]) => add(scaled(x, a), y, b).map(Math.fround) as Vec3);
  const normal = cross(a, b);
  return { shape: hull(corners.flat()), corners, normal: scaled(1 / Math.hypot(...normal), normal) };
}

/** A point or sphere 1e-9 … 1e-5 m off a flat hull of 3 … 64 corners: over its face, an edge, a corner, on both sides. */
function overFlatHulls(random: Random): HardSet {
  const flats = Array.from({ length: SHAPES }, (_, k) =>
    flatHull(random, k < 10 ? 3 + k : 3 + Math.floor(62 * random())),
  );
  const balls = [point(), sphere(0.3), sphere(1e-3)];
  return {
    shapes: [...flats.map(({ shape }) => shape), ...balls],
    draw() {
      const flat = Math.floor(random() * SHAPES);
      const { corners, normal } = flats[flat];
      const first = Math.floor(random() * corners.length);
      const where = random();
      const weights = corners.map((_, k) => {
        if (where < 0.2) return k === first ? 1 : 0;
        if (where < 0.5) return k === first || k === (first + 1) % corners.length ? random() : 0;
        return random() ** 3;
      });
      const sum = weights.reduce((x, y) => x + y);
      const off = (random() < 0.5 ? -1 : 1) * (random() < 0.7 ? power(random, -8, -6) : power(random, -9, -5));
      const foot = corners.reduce((at, corner, k) => add(at, weights[k] / sum, corner), HERE);
      const rotation: Quat = random() < 0.5 ? [0, 0, 0, 1] : turn(random);
      return [
        { shape: flat, position: HERE, rotation },
        {
          shape: SHAPES + Math.floor(3 * random()),
          position: turned(rotation, add(foot, off, normal)),
          rotation: turn(random),
        },
      ];
    },
  };
}

/** Segments and capsules that cross at both midpoints, exactly or but for the rounding of f32, 1e-6 … 1 m apart. */
function crossingAxes(random: Random): HardSet {
  const shapes = [segment(1), capsule(1, 0.25), segment(0.3), capsule(3, 0.01), hull([0, -1, 0, 0, 1, 0])];
  return {
    shapes,
    draw() {
      const [qa, qb] = [turn(random), turn(random)];
      const n = cross(turned(qa, [0, 1, 0]), turned(qb, [0, 1, 0]));
      const aside = random() < 0.3 ? 0 : power(random, -16, -6);
      return [
        { shape: Math.floor(random() * shapes.length), position: HERE, rotation: qa },
        {
          shape: Math.floor(random() * shapes.length),
          position: add(scaled(power(random, -6, 0) / Math.hypot(...n), n), aside, unit(random)),
          rotation: qb,
        },
      ];
    },
  };
}

/**
 * Hulls of 1 … 6 clusters, each of some points 1e-8 … 1e-3 m apart, and single points: beside each other, in each other, and
 * crossing at their middles.
 */
function clusters(random: Random): HardSet {
  const heap = (center: Vec3, spread: number, count: number) =>
    Array.from({ length: count }, () => add(center, spread * random(), unit(random)).map(Math.fround)).flat();
  const some = (most: number) => 1 + Math.floor(most * random());
  const hulls = Array.from({ length: SHAPES }, (_, k) => {
    const spread = power(random, -8, -3);
    if (k % 4 === 0) return hull(heap(HERE, spread, some(30)));
    if (k % 4 === 1) return hull([...heap([0, -1, 0], spread, some(6)), ...heap([0, 1, 0], spread, some(6))]);
    return hull(Array.from({ length: some(6) }, () => heap(unit(random), spread, some(5))).flat());
  });
  const shapes = [...hulls, point(), sphere(1e-4), segment(0.5), box(0.5, 0.5, 0.5), segment(1e-6)];
  return {
    shapes,
    draw() {
      const far = random() < 0.3 ? between(random, 0, 2) : power(random, -9, -2);
      return [
        { shape: Math.floor(random() * shapes.length), position: HERE, rotation: turn(random) },
        { shape: Math.floor(random() * shapes.length), position: scaled(far, unit(random)), rotation: turn(random) },
      ];
    },
  };
}

/** Boxes that touch face on face to 1e-7 of their size, parallel but for 1e-8 … 1e-3 rad. */
function touchingBoxes(random: Random): HardSet {
  const halves = Array.from({ length: SHAPES }, () => {
    const scale = power(random, -2, 2);
    return [0, 0, 0].map(() => Math.fround(scale * between(random, 0.5, 1.5))) as Vec3;
  });
  const tilted = (): Quat =>
    [...scaled(random() < 0.2 ? 0 : power(random, -8, -3), unit(random)).map(Math.fround), 1] as Quat;
  return {
    shapes: halves.map(([x, y, z]) => box(x, y, z)),
    draw() {
      const shape = Math.floor(random() * SHAPES);
      const half = halves[shape];
      const axis = Math.floor(3 * random());
      const size = 2 * Math.hypot(...half);
      const gap = (random() < 0.5 ? -1 : 1) * size * power(random, -10, -6);
      const slide = anyOf(random, [0, 0, 0.3, 1.5]);
      const position = half.map((h, c) => (c === axis ? 2 * h + gap : slide * (2 * random() - 1) * h)) as Vec3;
      return [
        { shape, position: HERE, rotation: tilted() },
        { shape, position, rotation: tilted() },
      ];
    },
  };
}

/** Hulls and boxes 5 … 2,000 sizes apart. */
function farApart(random: Random): HardSet {
  const shapes: Shape[] = [8, 12, 24, 64].map((count) =>
    hull(Array.from({ length: count }, () => unit(random)).flat()),
  );
  shapes.push(box(0.5, 1, 0.7), capsule(1, 0.3), sphere(0.5), segment(1));
  return {
    shapes,
    draw: () => [
      { shape: Math.floor(random() * shapes.length), position: HERE, rotation: turn(random) },
      {
        shape: Math.floor(random() * shapes.length),
        position: scaled(2 * power(random, 0.7, 3.3), unit(random)),
        rotation: turn(random),
      },
    ],
  };
}

/** Boxes 5 … 2,000 sizes apart. */
function boxesFarApart(random: Random): HardSet {
  const shapes = Array.from({ length: SHAPES }, () =>
    box(between(random, 0.5, 1.5), between(random, 0.5, 1.5), between(random, 0.5, 1.5)),
  );
  const someBox = () => Math.floor(random() * SHAPES);
  return {
    shapes,
    draw: () => [
      { shape: someBox(), position: HERE, rotation: turn(random) },
      { shape: someBox(), position: scaled(2 * power(random, 0.7, 3.3), unit(random)), rotation: turn(random) },
    ],
  };
}

export const HARD_KINDS = {
  'over flat hulls': overFlatHulls,
  'crossing axes': crossingAxes,
  clusters,
  'touching boxes': touchingBoxes,
  'far apart': farApart,
  'boxes far apart': boxesFarApart,
} satisfies Record<string, (random: Random) => HardSet>;

export type HardKind = keyof typeof HARD_KINDS;
