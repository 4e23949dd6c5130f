/** Run by Bun and by Deno: asks everything, and prints the answers as JSON. */
import { createEngine, type EngineInfo } from 'hullstorm';
import { type Answers, ask, askSync, fillScene, stepBodies } from './questions.ts';

/** What to ask with. */
export interface Setup {
  readonly kernel: 'scalar' | 'simd';
  readonly workers: number;
  readonly sync: boolean;
}

export interface Answered extends Setup {
  readonly answers: Answers;
  readonly steps: string;
  readonly info: EngineInfo;
}

async function answer(seed: number, setup: Setup): Promise<Answered> {
  const { kernel, workers, sync } = setup;
  const options = { kernel, workers, tuning: { shareFrom: 1 } };
  const asked = await createEngine(options);
  fillScene(asked.scene, seed);
  const answers = await (sync ? askSync : ask)(asked, seed);
  const { info } = asked;
  await asked.close();
  const stepped = await createEngine(options);
  const steps = await stepBodies(stepped, seed, sync);
  await stepped.close();
  return { ...setup, answers, steps, info };
}

const [seed, setups] = JSON.parse(process.argv[2]) as [number, readonly Setup[]];
const all: Answered[] = [];
for (const setup of setups) all.push(await answer(seed, setup));
console.log(JSON.stringify(all));
