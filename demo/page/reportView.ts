/** The dialog of the benchmark: its progress, then its report, to copy or to download. */
import type { FrameStats } from '../../scenes/frameStats.ts';
import type { Percentiles, Report } from './benchmark.ts';
import { element, setText } from './dom.ts';

export interface ReportView {
  /** Opens the dialog, with no progress. @param what runs */
  open(what: string): void;
  /** @param part 0 … 1 */
  progress(part: number): void;
  /** @param picture of the report, a PNG file */
  show(report: Report, picture: Blob): void;
  close(): void;
}

/** @param closed called when the dialog closes, also before the benchmark is done */
export function createReportView(closed: () => void): ReportView {
  const dialog = element('report', HTMLDialogElement);
  const bar = element('report-progress', HTMLProgressElement);
  const result = element('report-result');
  const copy = element('report-copy', HTMLButtonElement);
  const download = element('report-download', HTMLAnchorElement);
  const image = element('report-picture', HTMLImageElement);
  const savePicture = element('report-save-picture', HTMLAnchorElement);
  const copyPicture = element('report-copy-picture', HTMLButtonElement);
  let json = '';
  let picture = new Blob();
  dialog.onclose = () => {
    URL.revokeObjectURL(download.href);
    closed();
  };
  element('report-close').onclick = () => dialog.close();
  const copyBy = (button: HTMLButtonElement, write: () => Promise<void>) => {
    button.onclick = async () => {
      try {
        await write();
        setText(button, 'Copied');
      } catch {
        setText(button, 'Not allowed here: download it');
      }
    };
  };
  copyBy(copy, () => navigator.clipboard.writeText(json));
  copyBy(copyPicture, () => navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]));
  return {
    open(what) {
      setText(element('report-running'), what);
      element('report-running').hidden = false;
      result.hidden = true;
      bar.hidden = false;
      bar.value = 0;
      setText(element('report-title'), 'Benchmark running');
      setText(copy, 'Copy JSON');
      setText(copyPicture, 'Copy picture');
      if (!dialog.open) dialog.showModal();
    },
    progress(part) {
      bar.value = part;
    },
    show(report, file) {
      picture = file;
      URL.revokeObjectURL(image.src);
      image.src = savePicture.href = URL.createObjectURL(file);
      image.alt = `${report.all.total.p50.toFixed(2)} ms per step`;
      element('report-running').hidden = true;
      json = `${JSON.stringify(report, null, 2)}\n`;
      setText(element('report-title'), `${report.all.total.p50.toFixed(2)} ms per step`);
      setText(
        element('report-what'),
        `${report.bodies.toLocaleString('en')} bodies, ${report.steps} steps, ${report.threads} ` +
          `${report.threads === 1 ? 'thread' : 'threads'}, kernel ${report.kernel}, checksum ${report.checksum}`,
      );
      setText(element('report-busiest-title'), `busiest ${report.busiest.steps} steps`);
      setText(element('report-all-title'), `all ${report.steps} steps`);
      fill(element('report-all'), report.all);
      fill(element('report-busiest'), report.busiest);
      download.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
      bar.hidden = true;
      result.hidden = false;
    },
    close: () => dialog.close(),
  };
}

const ROWS = ['total', 'broad', 'narrow', 'solve', 'integrate'] as const;
const COLUMNS = ['p50', 'p95', 'p99', 'max'] as const;

function fill(body: Element, percentiles: Percentiles): void {
  const cells = (stats: FrameStats) => COLUMNS.map((column) => cell('td', stats[column].toFixed(2)));
  body.replaceChildren(
    ...ROWS.map((name) => {
      const row = document.createElement('tr');
      const head = cell('th', name);
      head.setAttribute('scope', 'row');
      row.append(head, ...cells(percentiles[name]));
      return row;
    }),
  );
}

function cell(kind: 'td' | 'th', text: string): HTMLElement {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}
