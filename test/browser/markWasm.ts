/** The pass of `site/markPass.js` in wasm, as numbers: what can be sent to a page. */
import { assemble } from '../../tools/lanes/assemble.ts';

export async function markWasm(): Promise<number[]> {
  const wasm = await assemble(
    `export function mark(begin: i32, end: i32, argument: i32, thread: i32): void {
       for (let row = begin; row < end; row++) {
         const at = argument + 4 * (64 + row);
         store<i32>(at, load<i32>(at) + 1);
       }
       atomic.add<i32>(argument + 4 * thread, end - begin);
     }`,
    false,
  );
  return [...wasm];
}
