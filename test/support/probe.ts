import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sweep } from './sweep.ts';

/** The counter of bytes; a young generation larger than all that a round of calls leaves. */
const COUNT = ['--expose-gc', '--max-semi-space-size=64'];
/**
 * V8 compiles a function after a few calls, on the thread that runs it, and keeps the code. So few calls reach the steady
 * state, and a busy machine does not change when.
 */
const EARLY = [
  '--no-concurrent-recompilation',
  '--no-lazy-feedback-allocation',
  '--interrupt-budget=10000',
  '--no-flush-bytecode',
];
const FLAGS = sweep([...COUNT, ...EARLY], COUNT);
/**
 * Processes at most. With its own flags V8 now and then throws machine code away and does not make it again: its numbers
 * are then on the heap for the life of the process. What the code itself allocates shows in every process.
 */
const PROCESSES = sweep(2, 5);

/** Bytes per call by label that a probe prints, from the first process that `isSteady` accepts, or from the last one. */
export async function probe(
  file: URL,
  args: readonly string[],
  isSteady: (found: Record<string, number>) => boolean,
): Promise<Record<string, number>> {
  for (let attempt = 1; ; attempt++) {
    const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, fileURLToPath(file), ...args]);
    const found = JSON.parse(stdout) as Record<string, number>;
    if (attempt === PROCESSES || isSteady(found)) return found;
  }
}
