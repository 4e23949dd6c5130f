#!/usr/bin/env node
/** The command `hullstorm`: its first argument is the name of a command. Exit code 2 for a wrong command line. */
import { QueryError } from '../errors.ts';
import { writeWasm } from './writeWasm.ts';

interface Command {
  /** Its arguments, and what it does, for the help. */
  readonly usage: string;
  readonly help: string;
  /** Whether the command says its own help. */
  readonly helps?: boolean;
  /**
   * @returns its exit code
   * @throws QueryError for wrong arguments, and for what cannot be done, with an exit code of its own if it has one
   */
  run(args: readonly string[]): Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  wasm: {
    usage: 'wasm FOLDER',
    help: "writes the wasm of the package as files to FOLDER, for createEngine({ wasmUrl: 'https://…/FOLDER/' })",
    async run(args) {
      await writeWasm(args);
      return 0;
    },
  },
  batch: {
    usage: 'batch COMMAND',
    help: 'answers questions of Parquet files, on many machines: hullstorm batch --help',
    helps: true,
    run: async (args) => (await import('./batch/main.ts')).batch(args),
  },
};

const help = () =>
  ['hullstorm COMMAND', ...Object.values(COMMANDS).map((each) => `  ${each.usage}  ${each.help}`), ''].join('\n');

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (name === '--help' || (args.includes('--help') && !command?.helps)) {
  console.log(help());
} else {
  try {
    if (!command) {
      const got = name === undefined ? 'none' : `'${name}'`;
      throw new QueryError(`expected a command (${Object.keys(COMMANDS).join(', ')}; --help), got ${got}`);
    }
    process.exitCode = await command.run(args);
  } catch (cause) {
    if (!(cause instanceof QueryError)) throw cause;
    console.error(`hullstorm: ${cause.message}`);
    process.exitCode = (cause as { exitCode?: number }).exitCode ?? 2;
  }
}
