/**
 * Straight helpers that modules of hosts call, instead of inlining them: their text would stand in the module many
 * times. Wasm inlines all of them, and Binaryen shares what they have in common.
 */
import ts from 'typescript';
import { DOUBLE, type Kind } from './kinds.ts';
import { declarationOf } from './symbols.ts';

/** Characters of a body that is always inlined: a call would cost as much. */
const SHORT = 80;
/** Characters that inlining may repeat. */
const MOST_REPEATED = 150;

/** What crosses the call of a helper. */
interface Crossing {
  readonly parameters: readonly { readonly kind: Kind }[];
  readonly result: Kind;
}

export class Repeated {
  readonly #uses = new Map<ts.Declaration, number>();

  constructor(files: readonly ts.SourceFile[], checker: ts.TypeChecker) {
    const count = (node: ts.Node): void => {
      const callee = ts.isCallExpression(node) && declarationOf(checker, node.expression);
      if (callee) this.#uses.set(callee, (this.#uses.get(callee) ?? 0) + 1);
      ts.forEachChild(node, count);
    };
    files.forEach(count);
  }

  /** Whether a helper is called: a long one, with at most one float, and without records. */
  isCalled(declaration: ts.FunctionDeclaration, { parameters, result }: Crossing): boolean {
    const { length } = declaration.body!.getText();
    const repeated = ((this.#uses.get(declaration) ?? 0) - 1) * length;
    const crossing = [...parameters.map(({ kind }) => kind), result];
    const isPlain = crossing.every((kind) => kind.form !== 'record');
    const floats = crossing.filter((kind) => kind === DOUBLE).length;
    return isPlain && floats <= 1 && length > SHORT && repeated > MOST_REPEATED;
  }
}
