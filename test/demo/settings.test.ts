/** What the page keeps in its address. */
import { describe, expect, it } from 'vitest';
import { formatSettings, parseSettings } from '../../demo/page/settings.ts';

describe('settings of the page', () => {
  it('default to the recorded cuboids and all workers', () => {
    expect(parseSettings('', 7)).toEqual({
      shape: 'recorded',
      count: 5000,
      workers: 7,
      kernel: 'auto',
      margin: 0.05,
      seed: 1,
    });
    expect(formatSettings(parseSettings('', 7), 7)).toBe('');
  });

  it('survive the address', () => {
    const settings = { shape: 'hull', count: 12_000, workers: 2, kernel: 'scalar', margin: 0.2, seed: 9 } as const;
    expect(parseSettings(`#${formatSettings(settings, 3)}`, 3)).toEqual(settings);
  });

  it('take the nearest sense of nonsense', () => {
    const settings = parseSettings('#shape=ball&count=1e9&workers=99&kernel=abacus&margin=wide&seed=', 3);
    expect(settings).toEqual({ shape: 'box', count: 20_000, workers: 3, kernel: 'auto', margin: 0.05, seed: 1 });
  });

  it('have no more recorded cuboids than were recorded', () => {
    expect(parseSettings('#shape=recorded&count=700', 1)).toMatchObject({ shape: 'box', count: 700 });
  });
});
