/** `castShapes`: what shapes that move meet first in the scene. search.ts has its pass. */
import { passNumber } from '../../broad/pass.ts';
import { fail, inspect } from '../../errors.ts';
import { CASTS_WASM, EXACT_CASTS } from '../../narrow/wasmPieces.ts';
import {
  FIRST_GUEST,
  FIRST_PROBE,
  FOR_MOVERS,
  GROUPS,
  GUEST_SHIFT,
  LARGEST,
  LEAVING,
  SKIN,
  TOLERANCE,
} from '../../tables/castTable.ts';
import { SHAPES } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { GUEST_LIST_BYTES, GUESTS } from '../../tables/guestTable.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { LEAVES } from '../../tables/treeTable.ts';
import { callsOf, defineQuery } from '../define.ts';
import { ListInput } from '../inputs.ts';
import {
  boolean,
  copyNumber,
  GROUPS as GROUP_OPTION,
  length,
  number,
  type OptionKinds,
  type OptionValues,
  searchMask,
} from '../options.ts';
import { probeLists } from '../probes/probeLists.ts';
import { treeSearch } from '../treeSearch.ts';
import { CastList } from './castList.ts';
import { CastShapeResults } from './results.ts';
import { CAST_SHAPES, type CastCapacity, castSearch } from './search.ts';

/** What `castPairs` and `castShapes` have in common. */
export interface CastOptions {
  /** The distance at which shapes count as touching (m). Default: 0. */
  readonly skin?: number | undefined;
  /** How much farther apart than `skin` a hit may be (m). Default: 1e-6 of the size of each pair, radii included. */
  readonly tolerance?: number | undefined;
  /**
   * Shapes without a turn that touch, and come no nearer than at the start, or than where they would meet, by more than
   * the tolerance, are passed over: a box that slides on the tiles of its floor. At the start their distance is at
   * least −skin. Default: false.
   */
  readonly leaving?: boolean | undefined;
}

/** The parameters of `castShapes` besides the shapes and their motions. */
export interface CastShapesOptions extends CastOptions {
  /** Groups to search, one per bit: colliders whose membership has one of them. Default 0xffff. */
  readonly mask?: number | undefined;
  /** Whether sensors are met, too. Default: false. */
  readonly sensors?: boolean | undefined;
}

export interface CastShapesCalls {
  /**
   * Creates a list of casts: shapes that move against the scene. It lives as long as the engine.
   * @param capacity most casts of the list
   * @throws QueryError for more than `capacity.casts`, when probe and cast lists together would need more than
   *   `capacity.probes` rows, in a planar scene, and after `close`
   *
   * @example
   * ```ts
   * const casts = engine.createCastList(1);
   * casts.set(ball, [0, 10, 0]); // a shape id, and a position
   * casts.moves.set([0, -20, 0]);
   * ```
   */
  createCastList(capacity: number): CastList;

  /**
   * What each of many moving and turning shapes meets first: colliders are at rest. No contact is passed over, however
   * fast the motion is: before `t` the shape is proven to be farther than `skin` from all colliders that it sees. Of
   * colliders met at the same time, the one with the smallest id counts. Motions that are not finite or turn by more
   * than 64 rad, half-spaces, and invalid poses give the row the status `Invalid`.
   * @throws QueryError for a bad option, a list that is being queried, while another `castShapes` runs, and after
   *   `close`
   *
   * @example
   * ```ts
   * const hits = await engine.castShapes(casts, { skin: 0.01 });
   * if (hits.status[0] === CastStatus.Hit) console.log(hits.ids[0], hits.t[0]);
   * ```
   */
  castShapes(casts: CastList, options?: CastShapesOptions): Promise<CastShapeResults>;
  /**
   * `castShapes` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `castShapes`
   */
  castShapesSync(casts: CastList, options?: CastShapesOptions): CastShapeResults;
}

/** Casts per block. @internal */
export const CAST_BLOCK = 4;
/** Work of a cast as a number of pairs. @internal */
export const CAST_WORTH = 40;
/** The f32 tree pays from a cast per so many leaves. */
const F32_TREE_LEAVES = 64;

/** @internal */
export const CAST_OPTIONS = {
  skin: number<CastOptions>(length(0), ({ skin }, to) => copyNumber(skin, to)),
  /** NaN stands for the default. */
  tolerance: number<CastOptions>(length(Number.NaN), ({ tolerance }, to) => copyNumber(tolerance, to)),
  leaving: boolean(false),
} satisfies OptionKinds<CastOptions>;

const OPTIONS = {
  ...CAST_OPTIONS,
  mask: GROUP_OPTION,
  sensors: boolean(false),
} satisfies OptionKinds<CastShapesOptions>;

export const castQuery = defineQuery<CastShapesCalls, CastCapacity>({
  search: castSearch,
  wasm: [CASTS_WASM, EXACT_CASTS],
  open(tools) {
    const { frame } = tools;
    const { casts, tree } = frame;
    const results = new CastShapeResults(casts);
    let count = 0;
    const start = treeSearch(
      tools,
      [{ pass: passNumber(frame, CAST_SHAPES), blockRows: CAST_BLOCK, prepare: () => count }],
      () => F32_TREE_LEAVES * count >= tree.words[LEAVES],
    );
    return {
      createCastList: (capacity: number) => tools.part(probeLists).createCasts('engine.createCastList', capacity),
      ...callsOf(tools, 'castShapes', {
        given: ['casts', 'options'],
        options: OPTIONS,
        input: () => castsInput(frame, ': casts'),
        begin({ input: { list }, options }) {
          count = list.count;
          writeCastOptions(frame, options);
          setCasts(frame, list, searchMask(options), false);
          return start(CAST_WORTH * count);
        },
        read({ input: { list } }) {
          results.answered(list, count);
          return results;
        },
      }),
    };
  },
});

/** A cast list of the engine with these tables. @param part its name, as a part of a call: `': casts'` @internal */
export function castsInput(frame: Frame, part: string): ListInput<CastList> {
  return new ListInput<CastList>(part, (where, name, list) => {
    if (CastList.is(list) && list.isOf(frame)) return;
    fail(where + name, 'a cast list of this engine', CastList.is(list) ? "another engine's" : inspect(list));
  });
}

/** Writes the options that all casts have. @internal */
export function writeCastOptions(
  { casts: { options, words }, colliders, guestLists, placed }: Frame,
  { leaving, skin, tolerance }: OptionValues<typeof CAST_OPTIONS>,
): void {
  options.set(skin, SKIN);
  options.set(tolerance, TOLERANCE);
  words[LEAVING] = leaving ? 1 : 0;
  words[FIRST_GUEST] = placed.capacity - (guestLists.length / GUEST_LIST_BYTES) * GUESTS;
  words[GUEST_SHIFT] = words[FIRST_GUEST] - colliders.capacity;
}

/**
 * Writes the other parameters of CAST_SHAPES.
 * @param isForMovers whether the casts are those of moveAndSlide
 * @internal
 */
export function setCasts(
  { casts: { options, words }, counts, shapes }: Frame,
  list: CastList,
  mask: number,
  isForMovers: boolean,
): void {
  let largest = 0;
  for (let k = 0; k < counts[SHAPES]; k++) {
    const at = SHAPE_STRIDE * k;
    largest = Math.max(largest, shapes.reals[at + EXTENT] + shapes.reals[at + RADIUS]);
  }
  options[LARGEST] = largest;
  words[FIRST_PROBE] = list.first;
  words[GROUPS] = mask;
  words[FOR_MOVERS] = isForMovers ? 1 : 0;
}
