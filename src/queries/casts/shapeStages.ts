/** The stages of `castShapes`, from top to bottom: update the tree, and cast each shape against what it may meet. */
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { StageList } from '../../schedule/stageList.ts';
import { FIRST_PROBE, FOR_MOVERS, GROUPS, LARGEST, LEAVING, SKIN, TOLERANCE } from '../../tables/castTable.ts';
import { SHAPES } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { LEAVES } from '../../tables/treeTable.ts';
import { passNumber } from '../passList.ts';
import { twinStages } from '../rays/twin.ts';
import type { CastList } from './castList.ts';
import type { CastOptionsReader } from './options.ts';
import { CAST_SHAPES } from './passes.ts';
import { CastShapeResults } from './results.ts';

/** Casts per block. */
export const CAST_BLOCK = 4;

/** The twin of the tree pays from a cast per so many leaves. */
const TWIN_LEAVES = 64;

/** The options of casts of shapes. */
export type CastOptions = Pick<CastOptionsReader, 'lengths' | 'leaving' | 'mask'>;

export class CastShapesFinder {
  readonly results: CastShapeResults;
  readonly #frame: Frame;
  readonly #keeper: TreeKeeper;
  readonly #stages: StageList;
  #count = 0;

  /** @param isWide whether the engine has a wide kernel */
  constructor(frame: Frame, keeper: TreeKeeper, isWide: boolean) {
    this.#frame = frame;
    this.#keeper = keeper;
    this.results = new CastShapeResults(frame.casts);
    this.#stages = new StageList([
      ...keeper.follow,
      ...keeper.remake,
      ...twinStages(frame, keeper, () => isWide && TWIN_LEAVES * this.#count >= frame.tree.words[LEAVES]),
      { operation: passNumber(CAST_SHAPES), blockRows: CAST_BLOCK, prepare: () => this.#count },
    ]);
  }

  /** Starts a query of the casts of a list. */
  begin(list: CastList, options: CastOptions): void {
    describeCasts(this.#frame, list, options, false);
    this.#count = list.count;
    this.results.answered(list, list.count);
    this.#keeper.begin(false);
    this.#stages.begin();
  }

  /** Describes the next stage. @returns whether there is one: if not, `results` are complete */
  next(stage: StageDescription): boolean {
    return this.#stages.next(stage);
  }
}

/** Writes the parameters of CAST_SHAPES. @param isForMovers whether the casts are those of moveAndSlide */
export function describeCasts(
  { casts, counts, shapes }: Frame,
  list: CastList,
  { lengths, leaving, mask }: CastOptions,
  isForMovers: boolean,
): void {
  const { options, words } = casts;
  let largest = 0;
  for (let k = 0; k < counts[SHAPES]; k++) {
    const at = SHAPE_STRIDE * k;
    largest = Math.max(largest, shapes.reals[at + EXTENT] + shapes.reals[at + RADIUS]);
  }
  options[SKIN] = lengths[0];
  options[TOLERANCE] = lengths[1];
  options[LARGEST] = largest;
  words[LEAVING] = leaving ? 1 : 0;
  words[FIRST_PROBE] = list.first;
  words[GROUPS] = mask;
  words[FOR_MOVERS] = isForMovers ? 1 : 0;
}
