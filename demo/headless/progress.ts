/** The progress of a run, on stderr: stdout has the result only. */
import { SingleBar } from 'cli-progress';

export interface Progress {
  update(frame: number): void;
  stop(): void;
}

/** A bar on a terminal, else one line. */
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
