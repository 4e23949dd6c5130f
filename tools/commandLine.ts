/**
 * The command line of a script: checked options, each with a help text and a default; `--help` prints them. For
 * example:
 *
 *   const { pairs, json } = commandLine('npm run bench', 'ns per pair of integer queries', {
 *     pairs: integer(30_000, 'pairs per workload'),
 *     json: flag('one JSON object instead of the table'),
 *   });
 *
 * Exit code 0 after `--help`, 2 with a sentence for a wrong command line.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** An error of the user, in a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Option<T> {
  /** Placeholder of the value in the help; empty for a flag. */
  readonly value: string;
  readonly help: string;
  /** The default, as text in the help. */
  readonly fallback: string;
  readonly multiple: boolean;
  /** @param texts the given values, empty if there are none. @throws UsageError */
  read(name: string, texts: readonly string[]): T;
}

type Options = Readonly<Record<string, Option<unknown>>>;
type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** An option with one value: `read` parses its text, `otherwise` is its default. */
function option<T>(value: string, help: string, otherwise: T, read: (name: string, text: string) => T): Option<T> {
  const fallback = otherwise === undefined || otherwise === '' ? '' : String(otherwise);
  const last = (name: string, texts: readonly string[]) =>
    texts.length === 0 ? otherwise : read(name, texts[texts.length - 1]);
  return { value, help, fallback, multiple: false, read: last };
}

/** A whole number in [least, most]. */
export function integer(otherwise: number, help: string, least = 1, most = Number.MAX_SAFE_INTEGER): Option<number> {
  return option('N', help, otherwise, (name, text) => readWhole(name, text, least, most)!);
}

/** A number in [least, most]. */
export function real(otherwise: number, help: string, least = 0, most = Number.MAX_VALUE): Option<number> {
  return option('X', help, otherwise, (name, text) => readNumber(name, text, least, most)!);
}

/** A word. It must be one of `words`, unless these are empty. */
export function word<W extends string = string>(otherwise: W, help: string, words: readonly W[] = []): Option<W> {
  const read = (name: string, text: string) => checkWord(name, text, words);
  return option('WORD', words.length > 0 ? `${help}: ${words.join(', ')}` : help, otherwise, read);
}

/** Words, of `known` unless these are empty: the option several times, or once with commas. */
export function words<W extends string = string>(
  otherwise: readonly W[],
  help: string,
  known: readonly W[] = [],
): Option<readonly W[]> {
  const read = (name: string, texts: readonly string[]) =>
    splitWords(texts).map((text) => checkWord(name, text, known));
  return {
    value: 'A,B',
    help: known.length > 0 ? `${help}: ${known.join(', ')}` : help,
    fallback: otherwise.join(),
    multiple: true,
    read: (name, texts) => (texts.length === 0 ? otherwise : read(name, texts)),
  };
}

/** Whole numbers > 0, as `words`. */
export function integers(otherwise: readonly number[], help: string): Option<readonly number[]> {
  const read = (name: string, texts: readonly string[]) =>
    splitWords(texts).map((text) => readWhole(name, text, 1, Number.MAX_SAFE_INTEGER)!);
  return {
    value: 'N,N',
    help,
    fallback: otherwise.join(),
    multiple: true,
    read: (name, texts) => (texts.length === 0 ? otherwise : read(name, texts)),
  };
}

/** An option without a value: given or not. */
export function flag(help: string): Option<boolean> {
  return { value: '', help, fallback: '', multiple: false, read: (_, texts) => texts.length > 0 };
}

/** An option that a script passes to its own child processes; the help does not list it. */
export function inner(): Option<string | undefined> {
  return option<string | undefined>('WORD', '', undefined, (_, text) => text);
}

/** Parses the options of a script. After the help or an error, it ends the process. */
export function commandLine<O extends Options>(command: string, about: string, options: O): Values<O> {
  try {
    const given = parseTexts(process.argv.slice(2), options);
    if (!given.has('help')) return readValues(options, given);
    console.log(helpOf(command, about, options));
    process.exit(0);
  } catch (error) {
    stopAt(command, error);
  }
}

/** Ends the process with the sentence of a UsageError; throws any other error again. */
export function stopAt(command: string, error: unknown): never {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${command}: ${error.message}`);
  process.exit(2);
}

/** The given texts, by option. @throws UsageError */
function parseTexts(args: readonly string[], options: Options): Map<string, readonly string[]> {
  const known = Object.entries({ ...options, help: flag('') }).map(([name, { value }]) => {
    return [name, { type: value === '' ? ('boolean' as const) : ('string' as const), multiple: true }];
  });
  const values = parseFlags(args, Object.fromEntries(known) as NonNullable<ParseArgsConfig['options']>);
  return new Map(Object.entries(values).map(([name, texts]) => [name, [texts].flat().map(String)]));
}

/** `parseArgs` of Node that throws a UsageError. */
export function parseFlags<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<{ args: string[]; options: O }>>['values'] {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    const [first] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw new UsageError(`${first} (--help lists the options)`, { cause });
  }
}

function readValues<O extends Options>(options: O, given: Map<string, readonly string[]>): Values<O> {
  const values = Object.entries(options).map(([name, { read }]) => [name, read(name, given.get(name) ?? [])]);
  return Object.fromEntries(values) as Values<O>;
}

/** The text of `--help`. */
export function helpOf(command: string, about: string, options: Options): string {
  const shown = Object.entries(options).filter(([, { help }]) => help !== '');
  const rows = [...shown, ['help', flag('this text')] as const].map(([name, { value, help, fallback, multiple }]) => {
    const default_ = fallback === '' ? '' : `; default ${fallback}`;
    return { left: `--${name} ${value}`.trimEnd(), right: help + (multiple ? '; several' : '') + default_ };
  });
  const width = Math.max(...rows.map(({ left }) => left.length));
  const lines = rows.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`);
  const usage = command.startsWith('npm ') ? `${command} -- [options]` : `${command} [options]`;
  return `${about}\n\n  ${usage}\n\n${lines.join('\n')}`;
}

/** @throws UsageError */
export function readWhole(name: string, text: string | undefined, least: number, most: number): number | undefined {
  const value = readNumber(name, text, least, most);
  if (value !== undefined && !Number.isInteger(value)) {
    throw new UsageError(`--${name}: expected a whole number, got "${text}"`);
  }
  return value;
}

/** @throws UsageError */
export function readNumber(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= least && value <= most)) {
    const range = most >= Number.MAX_SAFE_INTEGER ? `≥ ${least}` : `in ${least}..${most}`;
    throw new UsageError(`--${name}: expected a number ${range}, got "${text}"`);
  }
  return value;
}

function checkWord<W extends string>(name: string, text: string, words: readonly W[]): W {
  if (words.length > 0 && !words.includes(text as W)) {
    throw new UsageError(`--${name}: expected ${words.join(', ')}, got "${text}"`);
  }
  return text as W;
}

function splitWords(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(','));
}
