/** A display that shows nothing, for browsers that need one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { findProgram } from './testBrowser.ts';

export interface Display {
  /** What DISPLAY must be. */
  readonly name: string;
  close(): Promise<void>;
}

export async function openDisplay(): Promise<Display> {
  const program = findProgram([process.env.XVFB ?? '/usr/bin/Xvfb'], "install Debian's xvfb, or set XVFB");
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3] as Readable, 'data');
  return { name: `:${String(number).trim()}`, close: () => stop(server) };
}

/** Ends a program, and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
