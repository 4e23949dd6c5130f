/** What the page keeps in its address. */
import { describe, expect, it } from 'vitest';
import { formatLink, formatSettings, parseCamera, parseSettings, withScene } from '../../demo/page/settings.ts';
import { BODY_SCENES } from '../../scenes/bodyScenes.ts';

describe('settings of the page', () => {
  it('default to the wall and all workers', () => {
    expect(parseSettings('', 7)).toEqual({
      scene: 'wall',
      count: 1000,
      workers: 7,
      kernel: 'auto',
      margin: 0.02,
      seed: 1,
    });
    expect(formatSettings(parseSettings('', 7), 7)).toBe('');
  });

  it('survive the address', () => {
    const settings = { scene: 'heap', count: 12_000, workers: 2, kernel: 'scalar', margin: 0.05, seed: 9 } as const;
    expect(parseSettings(`#${formatSettings(settings, 3)}`, 3)).toEqual(settings);
  });

  it('of another scene, with as many bodies as suit it, survive too, and their address is short', () => {
    for (const scene of BODY_SCENES) {
      const settings = withScene(parseSettings('#count=777&seed=4', 3), scene);
      expect(settings.count).not.toBe(777);
      expect(formatSettings(settings, 3)).toBe(scene === 'wall' ? 'seed=4' : `scene=${scene}&seed=4`);
      expect(parseSettings(formatSettings(settings, 3), 3)).toEqual(settings);
    }
  });

  it('take the nearest sense of nonsense', () => {
    const settings = parseSettings('#scene=ball&count=1e9&workers=99&kernel=abacus&margin=wide&seed=', 3);
    expect(settings).toEqual({ scene: 'wall', count: 20_000, workers: 3, kernel: 'auto', margin: 0.02, seed: 1 });
  });

  it('and the camera survive a link, and what is no camera is none', () => {
    for (const hash of ['', 'scene=wall&count=500&seed=3', 'scene=lidar&margin=0.05']) {
      const link = formatLink(parseSettings(hash, 3), 3, [1.2345, -0.5, 31.25]);
      expect(parseSettings(link, 3)).toEqual(parseSettings(hash, 3));
      expect(parseCamera(`#${link}`)).toEqual([1.23, -0.5, 31.25]);
      expect(link).toMatch(/^scene=/);
    }
    for (const text of ['', '1,2', '1,2,3,4', '1,,3', 'a,b,c', '4,0,10', '1,0,-3', '1,0,1e9']) {
      expect(parseCamera(`camera=${text}`), text).toBeUndefined();
    }
  });
});
