/**
 * Features that hold the nearest points of two boxes: a corner of one and the nearest point of the other, or a point of
 * an edge of each. A feature is stored as the simplex of its vertices: the corner with the vertex, edge or half face
 * under it, or the two edges.
 */
import {
  abs,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  ones,
  select,
  signBit,
  splat,
  sqrt,
  where,
} from '../../../language/lanes.ts';
import { withSign } from '../../../math/lanes/signs.ts';
import { dot, times, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { ownCorner } from '../../gjk/lanes/boxSupport.ts';
import { type Ids, NO_VERTEX } from '../../rows/lanes/pairResult.ts';
import type { BoxPair } from './witness.ts';

/** Nearest points on a feature, in frame A. */
export interface Nearest {
  /** From the point on A to that on B. */
  readonly v: Vec3;
  /** The point on A. */
  readonly witness: Vec3;
  readonly ids: Ids;
  /** The normal is that of a face, or of two edges: it is accurate at small distances. */
  readonly sharp: Mask;
  /** The points lie on the feature. */
  readonly on: Mask;
}

/**
 * The squared distance by which the points of two edges may miss each other along their normal, as a part of the
 * squared slack. It bounds the error of the distance of nearly parallel edges.
 */
const FIT_SQUARE = 0.1;
/** Edges nearer to parallel than this, as a sine², give no accurate normal in f32. */
export const LEAST_SINE2 = 4e-3;

function clamp(x: Lane, half: Lane): Lane {
  return max(min(x, half), -half);
}

function clampTo(v: Vec3, half: Vec3): Vec3 {
  return { x: clamp(v.x, half.x), y: clamp(v.y, half.y), z: clamp(v.z, half.z) };
}

/** The corner of these signs: bits 0, 1, 2 set = −x, −y, −z. */
function cornerNear(v: Vec3): LaneInt {
  return signBit(v.x) | (signBit(v.y) << 1) | (signBit(v.z) << 2);
}

/** Axes along which v lies inside, as bits. */
function inside(v: Vec3, half: Vec3): LaneInt {
  return ones(abs(v.x) < half.x) | (ones(abs(v.y) < half.y) << 1) | (ones(abs(v.z) < half.z) << 2);
}

/**
 * The nearest points if B's corner is one of them, else if A's is. `corners` holds A's in the low half, B's in the
 * high.
 */
export function atCorner(boxes: BoxPair, ofB: Mask, corners: LaneInt): Nearest {
  const a = boxes.a;
  const b = boxes.b;
  const r = boxes.r;
  const t = boxes.t;
  const turnedB = times(r, ownCorner(corners >>> 16, b));
  const onB: Vec3 = { x: t.x + turnedB.x, y: t.y + turnedB.y, z: t.z + turnedB.z };
  const footA = clampTo(onB, a);
  const cornerA = ownCorner(corners, a);
  const onA = timesTransposed(r, { x: cornerA.x - t.x, y: cornerA.y - t.y, z: cornerA.z - t.z });
  const footB = clampTo(onA, b);
  const back = times(r, { x: footB.x - onA.x, y: footB.y - onA.y, z: footB.z - onA.z });
  // the vertex nearest to the foot, and its neighbors along the axes that are free
  const free = select(ofB, inside(onB, a), inside(onA, b) << 16);
  const low = free & -free;
  const high = free ^ low;
  const p = select(ofB, cornerNear(footA) | (corners & 0x70000), (corners & 7) | (cornerNear(footB) << 16));
  const none: LaneInt = NO_VERTEX;
  const isFace = high !== 0;
  return {
    v: {
      x: select(ofB, onB.x - footA.x, back.x),
      y: select(ofB, onB.y - footA.y, back.y),
      z: select(ofB, onB.z - footA.z, back.z),
    },
    witness: select(ofB, footA, cornerA),
    ids: { p, q: select(low !== 0, p ^ low, none), r: select(isFace, p ^ high, none), s: none },
    sharp: isFace,
    on: splat(true),
  };
}

/** An edge of each box: 8 × the bit of A's axis (1, 2 or 4) and that of B's. 0 is none. */
export function edgesOf(axisA: LaneInt, axisB: LaneInt): LaneInt {
  return (axisA << 3) | axisB;
}

/**
 * The nearest points of two edges along the axes `edges`: the highest of A along their cross product, and the lowest of
 * B.
 */
export function atEdges(boxes: BoxPair, edges: LaneInt, slack: Lane): Nearest {
  const a = boxes.a;
  const b = boxes.b;
  const r = boxes.r;
  const t = boxes.t;
  const axisA = edges >>> 3;
  const axisB = edges & 7;
  const ofX = axisA === 1;
  const ofY = axisA === 2;
  const ofZ = axisA === 4;
  const toX = axisB === 1;
  const toY = axisB === 2;
  const toZ = axisB === 4;
  // B's edge in frame A; A's is an axis
  const along: Vec3 = {
    x: where(toX, r.x.x) + where(toY, r.x.y) + where(toZ, r.x.z),
    y: where(toX, r.y.x) + where(toY, r.y.y) + where(toZ, r.y.z),
    z: where(toX, r.z.x) + where(toY, r.z.y) + where(toZ, r.z.z),
  };
  const cosine = where(ofX, along.x) + where(ofY, along.y) + where(ofZ, along.z);
  const sine2 = 1 - cosine * cosine;
  const product: Vec3 = {
    x: where(ofY, along.z) - where(ofZ, along.y),
    y: where(ofZ, along.x) - where(ofX, along.z),
    z: where(ofX, along.y) - where(ofY, along.x),
  };
  const share = withSign(1 / sqrt(sine2), dot(t, product));
  const n: Vec3 = { x: product.x * share, y: product.y * share, z: product.z * share };
  const m = timesTransposed(r, n);
  // the centers of both edges, each in its own frame
  const centerA: Vec3 = {
    x: where(!ofX, withSign(a.x, n.x)),
    y: where(!ofY, withSign(a.y, n.y)),
    z: where(!ofZ, withSign(a.z, n.z)),
  };
  const centerB: Vec3 = {
    x: where(!toX, withSign(b.x, -m.x)),
    y: where(!toY, withSign(b.y, -m.y)),
    z: where(!toZ, withSign(b.z, -m.z)),
  };
  const turned = times(r, centerB);
  const gap: Vec3 = {
    x: t.x + turned.x - centerA.x,
    y: t.y + turned.y - centerA.y,
    z: t.z + turned.z - centerA.z,
  };
  const alongA = where(ofX, gap.x) + where(ofY, gap.y) + where(ofZ, gap.z);
  const alongB = dot(along, gap);
  const u = (alongA - cosine * alongB) / sine2;
  const s = u * cosine - alongB;
  const halfA = where(ofX, a.x) + where(ofY, a.y) + where(ofZ, a.z);
  const halfB = where(toX, b.x) + where(toY, b.y) + where(toZ, b.z);
  const reach = dot(n, gap);
  const onA: Vec3 = { x: centerA.x + where(ofX, u), y: centerA.y + where(ofY, u), z: centerA.z + where(ofZ, u) };
  const onB: Vec3 = { x: centerB.x + where(toX, s), y: centerB.y + where(toY, s), z: centerB.z + where(toZ, s) };
  const p = cornerNear(onA) | (cornerNear(onB) << 16);
  const none: LaneInt = NO_VERTEX;
  // the points must lie one above the other
  const miss: Vec3 = {
    x: gap.x + s * along.x - where(ofX, u) - n.x * reach,
    y: gap.y + s * along.y - where(ofY, u) - n.y * reach,
    z: gap.z + s * along.z - where(ofZ, u) - n.z * reach,
  };
  const fits = dot(miss, miss) <= FIT_SQUARE * slack * slack;
  const on = fits && sine2 > LEAST_SINE2 && reach > 0 && abs(u) <= halfA + slack && abs(s) <= halfB + slack;
  return {
    v: { x: n.x * reach, y: n.y * reach, z: n.z * reach },
    witness: onA,
    ids: { p, q: p ^ axisA, r: p ^ (axisB << 16), s: none },
    sharp: on,
    on,
  };
}
