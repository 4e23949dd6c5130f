/** How good the picture of the demo is: as good as is fast enough. */
import { describe, expect, it } from 'vitest';
import { createQuality, TIERS } from '../../demo/page/quality.ts';

const [PLAIN, GOOD, BEST] = TIERS;
const CARD = 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060)';

/** Frames with a time between them (ms). @returns the last time */
function draw(quality: ReturnType<typeof createQuality>, frames: number, every: number, from = 0): number {
  for (let k = 0; k < frames; k++) quality.drawn(from + k * every);
  return from + frames * every;
}

describe('the tier', () => {
  it('is the best one while frames are fast', () => {
    const quality = createQuality(CARD);
    draw(quality, 1000, 16.7);
    expect(quality.tier).toBe(BEST);
  });

  it('falls step by step while frames are slow, also very slow ones, and stays', () => {
    const quality = createQuality(CARD);
    const time = draw(quality, 35, 40);
    expect(quality.tier).toBe(GOOD);
    const later = draw(quality, 12, 3000, time);
    expect(quality.tier).toBe(PLAIN);
    draw(quality, 500, 8, later);
    expect(quality.tier).toBe(PLAIN);
  });

  it('does not fall by time in which nothing is drawn', () => {
    const quality = createQuality(CARD);
    for (let k = 0; k < 100; k++) {
      draw(quality, 5, 16.7, 1000 * k);
      quality.rested();
    }
    expect(quality.tier).toBe(BEST);
  });

  it('is plain where a processor draws', () => {
    for (const name of [
      'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))',
      'llvmpipe, or similar',
      'Microsoft Basic Render Driver',
    ]) {
      expect(createQuality(name).tier, name).toBe(PLAIN);
    }
  });
});
