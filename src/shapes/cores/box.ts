/**
 * A box around the local origin. Half extents in words HALF_X … HALF_Z; no vertex is stored. kernels/supports/box.ts
 * has its support.
 */
import { firstOf } from '../../checks.ts';
import { BOX, BOX_TRAITS, EXTENT, HALF_X, VERTEX_COUNT, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import { NO_TURN } from '../mass/principalAxes.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import { type Core, isExtent, type PreparedShape, type SnapshotShapes } from './core.ts';
import { extentOf } from './lengths.ts';
import { NO_COORDINATES, NO_NEIGHBORS, prepareVertices } from './vertices.ts';

/** A box around the local origin, grown by `radius`. */
export interface BoxShape {
  readonly kind: 'box';
  readonly halfExtents: readonly [number, number, number];
  readonly radius: number;
}

/** A box around the local origin. @param hx half extents (m), > 0 */
export function box(hx: number, hy: number, hz: number): BoxShape {
  return { kind: 'box', halfExtents: [hx, hy, hz], radius: 0 };
}

/** @internal */
export function prepareBox(at: string, { halfExtents }: BoxShape, radius: number): PreparedShape {
  const where = `${at}: halfExtents`;
  const own = firstOf(where, 'three numbers > 0 (m, f32)', halfExtents, 3);
  const corner = Float32Array.from(own, (value, k) => extentOf(`${where}[${k}]`, value));
  // a box reaches as far as this corner
  const prepared = prepareVertices(BOX, corner, radius, NO_NEIGHBORS);
  return { ...prepared, traits: BOX_TRAITS, vertices: NO_COORDINATES, vertexCount: 8, vertexRows: 0 };
}

function isSound({ words, reals }: SnapshotShapes, word: number): boolean {
  const half = reals.subarray(word + HALF_X, word + HALF_X + 3);
  return (
    words[word + VERTEX_COUNT] === 8 &&
    words[word + VERTEX_ROWS] === 0 &&
    half.every((h) => h > 0 && h < Infinity) &&
    isExtent(reals, word + EXTENT, Math.hypot(...half))
  );
}

/** The formulas of mass/roundedMoments.ts for a box with half extents a b c, along each axis. */
function moments(at: string, shape: BoxShape, r: number): UnitBody {
  const square = (a: number, b: number, c: number): number => {
    const ends = 8 * b * c; // areas (m²)
    const sides = 8 * a * (b + c);
    const core = (8 / 3) * a * a * a * b * c;
    const faces = (ends + sides / 3) * a * a;
    const edges = Math.PI * ((2 / 3) * a + 2 * (b + c)) * a * a; // ½ · π/2 · 4 edges of each direction, 2a 2b 2c long
    const corners = (ends + 2 * sides + 4 * Math.PI * a * a) / 3;
    const lengths = (Math.PI / 2) * (2 * a + b + c);
    const ball = (4 * Math.PI) / 15;
    return core + r * (faces + r * (8 * a * b * c + edges + r * (corners + r * (lengths + r * ball))));
  };
  const [a, b, c] = prepareBox(at, shape, r).half;
  const volume =
    8 * a * b * c + r * (8 * (a * b + b * c + c * a) + r * (2 * Math.PI * (a + b + c) + r * ((4 / 3) * Math.PI)));
  return { volume, center: [0, 0, 0], squares: [square(a, b, c), square(b, c, a), square(c, a, b)], axes: NO_TURN };
}

/** @internal */
export const boxCore: Core = {
  kind: 'box',
  code: BOX,
  traits: BOX_TRAITS,
  prepare: prepareBox,
  isSound,
  moments,
  hasFaces: false,
};
