/** `hullstorm batch`: questions in files, answers in files. */

import { CHECK, check } from './check.ts';
import { usageError } from './failure.ts';
import { init } from './init.ts';
import { join } from './join.ts';
import { OPTIONS, type OptionName } from './options.ts';
import { RUN, run } from './run.ts';
import { STEP, step } from './step.ts';
import { VERIFY, verify } from './verify.ts';

interface Command {
  /** @returns the exit code */
  readonly run: (args: readonly string[]) => Promise<number>;
  readonly help: string;
  readonly options: readonly OptionName[];
}

const COMMANDS: Readonly<Record<string, Command>> = {
  run: { run, help: 'answers what files ask', options: RUN },
  step: { run: step, help: 'steps worlds of rigid bodies', options: STEP },
  join: { run: join, help: 'FOLDER: makes one file of the parts of a run', options: ['out', 'json'] },
  check: { run: check, help: 'dry run: rows, bytes, memory and time', options: CHECK },
  init: { run: init, help: 'FOLDER: writes small example files, with scripts for pyarrow and DuckDB', options: [] },
  verify: {
    run: verify,
    help: 'FOLDER: checks a sample of the rows of a run, with its files and options',
    options: VERIFY,
  },
};

/** Runs a command of a batch; without one, says which there are. @returns the exit code */
export async function batch([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    console.log(help());
    return 0;
  }
  if (!Object.hasOwn(COMMANDS, name)) usageError('command', Object.keys(COMMANDS).join(', '), `'${name}'`);
  if (args.includes('--help')) {
    console.log(helpOf(name));
    return 0;
  }
  return COMMANDS[name].run(args);
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, command]) => `  ${name.padEnd(7)} ${command.help}`);
  return ['hullstorm batch COMMAND', ...lines, 'Options of a command: hullstorm batch COMMAND --help', ''].join('\n');
}

function helpOf(name: string): string {
  const { help, options } = COMMANDS[name];
  const lines = options.map((option) => {
    const kind: { readonly value?: string; readonly help: string } = OPTIONS[option];
    return `  ${`--${option} ${kind.value ?? ''}`.padEnd(22)} ${kind.help}`;
  });
  return [`hullstorm batch ${name}: ${help}`, ...lines, ''].join('\n');
}
