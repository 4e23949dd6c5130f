/** The percentiles that the demos print. */
import { describe, expect, it } from 'vitest';
import { busiest, frameStats } from '../../scenes/frameStats.ts';

describe('frameStats', () => {
  it('takes nearest-rank percentiles, in any order of samples', () => {
    const samples = Float64Array.from({ length: 100 }, (_, i) => ((i * 37) % 100) + 1); // 1 … 100, mixed
    expect(frameStats(samples)).toEqual({ mean: 50.5, p50: 50, p95: 95, p99: 99, max: 100 });
  });

  it('leaves the samples as they are', () => {
    const samples = [3, 1, 2];
    frameStats(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it('reads the first `count` samples only', () => {
    expect(frameStats([2, 4, 1000], 2)).toEqual({ mean: 3, p50: 2, p95: 4, p99: 4, max: 4 });
  });

  it('is one sample five times, and zeros without samples', () => {
    expect(frameStats([7])).toEqual({ mean: 7, p50: 7, p95: 7, p99: 7, max: 7 });
    expect(frameStats([])).toEqual({ mean: 0, p50: 0, p95: 0, p99: 0, max: 0 });
  });
});

describe('busiest', () => {
  it('finds the window with the largest sum', () => {
    expect([...busiest(Float64Array.of(1, 9, 1, 5, 6, 5, 1), 3)]).toEqual([5, 6, 5]);
    expect([...busiest(Float64Array.of(8, 8, 1, 5, 6), 2)]).toEqual([8, 8]);
    expect([...busiest(Float64Array.of(1, 1, 5, 6), 2)]).toEqual([5, 6]);
  });

  it('is everything when there is no more than a window', () => {
    expect([...busiest(Float64Array.of(1, 2), 2)]).toEqual([1, 2]);
    expect([...busiest(Float64Array.of(1, 2), 200)]).toEqual([1, 2]);
  });
});
