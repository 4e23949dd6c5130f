/** Which bodies a ray may meet, and which hits count. */
import { bytesAt, type Double, type Flag, type Int, type Ints, intsAt, shortsAt } from '../../../language/lanes.ts';
import { SEES_SENSORS } from '../../../tables/colliderWords.ts';
import {
  COLLIDER_GROUPS,
  COLLIDER_SENSORS,
  RAY_IGNORED,
  RAY_MASKS,
  RAY_MODE,
  RAY_WORDS,
} from '../../../tables/kernelContext.ts';
import { NEAREST, QUERY_GROUPS, SKIP_INSIDE } from '../../../tables/rayTree.ts';
import { isSought } from '../../tree/isSought.ts';
import { INSIDE, MISSES } from '../hit.ts';
import type { BestHit } from '../rayNumbers.ts';

export interface Filter {
  /** As that of `isSought`. */
  readonly mask: Int;
  /** The row that the ray does not meet, or −1. */
  readonly ignored: Int;
}

/** @param row of the ray table */
export function filterOf(context: Ints, row: Int): Filter {
  return {
    mask: (shortsAt(context[RAY_MASKS])[row] | SEES_SENSORS) & intsAt(context[RAY_WORDS])[QUERY_GROUPS],
    ignored: intsAt(context[RAY_IGNORED])[row],
  };
}

export function isSeen(context: Ints, filter: Filter, row: Int): Flag {
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  return isSought(groups, bytesAt(context[COLLIDER_SENSORS]), row, filter.mask) && row !== filter.ignored;
}

/** Whether a body is a hit of the query. @param code MISSES, ENTERS or INSIDE */
export function isHit(context: Ints, code: Int): Flag {
  return code !== MISSES && !(code === INSIDE && intsAt(context[RAY_WORDS])[SKIP_INSIDE] === 1);
}

/**
 * Whether a hit at `t` replaces the best so far: it is nearer, or as near and its id is smaller, or its child of the
 * same collider. In searches of other modes any hit does.
 */
export function isBetter(context: Ints, best: BestHit, t: Double, row: Int, child: Int): Flag {
  if (context[RAY_MODE] !== NEAREST) return true;
  if (t !== best.hit.t) return t < best.hit.t;
  return best.row < 0 || row < best.row || (row === best.row && Number(child) < best.hit.child);
}
