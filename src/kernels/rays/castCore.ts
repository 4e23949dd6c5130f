/** Where a ray meets a body that is no box: closed forms for balls and capsules, portals for all other cores. */
import type { Double, Int } from '../../language/lanes.ts';
import { CORE, POINT, SEGMENT } from '../../tables/shapeWords.ts';
import { writeAcross } from './across.ts';
import { meetBall, meetCapsule } from './closedForms.ts';
import { portalOn } from './facePortal.ts';
import { ENTERS, INSIDE, MISSES } from './hit.ts';
import type { RayPools } from './pools.ts';
import { findPortal, GRAZING, THROUGH } from './portal.ts';
import type { BodyRay } from './rayNumbers.ts';
import { refine } from './refine.ts';

/** A body that a ray only touches is grown by this part of its size, and by so many slacks: then it has an inside. */
const TOUCHED: Double = 1 / 1_099_511_627_776;
const TOUCHED_SLACKS: Double = 16;

/** What a body that is near is to the ray. Writes its entry, gap and normal. @param face by which it may be entered */
export function castCore(body: BodyRay, pools: RayPools, word: Int, face: Int): Int {
  const core = pools.shapes.words[word + CORE];
  if (core === POINT) return meetBall(body, pools.shapes, word);
  if (core === SEGMENT) return meetCapsule(body, pools.shapes, word);
  return castPortal(body, pools, word, face);
}

/** Any core with a support. */
function castPortal(body: BodyRay, pools: RayPools, word: Int, face: Int): Int {
  const { portal } = body;
  writeAcross(body);
  body.gap = 0;
  let found: Int = GRAZING;
  if (face >= 0 && body.growth === 0) found = portalOn(body, pools, word, face);
  if (found === GRAZING) found = findPortal(body, pools, word);
  if (found === GRAZING) {
    body.gap = Math.max(TOUCHED * body.size, TOUCHED_SLACKS * body.slack);
    body.growth += body.gap;
    found = findPortal(body, pools, word);
  }
  if (found !== THROUGH) return MISSES;
  refine(body, pools, word, 1);
  body.entry = portal.outer;
  body.gap += portal.inner - portal.outer;
  // a polytope is entered exactly here: inner is outer but for rounding
  if (body.start < portal.inner) return ENTERS;
  refine(body, pools, word, -1);
  return body.start <= -portal.inner ? INSIDE : MISSES;
}
