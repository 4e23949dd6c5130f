/**
 * The report: per query one table of times and one of wrong answers, with libraries as rows and workloads as columns.
 */
import type { Verdict } from './check.ts';
import type { Query } from './peer.ts';

/** The result of one library for one query on one workload. */
export interface Cell {
  readonly peer: string;
  readonly workload: string;
  readonly query: Query;
  /** Pairs of the query. */
  readonly pairs: number;
  /** ns per pair; empty if there is a reason instead. */
  readonly rounds: readonly number[];
  readonly median?: number;
  readonly verdict?: Verdict;
  /** Why there is no number. */
  readonly reason?: string;
}

export interface TableRows {
  readonly peers: readonly string[];
  readonly workloads: readonly string[];
  readonly queries: readonly Query[];
}

const TITLES: Readonly<Record<Query, string>> = {
  intersect: 'intersect',
  distance: 'distance + witness points',
  depth: 'depth + normal',
  signed: 'signed distance: witness points, or depth + normal',
  contacts: 'contact manifolds, margin 0.02 m',
};

/** The library that all ratios refer to. */
const REFERENCE = 'hullstorm';

export function printTables(cells: readonly Cell[], all: TableRows): void {
  const reasons: string[] = [];
  for (const query of all.queries) {
    // libraries that have the query, or a reason
    const peers = all.peers.filter((peer) => cells.some((cell) => cell.peer === peer && cell.query === query));
    const rows = { ...all, peers };
    const find = (peer: string, workload: string) =>
      cells.find((cell) => cell.peer === peer && cell.workload === workload && cell.query === query);
    const reference = (workload: string) => find(REFERENCE, workload)?.median;

    printTable(`${TITLES[query]}: ns per pair (× ${REFERENCE})`, rows, (peer, workload) => {
      const cell = find(peer, workload);
      if (cell?.median === undefined) {
        if (!cell?.reason) return '–';
        const text = `${peer}: ${cell.reason}`;
        if (!reasons.includes(text)) reasons.push(text);
        return `[${reasons.indexOf(text) + 1}]`;
      }
      const base = reference(workload);
      const ratio = base === undefined || peer === REFERENCE ? '' : ` (${(cell.median / base).toFixed(1)})`;
      return `${cell.median < 100 ? cell.median.toFixed(1) : Math.round(cell.median).toString()}${ratio}`;
    });

    if (query === 'contacts') {
      const title =
        'points per pair with points; overlaps missed; worst error of the deepest / size, over 1e-3 in brackets';
      printTable(`${TITLES[query]}: ${title}`, rows, (peer, workload) => {
        const verdict = find(peer, workload)?.verdict;
        if (!verdict) return '–';
        const perPair = (verdict.points! / Math.max(1, verdict.withPoints!)).toFixed(1);
        const bad = verdict.badErrors ? ` (${verdict.badErrors})` : '';
        return `${perPair}; ${verdict.wrongFlags}; ${verdict.worstError!.toExponential(0)}${bad}`;
      });
      continue;
    }
    const measure = query === 'intersect' ? '' : '; worst error / size, pairs over 1e-3 in brackets';
    printTable(`${TITLES[query]}: wrong flags${measure}`, rows, (peer, workload) => {
      const verdict = find(peer, workload)?.verdict;
      if (!verdict) return '–';
      if (verdict.worstError === undefined) return String(verdict.wrongFlags);
      const bad = verdict.badErrors ? ` (${verdict.badErrors})` : '';
      return `${verdict.wrongFlags}; ${verdict.worstError.toExponential(0)}${bad}`;
    });
  }
  console.log('');
  reasons.forEach((reason, i) => {
    console.log(`[${i + 1}] ${reason}`);
  });
  console.log(
    '–: the workload is beyond the library (notes below). A library that has no such query is not in its table.',
  );
}

function printTable(title: string, rows: TableRows, cell: (peer: string, workload: string) => string): void {
  const lines = [
    ['', ...rows.workloads],
    ...rows.peers.map((peer) => [peer, ...rows.workloads.map((workload) => cell(peer, workload))]),
  ];
  console.log(`\n${title}`);
  printLines(lines);
}

/** Aligns cells in columns: the first to the left, the others to the right. */
export function printLines(lines: readonly (readonly string[])[]): void {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    console.log(
      line.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]))).join('  '),
    );
  }
}
