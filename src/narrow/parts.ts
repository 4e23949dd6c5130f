/** What the queries of one thread, or of one engine, make for themselves: each part once, at its first use. */
export class Parts<Tools> {
  readonly #made = new Map<(tools: Tools) => unknown, unknown>();

  /** What `make` returned at its first call. */
  of<T>(make: (tools: Tools) => T, tools: Tools): T {
    let part = this.#made.get(make) as T | undefined;
    if (part === undefined) {
      part = make(tools);
      this.#made.set(make, part);
    }
    return part;
  }
}
