/** Sums with a product in the same expression, which the relaxed build computes in one instruction. */
import { LANE } from '../kinds.ts';
import type { Node } from '../tree.ts';

export interface Fused {
  readonly factors: readonly Node[];
  readonly addend: Node;
  /** addend − product, else addend + product. */
  readonly isNegated: boolean;
}

/** The last product of a sum is fused: a·b + c·d is c·d added to the rounded a·b. Undefined: nothing is fused. */
export function fusedOf(node: Node): Fused | undefined {
  if (node.op !== 'apply' || node.row.result !== LANE || !/^[+-]$/.test(node.row.name)) return undefined;
  const [a, b] = node.operands;
  if (!a || !b) return undefined;
  const isNegated = node.row.name === '-';
  if (isProduct(b)) return { factors: b.operands, addend: a, isNegated };
  return !isNegated && isProduct(a) ? { factors: a.operands, addend: b, isNegated } : undefined;
}

function isProduct(node: Node): node is Extract<Node, { op: 'apply' }> {
  return node.op === 'apply' && node.row.name === '*' && node.row.result === LANE;
}
