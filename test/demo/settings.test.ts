/** What the page keeps in its address. */
import { describe, expect, it } from 'vitest';
import { formatSettings, parseSettings, withScene } from '../../demo/page/settings.ts';
import { BODY_SCENES } from '../../scenes/bodyScenes.ts';

describe('settings of the page', () => {
  it('default to the heap and all workers', () => {
    expect(parseSettings('', 7)).toEqual({
      scene: 'heap',
      count: 3000,
      workers: 7,
      kernel: 'auto',
      margin: 0.02,
      seed: 1,
    });
    expect(formatSettings(parseSettings('', 7), 7)).toBe('');
  });

  it('survive the address', () => {
    const settings = { scene: 'wall', count: 12_000, workers: 2, kernel: 'scalar', margin: 0.05, seed: 9 } as const;
    expect(parseSettings(`#${formatSettings(settings, 3)}`, 3)).toEqual(settings);
  });

  it('of another scene, with as many bodies as suit it, survive too, and their address is short', () => {
    for (const scene of BODY_SCENES) {
      const settings = withScene(parseSettings('#count=777&seed=4', 3), scene);
      expect(settings.count).not.toBe(777);
      expect(formatSettings(settings, 3)).toBe(scene === 'heap' ? 'seed=4' : `scene=${scene}&seed=4`);
      expect(parseSettings(formatSettings(settings, 3), 3)).toEqual(settings);
    }
  });

  it('take the nearest sense of nonsense', () => {
    const settings = parseSettings('#scene=ball&count=1e9&workers=99&kernel=abacus&margin=wide&seed=', 3);
    expect(settings).toEqual({ scene: 'heap', count: 20_000, workers: 3, kernel: 'auto', margin: 0.02, seed: 1 });
  });
});
