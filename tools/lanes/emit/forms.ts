/**
 * Templates of wasm text: expressions in the text format, in which operands stand by name.
 *
 *   (f32x4.mul a b)              an instruction
 *   f32x4.mul                    the same, with all operands in their order
 *   (i32x4.shuffle 0 1 4 5 a b)  four of the eight lanes of two operands
 *   (let v128 x a (… x x))       a value of this type
 *
 * An operand or a value that stands in a template more than once is computed where it stands first.
 */
export type Form = string | readonly Form[];

export interface Operand {
  readonly text: string;
  /** Its wasm type. */
  readonly type: string;
  /** It costs nothing to compute it again. */
  readonly isPlain: boolean;
}

/** Reads one template. */
export function formOf(text: string): Form {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const next = (): Form => {
    const token = tokens[at++]!;
    if (token !== '(') return token;
    const list: Form[] = [];
    while (tokens[at] !== ')') list.push(next());
    at++;
    return list;
  };
  return next();
}

/** The text of a template with these operands. @param local makes a local of a type, and gives its name */
export function fill(form: Form, operands: Readonly<Record<string, Operand>>, local: (type: string) => string): string {
  const given = new Map(Object.entries(operands));
  const whole = typeof form === 'string' && !given.has(form) ? [form, ...given.keys()] : form;
  return new Filler(given, local).text(whole);
}

/** The bytes of these lanes, as `i8x16.shuffle` takes them. */
export function bytesOf(lanes: readonly number[]): string {
  return lanes.flatMap((lane) => [0, 1, 2, 3].map((k) => 4 * lane + k)).join(' ');
}

class Filler {
  readonly #operands: ReadonlyMap<string, Operand>;
  readonly #local: (type: string) => string;
  /** Values of `let`, by name: each is computed where its name stands first. */
  readonly #values = new Map<string, { readonly type: string; readonly value: Form }>();
  /** Locals of operands and values that were computed, by name. */
  readonly #computed = new Map<string, string>();
  #uses = new Map<string, number>();

  constructor(operands: ReadonlyMap<string, Operand>, local: (type: string) => string) {
    this.#operands = operands;
    this.#local = local;
  }

  text(form: Form): string {
    this.#uses = new Map();
    this.#count(form);
    return this.#write(form);
  }

  #count(form: Form): void {
    if (typeof form === 'string') this.#uses.set(form, (this.#uses.get(form) ?? 0) + 1);
    else for (const part of form) this.#count(part);
  }

  #write(form: Form): string {
    if (typeof form === 'string') return this.#named(form);
    const [head, ...rest] = form;
    if (head === 'let') {
      const [type, name, value, body] = rest as [string, string, Form, Form];
      // its name stands here once more
      this.#uses.set(name, this.#uses.get(name)! - 1);
      this.#values.set(name, { type, value });
      return this.#write(body);
    }
    if (head === 'i32x4.shuffle') {
      return this.#write(['i8x16.shuffle', bytesOf(rest.slice(0, 4).map(Number)), ...rest.slice(4)]);
    }
    return `(${form.map((part) => this.#write(part)).join(' ')})`;
  }

  /** An operand or a value of a `let`, or else a word of an instruction. */
  #named(name: string): string {
    const known = this.#computed.get(name);
    if (known !== undefined) return `(local.get $${known})`;
    const operand = this.#operands.get(name);
    const own = this.#values.get(name);
    if (!operand && !own) return name;
    const text = operand ? operand.text : this.#write(own!.value);
    if (operand?.isPlain || this.#uses.get(name) === 1) return text;
    const local = this.#local((operand ?? own)!.type);
    this.#computed.set(name, local);
    return `(local.tee $${local} ${text})`;
  }
}
