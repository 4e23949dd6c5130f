/**
 * Mutants by a flipped operator. All places where one can be flipped are candidates. A seed and the id of a candidate
 * give its rank, and those of the least ranks are chosen: edits elsewhere in the sources change no rank. The id comes
 * from the file, the function and the expression, not from the line.
 */
import ts from 'typescript';
import { seeded } from '../../scenes/random.ts';
import { AREAS, areaOf } from './areas.ts';
import type { Edit, Mutant } from './mutant.ts';

export const SEED = 30;

const { SyntaxKind } = ts;
/** Of an operator, what replaces it. */
const FLIPPED = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandToken, '|'],
  [SyntaxKind.BarToken, '&'],
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.MinusEqualsToken, '+='],
]);
const OTHER_NAME: Readonly<Record<string, string>> = { min: 'max', max: 'min' };
/** Functions whose arguments are texts of errors. */
const TEXTS = /^(fail|refuse|finite|Error|QueryError|warn|error|expected\w*|LateError)$/;
/** Code that only decides what is compiled or read ahead: no result depends on it. */
const WITHOUT_RESULT = /WarmUp\.ts|prefetch/;
/** Arithmetic is most of the candidates. Comparisons and logic come before it. */
const ARITHMETIC = /→ [-+*/]=? /;
const ARITHMETIC_RANK = 4;
/** How much of an operand an id tells. */
const SHOWN = 28;

/** All candidates in the texts of sources by path. */
export function candidates(texts: ReadonlyMap<string, string>): Mutant[] {
  const chosen = [...texts].filter(([file]) => areaOf(file).flips > 0 && !WITHOUT_RESULT.test(file));
  return chosen.flatMap(([file, text]) => candidatesIn(file, text));
}

/**
 * The candidates of the least ranks, as many as each area has.
 * @param kept ids of candidates that come before all others: those of the record
 */
export function choose(all: readonly Mutant[], kept: ReadonlySet<string> = new Set(), seed = SEED): Mutant[] {
  const rankOf = ({ id, what }: Mutant) => {
    if (kept.has(id)) return -1;
    return seeded(seed ^ Number.parseInt(id.slice(5), 16))() * (ARITHMETIC.test(what) ? ARITHMETIC_RANK : 1);
  };
  const ranked = all.map((mutant) => ({ mutant, rank: rankOf(mutant) }));
  ranked.sort((a, b) => a.rank - b.rank || (a.mutant.id < b.mutant.id ? -1 : 1));
  const chosen = AREAS.flatMap(({ name, flips }) => {
    const own = ranked.filter(({ mutant }) => mutant.area === name);
    return own.slice(0, flips).map(({ mutant }, place) => ({ mutant, place }));
  });
  // areas take turns, so that a run that is stopped has some of each
  return chosen.sort((a, b) => a.place - b.place).map(({ mutant }) => mutant);
}

/** FNV-1a, as eight digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function candidatesIn(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const area = areaOf(file).name;
  const counts = new Map<string, number>();
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return;
    const flip = flipOf(node, source);
    if (flip) {
      const place = `${file} ${nameOf(node)}`.trimEnd();
      const key = `${place} ${flip.what}`;
      const occurrence = (counts.get(key) ?? 0) + 1;
      counts.set(key, occurrence);
      const what = occurrence === 1 ? flip.what : `${flip.what} (${occurrence})`;
      found.push({ id: `flip-${hashOf(`${place} ${what}`)}`, area, place, what, edits: [{ file, ...flip.edit }] });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Types, texts of errors, and steps of loops, without which these never end. */
function isLeftOut(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isFunctionDeclaration(node) && node.name && WITHOUT_RESULT.test(node.name.text)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTemplateExpression(node) || ts.isThrowStatement(node)) return true;
  if (node.parent && ts.isForStatement(node.parent) && node.parent.incrementor === node) return true;
  return (ts.isCallExpression(node) || ts.isNewExpression(node)) && TEXTS.test(lastName(node.expression));
}

function lastName(callee: ts.Expression): string {
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
}

interface Flip {
  readonly what: string;
  readonly edit: Omit<Edit, 'file'>;
}

function flipOf(node: ts.Node, source: ts.SourceFile): Flip | undefined {
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken: token, right } = node;
    const put = FLIPPED.get(token.kind);
    if (put === undefined || isText(left) || isText(right)) return undefined;
    const edit = { begin: token.getStart(source), end: token.end, text: put };
    return { what: `${tail(left)} ${token.getText()} → ${put} ${head(right)}`, edit };
  }
  if (ts.isPrefixUnaryExpression(node) && isDropped(node)) {
    const edit = { begin: node.getStart(source), end: node.operand.getStart(source), text: '' };
    return { what: `${head(node)} → without ${node.getText()[0]}`, edit };
  }
  if (!ts.isCallExpression(node)) return undefined;
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  const put = OTHER_NAME[name.getText()];
  if (put === undefined) return undefined;
  return { what: `${head(node)} → ${put}`, edit: { begin: name.getStart(source), end: name.end, text: put } };
}

function isDropped({ operator, operand }: ts.PrefixUnaryExpression): boolean {
  return operator === SyntaxKind.ExclamationToken || (operator === SyntaxKind.MinusToken && !isNumber(operand));
}

const isNumber = (node: ts.Expression) => ts.isNumericLiteral(node);
const isText = (node: ts.Expression) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
const flat = (node: ts.Node) => node.getText().replace(/\s+/g, ' ');
const head = (node: ts.Node) => flat(node).slice(0, SHOWN);
const tail = (node: ts.Node) => flat(node).slice(-SHOWN);

/** The innermost function around a node that has a name. */
function nameOf(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (ts.isFunctionLike(at) && at.name) return at.name.getText();
    if (ts.isConstructorDeclaration(at)) return 'constructor';
    const owner = at.parent;
    if (owner && ts.isVariableDeclaration(owner) && ts.isSourceFile(owner.parent.parent.parent)) {
      return owner.name.getText();
    }
  }
  return '';
}
