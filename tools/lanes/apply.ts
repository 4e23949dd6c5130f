/** The selection of an instruction: the row of the table that fits the operands, or the reason why none fits. */
import type ts from 'typescript';
import { INT, isWide, type Kind, MASK, nameOf } from './kinds.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { advice, coerce, type Scope, wrong } from './scope.ts';
import type { Node } from './tree.ts';
import {
  type BasicValue,
  isBasic,
  isLiteral,
  isPoison,
  literalObjection,
  POISONED,
  truthOf,
  type Value,
} from './values.ts';

/** Applies the row of the instruction table that fits the operands. */
export function apply(scope: Scope, node: ts.Node, name: string, operands: readonly Value[], hint?: Kind): Value {
  if (operands.some(isPoison)) return POISONED;
  const rows = (OPERATIONS.get(name) ?? []).filter((row) => row.operands.length === operands.length);
  const fitting = rows.filter((row) => row.operands.every((kind, k) => fits(operands[k], kind)));
  const row =
    fitting.length > 1
      ? (fitting.find(({ result }) => result === hint) ?? (name === 'splat' ? fitting[0] : undefined))
      : fitting[0];
  if (row) return applied(scope, node, row, operands);
  if (fitting.length > 1)
    return wrong(scope, node, `which kind are these numbers? Give one a kind: splat(…) or a const with a kind`);
  return wrong(scope, node, mismatch(name, operands, rows));
}

function fits(value: Value, kind: Kind | '#'): boolean {
  if (kind === '#') return isLiteral(value);
  if (isLiteral(value)) return !literalObjection(kind, value);
  if (kind === MASK && isBasic(value) && truthOf(value) !== undefined) return true;
  return value.kind === kind;
}

function applied(scope: Scope, node: ts.Node, row: Operation, operands: readonly Value[]): Value {
  const { lanes } = scope.shared;
  if (lanes === 1 && row.one === undefined)
    return wrong(scope, node, `${row.name} needs four lanes; put it under \`if (LANES === 4)\``);
  const nodes: Node[] = [];
  for (const [k, kind] of row.operands.entries()) {
    const value = operands[k];
    if (kind !== '#') {
      nodes.push((coerce(scope, node, value, kind) as BasicValue).node);
      continue;
    }
    const lane = (value as { number: number }).number;
    if (!Number.isInteger(lane) || lane < 0 || lane >= lanes) {
      const other = lanes === 1 ? '; put it under `if (LANES === 4)`' : '';
      return wrong(scope, node, `there is no lane ${lane} of ${lanes}${other}`);
    }
    nodes.push({ op: 'number', kind: INT, value: lane });
  }
  return { kind: row.result, node: { op: 'apply', row, operands: nodes } };
}

function mismatch(name: string, operands: readonly Value[], rows: readonly Operation[]): string {
  const kinds = operands.map(({ kind }) => nameOf(kind));
  const [left, right] = operands.map(({ kind }) => kind) as [Kind, Kind?];
  if (name === '/' && left === INT)
    return 'Int has no `/`; write int(double(a) / double(b)), or a shift for a power of two';
  if (name === '/' && left.form === 'basic' && left.name === 'LaneInt')
    return 'LaneInt has no `/`; write toInt(toLane(a) / toLane(b))';
  if (right && /\W/.test(name)) {
    const hint = isWide(left)
      ? (advice(right, left) ?? advice(left, right))
      : (advice(left, right) ?? advice(right, left));
    if (hint && left !== right) return `\`${name}\` of ${kinds.join(' and ')}; ${hint}`;
  }
  const options = rows.map((row) => row.operands.map((kind) => (kind === '#' ? 'lane number' : kind.name)).join(', '));
  const wants = options.length ? `; it takes ${options.join(' or ')}` : '';
  return `\`${name}\` takes no ${kinds.join(' and ') || 'empty list'}${wants}`;
}
