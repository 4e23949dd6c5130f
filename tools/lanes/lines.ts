/**
 * The AssemblyScript of one function during emission: fresh names, indented lines, and no constant without a reader.
 */

// names of emitted text besides locals
const TAKEN =
  `abs any as bool break case ceil class const continue default do else enum export extends f32 f32x4 f64 false
  floor for from function get i8 i16 i32 i32x4 i64 if import in instanceof is let load max min namespace nearest
  new null of reinterpret return select set sqrt static store super switch this throw trunc try type typeof u8
  u16 u32 u64 unreachable usize v128 var void while with yield true Infinity NaN`.split(/\s+/);

interface Line {
  readonly indent: number;
  readonly text: string;
  /** The constant that the line declares, if the line can be dropped without a side effect. */
  readonly constant?: string;
}

export class Lines {
  indent = 1;
  #lines: Line[] = [];
  readonly #names = new Set(TAKEN);

  /** A name like `preferred`, unique in the function. */
  fresh(preferred: string): string {
    const stem = preferred.replace(/\W/g, '_');
    let name = stem;
    for (let n = 2; this.#names.has(name); n++) name = `${stem}_${n}`;
    this.#names.add(name);
    return name;
  }

  add(text: string): void {
    this.#lines.push({ indent: this.indent, text });
  }

  /** Adds `const name: type = text;`. It is dropped at the end if nothing reads it. */
  constant(name: string, type: string, text: string): void {
    this.#lines.push({ indent: this.indent, text: `const ${name}: ${type} = ${text};`, constant: name });
  }

  /** Captures the lines that `write` adds, instead of adding them. */
  capture(write: () => void): { readonly count: number; append(deeper: number): void } {
    const before = this.#lines;
    this.#lines = [];
    write();
    const captured = this.#lines;
    this.#lines = before;
    return {
      count: captured.length,
      append: (deeper) => {
        for (const line of captured) this.#lines.push({ ...line, indent: line.indent + deeper });
      },
    };
  }

  /** Captures the texts that `write` adds, instead of adding them. */
  captureText(write: () => void): string[] {
    const before = this.#lines;
    this.#lines = [];
    write();
    const captured = this.#lines;
    this.#lines = before;
    return captured.map(({ text }) => text);
  }

  toString(): string {
    const words = (text: string) => text.match(/[A-Za-z_$][\w$]*/g) ?? [];
    const uses = new Map<string, number>();
    for (const { text } of this.#lines) for (const word of words(text)) uses.set(word, (uses.get(word) ?? 0) + 1);
    const kept: string[] = [];
    // a use always comes after its constant: from the end, all uses are counted before it
    for (const { indent, text, constant } of this.#lines.toReversed()) {
      if (constant && uses.get(constant) === 1) {
        for (const word of words(text)) uses.set(word, uses.get(word)! - 1);
        continue;
      }
      kept.push(`${'  '.repeat(indent)}${text}\n`);
    }
    return kept.reverse().join('');
  }
}
