#!/usr/bin/env node
/** The command `hullstorm`: its first argument is the name of a command. Exit code 2 for a wrong command line. */
import { QueryError } from '../errors.ts';
import { writeWasm } from './writeWasm.ts';

interface Command {
  /** Its arguments, and what it does, for the help. */
  readonly usage: string;
  readonly help: string;
  /** @throws QueryError for wrong arguments, and for what cannot be done */
  run(args: readonly string[]): Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  wasm: {
    usage: 'wasm FOLDER',
    help: "writes the wasm of the package as files to FOLDER, for createEngine({ wasmUrl: 'https://…/FOLDER/' })",
    run: writeWasm,
  },
};

const help = () =>
  ['hullstorm COMMAND', ...Object.values(COMMANDS).map((each) => `  ${each.usage}  ${each.help}`), ''].join('\n');

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (name === '--help' || args.includes('--help')) {
  console.log(help());
} else {
  try {
    if (!command) {
      const got = name === undefined ? 'none' : `'${name}'`;
      throw new QueryError(`expected a command (${Object.keys(COMMANDS).join(', ')}; --help), got ${got}`);
    }
    await command.run(args);
  } catch (cause) {
    if (!(cause instanceof QueryError)) throw cause;
    console.error(`hullstorm: ${cause.message}`);
    process.exitCode = 2;
  }
}
