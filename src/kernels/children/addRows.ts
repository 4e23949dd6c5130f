/**
 * Makes rows of the pairs in a thread's list, whose distances are computed: each triangle of a surface as it is, with
 * its own normal, or not at all (surfaceRule.ts).
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { VERTEX_OF_A, VERTEX_OF_B } from '../../tables/featureIds.ts';
import { FACED, RADIUS, SHAPE_STRIDE, TRAITS } from '../../tables/shapeWords.ts';
import { addWitness, fillCorners, prepareManifold } from '../contacts/manifold.ts';
import { CORNER } from '../contacts/manifoldTables.ts';
import type { ChildColumns } from './childColumns.ts';
import { nameCorners } from './childFeatures.ts';
import { childNumber } from './childNumber.ts';
import type { ChildState } from './childState.ts';
import { addRow } from './clusters.ts';
import { loadMet } from './metTriangles.ts';
import { isFace, isMinimum, isOver } from './surfaceRule.ts';

/**
 * In overlap a row that is so many times as deep with the triangle's own normal is doubtful: the body hardly overlaps
 * that triangle. At a kerb it may be one on top of it.
 */
const DOUBTFUL = 4;
/** By the depth of a row: a contact; a doubtful one; none. */
const SHALLOW = 0;
const DEEP = 1;
const NONE = 2;
/** Of a distance, as a part of the body's extent. */
const ROUNDING = 1e-5;
const INFINITE = 1 / 0;

/** Adds those of the first `count` pairs of the list that are contacts. */
export function addRows(s: ChildState, c: ChildColumns, count: Int): void {
  const { status, separation } = c.rows;
  const m = s.manifold;
  prepareManifold(m);
  m.margin = s.margin[0];
  const isPlain: Flag = s.compounds[0] === 1 || s.span.isUnbounded[0] === 1 || s.isSensor[0] === 1;
  for (let pair: Int = 0; pair < count; pair++) {
    const code = status[pair];
    if (code === Status.Invalid || code === Status.BeyondMaxDistance) continue;
    if (!(Number(separation[4 * pair + 3]) <= m.margin)) continue;
    s.least[0] = -INFINITE;
    s.least[1] = -INFINITE;
    s.isBack[0] = 0;
    if (isPlain) addPair(s, c, pair, true);
    else addTriangle(s, c, pair);
  }
}

/** Adds a row of a triangle: as it is, with the triangle's own normal, or not at all. */
function addTriangle(s: ChildState, c: ChildColumns, pair: Int): void {
  const { met, rule, span } = s;
  const { separation } = c.rows;
  const { turn } = s.frame;
  const sign: Double = s.isFirst[0] === 1 ? 1 : -1;
  loadMet(met, span, rule, pair);
  s.isBack[0] = met.isBack;
  loadRow(s, c, pair);
  const isOwn = isFace(rule);
  if (!isOwn) {
    const isAsItIs = isMinimum(rule, c.surfaces, s.childOf[pair]);
    if (isAsItIs) {
      addPair(s, c, pair, true);
      return;
    }
  }
  // the triangle's own normal
  for (let k: Int = 0; k < 3; k++) {
    let world: Double = 0;
    for (let n: Int = 0; n < 3; n++) world += turn[3 * k + n] * rule.normal[n];
    separation[4 * pair + k] = Math.fround(sign * world);
  }
  if (isOwn) {
    addPair(s, c, pair, true);
    return;
  }
  const distance = Number(separation[4 * pair + 3]);
  // apart, a deeper point is of a part of the body that is behind the triangle
  if (distance >= 0) s.least[0] = distance - ROUNDING * rule.extent[0];
  else s.least[1] = DOUBTFUL * distance;
  const isAbove = isOver(rule, span.lowest);
  separation[4 * pair + 3] = Math.fround(isAbove ? span.heights[0] : -INFINITE);
  if (isAbove) writeWitness(s, c, pair);
  addPair(s, c, pair, isAbove);
}

/** Writes the normal of a row, and its witness point, in the frame of the surface. */
function loadRow(s: ChildState, c: ChildColumns, pair: Int): void {
  const { rule } = s;
  const { separation, offsetA, offsetB } = c.rows;
  const { turn } = s.frame;
  const isFirst: Flag = s.isFirst[0] === 1;
  const sign: Double = isFirst ? 1 : -1;
  const offset = isFirst ? offsetA : offsetB;
  for (let row: Int = 0; row < 3; row++) {
    let along: Double = 0;
    let at = rule.corners[row];
    for (let k: Int = 0; k < 3; k++) {
      along += sign * turn[3 * k + row] * Number(separation[4 * pair + k]);
      at += turn[3 * k + row] * Number(offset[4 * pair + k]);
    }
    rule.along[row] = along;
    rule.witness[row] = at;
  }
}

/** Writes the witness points of a row: the lowest point of the body, and the point below it. */
function writeWitness(s: ChildState, c: ChildColumns, pair: Int): void {
  const { positions } = c.poses;
  const { ids, offsetA, offsetB } = c.rows;
  const { normal, corners } = s.rule;
  const { heights, lowest } = s.span;
  const { turn } = s.frame;
  const isFirst: Flag = s.isFirst[0] === 1;
  const onChild = isFirst ? offsetA : offsetB;
  const onBody = isFirst ? offsetB : offsetA;
  const guest = ids[2 * pair + (isFirst ? 0 : 1)];
  const body = s.body[0];
  for (let k: Int = 0; k < 3; k++) {
    let down: Double = 0;
    let up: Double = 0;
    for (let n: Int = 0; n < 3; n++) {
      const from = lowest[n] - corners[n];
      up += turn[3 * k + n] * from;
      down += turn[3 * k + n] * (from - heights[0] * normal[n]);
    }
    onChild[4 * pair + k] = Math.fround(down);
    onBody[4 * pair + k] = Math.fround(up + positions[4 * guest + k] - positions[4 * body + k]);
  }
}

/** Adds a row. @param witness whether its witness points are contact points */
function addPair(s: ChildState, c: ChildColumns, pair: Int, witness: Flag): void {
  const { clusters } = s;
  const { positions } = c.poses;
  const { ids } = c.rows;
  const m = s.manifold;
  const isSwapped = s.isSwapped[0];
  let count = fillCorners(m, c.shapes, c.poses, c.rows, pair, isSwapped);
  if (witness) count = addWitness(m, count);
  if (count === 0) return;
  const depth = depthOf(s, count);
  if (depth === NONE) return;
  const isManyFirst: Flag = s.isFirst[0] !== isSwapped;
  const a: Int = isManyFirst ? 0 : 1;
  const b: Int = isManyFirst ? 1 : 0;
  s.sideA[0] = a;
  s.sideB[0] = b;
  s.childOfA[0] = isManyFirst ? s.childOf[pair] : s.partOf[pair];
  s.childOfB[0] = isManyFirst ? s.partOf[pair] : s.childOf[pair];
  nameCorners(s, c.surfaces, count);
  const isSharpA = isSharp(c, ids[2 * pair]);
  const isSharpB = isSharp(c, ids[2 * pair + 1]);
  if (!(isSharpA && isSharpB)) s.rolls[0] = 1;
  if (s.compounds[0] === 0) clusters.surfaceKind[0] = isManyFirst ? VERTEX_OF_A : VERTEX_OF_B;
  const guest = ids[2 * pair + isSwapped];
  const collider = s.colliders[a];
  for (let k: Int = 0; k < 3; k++) clusters.origin[k] = positions[4 * guest + k] - positions[4 * collider + k];
  const row = clusters.rowCount[0];
  clusters.childA[row] = numberOf(s, c, a, s.childOfA[0]);
  clusters.childB[row] = numberOf(s, c, b, s.childOfB[0]);
  clusters.doubtful[row] = depth === DEEP ? 1 : 0;
  addRow(clusters, m, count, c.surfaces.nodes);
}

/** The user's number of a child of a side. */
function numberOf(s: ChildState, c: ChildColumns, side: Int, child: Int): Int {
  if (child === NO_CHILD) return child;
  return childNumber(c.surfaces, c.parts, s.heads[side], s.compounds[side], child);
}

/** Whether a row of the placed table has flat faces and no radius. */
function isSharp(c: ChildColumns, id: Int): Flag {
  const { words, reals } = c.shapes;
  const word = SHAPE_STRIDE * c.poses.shapes[id];
  return (words[word + TRAITS] & FACED) !== 0 && Number(reals[word + RADIUS]) === 0;
}

/** What the depth of the patch's corners makes of a row. */
function depthOf(s: ChildState, count: Int): Int {
  const { corners } = s.manifold.patch;
  let lowest: Double = INFINITE;
  for (let k: Int = 0; k < count; k++) lowest = Math.min(lowest, corners[CORNER * k + 3] - corners[CORNER * k + 2]);
  if (lowest < s.least[0]) return NONE;
  return lowest < s.least[1] ? DEEP : SHALLOW;
}
