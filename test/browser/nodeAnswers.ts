/** The same questions, answered here. */
import { createEngine } from 'hullstorm';
import { type Kernel, PORTABLE } from '../support/kernels.ts';
import { type Answers, ask, digest, fillScene, stepBodies } from './questions.ts';

/** Answers of one engine on one thread in Node. */
export async function answersInNode(seed: number, kernel: Kernel): Promise<Answers> {
  const engine = await createEngine({ workers: 0, kernel });
  fillScene(engine.scene, seed);
  const answers = await ask(engine, seed);
  await engine.close();
  return answers;
}

/** Everything that is the same on every machine, by kernel. */
export type AllAnswers = Record<(typeof PORTABLE)[number], { answers: Answers; steps: string }>;

export async function allAnswersInNode(seed: number): Promise<AllAnswers> {
  const all: Partial<AllAnswers> = {};
  for (const kernel of PORTABLE) {
    all[kernel] = { answers: await answersInNode(seed, kernel), steps: await stepsInNode(seed, kernel) };
  }
  return all as AllAnswers;
}

/** What `stepBodies` makes of one engine on one thread in Node. */
async function stepsInNode(seed: number, kernel: Kernel): Promise<string> {
  const engine = await createEngine({ workers: 0, kernel });
  const steps = await stepBodies(engine, seed, false);
  await engine.close();
  return steps;
}

/** Digest of the scene's snapshot in Node. */
export async function snapshotInNode(seed: number): Promise<string> {
  const engine = await createEngine({ workers: 0 });
  fillScene(engine.scene, seed);
  const bytes = engine.scene.snapshot();
  await engine.close();
  return digest(bytes, bytes.length);
}

/**
 * What must be the same in Node and in Chromium: everything, but for 'relaxed', whose sums and products a compiler may fuse
 * or not. There it is the flags and the pairs.
 */
export function portable(answers: Answers, kernel: Kernel): Answers {
  if (kernel !== 'relaxed') return answers;
  const inexact = /(offset[AB]|separation|simplex|distance|reading|contacts: [^p]|contacts: (points|previous))/;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !inexact.test(name))) as Answers;
}
