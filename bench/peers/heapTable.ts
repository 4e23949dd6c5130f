/**
 * The report of the heap: one table per count, one line per engine, with its numbers or the reason why it has none.
 * Pure.
 */
import type { FrameStats } from '../../scenes/frameStats.ts';
import type { HeapVerdict } from '../../scenes/heapJudge.ts';

export interface HeapRow {
  /** Its name in `--engines`. */
  readonly engine: string;
  /** Its name for its build. */
  readonly name?: string;
  readonly version?: string;
  readonly threads?: number;
  /** Steps in the budget. */
  readonly steps?: number;
  /** ms of the first step. */
  readonly first?: number;
  /** ms per step over the busiest steps. */
  readonly stats?: FrameStats;
  /** The same steps when the process runs the scene again; none if the budget ended before. */
  readonly steady?: FrameStats;
  readonly verdict?: HeapVerdict;
  /** Why there are no numbers. */
  readonly reason?: string;
}

/** The engine that all ratios refer to. */
const REFERENCE = 'hullstorm';
const TIMES = ['first', 'mean', 'p50', 'p95', 'max', `× ${REFERENCE}`, 'again: mean', 'p50', 'p95'];
const HEAD = ['', 'threads', 'steps', ...TIMES];
const HEAD_END = ['deepest mm', 'deepest %', 'p99 mm', 'p99 %', 'J per body', 'mm/s', 'escaped', 'NaN'];

/** The cells of the table, with its head, and the reasons. */
export function heapTable(rows: readonly HeapRow[]): { lines: string[][]; reasons: string[] } {
  const reference = rows.find(({ engine }) => engine === REFERENCE);
  const lines = [[...HEAD, ...HEAD_END]];
  const reasons: string[] = [];
  for (const { engine, name = engine, version, threads, steps, first = 0, stats, steady, verdict, reason } of rows) {
    const label = version ? `${name} ${version}` : name;
    if (!stats || !verdict) {
      reasons.push(`${label}: ${reason}`);
      lines.push([`${label} [${reasons.length}]`, ...Array(HEAD.length + HEAD_END.length - 1).fill('–')]);
      continue;
    }
    const { mean, p50, p95, max } = stats;
    lines.push([
      label,
      `${threads}`,
      `${steps}`,
      ...[first, mean, p50, p95, max].map(short),
      // with fewer steps the busiest ones may be missing
      reference?.stats ? `${steps === reference.steps ? '' : '≥ '}${short(mean / reference.stats.mean)}` : '–',
      ...(steady ? [steady.mean, steady.p50, steady.p95].map(short) : ['–', '–', '–']),
      ...[1e3 * verdict.deepest, 100 * verdict.deepestPart, 1e3 * verdict.p99, 100 * verdict.p99Part].map(short),
      ...[verdict.energy, 1e3 * verdict.speed].map(short),
      `${verdict.escaped}`,
      `${verdict.broken}`,
    ]);
  }
  return { lines, reasons };
}

/** Three significant digits, and no decimals above 100. */
function short(value: number): string {
  if (value === 0) return '0';
  if (value < 0.005) return value.toExponential(0);
  return value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}
