/**
 * Casts shapes against the scene: down the tree along the sweep of the shape's bounds, nearest boxes first, against
 * each collider whose bounds the shape may enter before the best hit so far.
 *
 *   reads   probes, casts.moves, .turns, .options, .words; tree, bounds, groups
 *   writes  bounds of the probe, and its row of the results of castShapes
 *
 * A box is left out only if its entry, a lower bound of the time of every hit in it, is later than the best time. Equal
 * times go to the smallest id. So the result does not depend on the order of the tree.
 */
import { keepNear } from '../../broad/keepNear.ts';
import type { BroadScratch } from '../../broad/scratch.ts';
import { findPlanes } from '../../broad/unbounded.ts';
import { CastRunner } from '../../narrow/castRunner.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import type { CastSweep } from '../../tables/castSweep.ts';
import {
  bindCasts,
  CAST_TOLERANCE,
  type CastSizes,
  castTableBytes,
  FIRST_PROBE,
  GROUPS,
  LARGEST,
  SKIN,
  TOLERANCE,
} from '../../tables/castTable.ts';
import { SEES_SENSORS } from '../../tables/colliderWords.ts';
import type { Frame } from '../../tables/frame.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { probeSearch } from '../probes/search.ts';
import { rayTables } from '../rays/tables.ts';

export interface CastCapacity {
  /** Casts of one call of `castPairs` or `castShapes`. Default 16,384. */
  readonly casts: number;
}

/** Of times, relative: more than their rounding. */
const SLACK = 2 ** -40;
/** Of world coordinates, relative: more than the rounding of bounds. */
const COORDINATE_SLACK = 2 ** -46;
/** Of lengths of the motion: more than 64 roundings of a height (kernels/casts). */
const LENGTH_SLACK = 1e-11;
/** Stands for the inverse of 0: no product with a length is NaN. */
const MOST_INVERSE = 1e300;

/** @internal */
export const CAST_SHAPES: QueryPass = {
  name: 'castShapes',
  run(tools, _, begin, end) {
    castShapes(tools, tools.part(castRunner), begin, end);
  },
};

/** Casts of one thread. @internal */
export const castRunner = (tools: ThreadTools): CastRunner => new CastRunner(tools);

/** Casts shapes [begin, end) of the list. */
function castShapes(tools: ThreadTools, castKernel: CastRunner, begin: number, end: number): void {
  const { frame, search } = tools;
  const { casts, colliders } = frame;
  for (let k = begin; k < end; k++) {
    const probe = casts.words[FIRST_PROBE] + k;
    const row = colliders.capacity + probe;
    if (!castKernel.beginShape(k, row)) continue;
    tools.writeBounds(row, row + 1);
    writeSweep(frame, search.sweep, probe, row);
    const mask = casts.words[GROUPS] & (frame.probes.masks[probe] | SEES_SENSORS);
    const ignored = frame.probes.ignored[probe];
    castKernel.castSwept(search, probe, mask, ignored);
    meetUnbounded(frame, search, castKernel, probe, mask, ignored);
    castKernel.endShape();
  }
}

/** Writes the bounds of the shape at rest, grown for its turn, its skin and rounding, and its displacement. */
function writeSweep(frame: Frame, { sides, inverse }: CastSweep, probe: number, row: number): void {
  const { bounds, casts, placed, shapes } = frame;
  const { moves, options, turns } = casts;
  const at = BOUNDS_STRIDE * row;
  const word = SHAPE_STRIDE * placed.shapes[row];
  const reach = (shapes.reals[word + EXTENT] + shapes.reals[word + RADIUS]) * (1 + SLACK);
  const p = 4 * probe;
  const angle = Math.sqrt(turns[p] * turns[p] + turns[p + 1] * turns[p + 1] + turns[p + 2] * turns[p + 2]);
  const length = Math.abs(moves[p]) + Math.abs(moves[p + 1]) + Math.abs(moves[p + 2]);
  const own = options[TOLERANCE];
  const tolerance = own >= 0 ? own : 2 * CAST_TOLERANCE * options[LARGEST];
  const growth = options[SKIN] + tolerance + LENGTH_SLACK * (length + options[LARGEST]);
  for (let c = 0; c < 3; c++) {
    const position = placed.positions[4 * row + c];
    let low = bounds.boxes[at + c];
    let high = bounds.boxes[at + 3 + c];
    if (angle > 0) {
      // no point moves farther than its arc, nor out of the sphere about the position
      low = Math.max(low - angle * reach, position - reach);
      high = Math.min(high + angle * reach, position + reach);
    }
    const slack = growth + COORDINATE_SLACK * (Math.abs(low) + Math.abs(high) + length);
    sides[c] = high + slack;
    sides[3 + c] = low - slack;
    const move = moves[p + c];
    // no `?:` of a constant and a computed number: V8 allocates for it
    inverse[c] = MOST_INVERSE;
    if (Math.abs(move) > 1 / MOST_INVERSE) inverse[c] = 1 / move;
  }
}

/** Casts the shape against the colliders without bounds that its sweep comes near to. */
function meetUnbounded(
  { bounds, casts, colliders, tree }: Frame,
  scratch: BroadScratch,
  castKernel: CastRunner,
  probe: number,
  mask: number,
  ignored: number,
): void {
  const { target, sweep } = scratch;
  for (let c = 0; c < 3; c++) {
    const move = casts.moves[4 * probe + c];
    target[c] = sweep.sides[3 + c] + Math.min(move, 0);
    target[3 + c] = sweep.sides[c] + Math.max(move, 0);
  }
  target[6] = 0;
  const near = findPlanes(tree, scratch, 0, false);
  const count = keepNear(bounds.boxes, colliders, scratch, near, mask, ignored);
  for (let n = 0; n < count; n++) castKernel.castAgainst(scratch.rows[n]);
}

/** The tables of all casts. @internal */
export const castSearch: Search<CastSizes> = {
  name: 'castShapes',
  capacity: { casts: { default: 16_384 } },
  needs: [probeSearch, rayTables],
  passes: [CAST_SHAPES],
  bytes: castTableBytes,
  bind: (buffer, byteOffset, capacity) => ({ casts: bindCasts(buffer, byteOffset, capacity) }),
  mostItems: ({ casts }) => casts,
};
