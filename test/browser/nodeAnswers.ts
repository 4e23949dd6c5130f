/** The same questions, answered here. */
import { createEngine } from 'hullstorm';
import type { Kernel } from '../kernels.ts';
import { type Answers, ask, digest, fillScene } from './questions.ts';

/** Answers of one engine on one thread in Node. */
export async function answersInNode(seed: number, kernel: Kernel): Promise<Answers> {
  const engine = await createEngine({ workers: 0, kernel });
  fillScene(engine.scene, seed);
  const answers = await ask(engine, seed);
  await engine.close();
  return answers;
}

/** Digest of the scene's snapshot in Node. */
export async function snapshotInNode(seed: number): Promise<string> {
  const engine = await createEngine({ workers: 0 });
  fillScene(engine.scene, seed);
  const bytes = engine.scene.snapshot();
  await engine.close();
  return digest(bytes, bytes.length);
}
