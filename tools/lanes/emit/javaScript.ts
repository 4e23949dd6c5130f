/**
 * The back end that writes a tree of one lane as JavaScript. Two forms of a module:
 *
 *   javaScriptOf   over a buffer: `instantiate(buffer)` gives the functions as an instance of the wasm does
 *   moduleOf       over objects: an ES module of functions, from which bundlers drop what is not used
 *
 * V8 allocates a number for an f64 that crosses a call. So parameters and results of floats go through `$a`, an array
 * with an element for each of them: there is no recursion.
 */
import { dirname, relative } from 'node:path';
import { HOSTED_JAVASCRIPT, hostedName } from '../hosted.ts';
import { DOUBLE, ELEMENT_SHIFT, FLAG, INT, type Kind, leafKinds, type Store } from '../kinds.ts';
import { withoutUnusedParameters } from '../passes/unusedParameters.ts';
import {
  blocksOf,
  expressionsOf,
  type Node,
  type Place,
  partsOf,
  type Statement,
  type Tree,
  type TreeFunction,
} from '../tree.ts';
import { bare, isPlain } from '../values.ts';
import { hostedRow, JAVASCRIPT_PRELUDE, type JavaScriptRow, javaScriptOf as rowOf } from './javaScriptRows.ts';

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
interface Slots {
  readonly parameters: readonly (number | undefined)[];
  readonly results: readonly number[];
}

type Apply = Extract<Node, { op: 'apply' }>;

interface Written {
  readonly functions: readonly string[];
  readonly exports: readonly { readonly as: string; readonly of: TreeFunction; readonly slots: Slots }[];
  /** The elements of `$a`. */
  readonly count: number;
}

/** The text of a module over a buffer. */
export function javaScriptOf(tree: Tree): string {
  const { functions, exports, count } = write(tree, false);
  return `${JAVASCRIPT_PRELUDE}
export function instantiate(buffer) {
const $f32 = new Float32Array(buffer), $f64 = new Float64Array(buffer), $i32 = new Int32Array(buffer);
const $u16 = new Uint16Array(buffer), $u8 = new Uint8Array(buffer);
const $a = new Float64Array(${count});
${tree.isHosting ? HOSTED_JAVASCRIPT : ''}${functions.join('\n')}
return {
${exports.map(({ as, of, slots }) => exportOf(as, of, slots)).join('')}};
}
`;
}

/** The text of the ES module `file`. It imports the functions of other modules by their paths. */
export function moduleOf(tree: Tree, file: string): string {
  const items = withoutUnusedParameters(tree.items);
  const { functions, exports, count } = write({ ...tree, items }, true);
  const callees = new Set(items.flatMap((item) => ('body' in item ? calleesOf(item.body) : [])));
  const imports = [...tree.imports].flatMap(([name, path]) => {
    if (!callees.has(hostedName(name))) return [];
    const from = relative(dirname(file), path)
      .replace(/^(?!\.)/, './')
      .replace(/ts$/, 'js');
    return `import { ${name} as ${hostedName(name)} } from '${from}';\n`;
  });
  const names = exports.map(({ as, of, slots }) => {
    if (slots.results.length > 0 || slots.parameters.some((slot) => slot !== undefined))
      throw new Error(`moduleOf: expected ${as} to take and return no float, which V8 allocates`);
    return `${of.name} as ${as}`;
  });
  const passed = count > 0 ? `const $a = /* @__PURE__ */ new Float64Array(${count});\n` : '';
  return `${imports.join('')}${passed}${functions.join('\n')}\nexport { ${names.join(', ')} };\n`;
}

function write({ lanes, items }: Tree, hasObjects: boolean): Written {
  if (lanes !== 1) throw new Error(`javaScriptOf: expected a tree of one lane, got ${lanes}`);
  const slots = new Map<string, Slots>();
  let count = 0;
  const functions: string[] = [];
  const exports: Written['exports'][number][] = [];
  const byName = new Map<string, TreeFunction>();
  for (const item of items) {
    if ('exported' in item) {
      exports.push({ as: item.as, of: byName.get(item.exported)!, slots: slots.get(item.exported)! });
      continue;
    }
    const next = (kind: Kind) => (isFloat(kind) ? count++ : undefined);
    byName.set(item.name, item);
    const parameters = item.parameters.map(({ kind }) => next(kind));
    const isStored = item.result.form === 'record' || isFloat(item.result);
    slots.set(item.name, { parameters, results: isStored ? leafKinds(item.result).map(() => count++) : [] });
    functions.push(new JavaScript(slots, hasObjects).function(item));
  }
  return { functions, exports, count };
}

const isFloat = (kind: Kind) => kind.form === 'basic' && /^(Lane|Float|Double)$/.test(kind.name);

/** A member of the exports: takes and gives numbers, as wasm does. */
function exportOf(as: string, { name, parameters, result }: TreeFunction, slots: Slots): string {
  const names = parameters.map((_, k) => `p${k}`);
  const stored = parameters.flatMap(({ kind }, k) => {
    const isSingle = kind.form === 'basic' && kind.name !== 'Double';
    return isFloat(kind) ? [`$a[${slots.parameters[k]}] = ${isSingle ? `Math.fround(p${k})` : `p${k}`}; `] : [];
  });
  const passed = parameters.flatMap(({ kind }, k) => {
    if (isFloat(kind)) return [];
    return [kind.form === 'basic' && kind.name === 'Flag' ? `p${k} !== 0` : `p${k} | 0`];
  });
  const call = `${name}(${passed.join(', ')})`;
  const [slot] = slots.results;
  const given = slot === undefined ? `return ${call};` : `${call}; return $a[${slot}];`;
  const isFlag = result.form === 'basic' && result.name === 'Flag';
  const body = isFlag ? `return ${call} ? 1 : 0;` : result.form === 'void' ? `${call};` : given;
  return `  ${as}(${names.join(', ')}) { ${stored.join('')}${body} },\n`;
}

class JavaScript {
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

function calleesOf(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => [
    ...expressionsOf(statement).flatMap(calledIn),
    ...blocksOf(statement).flatMap(calleesOf),
  ]);
}

function calledIn(node: Node): string[] {
  const inside = partsOf(node).flatMap(calledIn);
  return node.op === 'call' ? [node.callee, ...inside] : inside;
}

function numberOf(kind: string, value: number): string {
  if (kind === 'Int' || kind === 'LaneInt') return `${value | 0}`;
  const rounded = kind === 'Double' ? value : Math.fround(value);
  return Object.is(rounded, -0) ? '-0' : rounded < 0 ? `(${rounded})` : `${rounded}`;
}
