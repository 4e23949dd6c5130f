/** The statements of one function during its compilation, and names that are unique in it. */
import type { Kind } from './kinds.ts';
import type { Node, Origin, Statement } from './tree.ts';

// words of the language of a back end
const TAKEN =
  `abs any as bool break case ceil class const continue default do else enum export extends f32 f32x4 f64 false
  floor for from function get i8 i16 i32 i32x4 i64 if import in instanceof is let load max min namespace nearest
  new null of reinterpret return select set sqrt static store super switch this throw trunc try type typeof u8
  u16 u32 u64 unreachable usize v128 var void while with yield true Infinity NaN`.split(/\s+/);

export class Body {
  #statements: Statement[] = [];
  readonly #names = new Set(TAKEN);

  /** A name like `preferred`, unique in the function. */
  fresh(preferred: string): string {
    const stem = preferred.replace(/\W/g, '_');
    let name = stem;
    for (let n = 2; this.#names.has(name); n++) name = `${stem}_${n}`;
    this.#names.add(name);
    return name;
  }

  /** Where the statements come from that are added next. */
  origin: Origin | undefined;

  add(...statements: readonly Statement[]): void {
    const { origin } = this;
    this.#statements.push(...(origin ? statements.map((each) => ({ origin, ...each })) : statements));
  }

  /** Declares a local with a name like `stem`, and gives its name. */
  declare(stem: string, kind: Kind, value: Node, isConstant = true): string {
    const name = this.fresh(stem);
    this.add({ op: 'declare', name, kind, value, isConstant });
    return name;
  }

  /** The statements that `write` adds, instead of adding them. */
  capture(write: () => void): readonly Statement[] {
    const before = this.#statements;
    this.#statements = [];
    write();
    const captured = this.#statements;
    this.#statements = before;
    return captured;
  }
}
