/** The wasm as files: engines that run on them, and what is said of files that are not as they should be. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { box, createEngine, type EngineOptions, QueryError } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { files } from '#wasm/files.js';
import { writeWasm } from '../../src/cli/writeWasm.ts';
import { DISTANCE_WASM, RELAXED } from '../../src/narrow/wasmPieces.ts';
import { MissingFeature } from '../../src/wasm/missingFeature.ts';
import { compilePiece } from '../../src/wasm/wasmPiece.ts';

setFlagsFromString('--experimental-wasm-relaxed-simd');

const { compile, compileStreaming, validate } = WebAssembly;

let folder: string;
let server: Server;
let origin: string;
/** What the server does with a file. */
const answer = { status: 200, type: 'application/wasm', bytes: (file: Buffer) => file as Uint8Array };
const WELL = { ...answer };
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-wasm-'));
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await writeWasm([folder]);
  log.mockRestore();
  server = createServer(({ url }, response) => {
    const name = url!.split('/').at(-1)!;
    asked.push(name);
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(answer.bytes(readFileSync(join(folder, name))));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

afterEach(() => {
  Object.assign(answer, WELL);
  Object.assign(WebAssembly, { compile, compileStreaming, validate });
  asked.length = 0;
});

/** Each has an address of its own: compiled modules are kept by their address. */
let addresses = 0;
const freshUrl = () => `${origin}/${addresses++}`;

/** The height of a box after some steps, and the wasm that runs. */
async function fall(options: EngineOptions) {
  const engine = await createEngine({ workers: 1, ...options });
  try {
    const dynamics = await createDynamics(engine);
    dynamics.addBody(box(50, 1, 50), { type: 'static', position: [0, -1, 0] });
    const crate = dynamics.addBody(box(0.5, 0.5, 0.5), { position: [0, 0.6, 0] });
    for (let step = 0; step < 20; step++) await dynamics.step(1 / 60);
    return { kernel: engine.info.kernel, height: engine.scene.positions[4 * crate + 1] };
  } finally {
    await engine.close();
  }
}

describe('engines and steppers on files', () => {
  test.each(['simd', 'relaxed'] as const)('%s: those of the build, no others, and the same bits', async (kernel) => {
    const onFiles = await fall({ kernel, wasmUrl: freshUrl() });
    expect(onFiles).toEqual(await fall({ kernel }));
    expect(onFiles.kernel).toBe(kernel);
    const exact = ['exactCasts', 'exactChildren'];
    const pieces = ['distance', 'contacts', 'rays', 'points', 'casts', ...exact, 'stepper'];
    const names = pieces.map((name) => (kernel === 'relaxed' && files[`${name}Relaxed`]) || files[name]);
    expect(asked.sort()).toEqual(names.sort());
  });

  test('of a folder with a slash or without, a URL, and one on the disk', async () => {
    for (const wasmUrl of [`${freshUrl()}/`, new URL(freshUrl()), `file://${folder}`]) {
      expect(await fall({ wasmUrl })).toMatchObject({ kernel: 'simd' });
    }
  });

  test('a kernel that needs no wasm asks for none', async () => {
    const engine = await createEngine({ workers: 0, kernel: 'scalar', wasmUrl: freshUrl() });
    expect(engine.info.fallbacks).toEqual([]);
    expect(asked).toEqual([]);
    await engine.close();
  });

  test('memory that is not shared', async () => {
    const module = await compilePiece(DISTANCE_WASM, {
      relaxed: undefined,
      shared: false,
      url: new URL(`${freshUrl()}/`),
    });
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
    expect((await WebAssembly.instantiate(module, { env: { memory } })).exports).toHaveProperty('distanceTile');
  });
});

describe('createEngine rejects', () => {
  const refusal = async (wasmUrl: unknown) => {
    const error = await createEngine({ workers: 0, wasmUrl } as EngineOptions).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(QueryError);
    return (error as QueryError).message;
  };
  /** Its first file that is not as it should be may be any. */
  const sentence = (url: string, got: string) =>
    expect.stringMatching(new RegExp(`^wasmUrl: expected wasm at ${url}/\\w+-[0-9a-f]{12}\\.wasm, got ${got}`));

  test('a file that is missing, then takes it where it is there', async () => {
    const url = freshUrl();
    answer.status = 404;
    expect(await refusal(url)).toEqual(sentence(url, 'status 404$'));
    answer.status = 200;
    expect(await fall({ wasmUrl: url })).toMatchObject({ kernel: 'simd' });
  });

  test('another type, such as that of a page for all that is not found', async () => {
    const url = freshUrl();
    answer.type = 'text/html; charset=utf-8';
    expect(await refusal(url)).toEqual(sentence(url, 'content of type text/html; charset=utf-8$'));
  });

  test('damaged files, whether memory is shared or not', async () => {
    answer.bytes = (file) => file.subarray(0, file.length >> 1);
    const url = freshUrl();
    expect(await refusal(url)).toEqual(sentence(url, 'an error: CompileError: '));
    const build = { relaxed: undefined, shared: false, url: new URL(`${freshUrl()}/`) };
    await expect(compilePiece(DISTANCE_WASM, build)).rejects.toThrow(/wasmUrl: expected wasm at .*got an error: /);
    answer.bytes = () => Buffer.from('nothing of the kind');
    await expect(compilePiece(DISTANCE_WASM, build)).rejects.toThrow(/wasmUrl: expected wasm at .*got an error: /);
  });

  test('a server that is not there, and a folder that is not', async () => {
    expect(await refusal('http://127.0.0.1:9')).toEqual(sentence('http://127.0.0.1:9', 'an error: TypeError: '));
    expect(await refusal('file:///nowhere/')).toEqual(sentence('file:///nowhere', 'an error: Error: ENOENT'));
  });

  test.each([
    ['wasm/', "'wasm/'"],
    ['', "''"],
    ['data:text/plain,x', "'data:text/plain,x'"],
    [7, '7'],
    [{ href: 'https://example.org' }, 'an object'],
    [null, 'null'],
  ])('%s', async (wasmUrl, got) => {
    expect(await refusal(wasmUrl)).toBe(`createEngine: wasmUrl: expected a folder as 'https://…/wasm/', got ${got}`);
  });
});

describe('a machine that does not run them', () => {
  const url = () => new URL(`${freshUrl()}/`);
  const refused = () => Promise.reject(new WebAssembly.CompileError('refused'));

  test.each([
    [undefined, 'WebAssembly has no SIMD here'],
    [RELAXED, /^WebAssembly has no relaxed SIMD here/],
  ])('lacks SIMD, or relaxed SIMD', async (relaxed, message) => {
    Object.assign(WebAssembly, { compile: refused, compileStreaming: refused, validate: () => false });
    const compiled = compilePiece(DISTANCE_WASM, { relaxed, shared: true, url: url() });
    await expect(compiled).rejects.toBeInstanceOf(MissingFeature);
    await expect(compiled).rejects.toThrow(message);
  });

  test('has a policy against it: its error, from which an engine falls back', async () => {
    Object.assign(WebAssembly, { compile: refused, compileStreaming: refused });
    const compiled = compilePiece(DISTANCE_WASM, { relaxed: undefined, shared: true, url: url() });
    await expect(compiled).rejects.toThrow(/^refused$/);
  });

  test('has no compileStreaming', async () => {
    Object.assign(WebAssembly, { compileStreaming: undefined });
    Reflect.deleteProperty(WebAssembly, 'compileStreaming');
    const module = await compilePiece(DISTANCE_WASM, { relaxed: undefined, shared: true, url: url() });
    expect(module).toBeInstanceOf(WebAssembly.Module);
  });
});

test('files of another version are not loaded: names say what is in them', () => {
  const names = readdirSync(folder);
  expect(names.sort()).toEqual(Object.values(files).sort());
  writeFileSync(join(folder, 'distance-000000000000.wasm'), '');
  expect(Object.values(files)).not.toContain('distance-000000000000.wasm');
});
