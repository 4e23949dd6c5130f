/**
 * What hulls are in the tables, bit for bit: snapshots and checksums of scenes are made of it. The hashes are those of the first
 * builder, which made an object per triangle and a map per step; it shares nothing with the columns of this one but the method.
 */
import { expect, test, vi } from 'vitest';
import type { PreparedShape } from '../../src/shapes/cores/core.ts';
import { contactFaces } from '../../src/shapes/faces/contactFaces.ts';
import { prepareHull } from '../../src/shapes/hull/prepareHull.ts';
import { seeded } from '../support/random.ts';

type Random = () => number;

const prepared = (points: ArrayLike<number>, maxVertices?: number): PreparedShape =>
  prepareHull('', { kind: 'hull', points, radius: 0, ...(maxVertices ? { maxVertices } : {}) }, 0, contactFaces);

/** Points in the unit ball, or on it; only + − × ÷ and square roots, so that every machine makes the same. */
function cloud(count: number, random: Random, onSphere: boolean): number[] {
  const points: number[] = [];
  while (points.length < 3 * count) {
    const p = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1] as const;
    const square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    if (square > 1 || square < 1e-4) continue;
    points.push(...(onSphere ? p.map((x) => x / Math.sqrt(square)) : p));
  }
  return points;
}

/** Grids of n × n squares on the sides of a box. */
function gridBox(n: number, sides: readonly number[]): number[] {
  const points: number[] = [];
  for (let k = 0; k < (n + 1) ** 3; k++) {
    const p = [k % (n + 1), Math.floor(k / (n + 1)) % (n + 1), Math.floor(k / (n + 1) ** 2)];
    if (p.some((i) => i % n === 0)) points.push(...p.map((i, axis) => (i / n - 0.5) * sides[axis]));
  }
  return points;
}

function turned(points: readonly number[], random: Random): number[] {
  const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5] as const;
  const s = 2 / (x * x + y * y + z * z + w * w);
  const rows = [
    [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
    [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
    [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
  ] as const;
  return points.map((_, k) => {
    const row = rows[(k % 3) as 0 | 1 | 2];
    const at = k - (k % 3);
    return row[0] * points[at] + row[1] * points[at + 1] + row[2] * points[at + 2];
  });
}

/** Every third point again, elsewhere in the list, with zeros of either sign. */
function repeated(points: readonly number[], random: Random): number[] {
  const triples = Array.from({ length: points.length / 3 }, (_, k) => points.slice(3 * k, 3 * k + 3));
  const more = triples.filter((_, k) => k % 3 === 0).map((p) => p.map((x) => (x === 0 ? -0 : x)));
  const keyed = [...triples, ...more].map((p) => ({ p, at: random() }));
  return keyed.sort((a, b) => a.at - b.at).flatMap(({ p }) => p);
}

/** FNV-1a over all that the tables are given. */
function hashOf(shape: PreparedShape, hash: number): number {
  const { vertices, neighbors, cells, faces, grid, extent, half } = shape;
  const parts = [vertices, neighbors, cells, faces!.planes, faces!.loops];
  const numbers = Float64Array.of(grid, extent, ...half, faces!.count, ...parts.map((part) => part.length));
  let h = hash;
  for (const { buffer, byteOffset, byteLength } of [numbers, ...parts]) {
    for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) h = Math.imul(h ^ byte, 0x01000193);
  }
  return h >>> 0;
}

const SIZES = [
  [1, 1, 1],
  [1, 1, 1e-4],
  [1, 1e-4, 1e-4],
  [1, 1, 1e-6],
  [1, 0.3, 3],
] as const;

/** Points of one kind for a seed. */
const KINDS: [string, (random: Random, seed: number) => number[], string][] = [
  ['spheres', (random, seed) => cloud(4 + 9 * seed, random, true), '174a1e5a'],
  ['balls', (random, seed) => cloud(4 + 20 * seed, random, false), '47dcb6c7'],
  [
    'ellipsoids',
    (random, seed) =>
      turned(
        cloud(60, random, true).map((x, k) => x * SIZES[seed % 5][k % 3]),
        random,
      ),
    '92a4aa27',
  ],
  ['grid boxes', (_, seed) => gridBox(1 + (seed % 6), SIZES[seed % 5]), '11c0e479'],
  ['grid boxes, turned', (random, seed) => turned(gridBox(1 + (seed % 6), SIZES[seed % 5]), random), '881806c6'],
  [
    'lattices',
    (random, seed) => Array.from({ length: 300 }, () => Math.floor((2 + (seed % 5)) * random())),
    'efdafc91',
  ],
  ['repeated points', (random, seed) => repeated(gridBox(1 + (seed % 4), [1, 1, seed % 2]), random), '7c37aeab'],
  [
    'flat',
    (random, seed) =>
      turned(
        cloud(3 + 5 * seed, random, false).map((x, k) => (k % 3 === 1 ? 0 : x)),
        random,
      ),
    'f36e2066',
  ],
  [
    'flat along an axis',
    (random, seed) => cloud(3 + 5 * seed, random, true).map((x, k) => (k % 3 === seed % 3 ? -0 : x)),
    '5e29c458',
  ],
  [
    'tiny and huge',
    (random, seed) => cloud(50, random, true).map((x) => x * [1e-40, 1e-30, 1e17][seed % 3]),
    '13cd2b26',
  ],
];

test.each(KINDS)('%s, seeds 1 to 24: the same bytes as ever', (_, make, want) => {
  let hash = 0x811c9dc5;
  for (let seed = 1; seed <= 24; seed++) {
    const points = make(seeded(seed), seed);
    hash = hashOf(prepared(points), hash);
    hash = hashOf(prepared(points, 4 + seed), hash);
  }
  expect(hash.toString(16)).toBe(want);
});

test('no whole numbers for points on a sphere: f64 decides all of it', () => {
  const whole = vi.spyOn(globalThis, 'BigInt');
  try {
    prepared(cloud(500, seeded(1), true));
    expect(whole).not.toHaveBeenCalled();
    // a parallelogram on a slanted plane: rounding hides on which side of three corners the fourth lies
    prepared([0, 0, 0, 1000003, 0, 333331, 0, 1000033, 777777, 1000003, 1000033, 1111108, 100, 200, 5e6]);
    expect(whole).toHaveBeenCalled();
  } finally {
    whole.mockRestore();
  }
});

test('a getter of the points that builds a hull in the middle of another changes neither', () => {
  const outer = cloud(40, seeded(2), true);
  const inner = cloud(90, seeded(3), true);
  const want = [prepared(outer), prepared(inner)];
  const got: PreparedShape[] = [];
  const points = Object.defineProperty(outer.slice(), 30, {
    get() {
      got.push(prepared(inner));
      return outer[30];
    },
  });
  expect(prepared(points)).toEqual(want[0]);
  expect(got.length).toBeGreaterThan(0);
  for (const hull of got) expect(hull).toEqual(want[1]);
});
