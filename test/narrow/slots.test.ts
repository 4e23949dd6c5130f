/**
 * No numbered slots: functions exchange values by members of tables that have names, not by a constant index of an
 * array. In the folders below.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const FOLDERS = ['src/kernels', 'src/math', 'src/dim2', 'src/queries/separate'];
/**
 * Tables, and files whose constants number what lies in memory of the scene or of a query: the lists of a tile,
 * columns side by side.
 */
const LAYOUTS = [
  'src/tables/',
  'src/queries/separate/table.ts',
  'src/kernels/epa/lanes/epaTables.ts',
  'src/language/lanes.ts',
  'src/kernels/rows/lanes/rows.ts',
];

/** The slots of a source: `c[NAME]` and `c[NAME + k]`, where NAME is a constant of the file or of one that it imports. */
function slotsOf(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const origins = new Map(file.statements.flatMap((statement) => constantsOf(path, statement)));
  const slots: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node)) {
      const isSlot = termsOf(node.argumentExpression).some((term) => {
        const origin = ts.isIdentifier(term) ? origins.get(term.text) : undefined;
        return origin !== undefined && !LAYOUTS.some((place) => origin.startsWith(place));
      });
      if (isSlot) slots.push(`${path}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return slots;
}

/** The numbers that a statement of a file declares or imports, and the file from which they come. */
function constantsOf(path: string, statement: ts.Statement): [name: string, origin: string][] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => [name.getText(), path]);
  }
  if (!ts.isImportDeclaration(statement)) return [];
  const bindings = statement.importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) return [];
  const from = posix.join(posix.dirname(path), (statement.moduleSpecifier as ts.StringLiteral).text);
  return bindings.elements.map(({ name }) => [name.text, from]);
}

/** The terms of a sum. */
function termsOf(node: ts.Expression): ts.Expression[] {
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
  return isSum ? [...termsOf(node.left), ...termsOf(node.right)] : [node];
}

describe('numbered slots', () => {
  const at = 'src/kernels/casts/x.ts';

  test.each([
    ['const AT = 3;\nexport const f = (c: Float64Array) => c[AT];', 'c[AT]'],
    [
      "import { PLACE } from './places.ts';\nexport const f = (c: Doubles, k: Int) => c[PLACE + 3 * k + 1];",
      'c[PLACE + 3 * k + 1]',
    ],
    [
      "import { TURN } from './places.ts';\nexport const f = (t: Cast, body: Int) => t.c[body + TURN];",
      't.c[body + TURN]',
    ],
  ])('are found: %s', (source, slot) => expect(slotsOf(at, source)).toEqual([`${at}: ${slot}`]));

  test.each([
    ["import { CORE } from '../../tables/shapeWords.ts';\nexport const f = (words: Ints) => words[CORE];"],
    [
      "import { EDGES } from './boxAxes.ts';\nexport const f = (t: Boxes, axis: Int) => t.squares[axis - EDGES] + t.gaps[0];",
    ],
  ])('are not: %s', (source) => expect(slotsOf(at, source)).toEqual([]));

  test.each(FOLDERS)('there are none in %s', (folder) => {
    const names = readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => slotsOf(file, readFileSync(ROOT + file, 'utf8')))).toEqual([]);
  });
});
