/** The kinds of values in a wide kernel, inside the compiler; `src/language/lanes.ts` documents each. */

export type BasicName = 'Lane' | 'Mask' | 'LaneInt' | 'Int' | 'Float' | 'Double' | 'Flag';
/** The layout of one element in memory. */
export type Store = 'lanes f32' | 'lanes i32' | 'f32' | 'f64' | 'i32' | 'u16' | 'u8';

export interface Basic {
  readonly form: 'basic';
  readonly name: BasicName;
}
/** A run of elements of one basic kind. */
export interface Memory {
  readonly form: 'memory';
  readonly name: string;
  readonly element: Basic;
  readonly store: Store;
}
/** Columns of a record's leaves, `rows` elements each; outside of a table `rows` is not known. */
export interface Columns {
  readonly form: 'columns';
  readonly record: RecordKind;
  readonly rows: number | undefined;
}
export interface RecordKind {
  readonly form: 'record';
  readonly name: string;
  readonly fields: ReadonlyMap<string, Kind>;
}
export interface TableKind {
  readonly form: 'table';
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly members: ReadonlyMap<string, { readonly kind: Member | Basic; readonly byteOffset: number }>;
}
/** Tables of one kind, one after the other; outside of a table `count` is not known. */
export interface TablesKind {
  readonly form: 'tables';
  readonly table: TableKind;
  readonly count: number | undefined;
}
/** A function that a helper takes. */
export interface VisitorKind {
  readonly form: 'visitor';
  readonly parameters: readonly Kind[];
  readonly result: Kind;
}
/** A member of a table. */
export type Member = Memory | Columns | TableKind | TablesKind;
export type Kind =
  | Basic
  | Member
  | RecordKind
  | VisitorKind
  /** A type parameter: the kind of the argument. */
  | { readonly form: 'open' }
  /** A number known at compile time that has not met its kind yet. */
  | { readonly form: 'literal' }
  | { readonly form: 'void' }
  /** What had an error: fits everywhere, so that one mistake is reported once. */
  | { readonly form: 'poison' };

const basic = (name: BasicName): Basic => ({ form: 'basic', name });
export const LANE = basic('Lane');
export const MASK = basic('Mask');
export const LANE_INT = basic('LaneInt');
export const INT = basic('Int');
export const FLOAT = basic('Float');
export const DOUBLE = basic('Double');
export const FLAG = basic('Flag');
export const LITERAL: Kind = { form: 'literal' };
export const VOID: Kind = { form: 'void' };
export const OPEN: Kind = { form: 'open' };
export const POISON: Kind = { form: 'poison' };
export const BASICS = new Map([LANE, MASK, LANE_INT, INT, FLOAT, DOUBLE, FLAG].map((kind) => [kind.name, kind]));

const memory = (name: string, element: Basic, store: Store): Memory => ({ form: 'memory', name, element, store });
export const MEMORIES = new Map(
  [
    memory('Column', LANE, 'lanes f32'),
    memory('IntColumn', LANE_INT, 'lanes i32'),
    memory('Floats', FLOAT, 'f32'),
    memory('Doubles', DOUBLE, 'f64'),
    memory('Ints', INT, 'i32'),
    memory('Words', INT, 'i32'),
    memory('Shorts', INT, 'u16'),
    memory('Bytes', INT, 'u8'),
  ].map((kind) => [kind.name, kind]),
);

/** log₂ of the bytes of one element. */
export const ELEMENT_SHIFT: Readonly<Record<Store, number>> = {
  'lanes f32': 2,
  'lanes i32': 2,
  f32: 2,
  i32: 2,
  f64: 3,
  u16: 1,
  u8: 0,
};

/** How a scalar member of a table is stored; undefined for kinds that are none. */
export function storeOfScalar(kind: Kind): Store | undefined {
  if (kind === DOUBLE) return 'f64';
  if (kind === FLOAT) return 'f32';
  return kind === INT ? 'i32' : undefined;
}

/** Whether it is one byte address at run time. */
export function isAddress(kind: Kind): kind is Member {
  return kind.form === 'memory' || kind.form === 'columns' || kind.form === 'table' || kind.form === 'tables';
}

/** Whether values of this kind have one part per lane. */
export function isWide(kind: Kind): boolean {
  if (kind.form === 'basic') return kind === LANE || kind === MASK || kind === LANE_INT;
  return kind.form === 'record' && [...kind.fields.values()].some(isWide);
}

export function sameKind(a: Kind, b: Kind): boolean {
  if (a.form === 'record' && b.form === 'record') {
    return (
      a.fields.size === b.fields.size &&
      [...a.fields].every(([name, kind]) => b.fields.has(name) && sameKind(kind, b.fields.get(name)!))
    );
  }
  if (a.form === 'columns' && b.form === 'columns') return sameKind(a.record, b.record);
  if (a.form === 'tables' && b.form === 'tables') return sameKind(a.table, b.table);
  if (a.form === 'table' && b.form === 'table') return a.name === b.name && a.bytes === b.bytes;
  return a === b;
}

/** The leaves of a record in order, with dotted names. */
export function leavesOf(record: RecordKind): [string, Basic][] {
  return [...record.fields].flatMap(([name, kind]): [string, Basic][] => {
    if (kind.form === 'record') return leavesOf(kind).map(([rest, leaf]) => [`${name}.${rest}`, leaf]);
    return kind.form === 'basic' ? [[name, kind]] : [];
  });
}

/** The kinds of the leaves of a record in order, memory among them. */
export function leafKinds(kind: Kind): Kind[] {
  return kind.form === 'record' ? [...kind.fields.values()].flatMap(leafKinds) : [kind];
}

/** The name of a kind in messages. */
export function nameOf(kind: Kind): string {
  switch (kind.form) {
    case 'literal':
      return 'a number';
    case 'void':
      return 'nothing';
    case 'poison':
      return 'an error';
    case 'open':
      return 'any kind';
    case 'visitor':
      return `(${kind.parameters.map(nameOf).join(', ')}) => ${kind.result === VOID ? 'void' : nameOf(kind.result)}`;
    case 'tables':
      return `Tables<${kind.table.name}>`;
    case 'columns':
      return `ColumnOf<${kind.record.name}>`;
    default:
      return kind.name;
  }
}
