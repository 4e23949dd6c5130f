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
  /** Mean ms per step over the busiest steps. */
  readonly stats?: FrameStats;
  readonly verdict?: HeapVerdict;
  /** Why there are no numbers. */
  readonly reason?: string;
}

/** The engine that all ratios refer to. */
const REFERENCE = 'hullstorm';
const HEAD = ['', 'threads', 'mean', 'p50', 'p95', 'p99', 'max', `× ${REFERENCE}`];
const HEAD_END = ['deepest mm', 'deepest %', 'p99 mm', 'p99 %', 'J per body', 'mm/s', 'escaped', 'NaN'];

/** The cells of the table, with its head, and the reasons. */
export function heapTable(rows: readonly HeapRow[]): { lines: string[][]; reasons: string[] } {
  const reference = rows.find(({ engine }) => engine === REFERENCE)?.stats?.mean;
  const lines = [[...HEAD, ...HEAD_END]];
  const reasons: string[] = [];
  for (const { engine, name = engine, version, threads, stats, verdict, reason } of rows) {
    const label = version ? `${name} ${version}` : name;
    if (!stats || !verdict) {
      reasons.push(`${label}: ${reason}`);
      lines.push([`${label} [${reasons.length}]`, ...Array(HEAD.length + HEAD_END.length - 1).fill('–')]);
      continue;
    }
    const { mean, p50, p95, p99, max } = stats;
    lines.push([
      label,
      `${threads}`,
      ...[mean, p50, p95, p99, max].map(short),
      reference === undefined ? '–' : short(mean / reference),
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
