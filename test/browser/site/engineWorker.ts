/** A worker with an engine of its own, whose workers are nested. */
import { ask, askSync, fillScene } from '../questions.ts';
import type { Report, Setup } from './main.ts';
import { createEngineHere } from './webEngine.ts';

addEventListener('message', async ({ data }: MessageEvent<Setup & { seed: number }>) => {
  try {
    const engine = await createEngineHere({ workers: data.workers, kernel: data.kernel, tuning: { shareFrom: 1 } });
    fillScene(engine.scene, data.seed);
    const answers = await (data.sync ? askSync : ask)(engine, data.seed);
    const { info } = engine;
    await engine.close();
    postMessage({ answers, info } satisfies Report);
  } catch (error) {
    postMessage(String(error));
  }
});
