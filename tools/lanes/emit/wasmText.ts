/** The back end that writes the tree as WebAssembly text: four lanes strict, four lanes relaxed, or one. */
import { HOSTED_FORMS } from '../hosted.ts';
import { FLOAT, LANE_INT, leafKinds } from '../kinds.ts';
import { OPERANDS } from '../operations.ts';
import { fusedOf } from '../passes/fuse.ts';
import { blocksOf, type Loop, type Node, type Place, type Statement, type Tree, type TreeFunction } from '../tree.ts';
import { isPlain } from '../values.ts';
import { bytesOf, fill, type Operand } from './forms.ts';
import { loadOf, numberOf, storeOf, typeOf, zeroOf } from './wasmTypes.ts';

/** Any shared memory that is no larger can be imported. */
const MOST_PAGES = 65536;

/**
 * The text of a module that imports `env.memory`, shared.
 * @param relaxed fuses products into sums, and selects by relaxed instructions: results may differ in the last bit
 * between processors
 */
export function wasmTextOf({ lanes, items }: Tree, relaxed: boolean): string {
  const functions = new Map(items.flatMap((item) => ('exported' in item ? [] : [[item.name, item] as const])));
  const texts = items.map((item) =>
    'exported' in item
      ? `(export "${item.as}" (func $${plain(item.exported)}))\n`
      : new FunctionWriter(lanes, relaxed, functions).function(item),
  );
  return `(module\n(import "env" "memory" (memory 1 ${MOST_PAGES} shared))\n${texts.join('')})\n`;
}

/** The name of a function without its last `$`, which tells it from a local in JavaScript. */
function plain(name: string): string {
  return name.slice(0, -1);
}

class FunctionWriter {
  readonly #lanes: 4 | 1;
  readonly #relaxed: boolean;
  readonly #functions: ReadonlyMap<string, TreeFunction>;
  /** Types of the locals that are no parameters, by name. */
  readonly #locals = new Map<string, string>();
  /** The globals of the leaves of the result, if it is a record. */
  #globals: readonly string[] = [];
  /** Labels of the loops around a statement: where `break` and `continue` go. */
  readonly #loops: { readonly end: string; readonly next: string }[] = [];
  #labels = 0;

  constructor(lanes: 4 | 1, relaxed: boolean, functions: ReadonlyMap<string, TreeFunction>) {
    this.#lanes = lanes;
    this.#relaxed = relaxed;
    this.#functions = functions;
  }

  /** A record is returned in globals, which the caller reads at once. */
  function({ name, parameters, result, body }: TreeFunction): string {
    const leaves = result.form === 'record' ? leafKinds(result).map((kind) => typeOf(this.#lanes, kind)) : [];
    this.#globals = leaves.map((_, k) => global(name, k));
    const globals = leaves.map((type, k) => `(global $${global(name, k)} (mut ${type}) ${zeroOf(type)})\n`);
    const text = this.#block(body, '  ');
    const hasResult = leaves.length === 0 && result.form !== 'void';
    const head = [
      ...parameters.map((parameter) => ` (param $${parameter.name} ${typeOf(this.#lanes, parameter.kind)})`),
      ...(hasResult ? [` (result ${typeOf(this.#lanes, result)})`] : []),
      ...[...this.#locals].map(([local, type]) => ` (local $${local} ${type})`),
    ];
    // all ways through a function with a result return before its end
    const end = hasResult ? '  (unreachable)\n' : '';
    return `${globals.join('')}(func $${plain(name)}${head.join('')}\n${text}${end})\n`;
  }

  #block(statements: readonly Statement[], margin: string): string {
    return statements.map((statement) => this.#statement(statement, margin)).join('');
  }

  #statement(statement: Statement, margin: string): string {
    const line = (text: string) => `${margin}${text}\n`;
    switch (statement.op) {
      case 'declare':
        this.#locals.set(statement.name, typeOf(this.#lanes, statement.kind));
        return line(this.#set(statement.name, statement.value));
      case 'assign':
        return line(this.#set(statement.name, statement.value));
      case 'store':
        return line(this.#store(statement));
      case 'effect': {
        const { value } = statement;
        const hasValue = value.op !== 'call' || this.#hasResult(value.callee);
        return line(hasValue ? `(drop ${this.#text(value)})` : this.#text(value));
      }
      case 'if': {
        const inner = `${margin}    `;
        const then = `${margin}  (then\n${this.#block(statement.whenTrue, inner)}${margin}  )\n`;
        const { whenFalse } = statement;
        const rest = whenFalse ? `${margin}  (else\n${this.#block(whenFalse, inner)}${margin}  )\n` : '';
        return `${margin}(if ${this.#text(statement.condition)}\n${then}${rest}${margin})\n`;
      }
      case 'loop':
        return this.#loop(statement, margin);
      case 'block':
        return `${margin}(block $${statement.label}\n${this.#block(statement.body, `${margin}  `)}${margin})\n`;
      case 'leave':
        return line(`(br $${statement.label})`);
      case 'break':
        return line(`(br $${this.#loops.at(-1)!.end})`);
      case 'continue':
        return line(`(br $${this.#loops.at(-1)!.next})`);
      case 'return': {
        const texts = statement.values.map((value) => this.#text(value));
        if (this.#globals.length === 0) return line(`(${['return', ...texts].join(' ')})`);
        return [...texts.map((text, k) => `(global.set $${this.#globals[k]} ${text})`), '(return)'].map(line).join('');
      }
      case 'receive': {
        const { leaves, call } = statement;
        for (const { name, kind } of leaves) this.#locals.set(name, typeOf(this.#lanes, kind));
        const loads = leaves.map(({ name }, k) => `(local.set $${name} (global.get $${global(call.callee, k)}))`);
        return [this.#call(call.callee, call.operands), ...loads].map(line).join('');
      }
    }
  }

  #set(name: string, value: Node): string {
    return `(local.set $${name} ${this.#text(value)})`;
  }

  #loop({ inputs, test, body, step }: Loop, margin: string): string {
    const label = this.#labels++;
    const [end, next, again] = [`end${label}`, `next${label}`, `again${label}`];
    this.#loops.push({ end, next });
    const inner = `${margin}    `;
    const condition = test && this.#text(test);
    const rounds = this.#block(body, inner);
    const round = body.some(continues) ? `${margin}    (block $${next}\n${rounds}${margin}    )\n` : rounds;
    const last = step ? this.#statement(step, inner) : '';
    const before = this.#block(inputs, inner);
    this.#loops.pop();
    const block = (text: string) => `${margin}(block $${end}\n${text}${margin})\n`;
    if (condition !== undefined && inputs.length === 0) {
      // tested at its end: V8 moves what no iteration changes out of such a loop only
      const loop = `${margin}  (loop $${again}\n${round}${last}${inner}(br_if $${again} ${condition})\n${margin}  )\n`;
      return block(`${margin}  (br_if $${end} (i32.eqz ${condition}))\n${loop}`);
    }
    const tested = condition === undefined ? '' : `${inner}(br_if $${end} (i32.eqz ${condition}))\n`;
    return block(`${margin}  (loop $${again}\n${before}${tested}${round}${last}${inner}(br $${again})\n${margin}  )\n`);
  }

  #text(node: Node): string {
    switch (node.op) {
      case 'number':
        return numberOf(this.#lanes, node.kind, node.value);
      case 'truth':
        return node.kind.name === 'Mask'
          ? numberOf(this.#lanes, LANE_INT, -node.value)
          : `(i32.const ${Number(node.value)})`;
      case 'local':
        return `(local.get $${node.name})`;
      case 'apply':
        return this.#apply(node);
      case 'select': {
        const { kind, isByLane, isLazy } = node;
        const [condition, a, b] = [node.condition, node.ifTrue, node.ifFalse].map((part) => this.#text(part));
        if (isByLane && this.#lanes === 4) {
          return `(${this.#relaxed ? 'i32x4.relaxed_laneselect' : 'v128.bitselect'} ${a} ${b} ${condition})`;
        }
        if (!isLazy || isByLane) return `(select ${a} ${b} ${condition})`;
        return `(if (result ${typeOf(this.#lanes, kind)}) ${condition} (then ${a}) (else ${b}))`;
      }
      case 'load':
        return `(${loadOf(this.#lanes, node.store)}${this.#place(node)})`;
      case 'element':
        return `(i32.add ${this.#text(node.base)} ${this.#scaled(node.index, node.bytes)})`;
      case 'address':
        return `(i32.add ${this.#text(node.address)} (i32.const ${node.byteOffset}))`;
      case 'member':
        throw new Error(`wasmTextOf: expected addresses, got a member of an object: ${node.name}`);
      case 'call':
        return this.#call(node.callee, node.operands);
      case 'shuffle': {
        const [a, b] = [node.a, node.b].map((part) => this.#text(part));
        return `(i8x16.shuffle ${bytesOf(node.lanes)} ${a} ${b})`;
      }
      case 'differences': {
        const pair = (k: 0 | 16) => {
          const [a, b] = [node.from, node.minus].map(
            ({ address, byteOffset }) => `(v128.load${this.#place({ address, byteOffset: byteOffset + k })})`,
          );
          return `(f32x4.demote_f64x2_zero (f64x2.sub ${a} ${b}))`;
        };
        return `(i8x16.shuffle ${bytesOf([0, 1, 4, 5])} ${pair(0)} ${pair(16)})`;
      }
      case 'rounded':
        return this.#text(node.value);
    }
  }

  #apply(node: Extract<Node, { op: 'apply' }>): string {
    const { row, operands } = node;
    const [first] = operands;
    // a scalar in memory is loaded into every lane at once
    if (this.#lanes === 4 && row.name === 'splat' && row.operands[0] === FLOAT && first?.op === 'load') {
      return `(v128.load32_splat${this.#place(first)})`;
    }
    const fused = this.#relaxed ? fusedOf(node) : undefined;
    if (fused) {
      const texts = [...fused.factors, fused.addend].map((part) => this.#text(part));
      return `(f32x4.relaxed_${fused.isNegated ? 'nmadd' : 'madd'} ${texts.join(' ')})`;
    }
    const given = operands.map((operand, k): [string, Operand] => {
      const kind = row.operands[k]!;
      // lane numbers stand in instructions
      const text = kind === '#' && operand.op === 'number' ? `${operand.value}` : this.#text(operand);
      const type = kind === '#' ? 'i32' : typeOf(this.#lanes, kind);
      return [OPERANDS[k]!, { text, type, isPlain: isPlain(operand, this.#lanes) }];
    });
    return fill((this.#lanes === 4 ? row.four : row.one)!, Object.fromEntries(given), (type) => this.#local(type));
  }

  #call(callee: string, operands: readonly Node[]): string {
    const texts = operands.map((operand) => this.#text(operand));
    const hosted = HOSTED_FORMS.get(callee);
    if (!hosted) return `(${['call', `$${plain(callee)}`, ...texts].join(' ')})`;
    const given = hosted.parameters.map(([name, type], k): [string, Operand] => [
      name,
      { text: texts[k]!, type, isPlain: isPlain(operands[k]!, this.#lanes) },
    ]);
    return fill(hosted.form, Object.fromEntries(given), (type) => this.#local(type));
  }

  #hasResult(callee: string): boolean {
    const hosted = HOSTED_FORMS.get(callee);
    return hosted ? hosted.hasResult : !/void|record/.test(this.#functions.get(callee)!.result.form);
  }

  #store({ store, value, ...place }: Extract<Statement, { op: 'store' }>): string {
    return `(${storeOf(this.#lanes, store)}${this.#place(place)} ${this.#text(value)})`;
  }

  /** The offset and the address of an access. */
  #place({ address, byteOffset }: Place): string {
    return `${byteOffset === 0 ? '' : ` offset=${byteOffset}`} ${this.#text(address)}`;
  }

  /** An index times the size of an element in bytes. */
  #scaled(index: Node, bytes: number): string {
    const text = this.#text(index);
    const shift = Math.log2(bytes);
    if (!Number.isInteger(shift)) return `(i32.mul ${text} (i32.const ${bytes}))`;
    return shift === 0 ? text : `(i32.shl ${text} (i32.const ${shift}))`;
  }

  #local(type: string): string {
    const name = `$${this.#locals.size}`;
    this.#locals.set(name, type);
    return name;
  }
}

/** The global with a leaf of the record that a function returns. */
const global = (name: string, leaf: number) => `${name}${leaf}`;

/** Whether the round of the loop around a statement may go on before its end. */
function continues(statement: Statement): boolean {
  if (statement.op === 'continue') return true;
  return statement.op !== 'loop' && blocksOf(statement).some((block) => block.some(continues));
}
