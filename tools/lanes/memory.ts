/** Loads and stores: `memory[row]`, with all constants in the instruction's own offset. */
import ts from 'typescript';
import {
  type Columns,
  ELEMENT_SHIFT,
  INT,
  type Kind,
  LANE,
  LANE_INT,
  leavesOf,
  type Memory,
  type Store,
  type TablesKind,
} from './kinds.ts';
import { basicOf, bind, coerce, evaluate, fromLeaves, leafValues, NO_F64, nodeOf, type Scope, wrong } from './scope.ts';
import type { Node, Place } from './tree.ts';
import { type AddressValue, isBasic, isLiteral, isMemory, isPlain, isPoison, POISONED, type Value } from './values.ts';

/** An element of memory. */
interface Element extends Place {
  readonly kind: Memory | Columns | TablesKind;
}

/** Loads `node`, an element of memory. */
export function load(scope: Scope, node: ts.ElementAccessExpression): Value {
  const place = placeOf(scope, node);
  if (!place) return POISONED;
  const { kind, address, byteOffset } = place;
  if (kind.form === 'tables') return { kind: kind.table, address, byteOffset };
  if (kind.form === 'memory') {
    return { kind: kind.element, node: { op: 'load', store: kind.store, address, byteOffset } };
  }
  const base = shareAddress(scope, address);
  let leafOffset = byteOffset;
  return fromLeaves(kind.record, (leaf) => {
    const node: Node = { op: 'load', store: storeOf(leaf), address: base, byteOffset: leafOffset };
    leafOffset += kind.rows! * 4;
    return { kind: leaf === LANE_INT ? LANE_INT : LANE, node };
  });
}

/** Stores `value` to `node`, an element of memory. */
export function store(scope: Scope, node: ts.ElementAccessExpression, valueNode: ts.Node, value: Value): void {
  const place = placeOf(scope, node);
  if (!place) return;
  const { kind, address, byteOffset } = place;
  if (kind.form === 'memory') {
    if (kind.store === 'f64' && scope.shared.wgsl) {
      wrong(scope, node, NO_F64);
      return;
    }
    if (scope.shared.wgsl && ELEMENT_SHIFT[kind.store] !== 2) {
      wrong(scope, node, `WGSL stores no ${kind.name}: another invocation may store to the same word; store Ints`);
      return;
    }
    const element = basicOf(scope, valueNode, value, kind.element);
    if (element) scope.body.add({ op: 'store', store: kind.store, address, byteOffset, value: element.node });
    return;
  }
  if (kind.form === 'tables') {
    wrong(scope, node, 'a table is stored member by member');
    return;
  }
  const record = coerce(scope, valueNode, value, kind.record);
  if (isPoison(record)) return;
  const base = shareAddress(scope, address);
  // all of it is computed before any of it is stored: it may depend on the overwritten values
  const settled = bind(scope, record, 'stored', false);
  const names = leavesOf(kind.record);
  leafValues(settled).forEach((leaf, k) => {
    const at = { address: base, byteOffset: byteOffset + k * kind.rows! * 4 };
    scope.body.add({ op: 'store', store: storeOf(names[k][1]), ...at, value: nodeOf(leaf) });
  });
}

/** The place of an element; undefined after an error. */
function placeOf(scope: Scope, node: ts.ElementAccessExpression): Element | undefined {
  const memory = evaluate(scope, node.expression);
  if (isPoison(memory)) {
    evaluate(scope, node.argumentExpression, INT);
    return undefined;
  }
  if (!isMemory(memory) || memory.kind.form === 'table') {
    wrong(scope, node, 'only memory has elements; write a Column, Floats, ColumnOf<…> or the like before the brackets');
    return undefined;
  }
  if (memory.kind.form === 'columns' && memory.kind.rows === undefined) {
    wrong(
      scope,
      node,
      'how long these columns are is known in their table only; pass the table, or call an inlined helper',
    );
    return undefined;
  }
  const element = elementAddress(scope, memory, node.argumentExpression, elementBytes(memory.kind));
  return element && { kind: memory.kind, ...element };
}

function elementBytes(kind: Memory | Columns | TablesKind): number {
  if (kind.form === 'tables') return kind.table.bytes;
  return kind.form === 'columns' ? 4 : 1 << ELEMENT_SHIFT[kind.store];
}

function elementAddress(scope: Scope, memory: AddressValue, index: ts.Expression, bytes: number) {
  let [term, constant]: [ts.Expression, number] = [index, 0];
  if (ts.isBinaryExpression(index) && index.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const right = evaluate(scope, index.right, INT);
    if (isLiteral(right) && Number.isInteger(right.number) && right.number >= 0)
      [term, constant] = [index.left, right.number];
  }
  const value = evaluate(scope, term, INT);
  if (isLiteral(value) && Number.isInteger(value.number) && value.number >= 0) {
    return { address: memory.address, byteOffset: memory.byteOffset + (value.number + constant) * bytes };
  }
  const row = coerce(scope, term, value, INT);
  if (!isBasic(row)) return undefined;
  const address: Node = { op: 'element', base: memory.address, index: row.node, bytes };
  return { address, byteOffset: memory.byteOffset + constant * bytes };
}

function shareAddress(scope: Scope, address: Node): Node {
  if (isPlain(address, scope.shared.lanes)) return address;
  return { op: 'local', name: scope.body.declare('at', INT, address) };
}

/** How a lane of a column is stored. */
function storeOf(leaf: Kind): Store {
  return leaf === LANE_INT ? 'lanes i32' : 'lanes f32';
}
