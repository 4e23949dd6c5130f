/**
 * Queries, declared. A query is a folder: `query.ts` with a `defineQuery`, `search.ts` with its passes, and a line in
 * `list.ts` and in `searchList.ts`. Its calls, asynchronous and synchronous, its checks and its errors follow from the
 * declaration. docs/architecture.md describes how to add one.
 */
import { fail, refuse } from '../errors.ts';
import type { Search } from '../narrow/threadTools.ts';
import type { WasmPiece } from '../wasm/wasmPiece.ts';
import { OptionsReader, type OptionValues } from './options.ts';
import type { QueryStages, QueryTools } from './queryRunner.ts';
import { checkSpatial } from './spatial.ts';

/** A query of the engine. @typeParam Methods its methods on the engine, with their contract */
export interface Query<Methods extends object = object, Capacity extends object = object> {
  /** What threads know of it. @internal */
  readonly search: Search<never>;
  /** Its wasm. Default: that of distances. @internal */
  readonly wasm?: readonly WasmPiece[];
  /** For the compiler alone: the types. */
  readonly types?: { readonly methods: Methods; readonly capacity: Capacity };
  /** Its methods on one engine. @internal */
  open(tools: QueryTools): { readonly [K in keyof Methods]: unknown };
}

/** All members of a union at once. */
export type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** Declares a query. */
export function defineQuery<Methods extends object, Capacity extends object = object>(
  query: Query<Methods, Capacity>,
): Query<Methods, Capacity> {
  return query;
}

/** What a call is about, besides its options. @internal */
export interface Input<Kinds> {
  /**
   * Checks the arguments of a call and keeps them, before anything changes. The options are read.
   * @param where the call
   */
  check(where: string, given: unknown, second: unknown, options: OptionValues<Kinds>): void;
  /** Marks a list as being queried. @throws QueryError if it is already */
  lock?(where: string): void;
  unlock?(): void;
}

/** One call: its arguments, checked. @internal */
export interface Asked<In, Kinds> {
  /** The call, for errors. */
  where: string;
  readonly input: In;
  readonly options: OptionValues<Kinds>;
}

/** A call of a query. The stages run between `begin` and `read`. @internal */
export interface CallDeclaration<In extends Input<Kinds> | undefined, Kinds extends object, Results> {
  /** Its options, in the order in which they are read. */
  readonly options?: Kinds;
  /**
   * Makes a place for the arguments of one call. Undefined: there are none but options.
   * @param isOwn whether they can be kept in the engine's tables: those of a synchronous call, which runs at once
   */
  readonly input?: (isOwn: boolean) => In;
  /** Whether planar engines do not have it. */
  readonly isSpatial?: boolean;
  /** The names of the arguments, in order, for the error about one too many. */
  readonly given: readonly string[];
  /** The options among the arguments. Default: they are behind the input. */
  optionsOf?(where: string, first: unknown, second: unknown): object | undefined;
  /** Whether the results belong to the list. Others are filled by one call at a time. Default: never. */
  isOfList?(asked: Asked<In, Kinds>): boolean;
  /** Writes the parameters to the tables. @returns the stages; undefined if `runner.stage` is the only one */
  begin(asked: Asked<In, Kinds>): QueryStages | undefined;
  /** Runs an asynchronous call. Default: the stages of `begin`, on the threads. */
  run?(asked: Asked<In, Kinds>): Promise<void>;
  /** After the stages. @returns the results */
  read(asked: Asked<In, Kinds>): Results;
  /** After the call, also if it fails. */
  end?(asked: Asked<In, Kinds>): void;
}

/**
 * The asynchronous and the synchronous call of a declaration, which `engine[name]` and `engine[name + 'Sync']` are.
 * @internal
 */
export function callsOf<In extends Input<Kinds> | undefined, Kinds extends object, Results, Name extends string>(
  tools: QueryTools,
  name: Name,
  declaration: CallDeclaration<In, Kinds, Results>,
): Record<Name | `${Name}Sync`, unknown> {
  const call = new Call(tools, name, declaration);
  return {
    [name]: (...given: unknown[]) => call.ask(given),
    // four parameters: a rest parameter would be an array of each call
    [`${name}Sync`]: (first: unknown, second: unknown, third: unknown, fourth: unknown) =>
      call.askSync(first, second, third, fourth),
  } as Record<Name | `${Name}Sync`, unknown>;
}

class Call<In extends Input<Kinds> | undefined, Kinds extends object, Results> {
  readonly #tools: QueryTools;
  readonly #declaration: CallDeclaration<In, Kinds, Results>;
  readonly #options: OptionsReader<Kinds>;
  readonly #where: string;
  /** The arguments of synchronous calls. */
  readonly #own: Asked<In, Kinds>;
  /** Whether an asynchronous call fills the shared results. */
  #isFilling = false;

  constructor(tools: QueryTools, name: string, declaration: CallDeclaration<In, Kinds, Results>) {
    this.#tools = tools;
    this.#declaration = declaration;
    this.#options = new OptionsReader(declaration.options ?? ({} as Kinds));
    this.#where = `engine.${name}`;
    this.#own = this.#start(`${this.#where}Sync`, true);
  }

  async ask([first, second, third, fourth]: readonly unknown[]): Promise<Results> {
    const { queue, runner } = this.#tools;
    const { begin, end, isOfList, read, run } = this.#declaration;
    const asked = this.#start(this.#where, false);
    const { input, where } = asked;
    queue.checkOpen(where);
    this.#check(asked, first, second, third, fourth);
    const isFilling = !isOfList?.(asked);
    if (isFilling && this.#isFilling) fail(where, 'results that no query is filling', 'those of one that is running');
    input?.lock?.(where);
    if (isFilling) this.#isFilling = true;
    return queue.enqueue(async () => {
      try {
        await (run ? run(asked) : runner.run(begin(asked)));
        return read(asked);
      } finally {
        end?.(asked);
        input?.unlock?.();
        if (isFilling) this.#isFilling = false;
      }
    });
  }

  askSync(first: unknown, second: unknown, third: unknown, fourth: unknown): Results {
    const { queue, runner } = this.#tools;
    const { begin, end, read } = this.#declaration;
    const asked = this.#own;
    queue.checkIdle(asked.where);
    this.#check(asked, first, second, third, fourth);
    try {
      runner.runSync(begin(asked));
      return read(asked);
    } finally {
      end?.(asked);
    }
  }

  #start(where: string, isOwn: boolean): Asked<In, Kinds> {
    return { where, input: this.#declaration.input?.(isOwn) as In, options: this.#options.start() };
  }

  #check(asked: Asked<In, Kinds>, first: unknown, second: unknown, third: unknown, fourth: unknown): void {
    const { where, input, options } = asked;
    const { given, isSpatial, options: kinds, optionsOf } = this.#declaration;
    if (isSpatial) checkSpatial(where, this.#tools.frame);
    const count = given.length;
    const surplus = count === 1 ? second : count === 2 ? third : fourth;
    if (surplus !== undefined) refuse(where, `no argument after ${given[count - 1]}`, surplus);
    if (optionsOf) this.#options.read(where, optionsOf(where, first, second), options);
    else if (kinds) {
      const last = count === 1 ? first : count === 2 ? second : third;
      this.#options.read(where, last as object | undefined, options);
    }
    input?.check(where, first, second, options);
  }
}
