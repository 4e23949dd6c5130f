/** Leaves out constants that nothing reads, with their loads. */
import { blocksOf, expressionsOf, type Node, partsOf, type Statement } from '../tree.ts';

export function withoutUnused(statements: readonly Statement[]): readonly Statement[] {
  const uses = new Map<string, number>();
  const count = (node: Node, by: number): void => {
    if (node.op === 'local') uses.set(node.name, (uses.get(node.name) ?? 0) + by);
    for (const part of partsOf(node)) count(part, by);
  };
  const countAll = (list: readonly Statement[]): void => {
    for (const statement of list) {
      for (const node of expressionsOf(statement)) count(node, 1);
      for (const block of blocksOf(statement)) countAll(block);
    }
  };
  // a constant is declared before it is read: from the end, the uses of each are final when it is met
  const kept = (list: readonly Statement[]): Statement[] => {
    const reversed = list.toReversed().flatMap((statement): Statement[] => {
      if (statement.op === 'declare' && statement.isConstant && !uses.get(statement.name)) {
        count(statement.value, -1);
        return [];
      }
      if (statement.op === 'if') {
        const whenFalse = statement.whenFalse && kept(statement.whenFalse);
        return [{ ...statement, whenFalse, whenTrue: kept(statement.whenTrue) }];
      }
      if (statement.op === 'block') return [{ ...statement, body: kept(statement.body) }];
      if (statement.op === 'loop') {
        const body = kept(statement.body);
        return [{ ...statement, body, inputs: kept(statement.inputs) }];
      }
      return [statement];
    });
    return reversed.reverse();
  };
  countAll(statements);
  return kept(statements);
}
