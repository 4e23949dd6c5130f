/** Lines that all reports have. */
import { availableParallelism, cpus } from 'node:os';
import type { FrameStats } from '../../scenes/frameStats.ts';

/** Consecutive frames in `busiest`. */
export const BUSIEST_FRAMES = 200;

const COLUMNS = ['mean', 'p50', 'p95', 'p99', 'max'];
export const HEAD = `${'ms'.padEnd(14)}${COLUMNS.map((column) => column.padStart(9)).join('')}`;

/** One row of the table with the head HEAD. */
export function row(name: string, { mean, p50, p95, p99, max }: FrameStats): string {
  return name.padEnd(14) + [mean, p50, p95, p99, max].map((value) => value.toFixed(2).padStart(9)).join('');
}

export function engineLine({ threads, kernel }: { readonly threads: number; readonly kernel: string }): string {
  return `engine     ${threads} ${threads === 1 ? 'thread' : 'threads'}, kernel ${kernel}`;
}

/** 12,345 */
export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function machineText(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU';
  return `${model}, ${availableParallelism()} threads, Node ${process.versions.node}`;
}
