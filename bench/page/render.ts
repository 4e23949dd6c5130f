/** Tables of results, and the page with them. Pure. */
import { type Cells, type Figures, type Format, type Group, NODES, type NodeName, type Rows, whole } from './group.ts';

/** What the benches of a group gave. */
export interface Result {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly machine: string;
  /** The exact versions. */
  readonly versions: Readonly<Record<NodeName, string>>;
  readonly figures: Readonly<Record<NodeName, Figures>>;
}

/** By the name of the group. */
export type Results = Readonly<Record<string, Result>>;

const MISSING = '–';
const COLUMNS = 120;

/** The cells of a result. @param missing gets the names of figures that a table wants and the result has not */
export function cellsOf({ figures }: Result, missing = new Set<string>()): Cells {
  const textOf = (node: NodeName, name: string, format: Format) => {
    const value = figures[node][name];
    return value === undefined || Number.isNaN(value) ? undefined : format(value, figures[node]);
  };
  const textsOf = (name: string, format: Format) => {
    const texts = NODES.map((node) => textOf(node, name, format));
    if (texts.every((text) => text === undefined)) missing.add(name);
    return texts;
  };
  return {
    times(name, format = whole) {
      const texts = textsOf(name, format);
      return texts.every((text) => text === undefined) ? MISSING : texts.map((text) => text ?? MISSING).join(' / ');
    },
    fact: (name, format = whole) => textsOf(name, format).find((text) => text !== undefined) ?? MISSING,
  };
}

/** The figures that the tables of a group want, and that no version of Node has. */
export function missingIn({ tables }: Group, result: Result): string[] {
  const missing = new Set<string>();
  for (const rows of Object.values(tables)) rows(cellsOf(result, missing));
  return [...missing];
}

/** The Markdown of each table of a group, with the benches under the first. */
export function renderGroup(group: Group, result: Result): Record<string, string> {
  const cells = cellsOf(result);
  const tables = Object.entries(group.tables).map(([name, rows], k) => {
    const lines = [...linesOf(rows(cells)), '', ...(k === 0 ? captionOf(group, result) : [])];
    return [name, lines.join('\n').trimEnd()];
  });
  return Object.fromEntries(tables);
}

/** The page with the tables of all groups that have a result. The others keep their text. */
export function renderPage(page: string, groups: readonly Group[], results: Results): string {
  let text = page;
  for (const group of groups) {
    const result = results[group.name];
    const tables = result && renderGroup(group, result);
    for (const name of Object.keys(group.tables)) text = replaceTable(text, name, tables?.[name]);
  }
  return text;
}

/** @param table undefined: only checks that the markers are there */
function replaceTable(page: string, name: string, table: string | undefined): string {
  const [begin, end] = [`<!-- table: ${name} -->\n`, `\n<!-- end: ${name} -->`];
  const parts = page.split(begin);
  const [inside, ...after] = parts[1]?.split(end) ?? [];
  if (parts.length !== 2 || inside === undefined || after.length !== 1) {
    throw new Error(`docs/performance.md: expected one table "${name}" between its markers`);
  }
  return `${parts[0]}${begin}${table ?? inside}${end}${after[0]}`;
}

function linesOf([head, ...rows]: Rows): string[] {
  const lines = [head!, head!.map(() => '---'), ...rows];
  return lines.map((cells) => (cells === lines[1] ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`));
}

/** The command of a run, for readers. */
export function commandOf({ script, args }: Group['runs'][number]): string {
  const command = script === 'start' ? 'npm start' : `npm run ${script}`;
  return [command, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
}

function captionOf({ runs }: Group, { date, machine, versions }: Result): string[] {
  const day = new Date(`${date}T00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const nodes = NODES.map((node) => versions[node]).join(' / ');
  const commands = runs.map((run) => {
    const only = run.nodes ? ` (Node ${run.nodes.join(', ')})` : '';
    return `\`${commandOf(run)}\`${only}`;
  });
  return wrap(`${commands.join(', ')}. Node ${nodes}, ${machine}, ${day}.`);
}

/** Commands stay in one line, but those that are longer than one. */
function wrap(text: string): string[] {
  const parts = text.match(/`[^`]*`\S*|\S+/g)!.flatMap((part) => (part.length > COLUMNS ? part.split(' ') : [part]));
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + part.length > COLUMNS) lines.push(part);
    else lines[lines.length - 1] = `${line} ${part}`;
  }
  return lines;
}
