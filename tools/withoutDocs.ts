/** Doc comments of a module. */
import ts from 'typescript';

/** A module without comments that begin with two stars and stand on lines of their own. */
export function withoutDocs(text: string): string {
  const comments: [number, number][] = [];
  const source = ts.createSourceFile('module.js', text, ts.ScriptTarget.ES2022);
  const visit = (node: ts.Node): void => {
    for (const { pos, end, kind } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      const isDoc = kind === ts.SyntaxKind.MultiLineCommentTrivia && text.startsWith('/**', pos);
      if (!isDoc) continue;
      const begin = text.lastIndexOf('\n', pos) + 1;
      const next = text.indexOf('\n', end) + 1;
      if (text.slice(begin, pos).trim() === '' && text.slice(end, next).trim() === '') comments.push([begin, next]);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  let kept = '';
  let at = 0;
  for (const [begin, end] of comments.sort(([a], [b]) => a - b)) {
    if (begin < at) continue; // a node and its first child begin with the same comment
    kept += text.slice(at, begin);
    at = end;
  }
  return kept + text.slice(at);
}
