/**
 * The tree between the check of the sources and a back end: functions with typed expressions and statements. Records
 * are taken apart, straight helpers are inlined, names are unique in their function. How an instruction, a loop or a
 * fused product is written is up to the back end.
 */
import type { Basic, Kind, Store } from './kinds.ts';
import type { Operation } from './operations.ts';
import type { TableLayout } from './tables.ts';

/** A byte address and a constant to add to it. */
export interface Place {
  readonly address: Node;
  readonly byteOffset: number;
}

/** An expression. */
export type Node =
  | { readonly op: 'number'; readonly kind: Basic; readonly value: number }
  /** A Flag, or a Mask whose lanes are all the same. */
  | { readonly op: 'truth'; readonly kind: Basic; readonly value: boolean }
  | { readonly op: 'local'; readonly name: string }
  /** A row of the instruction table. Lane numbers are numbers. */
  | { readonly op: 'apply'; readonly row: Operation; readonly operands: readonly Node[] }
  | Choice
  | ({ readonly op: 'load'; readonly store: Store } & Place)
  /** The byte address of an element. */
  | { readonly op: 'element'; readonly base: Node; readonly index: Node; readonly bytes: number }
  | ({ readonly op: 'address' } & Place)
  /** A member of an object of a host: memory, another object, or a scalar. */
  | { readonly op: 'member'; readonly of: Node; readonly name: string; readonly kind: Kind }
  | Call
  /** Four of the eight lanes of two operands: 0 to 3 are of `a`. */
  | { readonly op: 'shuffle'; readonly a: Node; readonly b: Node; readonly lanes: readonly number[] }
  /** Four f64 minus four others, each rounded to f32. */
  | { readonly op: 'differences'; readonly from: Place; readonly minus: Place }
  /** The value of a helper: no instruction outside of it is combined with one inside. */
  | { readonly op: 'rounded'; readonly value: Node };

export interface Call {
  readonly op: 'call';
  readonly callee: string;
  readonly operands: readonly Node[];
}

interface Choice {
  readonly op: 'select';
  readonly kind: Kind;
  /** Chooses lane by lane, by a Mask; else whole, by a Flag. */
  readonly isByLane: boolean;
  /** Computes one side only. */
  readonly isLazy: boolean;
  readonly condition: Node;
  readonly ifTrue: Node;
  readonly ifFalse: Node;
}

/** The line of a source, from 1 on. */
export interface Origin {
  readonly file: string;
  readonly line: number;
}

/** An action, and where it comes from, if a source map is made. */
export type Statement = Action & { readonly origin?: Origin | undefined };

type Action =
  /** A local; a constant one is never assigned, and may be left out if nothing reads it. */
  | {
      readonly op: 'declare';
      readonly name: string;
      readonly kind: Kind;
      readonly value: Node;
      readonly isConstant: boolean;
    }
  | { readonly op: 'assign'; readonly name: string; readonly value: Node }
  | ({ readonly op: 'store'; readonly store: Store; readonly value: Node } & Place)
  | { readonly op: 'effect'; readonly value: Node }
  | {
      readonly op: 'if';
      readonly condition: Node;
      readonly whenTrue: readonly Statement[];
      readonly whenFalse: readonly Statement[] | undefined;
    }
  | Loop
  | { readonly op: 'break' | 'continue' }
  /** The body of an inlined helper; `leave` goes to its end. */
  | { readonly op: 'block'; readonly label: string; readonly body: readonly Statement[] }
  | { readonly op: 'leave'; readonly label: string }
  /** The leaves of the result. */
  | { readonly op: 'return'; readonly values: readonly Node[] }
  /** Declares constants for the leaves of the record that a function returns. */
  | {
      readonly op: 'receive';
      readonly leaves: readonly Leaf[];
      readonly call: Call;
    };

/** A parameter, or a part of a record. */
export interface Leaf {
  readonly name: string;
  readonly kind: Kind;
}

/** Each round computes `inputs`, ends if the test is false, runs the body, and then the step, `continue` or not. */
export interface Loop {
  readonly op: 'loop';
  readonly inputs: readonly Statement[];
  /** Undefined: the loop ends by a `break`. */
  readonly test: Node | undefined;
  readonly body: readonly Statement[];
  readonly step: Statement | undefined;
}

export interface TreeFunction {
  readonly name: string;
  readonly parameters: readonly Leaf[];
  readonly result: Kind;
  readonly body: readonly Statement[];
}

/** Functions, callees before their callers, and the names under which some are exported. */
export type TreeItem = TreeFunction | { readonly exported: string; readonly as: string };

/** The tree of a module. */
export interface Tree {
  /** Pairs per step. */
  readonly lanes: 4 | 1;
  readonly items: readonly TreeItem[];
  /** Whether it calls functions that hosts run as written. */
  readonly isHosting: boolean;
  /** Functions of other modules that it calls, by name, with the path of each. */
  readonly imports: ReadonlyMap<string, string>;
  /** The sources, by their paths. */
  readonly sources: ReadonlyMap<string, string>;
  readonly tables: Readonly<Record<string, TableLayout>>;
}

/** The expressions directly inside of one. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.op) {
    case 'apply':
    case 'call':
      return node.operands;
    case 'select':
      return [node.condition, node.ifTrue, node.ifFalse];
    case 'load':
    case 'address':
      return [node.address];
    case 'element':
      return [node.base, node.index];
    case 'member':
      return [node.of];
    case 'shuffle':
      return [node.a, node.b];
    case 'differences':
      return [node.from.address, node.minus.address];
    case 'rounded':
      return [node.value];
    default:
      return [];
  }
}

/** The expressions of a statement, without those of the statements inside of it. */
export function expressionsOf(statement: Statement): readonly Node[] {
  switch (statement.op) {
    case 'declare':
    case 'assign':
    case 'effect':
      return [statement.value];
    case 'store':
      return [statement.address, statement.value];
    case 'if':
      return [statement.condition];
    case 'loop':
      return statement.test ? [statement.test] : [];
    case 'return':
      return statement.values;
    case 'receive':
      return [statement.call];
    default:
      return [];
  }
}

/** The lists of statements inside of a statement, in the order in which they run first. */
export function blocksOf(statement: Statement): readonly (readonly Statement[])[] {
  if (statement.op === 'if') return [statement.whenTrue, statement.whenFalse ?? []];
  if (statement.op === 'block') return [statement.body];
  if (statement.op !== 'loop') return [];
  return [statement.inputs, statement.body, statement.step ? [statement.step] : []];
}

/** Whether an expression reads a local. */
export function reads(node: Node, name: string): boolean {
  return node.op === 'local' ? node.name === name : partsOf(node).some((part) => reads(part, name));
}

/** The statements with each expression replaced by what `change` makes of it, its parts first. */
export function mapNodes(statements: readonly Statement[], change: (node: Node) => Node): readonly Statement[] {
  const all = (nodes: readonly Node[]) => nodes.map(one);
  const one = (node: Node): Node => change(withParts(node, all(partsOf(node))));
  const list = (inner: readonly Statement[]) => mapNodes(inner, change);
  return statements.map((statement): Statement => {
    switch (statement.op) {
      case 'declare':
      case 'assign':
      case 'effect':
        return { ...statement, value: one(statement.value) };
      case 'store':
        return { ...statement, address: one(statement.address), value: one(statement.value) };
      case 'if': {
        const { condition, whenTrue, whenFalse } = statement;
        const both = { whenTrue: list(whenTrue), whenFalse: whenFalse && list(whenFalse) };
        return { ...statement, condition: one(condition), ...both };
      }
      case 'loop': {
        const { inputs, test, body, step } = statement;
        const steps = step && list([step])[0];
        return { ...statement, inputs: list(inputs), test: test && one(test), body: list(body), step: steps };
      }
      case 'block':
        return { ...statement, body: list(statement.body) };
      case 'return':
        return { ...statement, values: all(statement.values) };
      case 'receive':
        return { ...statement, call: one(statement.call) as Call };
      default:
        return statement;
    }
  });
}

/** An expression with other parts, in the order of `partsOf`. */
function withParts(node: Node, parts: readonly Node[]): Node {
  const [a, b, c] = parts as [Node, Node, Node];
  switch (node.op) {
    case 'apply':
    case 'call':
      return { ...node, operands: parts };
    case 'select':
      return { ...node, condition: a, ifTrue: b, ifFalse: c };
    case 'load':
    case 'address':
      return { ...node, address: a };
    case 'element':
      return { ...node, base: a, index: b };
    case 'member':
      return { ...node, of: a };
    case 'shuffle':
      return { ...node, a, b };
    case 'differences':
      return { ...node, from: { ...node.from, address: a }, minus: { ...node.minus, address: b } };
    case 'rounded':
      return { ...node, value: a };
    default:
      return node;
  }
}
