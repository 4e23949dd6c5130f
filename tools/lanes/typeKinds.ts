/** Converts type annotations to kinds: aliases, records and the layout of tables. */
import ts from 'typescript';
import type { Report } from './diagnostics.ts';
import {
  BASICS,
  type Basic,
  ELEMENT_SHIFT,
  isAddress,
  type Kind,
  leavesOf,
  MEMORIES,
  type Member,
  OPEN,
  POISON,
  type RecordKind,
  storeOfScalar,
  type TableKind,
  VOID,
} from './kinds.ts';
import { CLASS_MEMBERS, MEMBER_ALIGNMENT, type Part, partOfClass } from './members.ts';
import { VOCABULARY } from './program.ts';
import { declarationOf, isVocabulary } from './symbols.ts';
import { functionTypeOf } from './visitors.ts';

/** Kinds by annotation, of one compilation. */
export class TypeKinds {
  readonly tables = new Map<string, TableKind>();
  readonly #checker: ts.TypeChecker;
  readonly #report: Report;
  readonly #interfaces = new Map<ts.InterfaceDeclaration | ts.ClassDeclaration, Kind>();
  /** Interfaces of objects of a host. */
  readonly #objects = new Set<ts.Declaration>();

  constructor(checker: ts.TypeChecker, report: Report) {
    this.#checker = checker;
    this.#report = report;
  }

  /** The kind that a type annotation names; poison after an error. */
  of(node: ts.TypeNode): Kind {
    if (node.kind === ts.SyntaxKind.VoidKeyword) return VOID;
    if (functionTypeOf(this.#checker, node)) {
      const text = 'a function is not stored or returned; a parameter of a helper may be one';
      return this.#wrong(node, text);
    }
    if (ts.isParenthesizedTypeNode(node)) return this.of(node.type);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, node.typeName, node.typeArguments ?? []);
    return this.#wrong(
      node,
      `\`${node.getText()}\` is no kind; ` +
        'write Lane, Mask, LaneInt, Int, Float, Double, Flag, a memory or an interface of these',
    );
  }

  /** The interfaces that these types name, and those of their members, are objects of a host. */
  markObjects(types: readonly ts.Node[]): void {
    for (const type of types) {
      const name = ts.isTypeReferenceNode(type) ? type.typeName : undefined;
      const declaration = name && declarationOf(this.#checker, name);
      if (!declaration || this.#objects.has(declaration) || declaration.getSourceFile().fileName === VOCABULARY)
        continue;
      if (ts.isTypeAliasDeclaration(declaration)) this.markObjects([declaration.type]);
      if (!ts.isInterfaceDeclaration(declaration)) continue;
      this.#objects.add(declaration);
      this.markObjects(declaration.members.flatMap((member) => (ts.isPropertySignature(member) && member.type) || []));
    }
  }

  /** The kind of a parameter: see `of`. It may be a visitor. */
  ofParameter(node: ts.TypeNode): Kind {
    const visitor = functionTypeOf(this.#checker, node);
    if (!visitor) return this.of(node);
    const parameters = visitor.parameters.map(({ type }) => (type ? this.of(type) : POISON));
    return { form: 'visitor', parameters, result: this.of(visitor.type) };
  }

  /** The number that the annotation of a constant gives it in f32; undefined for all other annotations. */
  inF32(node: ts.TypeNode): number | undefined {
    if (!ts.isTypeReferenceNode(node) || !isVocabulary(this.#checker, node.typeName, 'InF32')) return undefined;
    const type = this.#checker.getTypeFromTypeNode(node.typeArguments![0]!);
    if (type.isNumberLiteral()) return type.value;
    this.#wrong(node, 'InF32 takes a number; write `const EPSILON: InF32<1e-6> = 1e-12`');
    return NaN;
  }

  /** Checks an interface or a class that may have no annotation. */
  declared(declaration: ts.InterfaceDeclaration | ts.ClassDeclaration): void {
    if (ts.isClassDeclaration(declaration)) this.#class(declaration);
    else if (!declaration.typeParameters) this.#interface(declaration);
  }

  #reference(node: ts.Node, name: ts.Node, typeArguments: readonly ts.TypeNode[]): Kind {
    const declaration = declarationOf(this.#checker, name);
    if (!declaration) return POISON; // tsc reports the unknown name
    if (ts.isTypeParameterDeclaration(declaration)) return OPEN;
    if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) {
      if (declaration.getSourceFile().fileName === VOCABULARY) {
        const known = this.#builtin(declaration.name.text, typeArguments);
        if (known) return known;
      }
      if (declaration.typeParameters) return this.#wrong(node, 'type parameters are not supported; write the type out');
      return ts.isTypeAliasDeclaration(declaration) ? this.of(declaration.type) : this.#interface(declaration);
    }
    if (ts.isClassDeclaration(declaration)) return this.#class(declaration);
    return this.#wrong(node, `\`${node.getText()}\` is no kind; write an alias or an interface of kinds`);
  }

  #builtin(name: string, typeArguments: readonly ts.TypeNode[]): Kind | undefined {
    const known = BASICS.get(name as never) ?? MEMORIES.get(name);
    if (known) return known;
    if (name === 'Tables') return this.#tables(typeArguments);
    if (name !== 'ColumnOf') return undefined;
    const node = typeArguments[0];
    const record = this.of(node);
    if (record.form === 'poison') return POISON;
    const storable = record.form === 'record' && isStorable(record);
    if (!storable) return this.#wrong(node, 'ColumnOf takes a record whose leaves are Lane or LaneInt');
    return { form: 'columns', record, rows: undefined };
  }

  #tables([node, count]: readonly ts.TypeNode[]): Kind {
    const table = this.of(node);
    if (table.form === 'poison') return POISON;
    if (table.form !== 'table') return this.#wrong(node, 'Tables takes an interface that extends Table');
    const type = this.#checker.getTypeFromTypeNode(count);
    return { form: 'tables', table, count: type.isNumberLiteral() ? type.value : undefined };
  }

  #interface(declaration: ts.InterfaceDeclaration): Kind {
    const known = this.#interfaces.get(declaration);
    if (known) return known;
    this.#interfaces.set(declaration, POISON); // a record that holds itself has no leaves
    const fields = new Map<string, Kind>();
    const isObject = this.#objects.has(declaration);
    let rows: number | undefined;
    let mostBytes: ts.TypeNode | undefined;
    for (const base of declaration.heritageClauses?.flatMap(({ types }) => types) ?? []) {
      if (isVocabulary(this.#checker, base.expression, 'Table')) {
        rows = this.#rows(base.typeArguments![0]);
        mostBytes = base.typeArguments![1];
        continue;
      }
      const kind = this.#reference(base, base.expression, base.typeArguments ?? []);
      const inherited =
        kind.form === 'record' ? kind.fields : kind.form === 'table' && isObjectKind(kind) ? kind.members : undefined;
      if (inherited) for (const [name, field] of inherited) fields.set(name, 'kind' in field ? field.kind : field);
      else if (kind.form !== 'poison') this.#wrong(base, 'a record extends records only');
    }
    for (const member of declaration.members) {
      if (!ts.isPropertySignature(member) || !member.type || member.questionToken || !ts.isIdentifier(member.name)) {
        this.#wrong(member, 'a member of a record or table is `readonly name: Kind`');
        continue;
      }
      fields.set(member.name.text, this.of(member.type));
    }
    const kind = isObject
      ? objectOf(declaration.name.text, fields)
      : rows === undefined
        ? this.#record(declaration, fields)
        : this.#table(declaration, fields, rows);
    this.#interfaces.set(declaration, kind);
    if (mostBytes && kind.form === 'table') this.#fits(mostBytes, kind);
    return kind;
  }

  #record(declaration: ts.InterfaceDeclaration, fields: ReadonlyMap<string, Kind>): Kind {
    const kinds = [...fields.values()];
    if (kinds.some(({ form }) => form === 'poison')) return POISON;
    if (kinds.every(({ form }) => /^(basic|record|memory|table)$/.test(form))) {
      return { form: 'record', name: declaration.name.text, fields } satisfies RecordKind;
    }
    return this.#wrong(
      declaration,
      'a record holds values, memory and tables; give a table of columns an `extends Table<…>`',
    );
  }

  #table(declaration: ts.InterfaceDeclaration, fields: ReadonlyMap<string, Kind>, rows: number): Kind {
    const name = declaration.name.text;
    const parts: Part[] = [];
    for (const [member, kind] of fields) {
      if (kind.form === 'poison') return POISON;
      const store = storeOfScalar(kind);
      if (!isAddress(kind) && !store) {
        return this.#wrong(
          declaration,
          `${name}.${member} is no memory; a table holds Column, Floats, ColumnOf<…> and the like, and scalars`,
        );
      }
      const part = kind.form === 'columns' ? { ...kind, rows } : (kind as Member | Basic);
      const bytes = store ? 1 << ELEMENT_SHIFT[store] : bytesOf(part as Member, rows);
      parts.push({ name: member, kind: part, bytes, alignment: store ? bytes : MEMBER_ALIGNMENT });
    }
    return this.#layOut(declaration, name, rows, parts);
  }

  /** A class: a table that hosts make by `new`. */
  #class(declaration: ts.ClassDeclaration): Kind {
    const known = this.#interfaces.get(declaration);
    if (known) return known;
    this.#interfaces.set(declaration, POISON); // a table that holds itself has no size
    const { name, heritageClauses, members } = declaration;
    if (!name || heritageClauses || members.length === 0) return this.#wrong(declaration, CLASS_MEMBERS);
    const kindOf = (node: ts.TypeNode | ts.Expression) =>
      ts.isTypeNode(node) ? this.of(node) : this.#reference(node, node, []);
    const parts = members.map((member) => partOfClass(this.#checker, member, kindOf) ?? this.#noPart(member));
    if (parts.some((part) => part.kind.form === 'poison')) return POISON;
    const kind = this.#layOut(declaration, name.text, 1, parts);
    this.#interfaces.set(declaration, kind);
    return kind;
  }

  #noPart(member: ts.ClassElement): Part {
    return { name: '', kind: this.#wrong(member, CLASS_MEMBERS), bytes: 0, alignment: 1 };
  }

  /** The table of members one after the other. */
  #layOut(declaration: ts.Node, name: string, rows: number, parts: readonly Part[]): Kind {
    const members = new Map<string, { kind: Member | Basic; byteOffset: number }>();
    let end = 0;
    for (const part of parts) {
      const byteOffset = Math.ceil(end / part.alignment) * part.alignment;
      members.set(part.name, { kind: part.kind as Member | Basic, byteOffset });
      end = byteOffset + part.bytes;
    }
    const bytes = Math.ceil(end / MEMBER_ALIGNMENT) * MEMBER_ALIGNMENT;
    const table: TableKind = { form: 'table', name, rows, bytes, members };
    if (this.tables.has(name))
      return this.#wrong(declaration, `there is a table ${name} already; name this one otherwise`);
    this.tables.set(name, table);
    return table;
  }

  /** Reports a table that exceeds its maximum size. */
  #fits(node: ts.TypeNode, { name, bytes }: TableKind): void {
    const most = this.#checker.getTypeFromTypeNode(node);
    if (most.isNumberLiteral() && bytes > most.value) {
      this.#wrong(node, `${name} takes ${bytes} bytes, and at most ${most.value} are set aside`);
    }
  }

  #rows(node: ts.TypeNode): number {
    const type = this.#checker.getTypeFromTypeNode(node);
    const rows = type.isNumberLiteral() ? type.value : 0;
    if (!Number.isInteger(rows) || rows <= 0 || rows % 4 !== 0) {
      this.#wrong(
        node,
        'the rows of a table are a constant, a multiple of 4; write Table<128> or Table<typeof TILE_ROWS>',
      );
      return 4;
    }
    return rows;
  }

  #wrong(node: ts.Node, text: string): Kind {
    this.#report.at(node, text);
    return POISON;
  }
}

const isObjectKind = ({ bytes }: TableKind) => bytes === 0;

/** An object of a host: a table without a layout. */
function objectOf(name: string, fields: ReadonlyMap<string, Kind>): Kind {
  if ([...fields.values()].some(({ form }) => form === 'poison')) return POISON;
  const members = new Map(
    [...fields].map(([member, kind]) => [member, { kind: kind as Member | Basic, byteOffset: 0 }]),
  );
  return { form: 'table', name, rows: 1, bytes: 0, members };
}

/** Whether all leaves of a record are Lane or LaneInt. */
function isStorable({ fields }: RecordKind): boolean {
  const isLeaf = (kind: Kind) => kind.form === 'basic' && (kind.name === 'Lane' || kind.name === 'LaneInt');
  return [...fields.values()].every((kind) => (kind.form === 'record' ? isStorable(kind) : isLeaf(kind)));
}

/** Bytes of a member of a table with `rows` rows. */
function bytesOf(member: Member, rows: number): number {
  switch (member.form) {
    case 'memory':
      return rows << ELEMENT_SHIFT[member.store];
    case 'columns':
      return leavesOf(member.record).length * rows * 4;
    case 'table':
      return member.bytes;
    case 'tables':
      return member.table.bytes * (member.count ?? 0);
  }
}
