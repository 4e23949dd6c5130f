/** The report of the heap: one table per count, an engine per line; or its reason, where it has no numbers. Pure. */
import type { FrameStats } from '../../scenes/frameStats.ts';
import type { HeapVerdict } from './heapJudge.ts';

export interface HeapRow {
  /** As in `--engines`. */
  readonly engine: string;
  /** What it calls itself: which build. */
  readonly name?: string;
  readonly version?: string;
  readonly threads?: number;
  /** ms per step over the busiest steps. */
  readonly stats?: FrameStats;
  readonly verdict?: HeapVerdict;
  /** Why there are no numbers. */
  readonly reason?: string;
}

/** The engine that ratios are told against. */
const REFERENCE = 'hullstorm';
const HEAD = ['', 'threads', 'mean', 'p50', 'p95', 'p99', 'max', `× ${REFERENCE}`];
const HEAD_END = ['deepest mm', 'deepest %', 'p99 mm', 'p99 %', 'J per body', 'mm/s', 'escaped', 'NaN'];

/** Cells of the table, its head first; and the reasons. */
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

/** Three digits, and no more than 100 needs. */
function short(value: number): string {
  if (value === 0) return '0';
  if (value < 0.005) return value.toExponential(0);
  return value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}
