/** Compiles in a separate process, so that several builds use several cores. */
import { fork } from 'node:child_process';
import type { LanesModule, LanesOptions } from './compile.ts';
import { LanesError } from './diagnostics.ts';

type Reply = { readonly made: LanesModule } | { readonly diagnostics: readonly string[] };

/** @throws LanesError with all errors of the sources */
export function compileApart(options: LanesOptions): Promise<LanesModule> {
  const child = fork(import.meta.filename, { serialization: 'advanced' });
  child.send(options);
  return new Promise((resolve, reject) => {
    child.once('message', (reply: Reply) => {
      child.disconnect();
      if ('made' in reply) resolve(reply.made);
      else reject(new LanesError(reply.diagnostics));
    });
    child.once('exit', (code) => reject(new Error(`lane compiler: expected modules, got exit code ${code}`)));
  });
}

async function reply(options: LanesOptions): Promise<Reply> {
  const { compileLanes } = await import('./compile.ts');
  try {
    return { made: await compileLanes(options) };
  } catch (error) {
    if (error instanceof LanesError) return { diagnostics: error.diagnostics };
    throw error;
  }
}

if (process.argv[1] === import.meta.filename) {
  process.on('message', async (options: LanesOptions) => process.send?.(await reply(options)));
}
