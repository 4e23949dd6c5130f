/**
 * The files of examples/cluster: the manifest has the types of Kubernetes, and what the three schedulers start fills one
 * folder together. The real Slurm is in test/deep/slurm.test.ts.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Job } from 'kubernetes-types/batch/v1.js';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeFiles } from '../../examples/robotArm/writeFiles.ts';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLUSTER = join(ROOT, 'examples/cluster');
const read = (name: string) => readFileSync(join(CLUSTER, name), 'utf8');

const manifest = parse(read('kubernetes.yaml')) as Job;
const definition = JSON.parse(read('aws-batch.json'));
const SHARDS = manifest.spec!.completions!;

describe('the manifest', () => {
  /** What TypeScript says about a value of the type Job. */
  function complaintsAbout(value: unknown): string[] {
    const file = join(ROOT, 'test/examples/manifest.ts');
    const source = `import type { Job } from 'kubernetes-types/batch/v1.js';\nexport const job: Job = ${JSON.stringify(value)};`;
    const options = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types: [],
      lib: ['lib.es5.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, getSourceFile } = host;
    host.fileExists = (path) => path === file || fileExists(path);
    host.getSourceFile = (path, ...rest) =>
      path === file ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest);
    const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  }

  test('has the types of Kubernetes', () => {
    expect(complaintsAbout(manifest)).toEqual([]);
    // the check sees a wrong name in the depth
    const [container] = manifest.spec!.template.spec!.containers;
    const wrong = structuredClone(manifest);
    Object.assign(wrong.spec!.template.spec!, { containers: [{ ...container, workDir: '/data' }] });
    expect(complaintsAbout(wrong).join()).toMatch(/workDir.* does not exist in type 'Container'/);
  });

  test('says the number of its pods to them, and mounts what it names', () => {
    const { containers, volumes } = manifest.spec!.template.spec!;
    expect(containers[0].command).toContain(`--shards=${SHARDS}`);
    expect(containers[0].volumeMounts!.map(({ name }) => name)).toEqual(volumes!.map(({ name }) => name));
  });
});

test('the definition for AWS Batch mounts what it names, and tries again unless it is useless', () => {
  const { mountPoints, volumes } = definition.containerProperties;
  expect(mountPoints.map(({ sourceVolume }: { sourceVolume: string }) => sourceVolume)).toEqual(
    volumes.map(({ name }: { name: string }) => name),
  );
  const { evaluateOnExit } = definition.retryStrategy;
  expect(evaluateOnExit.length).toBeLessThanOrEqual(5);
  expect(evaluateOnExit.map(({ onExitCode }: { onExitCode: string }) => onExitCode)).toEqual(['2', '3', '4']);
});

describe('what the schedulers start', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hullstorm-cluster-'));
    writeFiles(join(folder, 'arm'), { motions: 64, frames: 4 });
    mkdirSync(join(folder, 'bin'));
    const program = join(folder, 'bin/hullstorm');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, packageJson.bin.hullstorm)}' "$@"\n`);
    chmodSync(program, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (command: readonly string[], env: Readonly<Record<string, string>>) =>
    promisify(execFile)(command[0], command.slice(1), {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, ...env },
    });

  /** The command of each scheduler, and its environment for a shard. */
  const { command, workingDir } = manifest.spec!.template.spec!.containers[0];
  const SCHEDULERS = [
    {
      command: ['bash', join(CLUSTER, 'slurm.sh')],
      env: (shard: number) => ({
        SLURM_ARRAY_TASK_ID: String(shard),
        SLURM_ARRAY_TASK_MIN: '0',
        SLURM_ARRAY_TASK_MAX: String(SHARDS - 1),
        SLURM_ARRAY_TASK_STEP: '1',
        SLURM_ARRAY_TASK_COUNT: String(SHARDS),
        SLURM_CPUS_PER_TASK: '2',
      }),
    },
    { command: command!, env: (shard: number) => ({ JOB_COMPLETION_INDEX: String(shard) }) },
    {
      command: definition.containerProperties.command as string[],
      env: (shard: number) => ({
        AWS_BATCH_JOB_ARRAY_INDEX: String(shard),
        AWS_BATCH_JOB_ARRAY_SIZE: String(SHARDS),
      }),
    },
  ];

  test('fills one folder together, with the bytes of one process', async () => {
    expect(workingDir).toBe('/data'); // here: the folder
    expect(read('slurm.sh')).toContain(`#SBATCH --array=0-${SHARDS - 1}\n`);
    const blocks = '--block=112'; // two per shard
    const [slurm, kubernetes, aws] = SCHEDULERS;
    await Promise.all([
      run([...slurm.command, blocks], slurm.env(0)),
      run([...kubernetes.command, blocks], kubernetes.env(1)),
      // in a folder of its own, as with an object store
      run([...aws.command.slice(0, -1), '--out=local', blocks], aws.env(2)),
    ]);
    const [local, shared] = ['local', 'run'].map((name) => join(folder, name));
    expect(readFileSync(join(local, 'run.json'))).toEqual(readFileSync(join(shared, 'run.json')));
    cpSync(local, shared, { recursive: true });
    const parts = () => readdirSync(shared).filter((name) => name.endsWith('.parquet'));
    expect(parts()).toHaveLength(SCHEDULERS.length);
    // the parts that are missing, from a command line; then a run with one process
    const bare = command!.filter((word) => !/^--(shards|out)/.test(word));
    await Promise.all([run([...bare, blocks, '--out=run'], {}), run([...bare, blocks, '--out=whole'], {})]);
    expect(parts()).toHaveLength(SHARDS);
    await run(['hullstorm', 'batch', 'join', 'run', '--out', 'joined.parquet'], {});
    const [joined, one] = ['joined.parquet', 'whole/part-00000-of-00001.parquet'].map((name) =>
      readFileSync(join(folder, name)),
    );
    expect(one.length).toBeGreaterThan(1000);
    expect(joined.equals(one)).toBe(true);
  });
});
