/**
 * Straight helpers that modules of hosts and WGSL call, instead of inlining them: their text would stand in the module
 * many times. Wasm inlines all of them, and Binaryen shares what they have in common.
 */
import ts from 'typescript';
import { DOUBLE, type Kind } from './kinds.ts';
import { declarationOf } from './symbols.ts';

/** What a back end calls. */
interface Limits {
  /** Characters of a body that is always inlined: a call would cost as much. */
  readonly short: number;
  /** Characters that inlining may repeat. */
  readonly mostRepeated: number;
  /** Whether floats and records may cross a call at no cost. */
  readonly isFree: boolean;
}

export const ON_HOSTS: Limits = { short: 80, mostRepeated: 150, isFree: false };
/** Drivers inline all functions. */
export const ON_GPU: Limits = { short: 100, mostRepeated: 0, isFree: true };

/** What crosses the call of a helper. */
interface Crossing {
  readonly parameters: readonly { readonly kind: Kind }[];
  readonly result: Kind;
}

export class Repeated {
  readonly #uses = new Map<ts.Declaration, number>();
  readonly #limits: Limits;

  constructor(files: readonly ts.SourceFile[], checker: ts.TypeChecker, limits: Limits) {
    this.#limits = limits;
    const count = (node: ts.Node): void => {
      const callee = ts.isCallExpression(node) && declarationOf(checker, node.expression);
      if (callee) this.#uses.set(callee, (this.#uses.get(callee) ?? 0) + 1);
      ts.forEachChild(node, count);
    };
    files.forEach(count);
  }

  /** Whether a helper is called: a long one, on hosts with at most one float, and without records. */
  isCalled(declaration: ts.FunctionDeclaration, { parameters, result }: Crossing): boolean {
    const { length } = declaration.body!.getText();
    const repeated = ((this.#uses.get(declaration) ?? 0) - 1) * length;
    const { short, mostRepeated, isFree } = this.#limits;
    const crossing = [...parameters.map(({ kind }) => kind), result];
    const isPlain = crossing.every((kind) => kind.form !== 'record');
    const floats = crossing.filter((kind) => kind === DOUBLE).length;
    return (isFree || (isPlain && floats <= 1)) && length > short && repeated > mostRepeated;
  }
}
