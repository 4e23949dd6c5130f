import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { sweep } from './sweep.ts';

/**
 * The counter of bytes; a young generation larger than all that a round of calls leaves. V8 compiles on the thread that
 * calls: a thread of its own may get no time on a busy machine, and code that is not compiled allocates.
 */
const COUNT = ['--expose-gc', '--max-semi-space-size=64', '--no-concurrent-recompilation'];
/** V8 compiles a function after a few calls, and keeps the code: few calls reach the steady state. */
const EARLY = ['--no-lazy-feedback-allocation', '--interrupt-budget=10000', '--no-flush-bytecode'];
const FLAGS = sweep([...COUNT, ...EARLY], COUNT);
/**
 * Processes at most. With its own flags V8 now and then throws machine code away and does not make it again: its numbers
 * are then on the heap for the life of the process. What the code itself allocates shows in every process.
 */
const PROCESSES = sweep(3, 5);

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

/** One double on the heap: a map word and the number. The smallest thing V8 can allocate for a call. */
const SMALLEST = 16;

const isControl = ([label]: [string, number]) => label.startsWith('control');
/** The counter sees one number per call, and no more than there is. */
const isRight = (bytes: number) => Math.abs(bytes - SMALLEST) < 1;
/** Labels whose calls leave a byte or more; a count below −1 is no count. */
function allocating(found: Record<string, number>) {
  return Object.entries(found).filter((entry) => !isControl(entry) && !(Math.abs(entry[1]) < 1));
}

/** Expects `calls` labels without an allocation, and `controls` of 16 bytes, from the probe `file`. */
export async function expectNothing(calls: number, controls: number, file: URL, ...args: string[]) {
  const found = await probe(file, args, (bytes) => {
    const controlled = Object.entries(bytes).filter(isControl);
    return allocating(bytes).length === 0 && controlled.every(([, control]) => isRight(control));
  });
  const entries = Object.entries(found);
  expect(entries.filter(isControl)).toHaveLength(controls);
  for (const [label, bytes] of entries.filter(isControl)) expect(isRight(bytes), `${label}: ${bytes}`).toBe(true);
  expect(entries).toHaveLength(calls + controls);
  expect(allocating(found)).toEqual([]);
}
