/** The back end that writes the tree as AssemblyScript. */
import { HOSTED_TEXTS } from '../hosted.ts';
import { FLOAT, leafKinds, VOID } from '../kinds.ts';
import { PRELUDE } from '../operations.ts';
import { fusedOf } from '../passes/fuse.ts';
import { blocksOf, type Loop, type Node, type Place, type Statement, type Tree, type TreeFunction } from '../tree.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { Writer } from './writer.ts';

/**
 * The text of a module.
 * @param relaxed fuses products into sums, and selects by relaxed instructions
 */
export function assemblyScriptOf({ lanes, items, isHosting }: Tree, relaxed: boolean): string {
  const writer = new AssemblyScript(dialectOf(lanes, relaxed));
  const texts = items.map((item) =>
    'exported' in item ? `export { ${item.exported} as ${item.as} };\n` : writer.function(item),
  );
  return [PRELUDE, ...(isHosting ? [HOSTED_TEXTS] : []), ...texts].join('\n');
}

class AssemblyScript extends Writer {
  readonly #dialect: Dialect;
  /** The globals of the function that is written now. */
  #globals: readonly string[] = [];

  constructor(dialect: Dialect) {
    super();
    this.#dialect = dialect;
  }

  /** A record is returned in globals, which the caller reads at once: there are no results of several values. */
  function({ name, parameters, result, body }: TreeFunction): string {
    const dialect = this.#dialect;
    const list = parameters.map((parameter) => `${parameter.name}: ${dialect.type(parameter.kind)}`);
    const leaves = result.form === 'record' ? leafKinds(result) : [];
    this.#globals = leaves.map((_, k) => global(name, k));
    const globals = leaves.map((kind, k) => `let ${global(name, k)}: ${dialect.type(kind)} = ${dialect.zero(kind)};\n`);
    const type = dialect.type(leaves.length > 0 ? VOID : result);
    return `${globals.join('')}function ${name}(${list.join(', ')}): ${type} {\n${this.block(body, '  ')}}\n`;
  }

  protected lines(statement: Exclude<Statement, { op: 'if' }>, margin: string): string {
    switch (statement.op) {
      case 'loop':
        return this.#loop(statement, margin);
      case 'return': {
        const texts = statement.values.map((value) => this.text(value));
        if (this.#globals.length === 0) return `${margin}${['return', ...texts].join(' ')};\n`;
        const stores = texts.map((text, k) => `${margin}${this.#globals[k]} = ${text};\n`);
        return `${stores.join('')}${margin}return;\n`;
      }
      case 'receive': {
        const { leaves, callee, operands } = statement;
        const loads = leaves.map(
          ({ name, kind }, k) => `${margin}const ${name}: ${this.#dialect.type(kind)} = ${global(callee, k)};\n`,
        );
        return `${margin}${this.text({ op: 'call', callee, operands })};\n${loads.join('')}`;
      }
      default:
        return `${margin}${this.#plain(statement)};\n`;
    }
  }

  /** A statement without others inside, without its semicolon. */
  #plain(statement: Exclude<Statement, { op: 'if' | 'loop' | 'return' | 'receive' }>): string {
    switch (statement.op) {
      case 'declare': {
        const { name, kind, value, isConstant } = statement;
        return `${isConstant ? 'const' : 'let'} ${name}: ${this.#dialect.type(kind)} = ${this.text(value)}`;
      }
      case 'assign':
        return `${statement.name} = ${this.text(statement.value)}`;
      case 'store': {
        const { store, address, byteOffset, value } = statement;
        return this.#dialect.store(store, this.text(address), this.text(value), byteOffset);
      }
      case 'effect':
        return this.text(statement.value);
      default:
        return statement.op;
    }
  }

  #loop({ inputs, test, body, step }: Loop, margin: string): string {
    const inner = `${margin}  `;
    const text = test ? this.text(test) : 'true';
    const steps = step ? this.#plain(step as Extract<Statement, { op: 'assign' }>) : '';
    const rounds = this.block(body, inner);
    if (test && inputs.length === 0 && !(step && body.some(continues))) {
      // tested at its end: V8 moves what no iteration changes out of such a loop only
      const last = step ? `${inner}${steps};\n` : '';
      return `${margin}if (${text}) do {\n${rounds}${last}${margin}} while (${text});\n`;
    }
    const isTestedInside = inputs.length > 0;
    const head = step ? `for (; ${isTestedInside ? '' : text}; ${steps})` : `while (${isTestedInside ? 'true' : text})`;
    const end = isTestedInside ? `${inner}if (!(${text})) break;\n` : '';
    return `${margin}${head} {\n${this.block(inputs, inner)}${end}${rounds}${margin}}\n`;
  }

  protected text(node: Node): string {
    const dialect = this.#dialect;
    switch (node.op) {
      case 'number':
        return dialect.literal(node.kind, node.value);
      case 'truth':
        return dialect.truth(node.kind, node.value);
      case 'local':
        return node.name;
      case 'apply':
        return this.#apply(node);
      case 'select': {
        const [condition, a, b] = [node.condition, node.ifTrue, node.ifFalse].map((part) => this.text(part));
        if (node.isByLane && node.kind.form === 'basic') return dialect.select(node.kind, condition!, a!, b!);
        return node.isLazy
          ? `(${condition} ? ${a} : ${b})`
          : `select<${dialect.type(node.kind)}>(${a}, ${b}, ${condition})`;
      }
      case 'load':
        return dialect.load(node.store, this.text(node.address), node.byteOffset);
      case 'element':
        return `${this.text(node.base)} + ${scaled(this.text(node.index), node.bytes)}`;
      case 'address':
        return `(${this.text(node.address)} + ${node.byteOffset})`;
      case 'call':
        return `${node.callee}(${node.operands.map((operand) => this.text(operand)).join(', ')})`;
      case 'shuffle':
        return `v128.shuffle<i32>(${this.text(node.a)}, ${this.text(node.b)}, ${node.lanes.join(', ')})`;
      case 'differences': {
        const pair = (k: 0 | 16) => {
          const [a, b] = [node.from, node.minus].map(({ address, byteOffset }: Place) =>
            dialect.load('lanes f32', this.text(address), byteOffset + k),
          );
          return `f32x4.demote_f64x2_zero(f64x2.sub(${a}, ${b}))`;
        };
        return `v128.shuffle<i32>(${pair(0)}, ${pair(16)}, 0, 1, 4, 5)`;
      }
      case 'rounded':
        return this.text(node.value);
    }
  }

  #apply(node: Extract<Node, { op: 'apply' }>): string {
    const dialect = this.#dialect;
    const [first] = node.operands;
    // a scalar in memory is loaded into every lane at once
    if (dialect.lanes === 4 && node.row.name === 'splat' && node.row.operands[0] === FLOAT && first?.op === 'load') {
      const { address, byteOffset } = first;
      return `v128.load32_splat(${this.text(address)}${byteOffset ? `, ${byteOffset}` : ''})`;
    }
    const fused = dialect.fused && fusedOf(node);
    if (dialect.fused && fused) {
      const [x, y] = fused.factors.map((factor) => this.text(factor));
      return dialect.fused([x!, y!], this.text(fused.addend), fused.isNegated);
    }
    return dialect.operation(
      node.row,
      node.operands.map((operand) => this.text(operand)),
    );
  }
}

/** The global with a leaf of the record that a function returns. */
const global = (name: string, leaf: number) => `${name}${leaf}`;

/** A row times its size in bytes. */
function scaled(row: string, bytes: number): string {
  const shift = Math.log2(bytes);
  if (!Number.isInteger(shift)) return `(${row} * ${bytes})`;
  return shift === 0 ? row : `(${row} << ${shift})`;
}

/** Whether the round of the loop around a statement may go on before its end. */
function continues(statement: Statement): boolean {
  if (statement.op === 'continue') return true;
  return statement.op === 'if' && blocksOf(statement).some((block) => block.some(continues));
}
