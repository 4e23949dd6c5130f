/** How far a run has come: on stderr, so that stdout holds the answer alone. */
import { SingleBar } from 'cli-progress';

export interface Progress {
  update(frame: number): void;
  stop(): void;
}

/** A bar needs a terminal; elsewhere it is a line. */
export function createProgress(frames: number, what: string): Progress {
  if (!process.stderr.isTTY) {
    console.error(`hullstorm demo: ${what}, ${frames} frames …`);
    return { update() {}, stop() {} };
  }
  const bar = new SingleBar({
    format: `${what} {bar} {value}/{total} frames`,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(frames, 0);
  return bar;
}
