/**
 * Which rows of a body and the triangles of a surface are contacts as they are: those whose witness point is a local
 * minimum of the surface along the normal. Of the others the surface goes on nearer to the body, so they are no contact
 * of their own: an inner edge would stop a body that slides over it (a ghost collision).
 *
 * Let T be a triangle of least distance to a convex body that is apart from the surface, p its witness point, and m the
 * normal. If a vertex x of a triangle at p had m · (x − p) > 0, points of the segment from p to x, which is on the
 * surface, were nearer to the body than p. So T's row is a local minimum: the closest contact is never dropped. Fewer
 * triangles at p only let more rows pass.
 */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { doubles } from '../../language/members.ts';
import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import { CHILD_FLAGS, JOINED_BORDERS, WELD } from '../../tables/childWords.ts';
import { BORDER, EDGES, HALF_EDGE, SEAM, triangleOf } from '../../tables/meshWords.ts';
import { beginNear } from './beginNear.ts';
import { ChildSearch } from './childSearch.ts';
import { NearBox } from './nearBox.ts';
import { nextNear } from './nextNear.ts';
import { edgeOf, loadSurface, type SurfacePools, SurfaceView, writeCorners } from './surfaceView.ts';

/** Weight of a corner from which on the witness point is not on the opposite edge. */
const ON_EDGE = 1e-4;
/** Beyond the side of a triangle by at most this weight a point is over it. */
const OVER = 1e-5;
/** Cosine of 0.1°: a normal this near to that of the triangle is the triangle's. */
const SAME_NORMAL = 1 - 1.5e-6;
/** How far a vertex may rise above the witness point, as a part of their distance. */
const RISE = 2e-3;
/** The same, as a part of the size of the pair: rounding of the witness point. */
const ROUNDING = 2e-6;
/** Triangles around a vertex at most. */
const MOST_AROUND = 64;

export class SurfaceRule {
  /** The triangle's corners and unit normal, in the frame of the surface (m). */
  readonly corners = doubles(9);
  readonly normal = doubles(3);
  /** The normal of a row, surface → body, and its witness point, in the frame of the surface. */
  readonly along = doubles(3);
  readonly witness = doubles(3);
  /** Of the body (m). */
  readonly extent = doubles(1);
  /** Corners of another triangle. */
  readonly others = doubles(9);
  /** Weights of the corners at a point, and its height over the triangle. */
  readonly weights = doubles(4);
  /** How far a vertex may rise (m). */
  readonly slack = doubles(1);
  /** The first word of the surface's head, and the head's place in the pool of nodes. */
  head: Int = 0;
  node: Int = 0;
  readonly view = new SurfaceView();
  readonly near = new NearBox();
  readonly search = new ChildSearch();
}

/** Loads the surface whose triangles follow. */
export function beginRule(rule: SurfaceRule, pools: SurfacePools, node: Int, head: Int): void {
  rule.node = node;
  rule.head = head;
  loadSurface(rule.view, pools, head);
}

/** Loads triangle `child` of the surface. */
export function loadTriangle(rule: SurfaceRule, pools: SurfacePools, child: Int): void {
  writeCorners(rule.corners, rule.view, pools, child);
  writeTriangleNormal(rule.normal, rule.corners);
  setSlack(rule);
}

/** Called when the corners are loaded. */
export function setSlack(rule: SurfaceRule): void {
  const { corners } = rule;
  let longest: Double = 0;
  for (let corner: Int = 3; corner < 9; corner += 3) {
    for (let c: Int = 0; c < 3; c++) longest = Math.max(longest, Math.abs(corners[corner + c] - corners[c]));
  }
  rule.slack[0] = ROUNDING * (longest + rule.extent[0]);
}

/** Whether the normal of a row is that of the triangle. */
export function isFace(rule: SurfaceRule): Flag {
  const { along, normal } = rule;
  return along[0] * normal[0] + along[1] * normal[1] + along[2] * normal[2] >= SAME_NORMAL;
}

/** Whether the row of the loaded triangle `child` is a contact as it is. `along` and `witness` are set. */
export function isMinimum(rule: SurfaceRule, pools: SurfacePools, child: Int): Flag {
  const { weights } = rule;
  weigh(rule, rule.corners);
  let on: Int = 0;
  let corner: Int = 0;
  let off: Int = 0;
  for (let k: Int = 0; k < 3; k++) {
    if (weights[k] > ON_EDGE) {
      on++;
      corner = k;
    } else off = k;
  }
  // inside of the triangle only its own normal is a minimum
  if (on === 3) return false;
  const isBelowCorners = isBelow(rule, rule.corners);
  if (!isBelowCorners) return false;
  if (on === 2) return isEdgeMinimum(rule, pools, child, nextOf(off));
  return isVertexMinimum(rule, pools, child, corner);
}

/** Whether a point is over the loaded triangle, up to a part of its size. */
export function isOver(rule: SurfaceRule, point: Doubles): Flag {
  const { weights, witness } = rule;
  for (let c: Int = 0; c < 3; c++) witness[c] = point[c];
  weigh(rule, rule.corners);
  return Math.min(Math.min(weights[0], weights[1]), weights[2]) > -OVER;
}

function nextOf(corner: Int): Int {
  return corner === 2 ? 0 : corner + 1;
}

/** Writes the weights of a triangle's corners at the witness point, and the square of its height over the plane. */
function weigh(rule: SurfaceRule, corners: Doubles): void {
  const { weights, witness } = rule;
  let uu: Double = 0;
  let uv: Double = 0;
  let vv: Double = 0;
  let wu: Double = 0;
  let wv: Double = 0;
  let ww: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    const u = corners[3 + c] - corners[c];
    const v = corners[6 + c] - corners[c];
    const w = witness[c] - corners[c];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    wu += w * u;
    wv += w * v;
    ww += w * w;
  }
  const scale = 1 / (uu * vv - uv * uv);
  weights[1] = scale * (vv * wu - uv * wv);
  weights[2] = scale * (uu * wv - uv * wu);
  weights[0] = 1 - weights[1] - weights[2];
  weights[3] = ww - weights[1] * wu - weights[2] * wv;
}

/** Whether a border is a minimum: not if those of the surface are joined. */
function isOpen(rule: SurfaceRule, pools: SurfacePools): Flag {
  return (pools.nodes[rule.head + CHILD_FLAGS] & JOINED_BORDERS) === 0;
}

function isEdgeMinimum(rule: SurfaceRule, pools: SurfacePools, child: Int, edge: Int): Flag {
  const word = edgeOf(rule.view, pools, child, edge);
  if ((word & SEAM) !== 0) return isSeamMinimum(rule, pools);
  if ((word & BORDER) !== 0) return isOpen(rule, pools);
  return isOtherBelow(rule, pools, triangleOf(word & HALF_EDGE));
}

/** Tests the triangles around a corner: first one way, and from a border on the other way. */
function isVertexMinimum(rule: SurfaceRule, pools: SurfacePools, child: Int, corner: Int): Flag {
  let isBorder: Flag = false;
  let isSeam: Flag = false;
  for (let way: Int = 0; way < 2; way++) {
    let triangle = child;
    let at = corner;
    for (let k: Int = 0; k < MOST_AROUND; k++) {
      let edge = at;
      if (way === 1) edge = at === 0 ? 2 : at - 1;
      const word = edgeOf(rule.view, pools, triangle, edge);
      if ((word & SEAM) !== 0) isSeam = true;
      if ((word & BORDER) !== 0) {
        isBorder = true;
        break;
      }
      const half = word & HALF_EDGE;
      triangle = triangleOf(half);
      // neighbors run along the edge the other way
      const other = half - EDGES * triangle;
      at = way === 0 ? nextOf(other) : other;
      if (triangle === child) break;
      const isOther = isOtherBelow(rule, pools, triangle);
      if (!isOther) return false;
    }
    if (!isBorder) return true;
  }
  if (isSeam) return isSeamMinimum(rule, pools);
  return isOpen(rule, pools);
}

/** Tests the triangles that the tree finds at the witness point. */
function isSeamMinimum(rule: SurfaceRule, pools: SurfacePools): Flag {
  const { near, others, search, weights, witness } = rule;
  const { box, limit } = near;
  const reach = Number(pools.reals[rule.head + WELD]) + rule.slack[0];
  for (let c: Int = 0; c < 3; c++) {
    box[c] = witness[c];
    box[3 + c] = witness[c];
  }
  limit[0] = reach;
  beginNear(search, pools, near, rule.node);
  let goesOn = nextNear(search, pools, near);
  while (goesOn) {
    for (let k = search.first; k < search.first + search.count; k++) {
      writeCorners(others, rule.view, pools, k);
      weigh(rule, others);
      const least = Math.min(Math.min(weights[0], weights[1]), weights[2]);
      if (!(least > -ON_EDGE && weights[3] <= reach * reach)) continue;
      const isAtBelow = isBelow(rule, others);
      if (!isAtBelow) return false;
    }
    goesOn = nextNear(search, pools, near);
  }
  return true;
}

function isOtherBelow(rule: SurfaceRule, pools: SurfacePools, child: Int): Flag {
  writeCorners(rule.others, rule.view, pools, child);
  return isBelow(rule, rule.others);
}

/** Whether no corner of a triangle rises above the plane across the normal at the witness point. */
function isBelow(rule: SurfaceRule, corners: Doubles): Flag {
  const { along, witness } = rule;
  for (let corner: Int = 0; corner < 9; corner += 3) {
    let rise: Double = 0;
    let square: Double = 0;
    for (let c: Int = 0; c < 3; c++) {
      const away = corners[corner + c] - witness[c];
      rise += along[c] * away;
      square += away * away;
    }
    if (rise > RISE * Math.sqrt(square) + rule.slack[0]) return false;
  }
  return true;
}
