/**
 * The back end that writes functions of a tree of one lane as JavaScript (modules.ts: the modules that hold them).
 *
 * V8 allocates a number for an f64 that crosses a call. So parameters and results of floats go through `$a`, an array
 * with an element for each of them: there is no recursion.
 */
import { DOUBLE, ELEMENT_SHIFT, FLAG, INT, type Kind, type Store } from '../kinds.ts';
import { type Node, type Place, partsOf, type Statement, type TreeFunction } from '../tree.ts';
import { bare, isPlain } from '../values.ts';
import { hostedRow, type JavaScriptRow, javaScriptOf as rowOf } from './javaScriptRows.ts';
import { markOf } from './sourceMap.ts';

const VIEWS: Readonly<Record<Store, string>> = {
  'lanes f32': '$f32',
  'lanes i32': '$i32',
  f32: '$f32',
  f64: '$f64',
  i32: '$i32',
  u16: '$u16',
  u8: '$u8',
};

/** Where the floats of a function are in `$a`, and all leaves of a record that it returns. */
export interface Slots {
  readonly parameters: readonly (number | undefined)[];
  readonly results: readonly number[];
}

type Apply = Extract<Node, { op: 'apply' }>;

/** Whether values of a kind cross calls in `$a`. */
export const isFloat = (kind: Kind) => kind.form === 'basic' && /^(Lane|Float|Double)$/.test(kind.name);

/** Writes the functions of a module. */
export class JavaScript {
  readonly #slots: ReadonlyMap<string, Slots>;
  /** Locals for operands that are needed twice, and for arguments. */
  #locals = 0;
  #results: readonly number[] = [];

  readonly #hasObjects: boolean;

  constructor(slots: ReadonlyMap<string, Slots>, hasObjects: boolean) {
    this.#slots = slots;
    this.#hasObjects = hasObjects;
  }

  function({ name, parameters, body }: TreeFunction): string {
    const own = this.#slots.get(name)!;
    this.#results = own.results;
    const passed = parameters.filter((_, k) => own.parameters[k] === undefined).map((parameter) => parameter.name);
    const loaded = parameters.flatMap((parameter, k) =>
      own.parameters[k] === undefined ? [] : [`  const ${parameter.name} = $a[${own.parameters[k]}];\n`],
    );
    const text = this.#block(body, '  ');
    const locals = Array.from({ length: this.#locals }, (_, k) => `$${k}`);
    const declared = locals.length > 0 ? `  let ${locals.join(', ')};\n` : '';
    return `function ${name}(${passed.join(', ')}) {\n${loaded.join('')}${declared}${text}}\n`;
  }

  #block(statements: readonly Statement[], margin: string): string {
    return statements.map((statement) => this.#lines(statement, margin)).join('');
  }

  /** A statement: lines with this margin, each with its line break. */
  #lines(statement: Statement, margin: string): string {
    return markOf(statement.origin) + this.#written(statement, margin);
  }

  #written(statement: Statement, margin: string): string {
    if (statement.op === 'if') {
      const { condition, whenTrue, whenFalse } = statement;
      const inner = `${margin}  `;
      const rest = whenFalse ? `${margin}} else {\n${this.#block(whenFalse, inner)}` : '';
      return `${margin}if (${this.#text(condition)}) {\n${this.#block(whenTrue, inner)}${rest}${margin}}\n`;
    }
    if (statement.op === 'block') {
      return `${margin}${statement.label}: {\n${this.#block(statement.body, `${margin}  `)}${margin}}\n`;
    }
    if (statement.op !== 'loop') return `${margin}${this.#plain(statement)};\n`;
    const { inputs, test, body, step } = statement;
    const inner = `${margin}  `;
    const isTestedInside = inputs.length > 0 && test !== undefined;
    const steps = step ? this.#plain(step as Extract<Statement, { op: 'assign' }>) : '';
    const head = `for (; ${test && !isTestedInside ? this.#text(test) : ''}; ${steps})`;
    const end = isTestedInside ? `${inner}if (!${this.#text(test)}) break;\n` : '';
    return `${margin}${head} {\n${this.#block(inputs, inner)}${end}${this.#block(body, inner)}${margin}}\n`;
  }

  /** A statement without others inside, without its semicolon. */
  #plain(statement: Exclude<Statement, { op: 'if' | 'loop' | 'block' }>): string {
    switch (statement.op) {
      case 'declare':
        return `${statement.isConstant ? 'const' : 'let'} ${statement.name} = ${this.#text(statement.value)}`;
      case 'assign':
        return this.#assignment(statement.name, statement.value);
      case 'store':
        return this.#assignment(this.#element(statement.store, statement), statement.value);
      case 'return': {
        const texts = statement.values.map((value) => this.#text(value));
        if (this.#results.length === 0) return ['return', ...texts].join(' ');
        return `{ ${this.#results.map((slot, k) => `$a[${slot}] = ${texts[k]}; `).join('')}return; }`;
      }
      case 'receive': {
        const { leaves, call } = statement;
        const { results } = this.#slots.get(call.callee)!;
        const loads = leaves.map(({ name, kind }, k) => `${name} = ${loaded(kind, results[k]!)}`);
        return `${this.#call(call)}; const ${loads.join(', ')}`;
      }
      case 'effect':
        return this.#text(statement.value);
      case 'leave':
        return `break ${statement.label}`;
      default:
        return statement.op;
    }
  }

  /** `x = x + y` is `x += y`, where that needs no conversion; no count leaves the range of i32. */
  #assignment(target: string, value: Node): string {
    const sum = bare(value, 1);
    const [a, b] = sum.op === 'apply' ? sum.operands : [];
    if (sum.op === 'apply' && a && b && this.#text(a) === target) {
      const { result, name: operator } = sum.row;
      const isConverted = result !== DOUBLE && !(result === INT && (this.#hasObjects || /^[&|^]$/.test(operator)));
      if (!isConverted && operator === '+' && b.op === 'number' && b.value === 1) return `${target}++`;
      if (!isConverted && /^[-+*/&|^]$/.test(operator)) return `${target} ${operator}= ${this.#text(b)}`;
    }
    return `${target} = ${this.#text(value)}`;
  }

  /** An element of the memory, or a scalar of an object. Addresses are unsigned. */
  #element(store: Store, { address, byteOffset }: Place): string {
    if (this.#hasObjects) return this.#ofObject(address, byteOffset >> ELEMENT_SHIFT[store]);
    const at = this.#text(address) + (byteOffset === 0 ? '' : ` + ${byteOffset}`);
    return `${VIEWS[store]}[(${at}) >>> ${ELEMENT_SHIFT[store]}]`;
  }

  #ofObject(address: Node, constant: number): string {
    if (address.op === 'member' && address.kind.form === 'basic') return this.#text(address);
    if (address.op !== 'element') return `${this.#text(address)}[${constant}]`;
    const index = this.#text(address.index);
    return `${this.#text(address.base)}[${constant === 0 ? index : `${index} + ${constant}`}]`;
  }

  #text(node: Node): string {
    switch (node.op) {
      case 'number':
        return numberOf(node.kind.name, node.value);
      case 'truth':
        return node.kind.name === 'Mask' ? (node.value ? '-1' : '0') : `${node.value}`;
      case 'local':
        return node.name;
      case 'apply':
        return this.#apply(node);
      case 'select': {
        const [a, b] = [this.#text(node.ifTrue), this.#text(node.ifFalse)];
        return `(${this.#text(node.condition)}${node.isByLane ? ' !== 0' : ''} ? ${a} : ${b})`;
      }
      case 'load':
        return this.#element(node.store, node);
      case 'element': {
        const index = this.#text(node.index);
        const shift = Math.log2(node.bytes);
        const scaled = Number.isInteger(shift) ? `(${index} << ${shift})` : `Math.imul(${index}, ${node.bytes})`;
        return `(${this.#text(node.base)} + ${scaled} | 0)`;
      }
      case 'address':
        return `(${this.#text(node.address)} + ${node.byteOffset} | 0)`;
      case 'member':
        return `${this.#text(node.of)}.${node.name}`;
      case 'call':
        return this.#call(node);
      case 'rounded':
        return this.#text(node.value);
      default:
        throw new Error(`javaScriptOf: expected one lane, got an operation between lanes: ${node.op}`);
    }
  }

  #apply(node: Apply): string {
    const { row, operands } = node;
    const [a] = operands;
    // −0 is no Int
    if (this.#hasObjects && row.name === 'hostNumber' && a && isProduct(a)) return `(${this.#text(a)} | 0)`;
    return this.#fill(rowOf(row, this.#hasObjects), operands);
  }

  #fill({ text, twice = '' }: JavaScriptRow, operands: readonly Node[]): string {
    const before: string[] = [];
    const texts = operands.map((operand, k) => {
      const own = this.#text(operand);
      if (!twice.includes('abc'[k]!) || isPlain(operand, 1)) return own;
      const local = this.#local();
      before.push(`${local} = ${own}, `);
      return local;
    });
    const filled = text.replace(/\b(?<!\$)[abc]\b/g, (letter) => texts['abc'.indexOf(letter)]!);
    return before.length > 0 ? `(${before.join('')}${filled})` : filled;
  }

  /** A call in which an argument makes another one has computed all arguments before it stores the first. */
  #call({ callee, operands }: { readonly callee: string; readonly operands: readonly Node[] }): string {
    const hosted = hostedRow(callee, this.#hasObjects);
    if (hosted) return this.#fill(hosted, operands);
    const slots = this.#slots.get(callee);
    const computed = operands.map((operand) => this.#text(operand));
    if (!slots) return `${callee}(${computed.join(', ')})`;
    const isNested = operands.some((operand) => calledIn(operand).length > 0);
    const texts = isNested ? computed.map(() => this.#local()) : computed;
    const before = isNested ? texts.map((local, k) => `${local} = ${computed[k]}, `) : [];
    const stored = texts.flatMap((text, k) => {
      const slot = slots.parameters[k];
      return slot === undefined ? [] : [`$a[${slot}] = ${text}, `];
    });
    const passed = texts.filter((_, k) => slots.parameters[k] === undefined);
    const after = slots.results.length === 1 ? `, $a[${slots.results[0]}]` : '';
    return `(${before.join('')}${stored.join('')}${callee}(${passed.join(', ')})${after})`;
  }

  #local(): string {
    return `$${this.#locals++}`;
  }
}

/** An Int that may be −0 in JavaScript. */
function isProduct(node: Node): boolean {
  const inner = bare(node, 1);
  return inner.op === 'apply' && inner.row.result === INT && (inner.row.name === '*' || inner.operands.length === 1);
}

/** A leaf of a record in its slot. */
function loaded(kind: Kind, slot: number): string {
  if (isFloat(kind)) return `$a[${slot}]`;
  return kind === FLAG ? `$a[${slot}] !== 0` : `$a[${slot}] | 0`;
}

/** The functions that an expression calls. */
export function calledIn(node: Node): string[] {
  const inside = partsOf(node).flatMap(calledIn);
  return node.op === 'call' ? [node.callee, ...inside] : inside;
}

function numberOf(kind: string, value: number): string {
  if (kind === 'Int' || kind === 'LaneInt') return `${value | 0}`;
  const rounded = kind === 'Double' ? value : Math.fround(value);
  return Object.is(rounded, -0) ? '-0' : rounded < 0 ? `(${rounded})` : `${rounded}`;
}
