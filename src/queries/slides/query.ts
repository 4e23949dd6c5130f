/** `moveAndSlide`: movers that slide along what they meet: casts, and the motion that is left after each (slide.ts). */
import { passNumber, type Stage } from '../../broad/pass.ts';
import { CASTS_WASM, EXACT_CASTS } from '../../narrow/wasmPieces.ts';
import { ownTable } from '../../tables/frame.ts';
import { MOST_PLANES } from '../../tables/moverPlanes.ts';
import type { CastList } from '../castShapes/castList.ts';
import { CAST_BLOCK, CAST_WORTH, castsInput, setCasts, writeCastOptions } from '../castShapes/query.ts';
import { CAST_SHAPES } from '../castShapes/search.ts';
import { callsOf, defineQuery } from '../define.ts';
import { copyNumber, GROUPS, integer, number, type OptionKinds } from '../options.ts';
import { treeSearch } from '../treeSearch.ts';
import { SlideResults } from './results.ts';
import { SLIDE_TABLE, slideSearch } from './search.ts';
import { endSlides, slideAll, startSlides } from './slide.ts';

/** The parameters of `moveAndSlide` besides the movers. */
export interface SlideOptions {
  /** Distance at which movers stop before colliders (m). A finite number > 0, default 0.001. */
  readonly skin?: number | undefined;
  /** Most times that a mover turns along what it meets. An integer in 0..15, default 4. */
  readonly slides?: number | undefined;
  /** Groups to search, besides the mask of each mover. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
}

export interface SlideCalls {
  /**
   * Moves each mover by its motion, `movers.moves`: until it meets something, then along it, as far as the motion
   * lasts. A mover stops `skin` before colliders, and passes through none. It stops early where the way along all that
   * it met turns against its motion. Movers do not see each other, and the list does not change: add the displacements
   * to the positions yourself. Both have four numbers per mover: x y z and an unused one.
   * @param movers a cast list of this engine, with `turns` of 0; each mover sees the groups that its mask and the
   *   option `mask` have in common, and not the collider in `ignored`. Motions longer than 10,000 skins may stop early.
   *   Movers that overlap a collider by more than the skin stay where they are: call `separate` before
   * @throws QueryError for a bad option, a list that is being queried, while another `moveAndSlide` runs, and after
   *   `close`
   *
   * @example
   * ```ts
   * movers.moves.set([0.05, -0.02, 0]); // a step of the first mover
   * const { displacements } = await engine.moveAndSlide(movers);
   * for (let k = 0; k < 4 * movers.count; k++) movers.positions[k] += displacements[k];
   * ```
   */
  moveAndSlide(movers: CastList, options?: SlideOptions): Promise<SlideResults>;
  /**
   * `moveAndSlide` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `moveAndSlide`
   */
  moveAndSlideSync(movers: CastList, options?: SlideOptions): SlideResults;
}

/** Tolerance of the casts, as a part of the skin. */
const TOLERANCE = 2 ** -10;

const SKIN = {
  otherwise: 1e-3,
  least: Number.MIN_VALUE,
  most: Number.MAX_VALUE,
  expected: () => 'a finite number > 0 (m)',
};
const OPTIONS = {
  skin: number<SlideOptions>(SKIN, ({ skin }, to) => copyNumber(skin, to)),
  slides: integer(4, 0, MOST_PLANES - 1),
  mask: GROUPS,
} satisfies OptionKinds<SlideOptions>;

export const slideQuery = defineQuery<SlideCalls>({
  search: slideSearch,
  wasm: [CASTS_WASM, EXACT_CASTS],
  open(tools) {
    const { frame } = tools;
    const results = new SlideResults(ownTable(frame, SLIDE_TABLE));
    /** Those of the casts: movers leave what they touch. */
    const casts = { skin: new Float64Array(1), tolerance: new Float64Array(1), leaving: true };
    let movers: CastList | undefined;
    let left = 0;
    const cast: Stage = {
      pass: passNumber(frame, CAST_SHAPES),
      blockRows: CAST_BLOCK,
      prepare: () => movers!.count,
    };
    const slide = () => {
      const isLast = left-- === 0;
      return slideAll(frame, movers!, isLast) ? cast : undefined;
    };
    const start = treeSearch(tools, [cast, slide]);
    return callsOf(tools, 'moveAndSlide', {
      given: ['movers', 'options'],
      options: OPTIONS,
      input: () => castsInput(frame, ': movers'),
      begin({ input: { list }, options: { mask, skin, slides } }) {
        movers = list;
        left = slides;
        casts.skin.set(skin);
        casts.tolerance[0] = TOLERANCE * skin[0];
        writeCastOptions(frame, casts);
        setCasts(frame, list, mask, true);
        startSlides(frame, list);
        return start(CAST_WORTH * list.count);
      },
      read: () => results,
      end({ input: { list } }) {
        endSlides(frame, list);
        results.answered(list.count);
      },
    });
  },
});
