/** A file that is read, with a check that it stays as it is. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { inputError } from './failure.ts';

/** Files up to this size are hashed as a whole; of larger ones, the last bytes: the footer says where all pages are. */
const HASHED = 64 * 2 ** 20;

export class FileBytes {
  readonly path: string;
  readonly byteLength: number;
  readonly #file: number;
  readonly #before: Stats;

  /** @param name of the file in sentences */
  constructor(path: string, name = path) {
    this.path = name;
    try {
      this.#file = openSync(path, 'r');
      this.#before = fstatSync(this.#file);
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      inputError(path, 'a file that can be read', code === 'ENOENT' ? 'none' : `an error: ${message}`, cause);
    }
    if (!this.#before.isFile()) inputError(path, 'a file', 'a folder or a pipe');
    this.byteLength = this.#before.size;
  }

  /** Bytes from `start` up to `end`. @throws if the file is not as it was when it was opened */
  slice(start: number, end = this.byteLength): ArrayBuffer {
    const bytes = new Uint8Array(Math.max(0, Math.min(end, this.byteLength) - start));
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(this.#file, bytes, read, bytes.length - read, start + read);
      if (more === 0) break;
      read += more;
    }
    const { size, mtimeMs } = fstatSync(this.#file);
    if (read < bytes.length || size !== this.byteLength || mtimeMs !== this.#before.mtimeMs) {
      inputError(this.path, 'a file that stays as it is while it is read', 'one that has changed');
    }
    return bytes.buffer;
  }

  /** A hash of size and content. */
  hash(): string {
    const start = Math.max(0, this.byteLength - HASHED);
    return createHash('sha256')
      .update(`${this.byteLength} `)
      .update(new Uint8Array(this.slice(start)))
      .digest('hex');
  }

  close(): void {
    closeSync(this.#file);
  }
}
