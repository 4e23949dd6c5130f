/**
 * `npm run example:arm -- FOLDER --motions 100000`: files for `hullstorm batch` with a robot arm, the cell around it,
 * and its motions: shapes, colliders and poses, as Parquet. The links are colliders 0 … 6 and have one number in the
 * column `link`, so that the arm does not pair with itself.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { drawMotion, JOINTS, LINKS, linkPoints, type Poses, placeLinks } from './arm.ts';
import { makeCell } from './cell.ts';
import { ParquetFile } from './parquet.ts';
import { seeded } from './random.ts';

export interface Options {
  readonly motions?: number;
  /** Frames of each motion. */
  readonly frames?: number;
  readonly seed?: number;
}

/** Motions per row group. */
const GROUP = 1000;

/** @param folder is made if it is not there */
export function writeFiles(folder: string, { motions = 200, frames = 10, seed = 1 }: Options = {}): void {
  mkdirSync(folder, { recursive: true });
  const random = seeded(seed);
  writeScene(folder, random);
  const file = new ParquetFile(join(folder, 'poses.parquet'), {
    frame: 'u64',
    motion: 'u32',
    collider: 'u32',
    x: 'f64',
    y: 'f64',
    z: 'f64',
    qx: 'f32',
    qy: 'f32',
    qz: 'f32',
    qw: 'f32',
  });
  for (let first = 0; first < motions; first += GROUP) {
    const count = Math.min(GROUP, motions - first);
    const rows = count * frames * LINKS;
    const poses = { positions: new Float64Array(3 * rows), rotations: new Float64Array(4 * rows) };
    for (let k = 0; k < count; k++) {
      const [start, goal] = drawMotion(first + k, motions, random);
      for (let frame = 0; frame < frames; frame++) {
        const part = frames > 1 ? frame / (frames - 1) : 1;
        const angles = start.map((angle, joint) => angle + part * (goal[joint]! - angle));
        placeLinks(poses, (k * frames + frame) * LINKS, angles);
      }
    }
    file.write({
      frame: BigUint64Array.from({ length: rows }, (_, row) => BigInt(first * frames + Math.floor(row / LINKS))),
      motion: Uint32Array.from({ length: rows }, (_, row) => first + Math.floor(row / (frames * LINKS))),
      collider: Uint32Array.from({ length: rows }, (_, row) => row % LINKS),
      ...columnsOf(poses, rows),
    });
  }
  file.close();
}

function columnsOf({ positions, rotations }: Poses, rows: number): Record<string, Float64Array | Float32Array> {
  const columns: Record<string, Float64Array | Float32Array> = {};
  for (const [k, name] of ['x', 'y', 'z'].entries()) {
    columns[name] = Float64Array.from({ length: rows }, (_, row) => positions[3 * row + k]!);
  }
  for (const [k, name] of ['qx', 'qy', 'qz', 'qw'].entries()) {
    columns[name] = Float32Array.from({ length: rows }, (_, row) => rotations[4 * row + k]!);
  }
  return columns;
}

/** Shapes and colliders: row k is link k, then come the obstacles. */
function writeScene(folder: string, random: () => number): void {
  const cell = makeCell(random);
  const points = [...JOINTS.map(linkPoints), ...cell.map((obstacle) => obstacle.points)];
  const rows = points.length;
  const ids = Uint32Array.from({ length: rows }, (_, row) => row);
  const isLink = (row: number) => row < LINKS;
  const shapes = new ParquetFile(join(folder, 'shapes.parquet'), { shape: 'u32', kind: 'utf8', points: 'list<f64>' });
  shapes.write({ shape: ids, kind: points.map(() => 'hull'), points });
  shapes.close();
  const position = (k: number) =>
    Float64Array.from({ length: rows }, (_, row) => (isLink(row) ? 0 : cell[row - LINKS]!.position[k]!));
  const colliders = new ParquetFile(join(folder, 'colliders.parquet'), {
    collider: 'u32',
    shape: 'u32',
    x: 'f64',
    y: 'f64',
    z: 'f64',
    static: 'bool',
    link: 'i32',
  });
  colliders.write({
    collider: ids,
    shape: ids,
    x: position(0),
    y: position(1),
    z: position(2),
    static: points.map((_, row) => !isLink(row)),
    link: Int32Array.from({ length: rows }, (_, row) => (isLink(row) ? 0 : -1)),
  });
  colliders.close();
}

/** A whole number > 0 of the command line. */
function readCount([name, text]: readonly [string, string]): [string, number] {
  const count = Number(text);
  if (!(Number.isInteger(count) && count > 0)) throw new Error(`--${name}: expected a whole number > 0, got '${text}'`);
  return [name, count];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const options = { motions: { type: 'string' }, frames: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length !== 1) throw new Error('expected one folder');
  writeFiles(positionals[0]!, Object.fromEntries(Object.entries(values).map(readCount)));
}
