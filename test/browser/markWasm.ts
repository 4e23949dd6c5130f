/** The pass of `site/markPass.js` in wasm, as numbers: what can be sent to a page. */
import { assemble } from '../../tools/lanes/assemble.ts';

/** The argument is the byte address of counts by thread; 256 bytes behind it are the rows. */
const SOURCE = `(module
  (import "env" "memory" (memory 1 65536 shared))
  (func (export "mark") (param $row i32) (param $end i32) (param $argument i32) (param $thread i32)
    (local $at i32)
    (drop (i32.atomic.rmw.add
      (i32.add (local.get $argument) (i32.shl (local.get $thread) (i32.const 2)))
      (i32.sub (local.get $end) (local.get $row))))
    (block $done (loop $again
      (br_if $done (i32.ge_s (local.get $row) (local.get $end)))
      (local.set $at (i32.add (local.get $argument) (i32.shl (local.get $row) (i32.const 2))))
      (i32.store offset=256 (local.get $at) (i32.add (i32.load offset=256 (local.get $at)) (i32.const 1)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $again)))))`;

export function markWasm(): number[] {
  return [...assemble(SOURCE, false)];
}
