/** The scope of a piece of source: its names, its statements, and how values get names and kinds there. */
import type ts from 'typescript';
import type { Body } from './body.ts';
import type { Report } from './diagnostics.ts';
import { DOUBLE, INT, type Kind, MASK, nameOf, type RecordKind, sameKind, storeOfScalar } from './kinds.ts';
import type { References } from './references.ts';
import type { Repeated } from './repeated.ts';
import type { Node, Place } from './tree.ts';
import type { TypeKinds } from './typeKinds.ts';
import {
  type AddressValue,
  addressNode,
  type BasicValue,
  bare,
  isBasic,
  isLiteral,
  isMemory,
  isPlain,
  isPoison,
  isRecord,
  literalObjection,
  POISONED,
  type RecordValue,
  truthOf,
  type Value,
} from './values.ts';
import type { Visitors } from './visitors.ts';

/**
 * Compiles an expression.
 * @param hint - the expected kind, for numbers without another operand
 * @param whole - the value is all that its statement computes, so a helper that stores may be called
 */
export type Expression = (scope: Scope, node: ts.Expression, hint?: Kind, whole?: boolean) => Value;

/** Calls of helpers (functions.ts), inlined or not. */
export interface Helpers {
  call(scope: Scope, node: ts.CallExpression, declaration: ts.FunctionDeclaration, whole: boolean): Value;
}

export interface ForWgsl {
  /** Sources whose functions are WGSL as they are. */
  readonly native: ReadonlySet<string>;
  /** Names of tables of which an invocation has one row for itself, and the locals that are such tables. */
  readonly own: ReadonlySet<string>;
  readonly ownTables: WeakSet<Node>;
}

/** Whether a value is memory in a table that the invocation has for itself: it has no address. */
export function isOwnMemory({ wgsl }: Compilation, value: Value): boolean {
  return isMemory(value) && value.kind.form !== 'table' && wgsl?.ownTables.has(value.address) === true;
}

/** Shared data of all functions of one compilation. */
export interface Compilation {
  readonly checker: ts.TypeChecker;
  readonly report: Report;
  /** Pairs per step. */
  readonly lanes: 4 | 1;
  readonly kinds: TypeKinds;
  readonly functions: Helpers;
  readonly references: References;
  /** Memory is objects of a host, not addresses: tables have their members by name, and no layout. */
  readonly hasObjects: boolean;
  /** Helpers that a module of a host calls, instead of inlining them. */
  readonly repeated: Repeated | undefined;
  /** Modules of hosts, and their functions that are called: by name, with the path of each. */
  readonly outside: ReadonlySet<string>;
  readonly imports: Map<string, string>;
  /** What is particular to WGSL; undefined for other back ends. */
  readonly wgsl: ForWgsl | undefined;
  /** `expression` of expressions.ts: the parts of an expression are expressions again. */
  readonly expression: Expression;
  readonly constants: Map<ts.Symbol, Value>;
}

/** The end of an inlined body. */
export interface Exit {
  readonly label: string;
  readonly leaves: readonly string[];
  /** The statement after which the body ends anyway. */
  readonly last: ts.Statement | undefined;
}

/** One function body, inlined or not. */
export interface Scope {
  readonly shared: Compilation;
  readonly body: Body;
  readonly names: Map<ts.Symbol, { readonly value: Value; readonly mutable: boolean }>;
  /** Locals of the function that are assigned again. */
  readonly mutable: Set<string>;
  /** Records inside of others that have names of their own. */
  readonly named: Set<Value>;
  readonly visitors: Visitors;
  /**
   * The kind that `return` gives; undefined in the inlined body of a straight line, where it is the last statement and
   * handled separately.
   */
  readonly result: Kind | undefined;
  /** Of an inlined body with branches: its end, and the locals of its result. */
  readonly exit?: Exit | undefined;
}

/** The value of an expression: see `Expression`. */
export function evaluate(scope: Scope, node: ts.Expression, hint?: Kind, whole = false): Value {
  return scope.shared.expression(scope, node, hint, whole);
}

/** Reports `text` at `node`. */
export function wrong(scope: Scope, node: ts.Node, text: string): Value {
  scope.shared.report.at(node, text);
  return POISONED;
}

/** What sources for WGSL are told about a Double. */
export const NO_F64 = 'WGSL has no f64; write a Lane or a Float, or compute it in a function that is native';

const ADVICE: Record<string, string> = {
  'Float Lane': 'write splat(…)',
  'Int LaneInt': 'write splat(…)',
  'Flag Mask': 'write splat(…)',
  'Double Lane': 'write splat(float(…))',
  'Int Lane': 'write splat(float(…))',
  'LaneInt Lane': 'write toLane(…), or fromBits(…) for the bits',
  'Lane LaneInt': 'write toInt(…), or bitsOf(…) for the bits',
  'Mask LaneInt': 'write ones(…) or maskBits(…)',
  'LaneInt Mask': 'write … !== 0',
  'Mask Lane': 'write select(…, 1, 0)',
  'Mask Flag': 'write any(…) or all(…)',
  'Lane Float': 'write extract(…, k)',
  'LaneInt Int': 'write extractInt(…, k)',
  'Mask Int': 'write bitmask(…)',
  'Int Float': 'write float(…)',
  'Double Float': 'write float(…)',
  'Int Double': 'write double(…)',
  'Float Double': 'write double(…)',
  'Float Int': 'write int(…)',
  'Double Int': 'write int(…)',
  'Flag Int': 'write int(…)',
  'Int Flag': 'write … !== 0',
};

/** How to convert one kind into another, as the end of a message. */
export function advice(from: Kind, to: Kind): string | undefined {
  return ADVICE[`${nameOf(from)} ${nameOf(to)}`];
}

/** `value` as a `kind`: numbers adopt it, all other values must have it already. */
export function coerce(scope: Scope, node: ts.Node, value: Value, kind: Kind): Value {
  if (isPoison(value) || kind.form === 'poison') return POISONED;
  if (kind.form === 'open') {
    if (!isLiteral(value)) return value;
    return wrong(scope, node, 'which kind is this number? Give it a name: `const n: Int = …`');
  }
  if (isLiteral(value)) {
    const objection = literalObjection(kind, value);
    if (objection) return wrong(scope, node, `expected ${nameOf(kind)}, got ${objection}`);
    if (kind === DOUBLE && scope.shared.wgsl) return wrong(scope, node, NO_F64);
    const number = kind === DOUBLE ? value.inF64 : value.number;
    if (kind.form === 'basic') return { kind, node: { op: 'number', kind, value: number } };
  }
  const truth = isBasic(value) ? truthOf(value) : undefined;
  if (truth !== undefined && kind === MASK) return { kind: MASK, node: { op: 'truth', kind: MASK, value: truth } };
  if (sameKind(value.kind, kind)) return value;
  const part = partOf(scope.shared, value, kind);
  if (part) return part;
  const hint = advice(value.kind, kind);
  return wrong(scope, node, `expected ${nameOf(kind)}, got ${nameOf(value.kind)}${hint ? `; ${hint}` : ''}`);
}

/** The record, or the object, of those members of a record or of a table that a kind has, if it has them all. */
function partOf(shared: Compilation, value: Value, kind: Kind): Value | undefined {
  if (kind.form === 'table' && shared.hasObjects && value.kind.form === 'table' && isMemory(value)) {
    const { members } = value.kind;
    return [...kind.members.keys()].every((name) => members.has(name)) ? { ...value, kind } : undefined;
  }
  if (kind.form !== 'record') return undefined;
  const fields = new Map<string, Value>();
  for (const [name, due] of kind.fields) {
    const field = partNamed(shared, value, name);
    const part = field && (sameKind(field.kind, due) ? field : partOf(shared, field, due));
    if (!part) return undefined;
    fields.set(name, part);
  }
  return { kind, fields };
}

/** A member of a record, or of a table; undefined if there is none. */
export function partNamed({ hasObjects }: Compilation, owner: Value, name: string): Value | undefined {
  if (isRecord(owner)) return owner.fields.get(name);
  if (!isMemory(owner) || owner.kind.form !== 'table') return undefined;
  const member = owner.kind.members.get(name);
  if (!member) return undefined;
  const { kind } = member;
  const place: Place = hasObjects
    ? { address: { op: 'member', of: owner.address, name, kind }, byteOffset: 0 }
    : { address: owner.address, byteOffset: owner.byteOffset + member.byteOffset };
  // only objects have Flags, and what names the member of an object needs no store
  if (kind.form === 'basic') return { kind, node: { op: 'load', store: storeOfScalar(kind) ?? 'u8', ...place } };
  return { kind, ...place };
}

/** The basic value of kind `kind`, or undefined after an error. */
export function basicOf(scope: Scope, node: ts.Node, value: Value, kind: Kind): BasicValue | undefined {
  const coerced = coerce(scope, node, value, kind);
  return isBasic(coerced) ? coerced : undefined;
}

/**
 * `value` under a name, evaluated here and once. A name or a number stays as it is.
 * @param lasting - keep the value although a local that it names may be assigned later
 */
export function bind(scope: Scope, value: Value, stem: string, lasting: boolean): Value {
  const { body, shared } = scope;
  const settled = (node: Node) => {
    const inner = bare(node, shared.lanes);
    return isPlain(inner, shared.lanes) && !(lasting && inner.op === 'local' && scope.mutable.has(inner.name));
  };
  if (isRecord(value)) return mapFields(value, (field, name) => bind(scope, field, `${stem}_${name}`, lasting));
  if (isBasic(value)) {
    if (settled(value.node)) return value;
    return { kind: value.kind, node: { op: 'local', name: body.declare(stem, value.kind, value.node) } };
  }
  if (isMemory(value)) {
    if (settled(value.address)) return value;
    const address: Node = { op: 'local', name: body.declare(stem, INT, value.address) };
    return { kind: value.kind, address, byteOffset: value.byteOffset };
  }
  return value;
}

/** Declares a local that may be assigned again. */
export function declareMutable(scope: Scope, value: Value, stem: string): Value {
  if (isRecord(value)) return mapFields(value, (field, name) => declareMutable(scope, field, `${stem}_${name}`));
  if (!isBasic(value) && !isMemory(value)) return value;
  const name = scope.body.declare(stem, value.kind, nodeOf(value), false);
  scope.mutable.add(name);
  const node: Node = { op: 'local', name };
  return isMemory(value) ? { kind: value.kind, address: node, byteOffset: 0 } : { kind: value.kind, node };
}

/** The same for a record whose members are set: another name of one that has locals already, or a new one. */
export function declareRecord(scope: Scope, value: Value, stem: string): Value {
  if (!isRecord(value)) return declareMutable(scope, value, stem);
  const isKnown = leafValues(value).every((leaf) => {
    const node = bare(nodeOf(leaf), scope.shared.lanes);
    return node.op === 'local' && scope.mutable.has(node.name);
  });
  return isKnown ? value : mapFields(value, (field, name) => declareRecord(scope, field, `${stem}_${name}`));
}

export function mapFields(value: RecordValue, change: (field: Value, name: string) => Value): RecordValue {
  const fields = new Map([...value.fields].map(([name, field]) => [name, change(field, name)]));
  return { kind: value.kind, fields };
}

/** The basic and memory values of a record in the order of `kind`, or the value itself. */
export function leafValues(value: Value, kind: Kind = value.kind): (BasicValue | AddressValue)[] {
  if (isBasic(value) || isMemory(value)) return [value];
  if (!isRecord(value) || kind.form !== 'record') return [];
  return [...kind.fields].flatMap(([name, field]) => leafValues(value.fields.get(name)!, field));
}

/** The expression of a leaf; of memory, its byte address. */
export function nodeOf(leaf: BasicValue | AddressValue): Node {
  return isMemory(leaf) ? addressNode(leaf) : leaf.node;
}

/** A record or leaf of `kind` from a value for each leaf, in the order of `leavesOf`. */
export function fromLeaves(kind: Kind, next: (leaf: Kind, name: string) => Value, name = ''): Value {
  if (kind.form !== 'record') return next(kind, name);
  const fields = new Map<string, Value>();
  for (const [field, inner] of kind.fields)
    fields.set(field, fromLeaves(inner, next, name ? `${name}.${field}` : field));
  return { kind: kind as RecordKind, fields };
}
