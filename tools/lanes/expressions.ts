/** Expressions: each becomes a value. Inlined helpers and shared addresses, which it needs first, are statements. */
import ts from 'typescript';
import { call, choose } from './calls.ts';
import { countOf, isConstObject, isCounter } from './constants.ts';
import { DOUBLE, FLAG, type Kind, LITERAL, nameOf } from './kinds.ts';
import { load } from './memory.ts';
import { binary, prefix } from './operators.ts';
import { VOCABULARY } from './program.ts';
import { coerce, NO_F64, partNamed, type Scope, wrong } from './scope.ts';
import { symbolOf } from './symbols.ts';
import { isLiteral, isPoison, literal, POISONED, type Value } from './values.ts';

/** Compiles an expression: see `Expression`. */
export function expression(scope: Scope, node: ts.Expression, hint?: Kind, whole = false): Value {
  const value = compiled(scope, node, hint, whole);
  return value.kind === DOUBLE && scope.shared.wgsl ? wrong(scope, node, NO_F64) : value;
}

function compiled(scope: Scope, node: ts.Expression, hint: Kind | undefined, whole: boolean): Value {
  if (ts.isParenthesizedExpression(node)) return expression(scope, node.expression, hint);
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    const truth = node.kind === ts.SyntaxKind.TrueKeyword;
    return { kind: FLAG, node: { op: 'truth', kind: FLAG, value: truth } };
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
  const { constants, lanes } = scope.shared;
  const known = constants.get(symbol);
  if (known) return known;
  const declaration = symbol.valueDeclaration;
  if (!declaration) return wrong(scope, node, `\`${node.text}\` is no value`);
  const path = declaration.getSourceFile().fileName;
  if (path === VOCABULARY && node.text === 'LANES') return literal(lanes);
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
  return wrong(
    scope,
    node,
    `\`${node.text}\` is no value here; a function is called, or passed to a helper that takes one`,
  );
}

/** The value of `const NAME = …` at the top level of a file: a number, or an object of numbers. */
export function moduleConstant(scope: Scope, { initializer, type, name }: ts.VariableDeclaration): Value {
  if (!initializer) return POISONED; // reported where declarations are checked
  const { checker } = scope.shared;
  if (isCounter(checker, initializer)) return POISONED; // tsc reports its use as a number
  const count = countOf(checker, initializer);
  if (count !== undefined) return literal(count);
  const outside: Scope = { ...scope, names: new Map() };
  if (isConstObject(initializer)) return codes(outside, initializer.expression);
  const value = expression(outside, initializer);
  if (isPoison(value)) return value;
  if (!isLiteral(value))
    return wrong(scope, initializer, `the constant ${name.getText()} is no number known at compile time`);
  const { kinds } = scope.shared;
  const inF32 = type && kinds.inF32(type);
  if (inF32 !== undefined) return literal(inF32, value.inF64);
  return type ? coerce(scope, initializer, value, kinds.of(type)) : value;
}

/** An object of numbers: a record of literals. */
function codes(scope: Scope, node: ts.ObjectLiteralExpression): Value {
  const fields = new Map<string, Value>();
  for (const property of node.properties) {
    const value = ts.isPropertyAssignment(property) ? expression(scope, property.initializer) : POISONED;
    if (!isLiteral(value))
      return wrong(scope, property, 'an object at the top level holds numbers: `{ Name: 0, … } as const`');
    fields.set(property.name!.getText(), value);
  }
  return {
    kind: { form: 'record', name: 'codes', fields: new Map([...fields.keys()].map((name) => [name, LITERAL])) },
    fields,
  };
}

function member(scope: Scope, node: ts.PropertyAccessExpression): Value {
  return memberOf(scope, node, expression(scope, node.expression), node.name.text);
}

/** A member of a record or of a table. */
export function memberOf(scope: Scope, node: ts.Node, owner: Value, name: string): Value {
  if (isPoison(owner)) return POISONED;
  const part = partNamed(scope.shared, owner, name);
  if (part) return part;
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
