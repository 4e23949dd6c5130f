/** Files and processes for the tests of `hullstorm batch`. */
import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import { parquetWriteFile } from 'hyparquet-writer';
import { vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { BatchError } from '../../src/cli/batch/failure.ts';
import { batch as run } from '../../src/cli/batch/main.ts';

const MAIN = fileURLToPath(new URL(`../../${packageJson.bin.hullstorm}`, import.meta.url));

/** A column: its type, and a value per row. */
export type GivenColumn = readonly [type: keyof typeof TYPES, values: ArrayLike<unknown>];

const TYPES = {
  u8: { type: 'INT32', converted_type: 'UINT_8' },
  u16: { type: 'INT32', converted_type: 'UINT_16' },
  u32: { type: 'INT32', converted_type: 'UINT_32' },
  i32: { type: 'INT32' },
  i64: { type: 'INT64' },
  u64: { type: 'INT64', converted_type: 'UINT_64' },
  f32: { type: 'FLOAT' },
  f64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  utf8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

export interface FileOptions {
  readonly rowGroupSize?: number;
  readonly codec?: 'UNCOMPRESSED' | 'SNAPPY';
  /** Whether columns may hold nulls. */
  readonly nullable?: boolean;
}

/** Writes a Parquet file. Lists of f64 are the type `points`. */
export function writeParquet(
  filename: string,
  columns: Readonly<Record<string, GivenColumn | readonly ['points', readonly (readonly number[])[]]>>,
  { rowGroupSize = 1_000_000, codec = 'SNAPPY', nullable = false }: FileOptions = {},
): string {
  const schema: object[] = [{ name: 'schema', num_children: Object.keys(columns).length }];
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
  for (const [name, [type]] of Object.entries(columns)) {
    if (type !== 'points') schema.push({ name, repetition_type, ...TYPES[type] });
    else {
      schema.push({ name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 });
      schema.push({ name: 'list', repetition_type: 'REPEATED', num_children: 1 });
      schema.push({ name: 'element', repetition_type: 'OPTIONAL', type: 'DOUBLE' });
    }
  }
  const columnData = Object.entries(columns).map(([name, [type, values]]) => ({
    name,
    data: Array.from(values as ArrayLike<unknown>, (value) =>
      (type === 'u64' || type === 'i64') && value !== null ? BigInt(value as number) : value,
    ),
  }));
  parquetWriteFile({ filename, schema: schema as never, columnData, rowGroupSize, codec });
  return filename;
}

/** All rows of a Parquet file. */
export async function readParquet(path: string): Promise<Record<string, never>[]> {
  return (await parquetReadObjects({ file: await asyncBufferFromFile(path) })) as Record<string, never>[];
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** No schedulers: what the tests themselves run under. */
const BARE = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(SLURM|AWS_BATCH|JOB_COMPLETION|HULLSTORM_PAUSE)/.test(name)),
);

/** Runs `hullstorm batch` of the built package. @param started is called with the process */
export function batchProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  started?: (child: ChildProcess) => void,
): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [MAIN, 'batch', ...args],
      { env: { ...BARE, ...env }, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
    started?.(child);
  });
}

/** Runs `hullstorm batch` in this process, from its sources. @returns what its process would give */
export async function batch(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const said: [string[], string[]] = [[], []];
  const spies = (['log', 'error'] as const).map((name, k) =>
    vi.spyOn(console, name).mockImplementation((line: string) => void said[k].push(`${line}\n`)),
  );
  const ended = (code: number, ...more: string[]) => ({
    code,
    stdout: said[0].join(''),
    stderr: [...said[1], ...more].join(''),
  });
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (!(name in BARE)) delete process.env[name];
  Object.assign(process.env, env);
  try {
    return ended(await run(args));
  } catch (cause) {
    if (!(cause instanceof BatchError)) throw cause;
    return ended(cause.exitCode, `hullstorm: ${cause.message}\n`);
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** The scene of most tests: a unit box, a ball of radius 1 and a hull; a row of each along x. */
export function writeScene(folder: string): string[] {
  const shapes = writeParquet(join(folder, 'shapes.parquet'), {
    shape: ['u32', [0, 1, 2]],
    kind: ['utf8', ['box', 'sphere', 'hull']],
    p0: ['f64', [0.5, 1, 0]],
    p1: ['f64', [0.5, 0, 0]],
    p2: ['f64', [0.5, 0, 0]],
    points: ['points', [[], [], [0, 1, 0, 1, -1, 0, -1, -1, 1, -1, -1, -1]]],
  });
  const colliders = writeParquet(join(folder, 'colliders.parquet'), {
    collider: ['u32', [0, 1, 2, 3]],
    shape: ['u32', [0, 1, 2, 0]],
    x: ['f64', [0, 3, 6, 20]],
    static: ['bool', [false, false, false, true]],
  });
  return ['--shapes', shapes, '--colliders', colliders];
}
