/** A picture of a report, to share: the bodies at the end, and what was measured. */
import type { Report } from './benchmark.ts';
import type { Snapshot } from './stage.ts';

/** px */
const SIZE = { width: 1200, height: 630 };
/** Height of the text, at the bottom. */
const BAR = 210;
const FONT = 'Inter, "Segoe UI", system-ui, "DejaVu Sans", sans-serif';

/** @param view of the bodies, which come to the middle, as far as it reaches @returns a PNG file */
export async function drawReport(report: Report, { image, center }: Snapshot) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('report: expected a 2D canvas, got none');
  const { width, height } = SIZE;
  const scale = Math.max(width / image.width, height / image.height);
  const [wide, high] = [scale * image.width, scale * image.height];
  const left = Math.min(Math.max(width / 2 - center[0] * wide, width - wide), 0);
  const top = Math.min(Math.max((height - BAR) / 2 - center[1] * high, height - high), 0);
  context.drawImage(image, left, top, wide, high);
  context.fillStyle = 'rgb(15 20 36 / 88%)';
  context.fillRect(0, height - BAR, width, BAR);
  const write = (text: string, x: number, y: number, size: number, color: string, weight = 400) => {
    context.font = `${weight} ${size}px ${FONT}`;
    context.fillStyle = color;
    context.fillText(text, x, y, width - 2 * x);
  };
  const { all, bodies, steps, threads, kernel, shared, machine } = report;
  write('hullstorm', 48, height - 150, 30, '#ffb454', 650);
  write(`${all.total.p50.toFixed(2)} ms per step`, 48, height - 84, 58, '#eef2f8', 650);
  const count = `${bodies.toLocaleString('en')} ${report.what}, ${steps} steps`;
  const what = `${count}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  write(`${what}, kernel ${kernel}, ${shared ? 'shared memory' : 'no shared memory'}`, 48, height - 46, 23, '#eef2f8');
  write(
    `${machine.cores} cores · p99 ${all.total.p99.toFixed(2)} ms · ${report.date.slice(0, 10)}`,
    48,
    height - 16,
    19,
    '#aab6c8',
  );
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!file) throw new Error('report: expected a PNG file, got none');
  return file;
}
