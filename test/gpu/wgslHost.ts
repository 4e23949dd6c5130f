/**
 * Runs functions that the lane compiler writes as WGSL, as if they were wasm: a call waits until a thread has run it on
 * a device, over a copy of the memory. One invocation is one lane.
 */
import { Worker } from 'node:worker_threads';
import { checkForWgsl, type WgslOptions } from '../../tools/lanes/compile.ts';
import { wgslName, wgslOf } from '../../tools/lanes/emit/wgsl.ts';
import type { Kind } from '../../tools/lanes/kinds.ts';
import type { TreeFunction } from '../../tools/lanes/tree.ts';
import type { Exports } from '../support/lanesFixture.ts';

/** Bytes of the memory of a module, and words of the arguments of a call: the result comes first. */
const MEMORY_BYTES = 65_536;
const ARGUMENT_WORDS = 16;
/** What a thread says: it waits, the call is done, or it has failed. */
const WAITS = 0;
const DONE = 1;

/** What a thread gets. */
export interface HostMessage {
  readonly module: number;
  readonly code: string;
  readonly entry: string;
  readonly memory: SharedArrayBuffer;
}

/** What a thread shares with its host. */
export interface HostMemory {
  /** The state of the call, and its arguments. */
  readonly control: SharedArrayBuffer;
  /** The text of an error. */
  readonly error: SharedArrayBuffer;
}

const BINDINGS = `@group(0) @binding(0) var<storage, read_write> memory: array<u32>;
@group(0) @binding(1) var<storage, read_write> given: array<u32>;
fn word(address: i32) -> u32 { return memory[u32(address) >> 2u]; }
fn putWord(address: i32, bits: u32) { memory[u32(address) >> 2u] = bits; }
`;

export class WgslHost {
  readonly #worker: Worker;
  readonly #control = new Int32Array(new SharedArrayBuffer(4 + 4 * ARGUMENT_WORDS));
  readonly #reals = new Float32Array(this.#control.buffer);
  readonly #error = new Uint8Array(new SharedArrayBuffer(4096));
  #modules = 0;

  private constructor() {
    const memory: HostMemory = { control: this.#control.buffer, error: this.#error.buffer };
    this.#worker = new Worker(new URL('wgslWorker.mjs', import.meta.url), {
      workerData: memory,
      execArgv: [],
    });
    this.#worker.unref();
  }

  /** @returns the host, or why there is none. @throws Error if there is none in CI */
  static open(): WgslHost | string {
    const host = new WgslHost();
    // the thread says whether it has a device
    Atomics.wait(host.#control, 0, WAITS);
    if (host.#control[0] === DONE) return host;
    const reason = host.#reason();
    if (process.env.CI) throw new Error(reason);
    return reason;
  }

  /** @throws LanesError with all errors of the sources */
  instantiate(options: WgslOptions): { run: Exports; buffer: ArrayBufferLike } {
    const tree = checkForWgsl(options);
    const functions = new Map(tree.items.flatMap((item) => ('exported' in item ? [] : [[item.name, item] as const])));
    const exported = tree.items.flatMap((item) =>
      'exported' in item ? [{ ...item, of: functions.get(item.exported)! }] : [],
    );
    const entries = exported.map(({ as, of }) => entryOf(as, of));
    const code = `${BINDINGS}${wgslOf(tree, new Set(options.own))}${entries.join('')}`;
    const memory = new SharedArrayBuffer(MEMORY_BYTES);
    const module = this.#modules++;
    const run: Exports = {};
    for (const { as, of } of exported) {
      run[as] = (...values: number[]) => {
        of.parameters.forEach(({ kind }, k) => {
          if (nameOf(kind) === 'Float') this.#reals[2 + k] = values[k]!;
          else this.#control[2 + k] = values[k]!;
        });
        this.#call({ module, code, entry: `run_${as}`, memory });
        if (of.result.form === 'void') return undefined;
        return nameOf(of.result) === 'Float' ? this.#reals[1] : this.#control[1];
      };
    }
    return { run, buffer: memory };
  }

  #call(message: HostMessage): void {
    Atomics.store(this.#control, 0, WAITS);
    this.#worker.postMessage(message);
    Atomics.wait(this.#control, 0, WAITS);
    if (this.#control[0] !== DONE) throw new Error(`${this.#reason()}\n${message.code}`);
  }

  #reason(): string {
    return new TextDecoder().decode(this.#error.slice(0, this.#error.indexOf(0)));
  }
}

const nameOf = (kind: Kind) => (kind.form === 'basic' ? kind.name : 'Int');

/** An entry point that calls a function with the words of `given`, and puts its result before them. */
function entryOf(name: string, { name: own, parameters, result }: TreeFunction): string {
  const values = parameters.map(({ kind }, k) => {
    const word = `given[${k + 1}]`;
    if (nameOf(kind) === 'Flag') return `(${word} != 0u)`;
    return `bitcast<${nameOf(kind) === 'Float' ? 'f32' : 'i32'}>(${word})`;
  });
  const call = `${wgslName(own)}(${values.join(', ')})`;
  const word = nameOf(result) === 'Flag' ? `select(0u, 1u, ${call})` : `bitcast<u32>(${call})`;
  const text = result.form === 'void' ? `given[0] = 0u; ${call};` : `given[0] = ${word};`;
  return `@compute @workgroup_size(1) fn run_${name}() { let m = word(0); ${text} }\n`;
}
