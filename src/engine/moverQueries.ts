/** The queries of an engine on movers: shapes that a program moves through its scene. */
import type { CastList } from '../queries/casts/castList.ts';
import type { ProbeList } from '../queries/probes/probeList.ts';
import type { SeparateOptions } from '../queries/separate/options.ts';
import { SeparateQueries } from '../queries/separate/queries.ts';
import type { SeparateResults } from '../queries/separate/results.ts';
import type { SlideOptions } from '../queries/slides/options.ts';
import { SlideQueries } from '../queries/slides/queries.ts';
import type { SlideResults } from '../queries/slides/results.ts';
import type { BaseScene } from './baseScene.ts';
import { CastQueries } from './castQueries.ts';
import type { EngineTools } from './engineTools.ts';

/** Movers. Part of `Engine`. */
export class MoverQueries extends CastQueries {
  readonly #separate: SeparateQueries;
  readonly #slides: SlideQueries;

  /** @internal */
  constructor(tools: EngineTools<BaseScene>) {
    super(tools);
    this.#separate = new SeparateQueries(tools, tools.keeper, tools.probes);
    this.#slides = new SlideQueries(tools, tools.keeper);
  }

  /**
   * Finds, for each mover, the shortest push out of all colliders that it overlaps, and that keeps it `skin` away from
   * them where there is room. A push is at most twice the deepest overlap at the start, and the skin. Movers do not see
   * each other, and the list does not change: add the pushes to the positions yourself.
   * @param movers a list of this engine; each mover sees the groups that its mask and the option `mask` have in common,
   *   and not the collider in `ignored`
   * @throws QueryError for a bad option, a list that is being queried, while another `separate` runs, and after `close`
   *
   * @example
   * ```ts
   * const { pushes, status } = await engine.separate(movers, { skin: 0.01 });
   * for (let k = 0; k < 4 * movers.count; k++) movers.positions[k] += pushes[k];
   * ```
   */
  separate(movers: ProbeList, options?: SeparateOptions): Promise<SeparateResults> {
    return this.#separate.separate('engine.separate', movers, options);
  }

  /**
   * `separate` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `separate`
   */
  separateSync(movers: ProbeList, options?: SeparateOptions): SeparateResults {
    return this.#separate.separateSync('engine.separateSync', movers, options);
  }

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
  moveAndSlide(movers: CastList, options?: SlideOptions): Promise<SlideResults> {
    return this.#slides.moveAndSlide('engine.moveAndSlide', movers, options);
  }

  /**
   * `moveAndSlide` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `moveAndSlide`
   */
  moveAndSlideSync(movers: CastList, options?: SlideOptions): SlideResults {
    return this.#slides.moveAndSlideSync('engine.moveAndSlideSync', movers, options);
  }
}
