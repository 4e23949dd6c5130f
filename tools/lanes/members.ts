/** Members of classes: of tables that hosts make by `new`. */
import ts from 'typescript';
import { ELEMENT_SHIFT, type Kind, MEMORIES, storeOfScalar } from './kinds.ts';
import { MEMBERS } from './program.ts';
import { declarationOf } from './symbols.ts';

/** Memory and tables in tables begin at multiples of one vector (bytes). */
export const MEMBER_ALIGNMENT = 16;

export const CLASS_MEMBERS =
  'a class is a table; its members are memory, `readonly v = doubles(3)`, a scalar, `t: Double = 0`, ' +
  'or a table, `readonly own = new Other()`';

/** A member of a table before it has a place. */
export interface Part {
  readonly name: string;
  readonly kind: Kind;
  readonly bytes: number;
  readonly alignment: number;
}

/**
 * A member of a class: a scalar, memory, or a table, packed as closely as their elements allow.
 * @param kindOf - the kind that an annotation, or the name of a class, stands for
 * @returns undefined for anything else
 */
export function partOfClass(
  checker: ts.TypeChecker,
  member: ts.ClassElement,
  kindOf: (node: ts.TypeNode | ts.Expression) => Kind,
): Part | undefined {
  if (!ts.isPropertyDeclaration(member) || !ts.isIdentifier(member.name) || !member.initializer) return undefined;
  const { initializer, name, type } = member;
  const kind = type && kindOf(type);
  const store = kind && storeOfScalar(kind);
  if (store) return part(name, kind, 1 << ELEMENT_SHIFT[store]);
  const memory = memoryOf(checker, initializer);
  if (memory) return !kind || kind === memory.kind ? { name: name.text, ...memory } : undefined;
  if (!ts.isNewExpression(initializer) || kind) return kind?.form === 'poison' ? part(name, kind, 0) : undefined;
  const table = kindOf(initializer.expression);
  if (table.form !== 'table' && table.form !== 'poison') return undefined;
  return { ...part(name, table, MEMBER_ALIGNMENT), bytes: table.form === 'table' ? table.bytes : 0 };
}

function part({ text }: ts.Identifier, kind: Kind, bytes: number): Part {
  return { name: text, kind, bytes, alignment: bytes };
}

/** Memory that a function of members.ts makes; undefined for other expressions. */
function memoryOf(checker: ts.TypeChecker, node: ts.Expression): Omit<Part, 'name'> | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const made = declarationOf(checker, node.expression);
  if (made?.getSourceFile().fileName !== MEMBERS) return undefined;
  const length = checker.getTypeAtLocation(node.arguments[0]);
  const isDoubles = (made as ts.FunctionDeclaration).name!.text === 'doubles';
  const alignment = isDoubles ? 8 : 4;
  const kind = MEMORIES.get(isDoubles ? 'Doubles' : 'Ints')!;
  return length.isNumberLiteral() ? { kind, bytes: alignment * length.value, alignment } : undefined;
}
