/** Pieces of wasm as files: their names, how they are loaded, and what is said if that fails. */
import { QueryError } from '../errors.ts';
import { MissingFeature } from './missingFeature.ts';
import { unshared } from './unshared.ts';

/** The smallest modules with an instruction of SIMD, and with one of relaxed SIMD. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];
const RELAXED = [...SIMD.slice(0, 20), 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11];

/** The name of the file of a piece: of its strict build if it has no other. */
export async function fileName(piece: string, isRelaxed: boolean): Promise<string> {
  const { files } = await import('#wasm/files.js');
  return (isRelaxed && files[`${piece}Relaxed`]) || files[piece];
}

/**
 * Compiles the file of a piece in the folder at `url`.
 * @throws QueryError if it is not there or damaged, MissingFeature, and the error of WebAssembly if it may not compile
 */
export async function compileFile(
  piece: string,
  isRelaxed: boolean,
  shared: boolean,
  url: URL,
): Promise<WebAssembly.Module> {
  const address = new URL(await fileName(piece, isRelaxed), url);
  const source = await open(address, shared);
  try {
    if (!(source instanceof Uint8Array)) return await WebAssembly.compileStreaming(source);
    return await WebAssembly.compile(shared ? source : unshared(source));
  } catch (cause) {
    const probe = Uint8Array.from(isRelaxed ? RELAXED : SIMD);
    if (!WebAssembly.validate(probe)) throw new MissingFeature(isRelaxed);
    // if nothing compiles here, a policy forbids it
    if (await WebAssembly.compile(probe).catch(() => undefined)) failFile(address, cause);
    throw cause;
  }
}

/** Opens a file: the response of its server where that compiles while it arrives, else its bytes. */
async function open(address: URL, isStreamed: boolean): Promise<Response | Uint8Array<ArrayBuffer>> {
  try {
    // fetch of Node reads no files
    const fs = address.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
    if (fs) return new Uint8Array(await fs.promises.readFile(address));
    const response = await fetch(address);
    if (!response.ok) throw `status ${response.status}`;
    const type = response.headers.get('content-type') ?? 'none';
    // as browsers want it of what they compile while it arrives
    if (!/^application\/wasm\b/i.test(type)) throw `content of type ${type}`;
    // not every runtime has it
    if (isStreamed && 'compileStreaming' in WebAssembly) return response;
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    failFile(address, cause);
  }
}

/** @param cause an error, or what came, in words */
function failFile(address: URL, cause: unknown): never {
  const got = typeof cause === 'string' ? cause : `an error: ${cause}`;
  throw new QueryError(`wasmUrl: expected wasm at ${address}, got ${got}`, { cause });
}
