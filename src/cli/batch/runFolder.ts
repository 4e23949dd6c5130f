/**
 * The folder of a run: `run.json`, and a part with its sidecar per shard. Processes make `run.json` by a link: the
 * first wins, and all others compare.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchError, diskError, EXIT, inputError } from './failure.ts';
import { readSidecar, type Sidecar, sidecarOf, syncFolder, temporaryName } from './partFile.ts';

export interface RunFile {
  readonly hullstorm: 1;
  /** Hash of the plan. */
  readonly plan: string;
  readonly shards: number;
  /** Number of blocks. */
  readonly blocks: number;
  /** What the plan is made of: versions, inputs, options. */
  readonly of: object;
}

/** What names a run. */
export interface RunPlan {
  readonly hash: string;
  /** What the hash is made of. */
  readonly said: object;
  /** Number of blocks. */
  readonly blocks: number;
}

const RUN = 'run.json';

/** @returns undefined if there is none */
export function readRun(folder: string): RunFile | undefined {
  const path = join(folder, RUN);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return diskError(path, 'a file that can be read', cause);
  }
  try {
    const run = JSON.parse(text);
    if (run.hullstorm === 1 && typeof run.plan === 'string') return run;
  } catch {}
  throw new BatchError(EXIT.input, `${path}: expected that of a run, got another file`);
}

/** Enters a folder. @throws BatchError for that of another run */
export function enterRun(folder: string, plan: RunPlan, shards: number): void {
  const run: RunFile = { hullstorm: 1, plan: plan.hash, shards, blocks: plan.blocks, of: plan.said };
  const path = join(folder, RUN);
  try {
    mkdirSync(folder, { recursive: true });
    const temporary = temporaryName(path);
    writeFileSync(temporary, `${JSON.stringify(run, undefined, 2)}\n`, { flush: true });
    try {
      linkSync(temporary, path);
      syncFolder(folder);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (cause) {
    diskError(path, 'a folder that can be written', cause);
  }
  const first = readRun(folder)!;
  if (first.plan !== plan.hash) {
    const got = differenceOf(first.of, plan.said);
    throw new BatchError(EXIT.input, `${path}: expected this run, got another one: ${got} (take another folder)`);
  }
  if (first.shards !== shards) {
    throw new BatchError(EXIT.usage, `${path}: expected --shards ${first.shards}, as the run began, got ${shards}`);
  }
}

/** The first thing in which two plans differ, in words. */
function differenceOf(before: object, now: object, name = ''): string {
  const [a, b] = [before, now] as Record<string, unknown>[];
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [left, right] = [a[key], b[key]];
    if (JSON.stringify(left) === JSON.stringify(right)) continue;
    const path = name ? `${name}.${key}` : key;
    const isObject = [left, right].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
    if (isObject) return differenceOf(left as object, right as object, path);
    const said = (value: unknown) => (value === undefined ? 'not set' : JSON.stringify(value));
    return `${path} was ${said(left)}, is ${said(right)}`;
  }
  return 'nothing that is known';
}

export function partPath(folder: string, shard: number, shards: number): string {
  const padded = (value: number) => String(value).padStart(5, '0');
  return join(folder, `part-${padded(shard)}-of-${padded(shards)}.parquet`);
}

export interface Part {
  readonly path: string;
  readonly sidecar: Sidecar;
}

/** The parts of a run. @throws BatchError if some are missing */
export function partsOf(folder: string, { shards, plan }: RunFile): Part[] {
  const paths = Array.from({ length: shards }, (_, k) => partPath(folder, k, shards));
  const sidecars = paths.map((path) => (existsSync(path) ? readSidecar(path) : undefined));
  const missing = sidecars.flatMap((sidecar, k) => (sidecar ? [] : [k]));
  if (missing.length > 0) {
    const first = `${missing.slice(0, 20).join(',')}${missing.length > 20 ? ',…' : ''}`;
    const got = `${shards - missing.length}; missing: ${first}`;
    throw new BatchError(EXIT.input, `${folder}: expected ${shards} parts, got ${got} (run --resume)`);
  }
  return paths.map((path, k) => {
    const sidecar = sidecars[k]!;
    if (sidecar.plan !== plan) inputError(sidecarOf(path), 'a part of this run', 'that of another one');
    return { path, sidecar };
  });
}
