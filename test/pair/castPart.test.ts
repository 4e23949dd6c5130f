import { test } from 'vitest';
import { seeded } from '../../scenes/random.ts';
import { TAKEN } from '../../src/narrow/scalar/cast/places.ts';
import { loadCast } from '../../src/pair/castShape.ts';
import { geometryOf } from '../../src/pair/query.ts';
import { box } from '../../src/pair.ts';
import { CAST_CLASSES, judgeCast } from '../support/castPairs.ts';

test('part', () => {
  const g = geometryOf('x', box(1, 1, 1));
  const probe = loadCast(g, g);
  const N = Number(process.env.CASTS);
  for (const [name, make] of Object.entries(CAST_CLASSES)) {
    const r = seeded(4);
    let fails = 0;
    const c = [0, 0, 0, 0];
    const steps: number[] = [];
    for (let k = 0; k < N; k++) {
      const pair = make(r);
      try {
        const { status } = judgeCast(pair, 100);
        c[status]!++;
        if (status !== 2) steps.push(probe.c[TAKEN]!);
      } catch (e) {
        fails++;
        if (fails < 4) console.log(name, k, String((e as Error).message).slice(0, 300));
      }
    }
    steps.sort((a, b) => a - b);
    console.log(
      name,
      N,
      'free hit starts',
      c.join(' '),
      'fails',
      fails,
      'steps p50 p99 max',
      steps[steps.length >> 1],
      steps[Math.floor(steps.length * 0.99)],
      steps[steps.length - 1],
    );
  }
}, 3000000);
