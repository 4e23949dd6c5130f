/** The report: per query one table of times and one of wrong answers, libraries down, workloads across. */
import type { Cell } from './main.ts';
import type { Query } from './peer.ts';

export interface TableRows {
  readonly peers: readonly string[];
  readonly workloads: readonly string[];
  readonly queries: readonly Query[];
}

const TITLES: Readonly<Record<Query, string>> = {
  intersect: 'intersect',
  distance: 'distance + witness points',
  depth: 'depth + normal',
};

/** The library that ratios are told against. */
const REFERENCE = 'hullstorm';

export function printTables(cells: readonly Cell[], rows: TableRows): void {
  const reasons: string[] = [];
  for (const query of rows.queries) {
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
  console.log('–: the library has no such query, or the workload is beyond it (notes below).');
}

function printTable(title: string, rows: TableRows, cell: (peer: string, workload: string) => string): void {
  const lines = [
    ['', ...rows.workloads],
    ...rows.peers.map((peer) => [peer, ...rows.workloads.map((workload) => cell(peer, workload))]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  console.log(`\n${title}`);
  for (const line of lines) {
    console.log(
      line.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]))).join('  '),
    );
  }
}
