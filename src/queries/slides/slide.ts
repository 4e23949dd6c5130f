/**
 * The step between two casts of `moveAndSlide`. A mover goes on until its hit. The rest of its motion becomes the
 * nearest vector that goes into none of the planes that it has met. All planes count at once: a mover in a corner
 * follows the crease, or stops.
 *
 *   reads   results of the casts (casts.ofMovers), skin
 *   writes  state and results of the movers (table.ts); positions and moves of the list, for the next cast
 *
 * Source of the rule to stop when the way turns against the motion: id Software, Quake, SV_FlyMove.
 */
import { CastStatus } from '../../tables/castStatus.ts';
import { type CastResultTable, SKIN } from '../../tables/castTable.ts';
import { type Frame, ownTable } from '../../tables/frame.ts';
import { MOST_PLANES } from '../../tables/moverPlanes.ts';
import { SlideStatus } from '../../tables/slideStatus.ts';
import type { CastList } from '../castShapes/castList.ts';
import { leastPush } from '../separate/leastPush.ts';
import { SLIDE_TABLE, type SlideTable } from './search.ts';

/** Normals are equal if the square of their difference is below this: leastPush.ts cannot take both. */
const EQUAL = 1e-10;
/** Rounding of f32 normals. */
const ROUNDING = 2 ** -22;

/** The planes of the current mover as leastPush.ts takes them, and its result. */
const problem = /* @__PURE__ */ new Float64Array(4 * MOST_PLANES);
const x = /* @__PURE__ */ new Float64Array(3);

/** Saves the poses and motions of the list, and starts all of its movers. */
export function startSlides(frame: Frame, { positions, moves, turns, count }: CastList): void {
  const { starts, motions, left, displacements, status, planeCounts } = ownTable(frame, SLIDE_TABLE);
  for (let at = 0; at < 4 * count; at++) {
    starts[at] = positions[at];
    motions[at] = moves[at];
    displacements[at] = 0;
  }
  for (let k = 0; k < count; k++) {
    const at = 4 * k;
    left[k] = 1;
    status[k] = SlideStatus.Free;
    planeCounts[k] = 0;
    // the cast of such a motion is invalid
    if (!(turns[at] === 0 && turns[at + 1] === 0 && turns[at + 2] === 0)) moves[at] = Number.NaN;
  }
}

/** Gives the list its positions and motions back. */
export function endSlides(frame: Frame, { positions, moves, count }: CastList): void {
  const slides = ownTable(frame, SLIDE_TABLE);
  for (let at = 0; at < 4 * count; at++) {
    positions[at] = slides.starts[at];
    moves[at] = slides.motions[at];
  }
}

/**
 * Moves all movers by the results of their casts.
 * @param isLast whether no cast follows
 * @returns whether a mover has a rest of its motion to be cast
 */
export function slideAll(frame: Frame, list: CastList, isLast: boolean): boolean {
  const { left } = ownTable(frame, SLIDE_TABLE);
  let isActive = false;
  for (let k = 0; k < list.count; k++) {
    if (left[k] === 0) continue;
    if (!slide(frame, list, k, isLast)) {
      left[k] = 0;
      // casts pass over it
      list.moves[4 * k] = Number.NaN;
    } else isActive = true;
  }
  return isActive;
}

/** Moves mover k. @returns whether it goes on */
function slide(frame: Frame, { positions, moves }: CastList, k: number, isLast: boolean): boolean {
  const slides = ownTable(frame, SLIDE_TABLE);
  const { ofMovers, options } = frame.casts;
  const { starts, left, displacements, status } = slides;
  const at = 4 * k;
  const met = ofMovers.status[k];
  if (met === CastStatus.Invalid) {
    status[k] = SlideStatus.Invalid;
    displacements.fill(Number.NaN, at, at + 3);
    return false;
  }
  const t = ofMovers.t[k];
  for (let c = at; c < at + 3; c++) {
    displacements[c] += t * moves[c];
    positions[c] = starts[c] + displacements[c];
  }
  if (met === CastStatus.Free) return false;
  addPlane(slides, ofMovers, k);
  if (met === CastStatus.StartsTouching && ofMovers.normals[at + 3] < -options[SKIN]) {
    status[k] = SlideStatus.StartsInside;
    return false;
  }
  status[k] = SlideStatus.Unresolved;
  if (met === CastStatus.Unresolved) return false;
  left[k] *= 1 - t;
  const isGoingOn = turn(slides, moves, k);
  if (!isGoingOn) status[k] = SlideStatus.Blocked;
  else if (!isLast) status[k] = SlideStatus.Slid;
  return isGoingOn && !isLast;
}

/** Adds the plane of a hit, in place of one with the same normal. */
function addPlane(slides: SlideTable, { normals, ids, childB }: CastResultTable, k: number): void {
  const { planes, planeCounts, planeIds, planeChildren } = slides;
  let place = 0;
  for (; place < planeCounts[k]; place++) {
    const at = 4 * (MOST_PLANES * k + place);
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const difference = planes[at + c] + normals[4 * k + c];
      square += difference * difference;
    }
    if (square < EQUAL) break;
  }
  if (place === planeCounts[k]) planeCounts[k]++;
  const at = 4 * (MOST_PLANES * k + place);
  for (let c = 0; c < 3; c++) planes[at + c] = -normals[4 * k + c];
  planes[at + 3] = normals[4 * k + 3];
  planeIds[MOST_PLANES * k + place] = ids[k];
  planeChildren[MOST_PLANES * k + place] = childB[k];
}

/** Writes the next motion of mover k to moves. @returns whether there is one */
function turn(slides: SlideTable, moves: Float64Array, k: number): boolean {
  const { left, motions } = slides;
  const at = 4 * k;
  let reach = 0;
  for (let c = at; c < at + 3; c++) {
    moves[c] = left[k] * motions[c];
    reach += Math.abs(moves[c]);
  }
  // planes that are parallel up to the rounding of their normals contradict each other
  if (!solve(slides, moves, k, false) && !solve(slides, moves, k, true)) return false;
  let along = 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    moves[at + c] += x[c];
    along += moves[at + c] * motions[at + c];
    square += moves[at + c] * moves[at + c];
  }
  // less than the rounding of normals is no way
  return along > 0 && square > 4 * ROUNDING * ROUNDING * reach * reach;
}

/** Finds the least change of the motion that leads into no plane. @param isLoose whether by rounding it may */
function solve({ planes, planeCounts }: SlideTable, moves: Float64Array, k: number, isLoose: boolean): boolean {
  const at = 4 * k;
  const count = planeCounts[k];
  const reach = Math.abs(moves[at]) + Math.abs(moves[at + 1]) + Math.abs(moves[at + 2]);
  for (let n = 0; n < count; n++) {
    const from = 4 * (MOST_PLANES * k + n);
    let ahead = 0;
    // no `?:` of a constant and a computed number: V8 allocates for it
    if (isLoose) ahead = ROUNDING * reach;
    for (let c = 0; c < 3; c++) {
      problem[4 * n + c] = planes[from + c];
      ahead += planes[from + c] * moves[at + c];
    }
    problem[4 * n + 3] = -ahead;
  }
  return leastPush(x, problem, count);
}
