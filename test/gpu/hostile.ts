/**
 * Builds of the kernels as compilers of shaders may make them: WGSL allows to fuse and to reassociate, to flush
 * denormals, and divisions and roots that are a few units off.
 */
import { LANE } from '../../tools/lanes/kinds.ts';
import { OPERATIONS, type Operation } from '../../tools/lanes/operations.ts';
import { mapNodes, type Node, type Tree } from '../../tools/lanes/tree.ts';

type Apply = Extract<Node, { op: 'apply' }>;

export const HOSTILE = ['fused', 'reassociated'] as const;

const rowOf = (name: string): Operation =>
  OPERATIONS.get(name)!.find(({ result, operands }) => result === LANE && operands.length === 2)!;
const NEGATION = OPERATIONS.get('-')!.find(({ result, operands }) => result === LANE && operands.length === 1)!;
const [PLUS, MINUS] = [rowOf('+'), rowOf('-')];

const call = (callee: string, ...operands: Node[]): Node => ({ op: 'call', callee, operands });
const apply = (row: Operation, ...operands: Node[]): Node => ({ op: 'apply', row, operands });

/** Whether a node is this operation of Lanes. */
function isRow(node: Node | undefined, name: string): node is Apply {
  return node?.op === 'apply' && node.row.name === name && node.row.result === LANE;
}

/** The parts of a sum or a difference of Lanes. */
function sumOf(node: Node): { readonly row: Operation; readonly a: Node; readonly b: Node } | undefined {
  const isSum = node.op === 'apply' && (node.row === PLUS || node.row === MINUS);
  return isSum ? { row: node.row, a: node.operands[0]!, b: node.operands[1]! } : undefined;
}

/** Fuses each product with the sum around it; divisions and roots are up to 2 units of the last place off. */
function fused(node: Node): Node {
  if (isRow(node, '/') || isRow(node, 'sqrt')) return call('hostile', node);
  const sum = sumOf(node);
  if (!sum) return node;
  const { a, b } = sum;
  const isMinus = sum.row === MINUS;
  if (isRow(b, '*')) return call('fma', isMinus ? apply(NEGATION, b.operands[0]!) : b.operands[0]!, b.operands[1]!, a);
  if (isRow(a, '*')) return call('fma', a.operands[0]!, a.operands[1]!, isMinus ? apply(NEGATION, b) : b);
  return node;
}

/** Turns sums around: (p + q) + b becomes p + (q + b), (p − q) + b becomes p − (q − b). */
function reassociated(node: Node): Node {
  const outer = sumOf(node);
  const inner = outer && sumOf(outer.a);
  if (!inner) return node;
  return apply(inner.row, inner.a, apply(inner.row === outer.row ? PLUS : MINUS, inner.b, outer.b));
}

function flushed(node: Node): Node {
  return node.op === 'apply' && node.row.result === LANE && /^[-+*/]$|^sqrt$/.test(node.row.name)
    ? call('flushed', node)
    : node;
}

/** The tree of a hostile build. Its text calls the functions of `HOSTILE_WGSL`. */
export function hostileTree(tree: Tree, kind: (typeof HOSTILE)[number]): Tree {
  const passes = kind === 'fused' ? [unbound, fused] : [unbound, reassociated, flushed];
  const items = tree.items.map((item) =>
    'exported' in item ? item : { ...item, body: passes.reduce((body, pass) => mapNodes(body, pass), item.body) },
  );
  return { ...tree, items };
}

/** Compilers see no bounds of inlined helpers. */
function unbound(node: Node): Node {
  return node.op === 'rounded' ? node.value : node;
}

/** `hostile` hashes the bits: −2, −1, 0, 1 or 2 units of the last place. */
export const HOSTILE_WGSL = `fn hostile(x: f32) -> f32 {
  let bits = bitcast<u32>(x);
  let exponent = (bits >> 23u) & 0xffu;
  if (exponent == 0u || exponent > 253u) {
    return select(x, 0.0f, exponent == 0u);
  }
  return bitcast<f32>(bits + ((bits * 2654435761u) >> 16u) % 5u - 2u);
}
fn flushed(x: f32) -> f32 {
  return select(x, 0.0f, (bitcast<u32>(x) & 0x7f800000u) == 0u);
}
`;
