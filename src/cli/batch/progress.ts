/** Progress on stderr: a bar on a terminal, else a line now and then. */

const EVERY = { terminal: 200, file: 30_000 };
const BAR = 24;

export class Progress {
  readonly #blocks: number;
  readonly #what: string;
  readonly #start = performance.now();
  readonly #isTerminal = process.stderr.isTTY === true;
  #done = 0;
  #asked = 0;
  #before = 0;
  #said = performance.now();

  /** @param what is asked, for the rate */
  constructor(blocks: number, what: string) {
    this.#blocks = blocks;
    this.#what = what;
  }

  /** A block is done. @param asked questions of this part so far */
  step(asked: number): void {
    this.#done++;
    this.#asked += asked < this.#before ? asked : asked - this.#before;
    this.#before = asked;
    const now = performance.now();
    if (now - this.#said < (this.#isTerminal ? EVERY.terminal : EVERY.file)) return;
    this.#said = now;
    const seconds = (now - this.#start) / 1000;
    const left = (seconds / this.#done) * (this.#blocks - this.#done);
    const part = this.#done / this.#blocks;
    const bar = `[${'#'.repeat(Math.round(BAR * part)).padEnd(BAR)}] `;
    const rate = `${Math.round(this.#asked / seconds)} ${this.#what}/s`;
    const line = `${Math.floor(100 * part)} %, ${rate}, ${timeOf(left)} left`;
    process.stderr.write(this.#isTerminal ? `\r${bar}${line}\x1b[K` : `${line}\n`);
  }

  end(): void {
    if (this.#isTerminal && this.#done > 0) process.stderr.write('\r\x1b[K');
  }
}

/** A time in words: `42 s`, `3 min`, `5.2 h`. */
export function timeOf(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
