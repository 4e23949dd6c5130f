/**
 * A group of tables of docs/performance.md: the benches that it needs, the figures in their output, and the rows. One
 * file of groups/ per group. Each bench runs under every version of Node in NODES.
 */

/** Major versions, in the order of a cell. */
export const NODES = ['20', '24'] as const;
export type NodeName = (typeof NODES)[number];

/** Numbers of one version of Node, by name. */
export type Figures = Readonly<Record<string, number>>;

/** One bench: a script of package.json, with `--json` and these arguments. */
export interface Run {
  readonly script: string;
  readonly args: readonly string[];
  /** Arguments added by `--quick`, which only tries the command. */
  readonly quick: readonly string[];
  /** Expected time on a quiet machine with two cores (s). */
  readonly seconds: number;
  /** All of NODES if undefined. */
  readonly nodes?: readonly NodeName[];
}

export interface Cells {
  /** The figure under each version of Node, as "27 / 22". A figure that is not there is a dash. */
  times(name: string, format?: Format): string;
  /** A figure that does not depend on the version of Node. */
  fact(name: string, format?: Format): string;
}
/** @param figures all figures of the same version of Node */
export type Format = (value: number, figures: Figures) => string;

/** The head and the rows of a table. */
export type Rows = readonly (readonly string[])[];

export interface Group {
  readonly name: string;
  readonly runs: readonly Run[];
  /** The figures in the object that one of the benches printed. */
  read(output: unknown): Figures;
  /** By the name in the markers of the page. */
  readonly tables: Readonly<Record<string, (cells: Cells) => Rows>>;
}

/** 12,345 */
export const whole: Format = (value) => Math.round(value).toLocaleString('en');

/** Three significant digits, and no decimals from 100 on. */
export const short: Format = (value) => {
  if (value >= 99.95) return whole(value, {});
  return value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
};

export const percent: Format = (part) => `${(100 * part).toFixed(1)} %`;

/** The rows of one table in the report of a bench (../report.ts). */
export function rowsOf(output: unknown, table: string): Record<string, string | number>[] {
  const { tables } = output as { tables: Record<string, Record<string, string | number>[]> };
  return tables[table] ?? [];
}

/** The figure `column` of each row, under the name that `nameOf` makes of it. */
export function figuresOf(
  rows: readonly Record<string, string | number>[],
  column: string,
  nameOf: (row: Record<string, string | number>) => string,
): Figures {
  return Object.fromEntries(rows.map((row) => [nameOf(row), Number(row[column])]));
}
