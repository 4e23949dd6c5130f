/** Leaves out parameters that a function does not read, with their arguments: most are leaves of records. */
import {
  blocksOf,
  type Call,
  expressionsOf,
  mapNodes,
  type Node,
  partsOf,
  type Statement,
  type TreeItem,
} from '../tree.ts';
import { withoutCopies } from './copies.ts';
import { withoutUnused } from './unused.ts';

/** The functions without such parameters. Exported ones keep theirs; callees stand before their callers. */
export function withoutUnusedParameters(items: readonly TreeItem[]): readonly TreeItem[] {
  const exported = new Set(items.flatMap((item) => ('exported' in item ? item.exported : [])));
  /** Whether each parameter is read, by function. */
  const readIn = new Map<string, readonly boolean[]>();
  return items.map((item) => {
    if ('exported' in item) return item;
    // an argument has no effect: calls that store are statements
    const called = mapNodes(item.body, (node) => {
      const isRead = node.op === 'call' ? readIn.get(node.callee) : undefined;
      return isRead ? { ...(node as Call), operands: (node as Call).operands.filter((_, k) => isRead[k]) } : node;
    });
    const body = withoutUnused(withoutCopies(called));
    const names = namesIn(body);
    const isRead = item.parameters.map(({ name }) => exported.has(item.name) || names.has(name));
    readIn.set(item.name, isRead);
    return { ...item, body, parameters: item.parameters.filter((_, k) => isRead[k]) };
  });
}

function namesIn(statements: readonly Statement[]): Set<string> {
  const names = new Set<string>();
  const add = (node: Node): void => {
    if (node.op === 'local') names.add(node.name);
    partsOf(node).forEach(add);
  };
  const addAll = (list: readonly Statement[]): void => {
    for (const statement of list) {
      expressionsOf(statement).forEach(add);
      blocksOf(statement).forEach(addAll);
    }
  };
  addAll(statements);
  return names;
}
