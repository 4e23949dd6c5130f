/** The command `hullstorm` of the built package. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { files } from '#wasm/files.js';
import packageJson from '../../package.json' with { type: 'json' };

const MAIN = fileURLToPath(new URL(`../../${packageJson.bin.hullstorm}`, import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile(process.execPath, [MAIN, ...args], (_, stdout, stderr) =>
      done({ code: child.exitCode!, stdout, stderr }),
    );
  });

test('wasm writes all files to a folder that it makes, and says so', async () => {
  const target = join(folder, 'public/wasm');
  const { code, stdout, stderr } = await run('wasm', target);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^17 files, \d+ kB, in .*wasm\n$/);
  expect(readdirSync(target).sort()).toEqual(Object.values(files).sort());
  // once more, over those
  expect((await run('wasm', target)).code).toBe(0);
});

describe('the help', () => {
  test.each([['--help'], ['wasm', '--help']])('%s %s', async (...args) => {
    const { code, stdout } = await run(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^hullstorm COMMAND\n {2}wasm FOLDER {2}writes the wasm/);
  });
});

describe('wrong arguments: a sentence, and exit code 2', () => {
  test.each([
    [[], 'hullstorm: expected a command (wasm, batch; --help), got none'],
    [['wsam'], "hullstorm: expected a command (wasm, batch; --help), got 'wsam'"],
    [['constructor'], "hullstorm: expected a command (wasm, batch; --help), got 'constructor'"],
    [['wasm'], 'hullstorm: wasm: expected one folder (hullstorm wasm FOLDER), got none'],
    [['wasm', 'a', 'b'], "hullstorm: wasm: expected one folder (hullstorm wasm FOLDER), got 'a b'"],
    [['wasm', '--all'], "hullstorm: wasm: expected one folder (hullstorm wasm FOLDER), got '--all'"],
  ])('%j', async (args, sentence) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });

  test('a folder that cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, stderr } = await run('wasm', file);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^hullstorm: wasm: expected a folder that can be written, got an error: Error: E/);
  });
});
