/** Calls: builtins that have no row in the instruction table, and helpers. */
import ts from 'typescript';
import { apply } from './apply.ts';
import {
  DOUBLE,
  FLAG,
  FLOAT,
  INT,
  isAddress,
  isWide,
  type Kind,
  LANE,
  MASK,
  MEMORIES,
  nameOf,
  sameKind,
} from './kinds.ts';
import { OPERATIONS } from './operations.ts';
import { basicOf, bind, coerce, evaluate, fromLeaves, mapFields, nodeOf, type Scope, wrong } from './scope.ts';
import { declarationOf } from './symbols.ts';
import type { Node } from './tree.ts';
import {
  type AddressValue,
  addressNode,
  type BasicValue,
  isBasic,
  isLiteral,
  isMemory,
  isPoison,
  isRecord,
  POISONED,
  type RecordValue,
  type Value,
} from './values.ts';
import { functionNamed } from './visitors.ts';

type Handler = (scope: Scope, node: ts.CallExpression, hint?: Kind) => Value;

const HANDLERS: Record<string, Handler> = {
  select: (scope, node, hint) => choose(scope, node, node.arguments, hint),
  transpose,
  differences,
  tableAt: (scope, node) => {
    const kind = node.typeArguments ? scope.shared.kinds.of(node.typeArguments[0]) : undefined;
    if (kind?.form === 'poison') return POISONED;
    if (kind?.form !== 'table') return wrong(scope, node, 'which table? Write tableAt<Tile>(…)');
    return castAddress(scope, node, kind);
  },
  tablesAt: (scope, node) => {
    const kind = node.typeArguments ? scope.shared.kinds.of(node.typeArguments[0]) : undefined;
    if (kind?.form === 'poison') return POISONED;
    if (kind?.form !== 'table') return wrong(scope, node, 'which tables? Write tablesAt<Tile>(…)');
    return castAddress(scope, node, { form: 'tables', table: kind, count: undefined });
  },
  addressOf: (scope, node) => {
    const memory = evaluate(scope, node.arguments[0]);
    if (isPoison(memory)) return POISONED;
    if (!isMemory(memory)) return wrong(scope, node, `expected memory, got ${nameOf(memory.kind)}`);
    return { kind: INT, node: addressNode(memory) };
  },
};
for (const [name, kind] of MEMORIES) {
  const builtin = `${name[0].toLowerCase()}${name.slice(1)}At`;
  HANDLERS[builtin] = (scope, node) => castAddress(scope, node, kind);
}

/** What a source calls that hosts also run as TypeScript: the operation with the same bits, and the kind it takes. */
const OF_HOSTS: ReadonlyMap<string, { readonly operation: string; readonly takes: readonly Kind[] }> = new Map([
  ['Math.abs', { operation: 'abs', takes: [DOUBLE] }],
  ['Math.floor', { operation: 'floor', takes: [DOUBLE] }],
  ['Math.sqrt', { operation: 'sqrt', takes: [DOUBLE] }],
  ['Math.min', { operation: 'hostMin', takes: [DOUBLE, INT] }],
  ['Math.max', { operation: 'hostMax', takes: [DOUBLE, INT] }],
  ['Math.imul', { operation: 'hostMul', takes: [INT] }],
  ['Math.trunc', { operation: 'int', takes: [DOUBLE] }],
  ['Math.fround', { operation: 'float', takes: [DOUBLE] }],
  ['Number', { operation: 'hostNumber', takes: [FLAG, FLOAT, INT] }],
  ['Number.isNaN', { operation: 'hostNan', takes: [DOUBLE] }],
]);

/** Compiles a call of a builtin or a helper. */
export function call(scope: Scope, node: ts.CallExpression, hint: Kind | undefined, whole: boolean): Value {
  const { checker, functions } = scope.shared;
  const name = node.expression.getText();
  const ofHosts = OF_HOSTS.get(name);
  if (ofHosts) {
    const { operation, takes } = ofHosts;
    const wanted = takes.length === 1 ? takes[0] : hint;
    const values = node.arguments.map((argument) => evaluate(scope, argument, wanted));
    if (values.some(isPoison)) return POISONED;
    if (!values.every(({ kind }) => takes.includes(kind) || kind.form === 'literal'))
      return wrong(scope, node, `${name} takes a ${takes.map(nameOf).join(' or ')}, as on the host`);
    return apply(scope, node, operation, values, hint);
  }
  const helper = functionNamed(checker, node.expression, scope.visitors);
  if (helper) return functions.call(scope, node, helper, whole);
  const declaration = ts.isIdentifier(node.expression) ? declarationOf(checker, node.expression) : undefined;
  if (!declaration || !ts.isFunctionDeclaration(declaration)) {
    return wrong(scope, node, `unknown call \`${name}\`; call a builtin of lanes.ts or a helper of a wide source`);
  }
  if (node.arguments.some(ts.isSpreadElement)) return wrong(scope, node, 'write the arguments out');
  if (node.arguments.length !== declaration.parameters.length) return POISONED; // tsc reports the count
  const builtin = declaration.name!.text;
  const handler = HANDLERS[builtin];
  if (handler) return handler(scope, node, hint);
  return apply(scope, node, builtin, operandsOf(scope, node.arguments, builtin, hint), hint);
}

/** The operands of a plain builtin. If only one row gives the expected kind, numbers take their kinds from it. */
function operandsOf(scope: Scope, nodes: readonly ts.Expression[], name: string, hint?: Kind): Value[] {
  const rows = OPERATIONS.get(name) ?? [];
  const wanted = rows.length > 1 ? rows.filter(({ result }) => result === hint) : rows;
  return nodes.map((node, k) => {
    const kind = wanted.length === 1 ? wanted[0].operands[k] : undefined;
    return evaluate(scope, node, kind === '#' ? undefined : kind);
  });
}

function castAddress(scope: Scope, node: ts.CallExpression, kind: Kind): Value {
  const value = evaluate(scope, node.arguments[0], INT);
  if (isPoison(value) || !isAddress(kind)) return POISONED;
  if (isMemory(value)) return { kind, address: value.address, byteOffset: value.byteOffset };
  const address = basicOf(scope, node.arguments[0], value, INT);
  return address ? { kind, address: address.node, byteOffset: 0 } : POISONED;
}

function transpose(scope: Scope, node: ts.CallExpression): Value {
  const rows = evaluate(scope, node.arguments[0], fourOf(scope, node));
  if (isPoison(rows)) return POISONED;
  if (scope.shared.lanes === 1)
    return wrong(scope, node, 'transpose needs four lanes; put it under `if (LANES === 4)`');
  if (!isRecord(rows)) return wrong(scope, node, 'transpose takes { a, b, c, d }, four Lanes');
  const settled = bind(scope, rows, 'row', false) as RecordValue;
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => (settled.fields.get(name) as BasicValue).node);
  const half = (x: Node, y: Node, lanes: readonly number[]): Node => {
    const value = bind(scope, { kind: LANE, node: { op: 'shuffle', a: x, b: y, lanes } }, 'half', false);
    return (value as BasicValue).node;
  };
  const [lowAB, highAB] = [half(a!, b!, [0, 4, 1, 5]), half(a!, b!, [2, 6, 3, 7])];
  const [lowCD, highCD] = [half(c!, d!, [0, 4, 1, 5]), half(c!, d!, [2, 6, 3, 7])];
  const columns = [
    [lowAB, lowCD, [0, 1, 4, 5]],
    [lowAB, lowCD, [2, 3, 6, 7]],
    [highAB, highCD, [0, 1, 4, 5]],
    [highAB, highCD, [2, 3, 6, 7]],
  ] as const;
  let k = 0;
  return fromLeaves(settled.kind, () => {
    const [x, y, lanes] = columns[k++];
    return { kind: LANE, node: { op: 'shuffle', a: x, b: y, lanes } };
  });
}

/** Four f64 minus four others, in pairs of f64, each rounded to f32. */
function differences(scope: Scope, node: ts.CallExpression): Value {
  const [from, minus] = node.arguments.map((argument) => evaluate(scope, argument)) as [Value, Value];
  if (isPoison(from) || isPoison(minus)) return POISONED;
  if (scope.shared.lanes === 1)
    return wrong(scope, node, 'differences needs four lanes; put it under `if (LANES === 4)`');
  if (!isMemory(from) || !isMemory(minus) || !sameKind(from.kind, minus.kind) || nameOf(from.kind) !== 'Doubles')
    return wrong(scope, node, `expected Doubles and Doubles, got ${nameOf(from.kind)} and ${nameOf(minus.kind)}`);
  return { kind: LANE, node: { op: 'differences', from, minus } };
}

/** The record kind that the declaration of `transpose` takes. */
function fourOf(scope: Scope, node: ts.CallExpression): Kind | undefined {
  const declaration = declarationOf(scope.shared.checker, node.expression) as ts.FunctionDeclaration;
  return scope.shared.kinds.of(declaration.parameters[0].type!);
}

/**
 * `condition ? ifTrue : ifFalse` and `select`: by lane for a Mask, whole for a Flag, component by component for
 * records.
 */
export function choose(scope: Scope, node: ts.Expression, parts: readonly ts.Expression[], hint?: Kind): Value {
  const [conditionNode, trueNode, falseNode] = parts as [ts.Expression, ts.Expression, ts.Expression];
  const condition = evaluate(scope, conditionNode);
  let [ifTrue, ifFalse]: [Value, Value] = [POISONED, POISONED];
  const hoisted = scope.body.capture(() => {
    ifTrue = evaluate(scope, trueNode, hint);
    ifFalse = evaluate(scope, falseNode, hint);
  });
  if (isPoison(condition) || isPoison(ifTrue) || isPoison(ifFalse)) return POISONED;
  if (!isBasic(condition) || (condition.kind !== MASK && condition.kind !== FLAG)) {
    return wrong(scope, conditionNode, `expected Mask or Flag, got ${nameOf(condition.kind)}`);
  }
  const lazy = condition.kind === FLAG && ts.isConditionalExpression(node);
  if (hoisted.length > 0 && lazy) {
    return wrong(
      scope,
      node,
      'a side that may not be reached cannot inline a helper or read a record; ' +
        'give it a const before, or write select(…)',
    );
  }
  scope.body.add(...hoisted);
  const kind = isLiteral(ifTrue) ? (isLiteral(ifFalse) ? hint : ifFalse.kind) : ifTrue.kind;
  if (!kind) return wrong(scope, node, 'which kind are these numbers? Write splat(…), or give the const a kind');
  if (condition.kind === MASK && kind.form === 'basic' && !isWide(kind) && kind !== FLAG) {
    return wrong(
      scope,
      node,
      `a Mask cannot choose a ${nameOf(kind)}: it has no lanes; write splat(…) on both sides, or ask any(…) or all(…)`,
    );
  }
  // two bare truth values under a Mask are masks themselves
  const wanted = condition.kind === MASK && kind === FLAG ? MASK : kind === FLAG && ifFalse.kind === MASK ? MASK : kind;
  const [a, b] = [coerce(scope, trueNode, ifTrue, wanted), coerce(scope, falseNode, ifFalse, wanted)];
  if (isPoison(a) || isPoison(b)) return POISONED;
  const settled = isRecord(a) ? (bind(scope, condition, 'chosen', false) as BasicValue) : condition;
  return merge(scope, node, settled, a, b, lazy);
}

function merge(scope: Scope, node: ts.Expression, condition: BasicValue, a: Value, b: Value, lazy: boolean): Value {
  if (isRecord(a) && isRecord(b))
    return mapFields(a, (field, name) => merge(scope, node, condition, field, b.fields.get(name)!, lazy));
  if (isBasic(a) && isBasic(b) && sameKind(a.kind, b.kind)) {
    return { kind: a.kind, node: chosen(condition, a, b, lazy) };
  }
  const { form } = a.kind;
  const isPlace = form === 'memory' || form === 'table';
  if (isPlace && isMemory(a) && isMemory(b) && a.kind === b.kind && condition.kind === FLAG) {
    return { kind: a.kind, address: chosen(condition, a, b, false), byteOffset: 0 };
  }
  if (condition.kind === MASK) return wrong(scope, node, 'memory cannot be chosen by lane; choose it by a Flag');
  return wrong(
    scope,
    node,
    `memory cannot be chosen; choose its address: ${nameOf(a.kind)} by select(flag, addressOf(a), addressOf(b))`,
  );
}

function chosen(
  condition: BasicValue,
  a: BasicValue | AddressValue,
  b: BasicValue | AddressValue,
  isLazy: boolean,
): Node {
  const [ifTrue, ifFalse] = [nodeOf(a), nodeOf(b)];
  const isByLane = condition.kind === MASK;
  return { op: 'select', kind: a.kind, isByLane, isLazy, condition: condition.node, ifTrue, ifFalse };
}
