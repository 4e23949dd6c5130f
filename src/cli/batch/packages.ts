/** The packages that read and write files: optional peer dependencies, loaded when they are needed. */
import { BatchError, EXIT } from './failure.ts';

async function load<T>(name: string, what: string, importIt: () => Promise<T>): Promise<T> {
  try {
    return await importIt();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const got = code === 'ERR_MODULE_NOT_FOUND' ? `none: npm install ${name}` : `an error: ${message}`;
    throw new BatchError(EXIT.usage, `batch: ${what}: expected the package ${name}, got ${got}`, cause);
  }
}

export const parquetReader = () => load('hyparquet', 'Parquet files', () => import('hyparquet'));
export const parquetWriter = () => load('hyparquet-writer', 'writing Parquet files', () => import('hyparquet-writer'));
export const arrow = (): Promise<typeof import('apache-arrow')> =>
  load('apache-arrow', 'Arrow files', () => import('apache-arrow'));
export const lz4 = () => load('lz4js', 'Arrow files with LZ4', () => import('lz4js'));
export const parquetCodecs = (codec: string) =>
  load('hyparquet-compressors', `files with ${codec}`, () => import('hyparquet-compressors'));
