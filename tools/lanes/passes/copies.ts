/** Leaves out constants that are copies of a local which keeps its value as long as they live. */
import { blocksOf, mapNodes, type Statement } from '../tree.ts';
import { bare } from '../values.ts';

export function withoutCopies(statements: readonly Statement[]): readonly Statement[] {
  const kept: Statement[] = [];
  let rest = statements;
  while (rest.length > 0) {
    const [statement, ...after] = rest as [Statement, ...Statement[]];
    const source = statement.op === 'declare' && statement.isConstant ? bare(statement.value, 1) : undefined;
    if (source?.op === 'local' && !after.some((each) => assigns(each, source.name))) {
      const { name } = statement as Extract<Statement, { op: 'declare' }>;
      rest = mapNodes(after, (node) => (node.op === 'local' && node.name === name ? source : node));
    } else {
      kept.push(inside(statement));
      rest = after;
    }
  }
  return kept;
}

function inside(statement: Statement): Statement {
  switch (statement.op) {
    case 'if': {
      const { whenTrue, whenFalse } = statement;
      return { ...statement, whenTrue: withoutCopies(whenTrue), whenFalse: whenFalse && withoutCopies(whenFalse) };
    }
    case 'block':
      return { ...statement, body: withoutCopies(statement.body) };
    case 'loop':
      return { ...statement, body: withoutCopies(statement.body) };
    default:
      return statement;
  }
}

function assigns(statement: Statement, name: string): boolean {
  if (statement.op === 'assign' && statement.name === name) return true;
  return blocksOf(statement).some((block) => block.some((each) => assigns(each, name)));
}
