/** The options of `moveAndSlide`, read without allocating. */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { integerIn, refuse } from '../../errors.ts';
import { MOST_PLANES } from '../../tables/moverPlanes.ts';

/** The parameters of `moveAndSlide` besides the movers. */
export interface SlideOptions {
  /** Distance at which movers stop before colliders (m). A finite number > 0, default 0.001. */
  readonly skin?: number | undefined;
  /** Most times that a mover turns along what it meets. An integer in 0..15, default 4. */
  readonly slides?: number | undefined;
  /** Groups to search, besides the mask of each mover. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
}

const KEYS: Keys<SlideOptions> = { skin: 0, slides: 0, mask: 0 };
const ALL_GROUPS = 0xffff;
const SKIN = 1e-3;
const SLIDES = 4;
/** Tolerance of the casts, as a part of the skin. */
const TOLERANCE = 2 ** -10;

export class SlideOptionsReader {
  /** Skin, and tolerance of the casts (m). */
  readonly lengths = new Float64Array(2);
  /** Movers leave what they touch. */
  readonly leaving = true;
  slides = SLIDES;
  mask = ALL_GROUPS;
  /** The last options whose keys were checked. */
  #known: SlideOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: SlideOptions | undefined): void {
    const { lengths } = this;
    lengths[0] = SKIN;
    this.slides = SLIDES;
    this.mask = ALL_GROUPS;
    if (options !== undefined) this.#readGiven(where, options);
    lengths[1] = TOLERANCE * lengths[0];
  }

  #readGiven(where: string, options: SlideOptions): void {
    if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
    try {
      const { slides, mask } = options;
      this.#readSkin(where, options);
      // the messages are heap strings: only where they are needed
      if (slides !== undefined) {
        const isCount = Number.isInteger(slides) && slides >= 0 && slides < MOST_PLANES;
        this.slides = isCount ? slides : integerIn(`${where}: slides`, slides, 0, MOST_PLANES - 1);
      }
      if (mask !== undefined) {
        const isMask = typeof mask === 'number' && mask === (mask & ALL_GROUPS);
        this.mask = isMask ? mask : integerIn(`${where}: mask`, mask, 0, ALL_GROUPS);
      }
      this.#known = options;
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
  }

  /** Takes the options: V8 allocates for a double that crosses a call. */
  #readSkin(where: string, { skin }: SlideOptions): void {
    const { lengths } = this;
    if (skin === undefined) return;
    if (typeof skin === 'number') lengths[0] = skin;
    if (typeof skin !== 'number' || !(lengths[0] > 0 && lengths[0] < Infinity)) {
      refuse(`${where}: skin`, 'a finite number > 0 (m)', skin);
    }
  }
}
