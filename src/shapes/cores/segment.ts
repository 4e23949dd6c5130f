/** A segment along local y: the core of a capsule. Stored as two vertices. */
import { NEIGHBOR_BEGIN, SEGMENT, VERTEX_COUNT } from '../../tables/shapeWords.ts';
import { polytopeBody } from '../mass/polytopeBody.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import type { Core, PreparedShape, SnapshotShapes } from './core.ts';
import { extentOf } from './lengths.ts';
import { areVerticesSound, isList, prepareVertices } from './vertices.ts';

/** A segment along the local y axis from −halfHeight to +halfHeight, grown by `radius`: a capsule. */
export interface SegmentShape {
  readonly kind: 'segment';
  readonly halfHeight: number;
  readonly radius: number;
}

/** A segment along y. @param halfHeight half its length (m), > 0 */
export function segment(halfHeight: number): SegmentShape {
  return { kind: 'segment', halfHeight, radius: 0 };
}

/**
 * A capsule along y: a segment grown by a radius.
 * @param halfHeight half the length of the segment, without the round ends (m), > 0
 * @param radius (m), > 0
 */
export function capsule(halfHeight: number, radius: number): SegmentShape {
  return { kind: 'segment', halfHeight, radius };
}

/** Two starts and an end, then the one neighbor of each end. */
const NEIGHBORS = /* @__PURE__ */ Uint32Array.of(0, 1, 2, 1, 0);

/** @internal */
export function prepareSegment(at: string, { halfHeight }: SegmentShape, radius: number): PreparedShape {
  const h = extentOf(`${at}: halfHeight`, halfHeight);
  return prepareVertices(SEGMENT, new Float32Array([0, -h, 0, 0, h, 0]), radius, NEIGHBORS);
}

function isSound(shapes: SnapshotShapes, word: number): boolean {
  const { words, neighbors } = shapes;
  return (
    words[word + VERTEX_COUNT] === 2 &&
    areVerticesSound(shapes, word) &&
    isList(neighbors, words[word + NEIGHBOR_BEGIN], 2, 2)
  );
}

function moments(at: string, shape: SegmentShape, radius: number): UnitBody {
  const { vertices } = prepareSegment(at, shape, radius);
  return polytopeBody(at, { dimension: 1, vertices, faces: [] }, radius);
}

/** @internal */
export const segmentCore: Core = {
  kind: 'segment',
  code: SEGMENT,
  traits: 0,
  prepare: prepareSegment,
  isSound,
  moments,
  hasFaces: false,
};
