/**
 * The back end that writes functions of a tree of one lane as WGSL: one invocation is one lane. Memory is what a module
 * calls `word`, by byte addresses; tables that an invocation has for itself are structs of one row. Names are short: no
 * word of WGSL is met, and the text is half as long.
 */
import { INT, isAddress, type Kind, LANE_INT, leafKinds, leavesOf, type TableKind } from '../kinds.ts';
import { OPERANDS } from '../operations.ts';
import { withoutUnusedParameters } from '../passes/unusedParameters.ts';
import {
  blocksOf,
  type Loop,
  type Node,
  type Place,
  partsOf,
  type Statement,
  type Tree,
  type TreeFunction,
} from '../tree.ts';
import { bare } from '../values.ts';
import { HELPERS, wgslRowOf } from './wgslRows.ts';

const TYPES: Readonly<Record<string, string>> = {
  Lane: 'f32',
  Float: 'f32',
  LaneInt: 'i32',
  Int: 'i32',
  Mask: 'bool',
  Flag: 'bool',
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The text of the functions of a tree. Bindings, `word`, and functions without source are the module's own.
 * @param own names of tables of which an invocation has one row for itself: exported functions take a pointer
 */
export function wgslOf({ items }: Tree, own: ReadonlySet<string>): string {
  const functions = withoutUnusedParameters(items).flatMap((item) => ('exported' in item ? [] : [item]));
  const known = new Map(functions.map((each) => [each.name, each]));
  const tables = new Map(
    functions.flatMap(({ parameters }) =>
      parameters.flatMap(({ kind }) => (isOwn(kind, own) ? [[kind.name, kind] as const] : [])),
    ),
  );
  const texts = [
    ...[...tables.values()].map(structOf),
    ...functions.map((each) => new FunctionWriter(each, known, own).text()),
  ].join('');
  const helpers = [...HELPERS].filter(([name]) => texts.includes(`${name}(`)).map(([, text]) => text);
  return helpers.join('') + texts;
}

/** The name of an exported function, and of any other, in the text. */
export function wgslName(name: string): string {
  return `${name.replace(/\$$/, '')}_`;
}

function isOwn(kind: Kind, own: ReadonlySet<string>): kind is TableKind {
  return kind.form === 'table' && own.has(kind.name);
}

/** Names and types of the members of a table that an invocation has for itself, by the byte at which each begins. */
function membersOf({ members, rows }: TableKind): Map<number, { readonly name: string; readonly type: string }> {
  const found = new Map<number, { name: string; type: string }>();
  for (const { kind, byteOffset } of members.values()) {
    if (kind.form === 'columns') {
      for (const [k, [, leaf]] of leavesOf(kind.record).entries()) {
        found.set(byteOffset + k * rows * 4, { name: `m${found.size}`, type: TYPES[leaf.name]! });
      }
    } else if (kind.form === 'memory')
      found.set(byteOffset, { name: `m${found.size}`, type: TYPES[kind.element.name]! });
  }
  return found;
}

function structOf(table: TableKind): string {
  const members = [...membersOf(table).values()].map(({ name, type }) => `${name}: ${type}`);
  return `struct ${table.name} { ${members.join(', ')} }\n`;
}

/** A statement around others that `break` ends. */
interface Around {
  readonly label: string | undefined;
  /** A local that tells it to end the next one, too. */
  isLeft: string | undefined;
}

class FunctionWriter {
  readonly #function: TreeFunction;
  readonly #functions: ReadonlyMap<string, TreeFunction>;
  readonly #own: ReadonlySet<string>;
  /** Tables that the invocation has for itself, by the name of the parameter. */
  readonly #tables = new Map<string, TableKind>();
  readonly #read = new Set<string>();
  readonly #around: Around[] = [];
  readonly #names = new Map<string, string>();
  #count = 0;

  constructor(own: TreeFunction, functions: ReadonlyMap<string, TreeFunction>, tables: ReadonlySet<string>) {
    this.#function = own;
    this.#functions = functions;
    this.#own = tables;
  }

  text(): string {
    const { name, parameters, result, body } = this.#function;
    for (const { name: local, kind } of parameters) if (isOwn(kind, this.#own)) this.#tables.set(local, kind);
    this.#findRead(body);
    const taken = parameters.map((each) => `${this.#name(each.name)}: ${this.#type(each.kind)}`);
    const leaves = leafKinds(result).map((kind, k) => `f${k}: ${this.#type(kind)}`);
    const own = wgslName(name);
    const struct = result.form === 'record' ? `struct ${own}r { ${leaves.join(', ')} }\n` : '';
    const type = result.form === 'record' ? `${own}r` : this.#type(result);
    const head = `fn ${own}(${taken.join(', ')})${result.form === 'void' ? '' : ` -> ${type}`}`;
    return `${struct}${head} {\n${this.#block(body, '  ')}}\n`;
  }

  #findRead(statements: readonly Statement[]): void {
    const add = (node: Node): void => {
      if (node.op === 'local') this.#read.add(node.name);
      partsOf(node).forEach(add);
    };
    for (const statement of statements) {
      if ('value' in statement) add(statement.value);
      if (statement.op === 'store') add(statement.address);
      if (statement.op === 'if') add(statement.condition);
      if (statement.op === 'loop' && statement.test) add(statement.test);
      if (statement.op === 'return') statement.values.forEach(add);
      if (statement.op === 'receive') add(statement.call);
      blocksOf(statement).forEach((block) => {
        this.#findRead(block);
      });
    }
  }

  #type(kind: Kind): string {
    if (isOwn(kind, this.#own)) return `ptr<function, ${kind.name}>`;
    return isAddress(kind) || kind.form !== 'basic' ? 'i32' : TYPES[kind.name]!;
  }

  #block(statements: readonly Statement[], margin: string): string {
    return statements.map((statement) => this.#statement(statement, margin)).join('');
  }

  #statement(statement: Statement, margin: string): string {
    const line = (text: string) => `${margin}${text};\n`;
    switch (statement.op) {
      case 'declare':
        if (statement.isConstant) return line(`let ${this.#name(statement.name)} = ${this.#typed(statement.value)}`);
        return line(
          `var ${this.#name(statement.name)}: ${this.#type(statement.kind)} = ${this.#whole(statement.value)}`,
        );
      case 'assign':
        return line(`${this.#name(statement.name)} = ${this.#whole(statement.value)}`);
      case 'store':
        return line(this.#store(statement));
      case 'effect': {
        const { value } = statement;
        const isVoid = value.op === 'call' && this.#functions.get(value.callee)?.result.form === 'void';
        const isNative = value.op === 'call' && !this.#functions.has(value.callee);
        return line(isVoid || isNative ? this.#text(value) : `_ = ${this.#text(value)}`);
      }
      case 'if': {
        const inner = `${margin}  `;
        const { condition, whenTrue, whenFalse } = statement;
        const rest = whenFalse ? ` else {\n${this.#block(whenFalse, inner)}${margin}}` : '';
        return `${margin}if (${this.#whole(condition)}) {\n${this.#block(whenTrue, inner)}${margin}}${rest}\n`;
      }
      case 'loop':
        return this.#loop(statement, margin);
      case 'block': {
        const inside = this.#inside(statement.label, () => this.#block(statement.body, `${margin}    `));
        const text = `${margin}switch 0 {\n${margin}  default: {\n${inside.text}${margin}  }\n${margin}}\n`;
        return this.#ended(text, inside, margin);
      }
      case 'leave':
        return this.#leave((around) => around.label === statement.label, margin);
      case 'break':
        return this.#leave((around) => around.label === undefined, margin);
      case 'continue':
        return line('continue');
      case 'return':
        return line(this.#return(statement.values));
      case 'receive':
        return this.#receive(statement, margin);
    }
  }

  #return(values: readonly Node[]): string {
    const { name, result } = this.#function;
    if (result.form !== 'record') return ['return', ...values.map((value) => this.#whole(value))].join(' ');
    return `return ${wgslName(name)}r(${this.#list(values)})`;
  }

  /** A function without source returns a vector, of which leaves are the components. */
  #receive({ leaves, call }: Extract<Statement, { op: 'receive' }>, margin: string): string {
    const own = this.#fresh();
    const isNative = !this.#functions.has(call.callee);
    const lines = leaves.flatMap(({ name }, k) =>
      this.#read.has(name) ? [`${margin}let ${this.#name(name)} = ${own}.${isNative ? 'xyzw'[k] : `f${k}`};\n`] : [],
    );
    return `${margin}let ${own} = ${this.#text(call)};\n${lines.join('')}`;
  }

  #loop({ inputs, test, body, step }: Loop, margin: string): string {
    const inner = `${margin}  `;
    const steps = step ? this.#statement(step, '').trim().slice(0, -1) : '';
    const inside = this.#inside(undefined, () => {
      const end = test && inputs.length > 0 ? `${inner}if (!${this.#text(test)}) {\n${inner}  break;\n${inner}}\n` : '';
      return `${this.#block(inputs, inner)}${end}${this.#block(body, inner)}`;
    });
    const condition = test && inputs.length === 0 ? this.#whole(test) : '';
    return this.#ended(`${margin}for (; ${condition}; ${steps}) {\n${inside.text}${margin}}\n`, inside, margin);
  }

  /** The text inside of a statement that `break` ends. */
  #inside(label: string | undefined, write: () => string): Around & { readonly text: string } {
    const around: Around = { label, isLeft: undefined };
    this.#around.push(around);
    const text = write();
    this.#around.pop();
    return { ...around, text };
  }

  /** Ends statements up to the innermost one of a kind. */
  #leave(isEnd: (around: Around) => boolean, margin: string): string {
    const end = this.#around.findLastIndex(isEnd);
    const flags: string[] = [];
    // `break` ends the innermost statement; a local tells each of the others to end
    for (const around of this.#around.slice(end + 1)) {
      around.isLeft ??= this.#fresh();
      flags.push(`${margin}${around.isLeft} = true;\n`);
    }
    return `${flags.join('')}${margin}break;\n`;
  }

  #ended(text: string, { isLeft }: Around, margin: string): string {
    if (isLeft === undefined) return text;
    return `${margin}var ${isLeft} = false;\n${text}${margin}if (${isLeft}) {\n${margin}  break;\n${margin}}\n`;
  }

  #store({ store, value, ...place }: Extract<Statement, { op: 'store' }>): string {
    const own = this.#ofOwn(place);
    if (own) return `${own} = ${this.#whole(value)}`;
    return `putWord(${this.#address(place)}, bitcast<u32>(${this.#typed(value)}))`;
  }

  /** A member of a table that the invocation has for itself. */
  #ofOwn(place: Place): string | undefined {
    let { address, byteOffset } = place;
    while (address.op !== 'local') {
      if (address.op === 'element') address = address.base;
      else if (address.op === 'address') {
        byteOffset += address.byteOffset;
        address = address.address;
      } else return undefined;
    }
    const table = this.#tables.get(address.name);
    return table && `(*${this.#name(address.name)}).${membersOf(table).get(byteOffset)!.name}`;
  }

  #address({ address, byteOffset }: Place): string {
    return byteOffset === 0 ? this.#whole(address) : `${this.#text(address)} + ${byteOffset}`;
  }

  /** An expression whose kind its text tells: a number alone has any. */
  #typed(node: Node): string {
    const inner = bare(node, 1);
    const isInt = inner.op === 'number' && (inner.kind === INT || inner.kind === LANE_INT);
    return isInt ? `i32(${this.#whole(node)})` : this.#whole(node);
  }

  /** An expression that stands alone, without its parentheses. */
  #whole(node: Node): string {
    const text = this.#text(node);
    if (!text.startsWith('(') || !text.endsWith(')')) return text;
    let depth = 0;
    for (let k = 0; k < text.length - 1; k++) {
      if (text[k] === '(') depth++;
      if (text[k] === ')') depth--;
      if (depth === 0) return text;
    }
    return text.slice(1, -1);
  }

  /** Arguments. `a < b, c > (d)` would be a template. */
  #list(nodes: readonly Node[]): string {
    return nodes.map((node) => (/[<>]/.test(this.#text(node)) ? this.#text(node) : this.#whole(node))).join(', ');
  }

  #text(node: Node): string {
    switch (node.op) {
      case 'number':
        return numberOf(node.kind, node.value);
      case 'truth':
        return `${node.value}`;
      case 'local':
        return this.#name(node.name);
      case 'apply':
        return this.#apply(node);
      case 'select':
        return `select(${this.#list([node.ifFalse, node.ifTrue, node.condition])})`;
      case 'load':
        return this.#load(node);
      case 'element':
        return `(${this.#text(node.base)} + ${this.#scaled(node.index, node.bytes)})`;
      case 'address':
        return `(${this.#text(node.address)} + ${node.byteOffset})`;
      case 'call': {
        const name = this.#functions.has(node.callee) ? wgslName(node.callee) : node.callee.replace(/\$+$/, '');
        return `${name}(${this.#list(node.operands)})`;
      }
      case 'rounded':
        return this.#text(node.value);
      default:
        throw new Error(`wgslOf: expected one lane and addresses, got ${node.op}`);
    }
  }

  #load(node: Extract<Node, { op: 'load' }>): string {
    const own = this.#ofOwn(node);
    if (own) return own;
    const address = this.#address(node);
    if (node.store === 'u16' || node.store === 'u8')
      return `part(${address}, ${node.store === 'u16' ? '0xffffu' : '0xffu'})`;
    return `bitcast<${node.store.endsWith('f32') ? 'f32' : 'i32'}>(word(${address}))`;
  }

  #scaled(index: Node, bytes: number): string {
    const shift = Math.log2(bytes);
    if (shift === 0) return this.#text(index);
    if (index.op === 'number') return `${index.value * bytes}`;
    return Number.isInteger(shift) ? `(${this.#text(index)} << ${shift}u)` : `${this.#text(index)} * ${bytes}`;
  }

  #apply({ row, operands }: Extract<Node, { op: 'apply' }>): string {
    const isShift = row.name === '<<' || row.name === '>>' || row.name === '>>>';
    // the compiler of WGSL computes what is constant, and refuses what overflows
    const isConstant = operands.length > 0 && operands.every((operand) => bare(operand, 1).op === 'number');
    const form = wgslRowOf(row);
    const texts = operands.map((operand, k) => {
      const text = this.#text(operand);
      if (isConstant && k === 0 && form !== 'a')
        return `${row.operands[0] === INT || row.operands[0] === LANE_INT ? 'ofInt' : 'ofFloat'}(${text})`;
      return text;
    });
    const shift = bare(operands[1] ?? operands[0]!, 1);
    const filled = form.replace(/uint\(b\)/, () =>
      isShift && shift.op === 'number' ? `${shift.value & 31}u` : `u32(${texts[1]})`,
    );
    return filled.replace(/\b[abc]\b/g, (letter) => texts[OPERANDS.indexOf(letter)]!);
  }

  #name(local: string): string {
    const known = this.#names.get(local) ?? this.#fresh();
    this.#names.set(local, known);
    return known;
  }

  /** a, b, …, Z, a0, …: no word of WGSL but its types has this form. */
  #fresh(): string {
    const k = this.#count++;
    const letter = LETTERS[k % LETTERS.length]!;
    return k < LETTERS.length ? letter : `${letter}${Math.floor(k / LETTERS.length) - 1}`;
  }
}

function numberOf(kind: Kind, value: number): string {
  if (kind === INT || kind === LANE_INT) return value < 0 || value > 2 ** 31 - 1 ? `(${value | 0})` : `${value}`;
  const rounded = Math.fround(value);
  if (!Number.isFinite(rounded)) {
    const bits = Number.isNaN(rounded) ? '0x7fc00000u' : rounded < 0 ? '0xff800000u' : '0x7f800000u';
    return `ofBits(${bits})`;
  }
  if (Object.is(rounded, -0)) return 'ofBits(0x80000000u)';
  const digits = digitsOf(rounded);
  const text = `${/[.e]/.test(digits) ? digits : `${digits}.`}f`;
  return text.startsWith('-') ? `(${text})` : text;
}

/** The shortest digits of an f32. */
function digitsOf(value: number): string {
  for (let count = 1; count < 9; count++) {
    const near = Number(value.toPrecision(count));
    if (Math.fround(near) === value) return `${near}`.replace(/^(-?)0\./, '$1.');
  }
  return `${value}`;
}
