/** What the loop of the page does. */

/**
 * What the loop does next:
 *
 *   loading    create a world with the current settings
 *   running    the world runs, unless the visitor has paused it
 *   benchmark  run the benchmark
 *   report     wait until the visitor closes the report
 *   failed     wait until the visitor tries again
 */
export type Mode = 'loading' | 'running' | 'benchmark' | 'report' | 'failed';

/** Whether the dialog of the benchmark is open. */
export function isReporting(mode: Mode): boolean {
  return mode === 'benchmark' || mode === 'report';
}
