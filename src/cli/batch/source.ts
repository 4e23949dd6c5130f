/** Files of all formats, told apart by their content. */
import { mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_MAGIC, openArrow, STREAM_MAGIC } from './arrowFile.ts';
import { diskError, inputError, usageError } from './failure.ts';
import { FileBytes } from './fileBytes.ts';
import type { Values } from './options.ts';
import { openParquet } from './parquetFile.ts';
import { temporaryName } from './partFile.ts';
import type { Source } from './table.ts';

/** Stands for standard input. */
export const INPUT = '-';
/** Files that may come from standard input. */
export const FROM_INPUT = ['poses', 'pairs', 'rays'] as const;

export async function openSource(path: string): Promise<Source> {
  return openBytes(new FileBytes(path));
}

function openBytes(file: FileBytes): Promise<Source> {
  const magic = Buffer.from(file.slice(0, FILE_MAGIC.length)).toString('latin1');
  if (magic.startsWith('FEA1')) inputError(file.path, 'Feather of version 2', 'version 1');
  const isArrow = magic === FILE_MAGIC || magic.startsWith(STREAM_MAGIC);
  if (isArrow || (!magic.startsWith('PAR1') && /\.(arrows?|feather|ipc)$/.test(file.path))) return openArrow(file);
  return openParquet(file);
}

/** Opens the file of an option, which may be standard input. */
export async function openOption(name: string, { out, ...values }: Values): Promise<Source> {
  const path = values[name as 'poses'] as string;
  if (path !== INPUT) return openSource(path);
  const others = FROM_INPUT.filter((each) => values[each] === INPUT && each !== name);
  if (!FROM_INPUT.includes(name as 'poses')) {
    usageError(`--${name}`, 'a file', "'-': only --poses, --pairs and --rays take standard input");
  }
  if (out === undefined) usageError(`--${name}`, 'a file', "'-': only run takes standard input");
  if (others.length > 0) usageError(`--${name}`, 'a file', `'-', as --${others[0]}`);
  if (process.stdin.isTTY) usageError(`--${name}`, 'an Arrow stream on standard input', 'a terminal');
  return openBytes(await copyInput(out as string));
}

/**
 * Copies standard input to a file without a name in a folder: its hash is needed before its rows, and rows are read in
 * any order.
 */
async function copyInput(folder: string): Promise<FileBytes> {
  const path = temporaryName(join(folder, 'input'));
  try {
    mkdirSync(folder, { recursive: true });
    const file = openSync(path, 'wx+');
    rmSync(path);
    for await (const chunk of process.stdin) {
      for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
    }
    return new FileBytes('standard input', file);
  } catch (cause) {
    return diskError(folder, 'a folder that can be written', cause);
  }
}
