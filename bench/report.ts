/** What a bench prints: tables for people, or with `--json` one object for programs. bench/page reads the object. */
import { availableParallelism, cpus } from 'node:os';
import { flag } from '../tools/commandLine.ts';

export interface Report {
  readonly machine: string;
  /** The version of Node. */
  readonly node: string;
  /** Rows of each table, by the name of the table. */
  readonly tables: Readonly<Record<string, readonly object[]>>;
}

/** The option of a bench that prints a report. */
export const jsonFlag = flag('one JSON object instead of tables');

const MACHINE = `${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${availableParallelism()} threads`;

/**
 * @param heading a line above the tables
 * @param notes lines below them. The object has neither
 */
export function printReport(
  json: boolean,
  heading: string,
  tables: Report['tables'],
  notes: readonly string[] = [],
): void {
  const node = process.version;
  if (json) {
    console.log(JSON.stringify({ machine: MACHINE, node, tables } satisfies Report));
    return;
  }
  console.log(`${heading} ${MACHINE}, Node ${node}`);
  for (const rows of Object.values(tables)) console.table(rows);
  for (const note of notes) console.log(note);
}
