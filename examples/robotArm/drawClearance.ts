/**
 * `npx tsx examples/robotArm/drawClearance.ts FOLDER SVG`: draws the least clearance of the motions in FOLDER, from
 * poses.parquet and from clearance.parquet, the result of `--find-pairs 0.3 --reduce min --by motion`. Motions stand
 * side by side; of each group of neighbors, the picture has the least clearance, p5 and p50.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { JOINTS } from './arm.ts';

/** The margin of the pairs that were found (m): no larger clearance is known. */
const MARGIN = 0.3;
/** Size of the picture, and the box of the plot (px). */
const WIDTH = 740;
const HEIGHT = 335;
const LEFT = 56;
const RIGHT = 700;
const TOP = 30;
const BOTTOM = 280;
/** Groups at most, and the motions of a group at least. */
const GROUPS = 160;
const LEAST = 20;
const LINES = [
  { name: 'p50', part: 0.5, color: '#2f74c0' },
  { name: 'p5', part: 0.05, color: '#d9822b' },
  { name: 'min', part: 0, color: '#b3261e' },
] as const;
/** Angles of the first joint at which the arm reaches for the middle of a rack (degrees), and half its width. */
const RACKS = [-90, 0, 90];
const HALF_RACK = 28;

/** The least clearance of each motion (m); MARGIN for a motion that comes no nearer. */
export async function readClearance(folder: string): Promise<Float64Array> {
  const file = await asyncBufferFromFile(join(folder, 'poses.parquet'));
  const rows = Number((await parquetMetadataAsync(file)).num_rows);
  const [last] = await parquetReadObjects({ file, columns: ['motion'], rowStart: rows - 1, rowEnd: rows });
  const clearance = new Float64Array(last!.motion + 1).fill(MARGIN);
  const least = await asyncBufferFromFile(join(folder, 'clearance.parquet'));
  for (const { motion, distance } of await parquetReadObjects({ file: least, columns: ['motion', 'distance'] })) {
    clearance[motion] = Math.min(MARGIN, distance);
  }
  return clearance;
}

/** @param clearance by motion (m) */
export function drawClearance(clearance: Float64Array): string {
  const count = Math.max(1, Math.min(GROUPS, Math.floor(clearance.length / LEAST)));
  const at = (group: number) => Math.floor((group * clearance.length) / count);
  const groups = Array.from({ length: count }, (_, k) => clearance.slice(at(k), at(k + 1)).sort());
  const low = Math.floor(20 * Math.min(0, ...groups.map((group) => group[0]!))) / 20;
  const x = (part: number) => round(LEFT + (RIGHT - LEFT) * part);
  const y = (value: number) => round(TOP + ((BOTTOM - TOP) * (MARGIN - value)) / (MARGIN - low));
  const turn = JOINTS[0]!;
  const degrees = (180 / Math.PI) * (turn.high - turn.low);
  const ofAngle = (angle: number) => x(0.5 + angle / degrees);

  const parts: string[] = [];
  const text = (left: number, top: number, anchor: string, said: string, color = '#444') =>
    parts.push(`<text x="${left}" y="${top}" text-anchor="${anchor}" fill="${color}">${said}</text>`);
  for (const rack of RACKS) {
    const [begin, end] = [ofAngle(rack - HALF_RACK), ofAngle(rack + HALF_RACK)];
    parts.push(`<rect x="${begin}" y="${TOP}" width="${round(end - begin)}" height="${BOTTOM - TOP}" fill="#eef1f5"/>`);
    text(ofAngle(rack), TOP + 14, 'middle', 'rack', '#8a94a3');
  }
  for (let tenths = Math.ceil(10 * low); tenths <= 10 * MARGIN; tenths++) {
    const top = y(tenths / 10);
    parts.push(`<path d="M${LEFT} ${top}H${RIGHT}" stroke="${tenths === 0 ? '#444' : '#d5d9df'}"/>`);
    text(LEFT - 6, top + 4, 'end', (tenths / 10).toFixed(1).replace('-', '−'));
  }
  for (const [place, { name, part, color }] of LINES.entries()) {
    const values = groups.map((group) => group[Math.min(group.length - 1, Math.floor(part * group.length))]!);
    const points = values.map((value, k) => `${x((k + 0.5) / count)} ${y(value)}`);
    parts.push(`<path d="M${points.join('L')}" fill="none" stroke="${color}" stroke-width="1.5"/>`);
    text(RIGHT - 40 * place, TOP - 12, 'end', name, color);
  }
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const said = Math.round(part * clearance.length).toLocaleString('en');
    text(x(part), BOTTOM + 16, 'middle', said);
    text(x(part), BOTTOM + 31, 'middle', `${Math.round((part - 0.5) * degrees)}°`.replace('-', '−'), '#8a94a3');
  }
  text(x(0.5), BOTTOM + 47, 'middle', 'motion, and the angle of the first joint at its end');
  text(LEFT - 40, TOP - 12, 'start', 'least clearance (m); below 0, the penetration of a collision');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    '<title>The least clearance of motions of a robot arm</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    '<g font-family="sans-serif" font-size="12">',
    ...parts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const round = (value: number) => Math.round(10 * value) / 10;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, picture] = process.argv.slice(2);
  if (!folder || !picture) throw new Error('expected a folder and the name of a picture');
  writeFileSync(picture, drawClearance(await readClearance(folder)));
}
