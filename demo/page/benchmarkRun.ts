/** The benchmark in the world of the page: it replaces that world, and is drawn between runs of steps. */
import { benchmarkSettings, makeReport, type Report, runBenchmark, STEPS } from './benchmark.ts';
import { nextFrame } from './dom.ts';
import type { Session } from './session.ts';
import type { Settings } from './settings.ts';

interface Watcher {
  /** The world of the benchmark is there. */
  started(): void;
  /** @param part of the steps that are done, 0 … 1 */
  progress(part: number): void;
}

/**
 * @param settings of the visitor
 * @param graphics the graphics card
 * @param isCurrent false ends the benchmark
 * @returns the report; undefined if the benchmark was ended
 */
export async function runInSession(
  session: Session,
  settings: Settings,
  graphics: string,
  isCurrent: () => boolean,
  { started, progress }: Watcher,
): Promise<Report | undefined> {
  const chosen = benchmarkSettings(settings);
  await session.start(chosen);
  started();
  const samples = await runBenchmark(session, async (done) => {
    progress(done / STEPS);
    await nextFrame();
    await nextFrame(); // the frame that shows these poses is drawn before the next steps
    return isCurrent();
  });
  if (!samples || !session.info) return undefined;
  return makeReport(chosen, session.info, samples, await session.checksum(), graphics);
}
