/** The layout of tables, for the host that fills them. */
import { leavesOf, nameOf, storeOfScalar, type TableKind } from './kinds.ts';

export interface TableLayout {
  readonly rows: number;
  readonly bytes: number;
  /** By name, with the leaves of a record column as `v.x`: the offset of the member in the table, and its elements. */
  readonly members: Readonly<Record<string, { readonly byteOffset: number; readonly element: string }>>;
}

export function layoutOf({ rows, bytes, members }: TableKind): TableLayout {
  const entries = [...members].flatMap(
    ([name, { kind, byteOffset }]): [string, { byteOffset: number; element: string }][] => {
      if (kind.form === 'basic') return [[name, { byteOffset, element: storeOfScalar(kind)! }]];
      if (kind.form === 'memory') return [[name, { byteOffset, element: kind.store.replace('lanes ', '') }]];
      if (kind.form === 'table' || kind.form === 'tables') return [[name, { byteOffset, element: nameOf(kind) }]];
      return leavesOf(kind.record).map(([path, leaf], k) => [
        `${name}.${path}`,
        { byteOffset: byteOffset + k * rows * 4, element: leaf.name === 'Lane' ? 'f32' : 'i32' },
      ]);
    },
  );
  return { rows, bytes, members: Object.fromEntries(entries) };
}
