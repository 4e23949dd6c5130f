/** Standard input as a file. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskError } from './failure.ts';
import { FileBytes } from './fileBytes.ts';
import { temporaryName } from './partFile.ts';

const CHUNK = 2 ** 20;

/** Writes stdin to a file without a name, which its process alone can read. */
export function spoolStdin(): FileBytes {
  const path = temporaryName(join(tmpdir(), 'hullstorm-stdin'));
  const buffer = new Uint8Array(CHUNK);
  try {
    const file = openSync(path, 'wx');
    for (;;) {
      let read = 0;
      try {
        read = readSync(0, buffer);
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException;
        if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        else if (code !== 'EOF') throw cause;
        if (code === 'EAGAIN') continue;
      }
      if (read === 0) break;
      for (let done = 0; done < read; ) done += writeSync(file, buffer, done, read - done);
    }
    closeSync(file);
    return new FileBytes(path, 'stdin');
  } catch (cause) {
    return diskError(path, 'a file that can be written', cause);
  } finally {
    rmSync(path, { force: true }); // an open file stays readable
  }
}
