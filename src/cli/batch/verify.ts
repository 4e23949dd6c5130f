/**
 * `hullstorm batch verify`: asks a sample of the rows of a run once more. Their bits must be those of the file, and the
 * answers must be right by code that shares nothing with the kernels: distances by `verify`, flags by the scalar
 * kernel, rays by all colliders, one at a time.
 */
import { RayStatus, verify as verifyDistances } from 'hullstorm';
import { castRay } from 'hullstorm/pair';
import { Asker } from './ask.ts';
import { BatchError, EXIT, inputError, usageError } from './failure.ts';
import { openTable } from './openTable.ts';
import { type OptionName, readOptions, type Values, wholeOf } from './options.ts';
import { groupsOf } from './partCheck.ts';
import { makePlan, type Plan } from './plan.ts';
import { Poses } from './poses.ts';
import { randomFrom } from './random.ts';
import { ASKING, sceneOf } from './run.ts';
import { partsOf, readRun } from './runFolder.ts';
import type { BatchScene } from './scene.ts';
import type { Numbers } from './schema.ts';
import { STEPPING } from './step.ts';
import type { Table } from './table.ts';
import { verifySteps } from './verifySteps.ts';

export const VERIFY: readonly OptionName[] = [...new Set([...ASKING, ...STEPPING]), 'sample', 'seed', 'json'];

/** Error of a right distance at most, as a part of the size of its pair. */
const TOLERANCE: Readonly<Record<string, number>> = { simd: 2e-5, scalar: 1e-6 };

interface Worst {
  readonly where: string;
  readonly error: number;
  readonly what: string;
}

/** Rows to check, and the worst so far. */
class Findings {
  checked = 0;
  wrong = 0;
  worst: Worst = { where: '', error: 0, what: '' };

  add(where: string, error: number, what: string, limit: number): void {
    const isWrong = !(error <= limit);
    if (isWrong) this.wrong++;
    if (!(error <= this.worst.error) && !Number.isNaN(this.worst.error)) this.worst = { where, error, what };
  }
}

/** @returns the exit code: 1 if a row is wrong */
export async function verify(args: readonly string[]): Promise<number> {
  const { values, rest } = readOptions('verify', args, VERIFY);
  const [folder] = rest;
  if (rest.length !== 1)
    usageError('verify', 'the folder of a run', rest.length === 0 ? 'none' : `'${rest.join(' ')}'`);
  const sample = Number(values.sample ?? 1e-3);
  if (!(sample > 0 && sample <= 1)) usageError('--sample', 'a part of the rows, 0 … 1', `'${values.sample}'`);
  const random = randomFrom(wholeOf('--seed', values.seed, 0) ?? 1);
  const run = readRun(folder);
  if (!run) inputError(folder, 'the folder of a run, with run.json', 'none');
  if ((run.of as { options: { ask?: string } }).options.ask === 'steps') {
    return verifySteps(folder, run, values, { sample, random });
  }
  const plan = await makePlan(values);
  if (plan.hash !== run.plan) {
    throw new BatchError(EXIT.input, `${folder}: expected files and options of the run, got others`);
  }
  const parts = partsOf(folder, run);
  const findings = new Findings();
  const scenes = await scenesOf(plan, values);
  try {
    for (const { path, sidecar } of parts) {
      const table = await openTable(path, plan.out);
      for (const _ of groupsOf(table.source.file, sidecar));
      await verifyPart(plan, scenes, table, { sample, random, findings });
      table.source.file.close();
    }
  } finally {
    for (const { engine } of scenes) await engine.close();
  }
  const { checked, wrong, worst } = findings;
  const rows = parts.reduce((sum, { sidecar }) => sum + sidecar.rows, 0);
  if (values.json) console.log(JSON.stringify({ rows, checked, wrong, worst }));
  else {
    const at = worst.where ? `; worst: ${worst.where}: ${worst.what}, ${worst.error.toExponential(1)}` : '';
    console.error(`checked ${checked} of ${rows} rows, ${wrong} wrong${at}`);
  }
  return wrong > 0 ? EXIT.wrong : 0;
}

/** That of the run; flags need one of the scalar kernel besides. */
async function scenesOf(plan: Plan, values: Values): Promise<BatchScene[]> {
  const threads = wholeOf('--threads', values.threads, 0);
  const scenes = [await sceneOf(plan, threads)];
  if (plan.ask === 'flags') scenes.push(await sceneOf({ ...plan, kernel: 'scalar' }, threads));
  return scenes;
}

interface Sampling {
  readonly sample: number;
  readonly random: () => number;
  readonly findings: Findings;
}

async function verifyPart(plan: Plan, scenes: readonly BatchScene[], table: Table, sampling: Sampling): Promise<void> {
  const { sample, random } = sampling;
  const poses = scenes.map((scene) => plan.poses && new Poses(plan.poses, scene));
  for (const [group, rows] of table.source.groups.entries()) {
    const first = table.startOf(group);
    const columns = (await table.read(first, first + rows)) as Record<string, Numbers>;
    const chosen: number[] = [];
    // the gap to the next row that is chosen, as if each were chosen on its own
    const gap = () => (sample === 1 ? 0 : Math.floor(Math.log(1 - random()) / Math.log(1 - sample)));
    for (let row = gap(); row < rows; row += 1 + gap()) chosen.push(row);
    for (let k = 0; k < chosen.length; ) {
      const frame = columns.frame[chosen[k]];
      let end = k + 1;
      while (end < chosen.length && columns.frame[chosen[end]] === frame) end++;
      for (const each of poses) await each?.placeFrame(frame);
      const frameRows = chosen.slice(k, end);
      if (plan.ask === 'hits') await verifyRays(plan, scenes[0], { table, columns, first, rows: frameRows }, sampling);
      else verifyPairs(plan, scenes, { table, columns, first, rows: frameRows }, sampling.findings);
      k = end;
    }
  }
}

/** Rows of one frame, which is placed. */
interface FrameRows {
  readonly table: Table;
  readonly columns: Readonly<Record<string, Numbers>>;
  /** The row of the file that the columns begin with. */
  readonly first: number;
  readonly rows: readonly number[];
}

function verifyPairs(
  plan: Plan,
  scenes: readonly BatchScene[],
  { table, columns, first, rows }: FrameRows,
  findings: Findings,
): void {
  const limit = TOLERANCE[plan.kernel];
  const ids = rows.flatMap((row) => [columns.a[row], columns.b[row]]);
  for (const [k, scene] of scenes.entries()) {
    const asker = new Asker({ ...plan, reduceBy: undefined, keep: [] }, scene);
    const again = asker.pairs(ids);
    const same = k === 0 ? plan.out.filter(({ name }) => !UNASKED.has(name) && !plan.keep.includes(name)) : STATUS;
    for (const [at, row] of rows.entries()) {
      const different = same.find(({ name }) => !Object.is(columns[name][row], again[name][at]));
      const where = `${table.path}: row ${first + row}`;
      if (different) findings.add(where, Infinity, `${different.name} is ${again[different.name][at]}`, limit);
    }
  }
  findings.checked += rows.length;
  if (plan.ask !== 'distances') return;
  const { engine } = scenes[0];
  // row by row: `verify` names the worst alone
  for (const [at, row] of rows.entries()) {
    if (columns.a[row] === columns.b[row]) continue;
    engine.pairs.ids.set(ids.slice(2 * at, 2 * at + 2));
    engine.pairs.resize(1);
    const { worstError, worstReason } = verifyDistances(
      engine.distanceSync(engine.pairs, { maxDistance: plan.maxDistance }),
    );
    findings.add(`${table.path}: row ${first + row}`, worstError, worstReason || 'distance', limit);
  }
}

/** Columns that say which question a row answers. */
const UNASKED = new Set(['row', 'frame', 'motion', 'collider']);
const STATUS = [{ name: 'status' }];

async function verifyRays(
  { questions }: Plan,
  { engine, shapes, colliders }: BatchScene,
  { table, columns, first, rows }: FrameRows,
  { findings }: Sampling,
): Promise<void> {
  const { scene } = engine;
  for (const row of rows) {
    const asked = columns.row[row];
    const { ox, oy, oz, dx, dy, dz, maxT, mask, ignore } = (await questions!.read(asked, asked + 1)) as Record<
      string,
      Numbers
    >;
    const where = `${table.path}: row ${first + row}`;
    findings.checked++;
    const isInvalid = columns.status[row] === RayStatus.Invalid;
    let best = { id: -1, t: Infinity };
    const origin = [ox[0], oy[0], oz[0]];
    const direction = [dx[0], dy[0], dz[0]];
    const speed = Math.hypot(...direction);
    const isAsked = origin.every(Number.isFinite) && speed > 0 && speed < Infinity && maxT[0] >= 0;
    if (isInvalid || !isAsked) {
      if (isInvalid === isAsked) findings.add(where, Infinity, `status is ${columns.status[row]}`, 0);
      continue;
    }
    for (let id = 0; id < colliders; id++) {
      if (id === ignore[0] || (scene.groups[2 * id] & mask[0]) === 0) continue;
      const position = scene.positions.subarray(4 * id, 4 * id + 3);
      const rotation = scene.rotations.subarray(4 * id, 4 * id + 4);
      if (!isPose(position, rotation)) continue;
      const { t } = castRay(shapes[scene.shapes[id]], { position, rotation }, origin, direction);
      if (t < best.t && t <= maxT[0]) best = { id, t };
    }
    const t = columns.t[row];
    const size = Math.max(1, Math.hypot(...origin), best.t < Infinity ? best.t * speed : 0);
    const error = t === best.t ? 0 : (Math.abs(t - best.t) * speed) / size;
    findings.add(where, error, best.id === columns.id[row] ? 't' : `collider ${best.id}`, 1e-9);
  }
}

function isPose(position: ArrayLike<number>, rotation: ArrayLike<number>): boolean {
  const turn = Array.from(rotation, Math.abs).reduce((sum, part) => sum + part);
  return Array.from(position).every(Number.isFinite) && turn > 0 && turn < Infinity;
}
