/** Statistics of frame times: percentiles of samples, in ms. Pure. */

export interface FrameStats {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Statistics of samples[0 … count). Percentiles are nearest-rank, so each is a sample. All are 0 without samples. */
export function frameStats(samples: ArrayLike<number>, count = samples.length): FrameStats {
  if (count === 0) return { mean: 0, p50: 0, p95: 0, p99: 0, max: 0 };
  const sorted = Float64Array.from({ length: count }, (_, i) => samples[i]).sort();
  const rank = (part: number) => sorted[Math.max(Math.ceil(part * count) - 1, 0)];
  const sum = sorted.reduce((total, value) => total + value, 0);
  return { mean: sum / count, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: sorted[count - 1] };
}

/** The `window` consecutive samples with the largest sum; the first such run, or all samples if there are fewer. */
export function busiest(samples: Float64Array, window: number): Float64Array {
  const begin = busiestFrom(samples, window);
  return samples.subarray(begin, begin + window);
}

/** The index of the first sample of `busiest`. */
export function busiestFrom(samples: Float64Array, window: number): number {
  if (samples.length <= window) return 0;
  let sum = 0;
  for (let i = 0; i < window; i++) sum += samples[i];
  let most = sum;
  let begin = 0;
  for (let end = window; end < samples.length; end++) {
    sum += samples[end] - samples[end - window];
    if (sum <= most) continue;
    most = sum;
    begin = end - window + 1;
  }
  return begin;
}
