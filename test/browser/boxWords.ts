/** Boxes that an engine computes on a GPU, or on its threads: the same code in Node and in the page. */
import { box, type Engine, type LastQuery } from 'hullstorm';
import { seeded } from '../support/random.ts';
import { digest } from './questions.ts';

const COLLIDERS = 300;
const PAIRS = 2000;
/** Positions on this grid are whole numbers of a GPU's fixed point (m). */
const GRID = 2 ** -20;

export interface BoxWords {
  /** SHA-256 of the columns of each query, all of which start cold. */
  readonly words: Readonly<Record<string, string>>;
  /** Where each query ran. */
  readonly ran: readonly (LastQuery | undefined)[];
}

/** Fills an empty engine, and asks. */
export async function boxWords(engine: Engine, seed: number): Promise<BoxWords> {
  const { scene, pairs } = engine;
  const random = seeded(seed);
  const shapes = Array.from({ length: 20 }, () => scene.addShape(box(random() + 0.1, random() + 0.1, random() + 0.1)));
  for (let k = 0; k < COLLIDERS; k++) {
    const at = () => GRID * Math.round((6 * random()) / GRID);
    const turn = () => random() - 0.5;
    const rotation = [turn(), turn(), turn(), turn() + 0.51];
    scene.addCollider(shapes[k % 20], { position: [at(), at(), at()], rotation });
  }
  for (let k = 0; k < PAIRS; k++) {
    const a = Math.trunc(random() * COLLIDERS);
    pairs.ids.set([a, (a + 1 + Math.trunc(random() * (COLLIDERS - 1))) % COLLIDERS], 2 * k);
  }
  const words: Record<string, string> = {};
  const ran: (LastQuery | undefined)[] = [];
  pairs.resize(PAIRS);
  words.flags = await digest((await engine.intersect()).status, PAIRS);
  ran.push(engine.info.lastQuery);
  for (const depth of [false, true]) {
    pairs.resize(PAIRS);
    const { status, separation, offsetA, offsetB, simplex } = await engine.distance(pairs, { depth });
    ran.push(engine.info.lastQuery);
    const name = depth ? 'signed' : 'distance';
    words[`${name} status`] = await digest(status, PAIRS);
    words[`${name} separation`] = await digest(separation, 4 * PAIRS);
    words[`${name} offsetA`] = await digest(offsetA, 4 * PAIRS);
    words[`${name} offsetB`] = await digest(offsetB, 4 * PAIRS);
    words[`${name} simplex`] = await digest(simplex, 8 * PAIRS);
  }
  return { words, ran };
}
