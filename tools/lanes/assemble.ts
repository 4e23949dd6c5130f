/** Assembles AssemblyScript text to wasm, in memory. */
import asc from 'assemblyscript/asc';

const MAXIMUM_PAGES = 65536; // any shared memory that is no larger can be imported

/**
 * Assembles a module that imports `env.memory`, shared, and has no runtime.
 * @throws Error with the output of asc: the emitted text is wrong, which is a bug of the lane compiler
 */
export async function assemble(source: string, relaxed: boolean): Promise<Uint8Array> {
  const outputs = new Map<string, string | Uint8Array>();
  const features = ['simd', 'threads', 'bulk-memory', ...(relaxed ? ['relaxed-simd'] : [])];
  const options = [
    ['lanes.ts', '--outFile', 'lanes.wasm'],
    ['--runtime', 'stub', '--noAssert', '--noExportMemory'],
    ['--optimizeLevel', '3', '--shrinkLevel', '0'],
    ['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', `${MAXIMUM_PAGES}`],
    ['--enable', features.join(',')],
  ].flat();
  const { error, stderr } = await asc.main(options, {
    readFile: (name) => (name === 'lanes.ts' ? source : null),
    writeFile: (name, contents) => void outputs.set(name, contents),
    listFiles: () => [],
  });
  const wasm = outputs.get('lanes.wasm');
  if (error || !(wasm instanceof Uint8Array)) throw new Error(`asc refused what the lane compiler emitted:\n${stderr}`);
  return wasm;
}
