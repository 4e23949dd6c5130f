/** Expressions: each becomes a value; what it needs computed before (inlined helpers, shared addresses) goes to the lines. */
import ts from 'typescript';
import { call, choose } from './calls.ts';
import { FLAG, INT, isWide, type Kind, LANE, MASK, nameOf } from './kinds.ts';
import { load } from './memory.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { VOCABULARY } from './program.ts';
import { advice, coerce, type Scope, wrong } from './scope.ts';
import { symbolOf } from './typeKinds.ts';
import {
  type BasicValue,
  isBasic,
  isLiteral,
  isMemory,
  isPoison,
  isRecord,
  literal,
  literalObjection,
  POISONED,
  type Value,
} from './values.ts';

/** Operators, by the token of the source. */
const BINARY = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.PlusToken, '+'],
  [ts.SyntaxKind.MinusToken, '-'],
  [ts.SyntaxKind.AsteriskToken, '*'],
  [ts.SyntaxKind.SlashToken, '/'],
  [ts.SyntaxKind.AmpersandToken, '&'],
  [ts.SyntaxKind.BarToken, '|'],
  [ts.SyntaxKind.CaretToken, '^'],
  [ts.SyntaxKind.LessThanLessThanToken, '<<'],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, '>>'],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, '>>>'],
  [ts.SyntaxKind.LessThanToken, '<'],
  [ts.SyntaxKind.LessThanEqualsToken, '<='],
  [ts.SyntaxKind.GreaterThanToken, '>'],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>='],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '==='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '&&'],
  [ts.SyntaxKind.BarBarToken, '||'],
]);

const PREFIX = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.MinusToken, '-'],
  [ts.SyntaxKind.ExclamationToken, '!'],
  [ts.SyntaxKind.TildeToken, '~'],
]);

const FOLDED: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '<<': (a, b) => a << b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
};

/**
 * Compiles an expression.
 * @param hint - the kind that is due, for numbers that meet no other operand
 * @param whole - the value is all that its statement computes, so a helper that stores may be called
 */
export function expression(scope: Scope, node: ts.Expression, hint?: Kind, whole = false): Value {
  if (ts.isParenthesizedExpression(node)) return expression(scope, node.expression, hint);
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    const truth = node.kind === ts.SyntaxKind.TrueKeyword;
    return { kind: FLAG, text: `${truth}`, truth };
  }
  if (ts.isIdentifier(node)) return identifier(scope, node);
  if (ts.isPrefixUnaryExpression(node)) return prefix(scope, node, hint);
  if (ts.isBinaryExpression(node)) return binary(scope, node, hint);
  if (ts.isConditionalExpression(node))
    return choose(scope, node, [node.condition, node.whenTrue, node.whenFalse], hint);
  if (ts.isPropertyAccessExpression(node)) return member(scope, node);
  if (ts.isElementAccessExpression(node)) return load(scope, node);
  if (ts.isObjectLiteralExpression(node)) return record(scope, node, hint);
  if (ts.isCallExpression(node)) return call(scope, node, hint, whole);
  return wrong(scope, node, refusal(node));
}

function refusal(node: ts.Expression): string {
  if (ts.isFunctionLike(node)) return 'functions are not values here; write a helper at the top level and call it';
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return 'there are no strings; use a numeric constant';
  if (ts.isArrayLiteralExpression(node))
    return 'there are no arrays; use an interface of kinds, or memory such as Floats';
  if (ts.isNewExpression(node)) return 'nothing is allocated here; write a record literal, or pass memory in';
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node)) {
    return 'casts do nothing here; convert by a builtin such as splat, toLane or int';
  }
  if (ts.isPostfixUnaryExpression(node)) return 'a count changes in a statement of its own; write it before or after';
  return `${ts.SyntaxKind[node.kind]} is not part of the language; see tools/lanes/README.md`;
}

function identifier(scope: Scope, node: ts.Identifier): Value {
  const symbol = symbolOf(scope.shared.checker, node);
  if (!symbol) return POISONED; // tsc reports the unknown name
  const local = scope.names.get(symbol);
  if (local) return local.value;
  const { constants, dialect } = scope.shared;
  const known = constants.get(symbol);
  if (known) return known;
  const declaration = symbol.valueDeclaration;
  if (!declaration) return wrong(scope, node, `\`${node.text}\` is no value`);
  const path = declaration.getSourceFile().fileName;
  if (path === VOCABULARY && node.text === 'LANES') return literal(dialect.lanes);
  if (node.text === 'Infinity') return literal(Infinity);
  if (node.text === 'NaN') return literal(NaN);
  if (ts.isVariableDeclaration(declaration) && ts.isSourceFile(declaration.parent.parent.parent)) {
    constants.set(symbol, POISONED);
    const value = moduleConstant(scope, declaration);
    constants.set(symbol, value);
    return value;
  }
  // a local without a value had an error where it is declared
  if (ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration)) return POISONED;
  return wrong(scope, node, `\`${node.text}\` is no value here; functions can only be called`);
}

/** The value of `const NAME = …` at the top level of a file: a number. */
export function moduleConstant(scope: Scope, { initializer, type, name }: ts.VariableDeclaration): Value {
  if (!initializer) return POISONED; // reported where declarations are checked
  const value = expression({ ...scope, names: new Map() }, initializer);
  if (isPoison(value)) return value;
  if (!isLiteral(value))
    return wrong(scope, initializer, `the constant ${name.getText()} is no number known at compile time`);
  return type ? coerce(scope, initializer, value, scope.shared.kinds.of(type)) : value;
}

function prefix(scope: Scope, node: ts.PrefixUnaryExpression, hint?: Kind): Value {
  const name = PREFIX.get(node.operator);
  if (!name) return wrong(scope, node, 'a count changes in a statement of its own; write it before or after');
  const value = expression(scope, node.operand, hint);
  if (name === '-' && isLiteral(value)) return literal(-value.number);
  if (name === '~' && isLiteral(value)) return literal(~value.number);
  return apply(scope, node, name, [value], hint);
}

function binary(scope: Scope, node: ts.BinaryExpression, hint?: Kind): Value {
  const name = BINARY.get(node.operatorToken.kind);
  if (!name) return wrong(scope, node, operatorRefusal(node));
  const inner = /[<>=!]/.test(name) && !/<<|>>/.test(name) ? undefined : hint;
  const left = expression(scope, node.left, inner);
  let right: Value = POISONED;
  const hoisted = scope.lines.capture(() => {
    right = expression(scope, node.right, inner);
  });
  if (hoisted.count > 0 && isBasic(left) && left.kind === FLAG && (name === '&&' || name === '||')) {
    return wrong(
      scope,
      node.right,
      'this side may not be reached, so it cannot inline a helper or read a record; give it a const before',
    );
  }
  hoisted.append(0);
  return operate(scope, node, name, left, right, inner);
}

function operatorRefusal(node: ts.BinaryExpression): string {
  const token = node.operatorToken.getText();
  if (token === '==' || token === '!=') return `write \`${token}=\``;
  if (token === '%') return 'there is no `%`; write `& (n − 1)` for a power of two';
  if (token === '**') return 'there is no `**`; write the product';
  if (token === '??') return 'there is no `??`: nothing is ever null';
  if (token === ',') return 'there is no comma operator; write two statements';
  if (/=$/.test(token)) return 'an assignment is a statement of its own; write it before';
  return `there is no operator \`${token}\` here`;
}

/** `left name right`, for operators and for compound assignments. */
export function operate(scope: Scope, node: ts.Node, name: string, left: Value, right: Value, hint?: Kind): Value {
  if (isLiteral(left) && isLiteral(right) && FOLDED[name]) return literal(FOLDED[name](left.number, right.number));
  const value = apply(scope, node, name, [left, right], hint);
  if (!isBasic(value) || value.kind !== LANE) return value;
  const [a, b] = [left, right].map((side) => coerce(scope, node, side, LANE)) as [BasicValue, BasicValue];
  if (name === '*') return { ...value, product: [a.text, b.text] };
  const { dialect } = scope.shared;
  // the last product of a sum goes into it: a·b + c·d is c·d added to the rounded a·b
  const fused =
    (name === '+' || name === '-') && b.product
      ? dialect.fused(b.product, a.text, name === '-')
      : name === '+' && a.product
        ? dialect.fused(a.product, b.text, false)
        : undefined;
  return fused ? { kind: LANE, text: fused } : value;
}

/** Applies the row of the instruction table that fits the operands. */
export function apply(scope: Scope, node: ts.Node, name: string, operands: readonly Value[], hint?: Kind): Value {
  if (operands.some(isPoison)) return POISONED;
  const rows = (OPERATIONS.get(name) ?? []).filter((row) => row.operands.length === operands.length);
  const fitting = rows.filter((row) => row.operands.every((kind, k) => fits(operands[k]!, kind)));
  const row =
    fitting.length > 1
      ? (fitting.find(({ result }) => result === hint) ?? (name === 'splat' ? fitting[0] : undefined))
      : fitting[0];
  if (row) return emit(scope, node, row, operands);
  if (fitting.length > 1)
    return wrong(scope, node, `which kind are these numbers? Give one a kind: splat(…) or a const with a kind`);
  return wrong(scope, node, mismatch(name, operands, rows));
}

function fits(value: Value, kind: Kind | '#'): boolean {
  if (kind === '#') return isLiteral(value);
  if (isLiteral(value)) return !literalObjection(kind, value.number);
  if (kind === MASK && isBasic(value) && value.truth !== undefined) return true;
  return value.kind === kind;
}

function emit(scope: Scope, node: ts.Node, row: Operation, operands: readonly Value[]): Value {
  const { dialect } = scope.shared;
  const texts: string[] = [];
  for (const [k, kind] of row.operands.entries()) {
    const value = operands[k]!;
    if (kind !== '#') {
      texts.push((coerce(scope, node, value, kind) as BasicValue).text);
      continue;
    }
    const lane = (value as { number: number }).number;
    if (!Number.isInteger(lane) || lane < 0 || lane >= dialect.lanes) {
      const other = dialect.lanes === 1 ? '; put it under `if (LANES === 4)`' : '';
      return wrong(scope, node, `there is no lane ${lane} of ${dialect.lanes}${other}`);
    }
    texts.push(`${lane}`);
  }
  const source = operands[0];
  if (
    row.name === 'splat' &&
    dialect.lanes === 4 &&
    source &&
    isBasic(source) &&
    source.loaded &&
    source.kind.name === 'Float'
  ) {
    const { address, byteOffset } = source.loaded;
    return { kind: row.result, text: `v128.load32_splat(${address}${byteOffset ? `, ${byteOffset}` : ''})` };
  }
  return { kind: row.result, text: dialect.operation(row, texts) };
}

function mismatch(name: string, operands: readonly Value[], rows: readonly Operation[]): string {
  const kinds = operands.map(({ kind }) => nameOf(kind));
  const [left, right] = operands.map(({ kind }) => kind) as [Kind, Kind?];
  if (name === '/' && left === INT)
    return 'Int has no `/`; write int(double(a) / double(b)), or a shift for a power of two';
  if (name === '/' && left.form === 'basic' && left.name === 'LaneInt')
    return 'LaneInt has no `/`; write toInt(toLane(a) / toLane(b))';
  if (right && /\W/.test(name)) {
    const hint = isWide(left)
      ? (advice(right, left) ?? advice(left, right))
      : (advice(left, right) ?? advice(right, left));
    if (hint && left !== right) return `\`${name}\` of ${kinds.join(' and ')}; ${hint}`;
  }
  const options = rows.map((row) => row.operands.map((kind) => (kind === '#' ? 'lane number' : kind.name)).join(', '));
  const wants = options.length ? `; it takes ${options.join(' or ')}` : '';
  return `\`${name}\` takes no ${kinds.join(' and ') || 'empty list'}${wants}`;
}

function member(scope: Scope, node: ts.PropertyAccessExpression): Value {
  const owner = expression(scope, node.expression);
  if (isPoison(owner)) return POISONED;
  const name = node.name.text;
  if (isRecord(owner) && owner.fields.has(name)) return owner.fields.get(name)!;
  if (isMemory(owner) && owner.kind.form === 'table' && owner.kind.members.has(name)) {
    const { kind, byteOffset } = owner.kind.members.get(name)!;
    return { kind, text: owner.text, byteOffset: owner.byteOffset + byteOffset };
  }
  return wrong(scope, node, `${nameOf(owner.kind)} has no member ${name}`);
}

function record(scope: Scope, node: ts.ObjectLiteralExpression, hint?: Kind): Value {
  const due = hint?.form === 'record' ? hint : undefined;
  const fields = new Map<string, Value>();
  for (const property of node.properties) {
    const shorthand = ts.isShorthandPropertyAssignment(property);
    if ((!shorthand && !ts.isPropertyAssignment(property)) || !ts.isIdentifier(property.name)) {
      return wrong(scope, property, 'a record literal is `{ name: value, … }`; write every member out');
    }
    const kind = due?.fields.get(property.name.text);
    const source = shorthand ? property.name : property.initializer;
    const value = expression(scope, source, kind);
    if (isPoison(value)) return POISONED;
    if (!kind && isLiteral(value))
      return wrong(scope, source, `which kind is this number? Give the record a kind: \`const r: Vec3 = …\``);
    fields.set(property.name.text, kind ? coerce(scope, source, value, kind) : value);
  }
  if (due && [...due.fields.keys()].some((name) => !fields.has(name))) return POISONED; // tsc reports what is missing
  const kinds = new Map([...fields].map(([name, { kind }]) => [name, kind]));
  return { kind: due ?? { form: 'record', name: 'a record', fields: kinds }, fields };
}
