/** What names mean within a function whose stages are inlined. */
import ts from 'typescript';

/** The meaning of a name: a local variable, an expression, or a record of such. */
export type Binding = string | ts.Expression | Fields;
export type Fields = Map<string, Binding>;

/** The function whose body is read, and the meanings of its names there. */
export interface Scope {
  readonly names: Map<string, Binding>;
  /** Inlined functions around this one, the innermost last. */
  readonly stack: readonly string[];
  /**
   * Variables that hold fields, declared at the head of the enclosing block. `stems` are the first parts of their
   * names, in this block and around it.
   */
  readonly locals: string[];
  readonly stems: Set<string>;
  /** Locals of a body that are fields of the record it makes: they stand for the variables of those. */
  readonly fields: Set<string>;
  /** `used` is set if a `return` leaves the body. 'keep': a `return` stays one; 'none': a `return` is an error. */
  readonly exit: { used: boolean } | 'keep' | 'none';
}

export const isFields = (binding: Binding | undefined): binding is Fields => binding instanceof Map;

/** The scope of a function with variables of its own. */
export function rootScope(name: string): Scope {
  return { names: new Map(), stack: [name], locals: [], stems: new Set(), fields: new Set(), exit: 'keep' };
}

/** The scope of the body that replaces a call. */
export function callScope(node: ts.CallExpression, { stack, locals, stems }: Scope, exit: Scope['exit']): Scope {
  const name = node.expression.getText();
  const inner: Scope = { names: new Map(), stack: [...stack, name], locals, stems, fields: new Set(), exit };
  // variables of a stage end with it; those of another function may be the value
  if (exit !== 'none') Object.assign(inner, { locals: [], stems: new Set(stems) });
  return stack.includes(name) ? fail(node, inner, 'a recursion; use a loop') : inner;
}

/** The binding of `node`, if it is a name, or a field of a record. */
export function resolve(node: ts.Node, scope: Scope): Binding | undefined {
  if (ts.isIdentifier(node)) return scope.names.get(node.text);
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const record = resolve(node.expression, scope);
  if (!isFields(record)) return undefined;
  return record.get(node.name.text) ?? fail(node, scope, 'a field that the record does not have');
}

/** A name that no other variable has in this block or around it. */
export function fresh(stem: string, { stems }: Scope): string {
  let name = `${stem}$`;
  for (let k = 2; stems.has(name); k++) name = `${stem}$${k}`;
  stems.add(name);
  return name;
}

/** @throws Error with the place of unsupported code, and the reason */
export function fail(node: ts.Node, scope: Scope, what: string): never {
  throw new Error(`inlineRecords: ${scope.stack.join(' > ')}: ${node.getText()}: ${what}`);
}
