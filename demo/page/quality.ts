/** How much work a picture may be, in tiers: the page takes the best one that is fast enough. Pure. */

export interface Tier {
  readonly name: string;
  readonly hasOcclusion: boolean;
  /** Pixels per CSS pixel, at most. */
  readonly mostPixelRatio: number;
  readonly shadowPixels: number;
}

/** The plainest first. */
export const TIERS: readonly Tier[] = [
  { name: 'plain', hasOcclusion: false, mostPixelRatio: 1, shadowPixels: 1024 },
  { name: 'good', hasOcclusion: false, mostPixelRatio: 2, shadowPixels: 2048 },
  { name: 'best', hasOcclusion: true, mostPixelRatio: 2, shadowPixels: 4096 },
];

/** Frames that are judged together; the mean time between them that is slow (ms); and what one counts, at most. */
const FRAMES = 50;
const SLOW = 23;
const MOST = 250;

export interface Quality {
  readonly tier: Tier;
  /** A frame is drawn. @param time ms that grow @returns whether the tier has changed */
  drawn(time: number): boolean;
  /** A frame has nothing to draw: the time until the next one does not count. */
  rested(): void;
}

/** @param graphics name of the graphics card: where a processor draws, the plain tier is enough */
export function createQuality(graphics: string): Quality {
  const isSoftware = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(graphics);
  let index = isSoftware ? 0 : TIERS.length - 1;
  let last = Number.NaN;
  let frames = 0;
  let sum = 0;
  return {
    get tier() {
      return TIERS[index];
    },
    drawn(time) {
      const since = Math.min(time - last, MOST);
      last = time;
      if (Number.isNaN(since)) return false;
      sum += since;
      frames++;
      const isSlow = sum > SLOW * FRAMES;
      if (frames < FRAMES && !isSlow) return false;
      frames = sum = 0;
      if (!isSlow || index === 0) return false;
      index--;
      return true;
    },
    rested() {
      last = Number.NaN;
    },
  };
}
