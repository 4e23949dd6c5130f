/** What back ends have in common: statements inside of others, indented. */
import type { Node, Statement } from '../tree.ts';

export abstract class Writer {
  protected abstract text(node: Node): string;

  /** A statement other than `if`: lines with this margin, each with its line break. */
  protected abstract lines(statement: Exclude<Statement, { op: 'if' }>, margin: string): string;

  protected block(statements: readonly Statement[], margin: string): string {
    return statements.map((statement) => this.#statement(statement, margin)).join('');
  }

  #statement(statement: Statement, margin: string): string {
    if (statement.op !== 'if') return this.lines(statement, margin);
    const { condition, whenTrue, whenFalse } = statement;
    const inner = `${margin}  `;
    const rest = whenFalse ? `${margin}} else {\n${this.block(whenFalse, inner)}` : '';
    return `${margin}if (${this.text(condition)}) {\n${this.block(whenTrue, inner)}${rest}${margin}}\n`;
  }
}
