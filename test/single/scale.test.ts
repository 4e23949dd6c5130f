/** Pairs times 2^k give the same answers times 2^k, to the bit. */
import { halfSpace, type Shape } from 'hullstorm';
import { castRay, castShape, distance, intersect } from 'hullstorm/pair';
import { expect, test } from 'vitest';
import { AnswerSheet, columnsOf, LENGTH, PURE, scaled } from '../support/answerSheet.ts';
import { seeded } from '../support/random.ts';
import { allShapes } from '../support/scaledScene.ts';
import { sweep } from '../support/sweep.ts';

const REPEATS = sweep(1, 5);
/** One of this many pairs of shapes is asked about. */
const STRIDE = sweep(5, 1);
const VECTOR = [0, 0, 0];
const POINT = [1, 1, 1];
const MEASURES = { status: PURE, distance: LENGTH, errorBound: LENGTH, normal: VECTOR, offsetA: POINT, offsetB: POINT };
const HIT = { ...MEASURES, t: PURE };
const RAY = { status: PURE, t: PURE, normal: VECTOR, offset: POINT, errorBound: LENGTH };

function askPairs(seed: number, unit: number): AnswerSheet {
  const random = seeded(seed);
  const sheet = new AnswerSheet();
  const shapes: Shape[] = allShapes().map((shape) => scaled(shape, unit));
  const vector = (size: number) => [0, 0, 0].map(() => size * (2 * random() - 1) * unit);
  const turn = () => [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.4];
  for (const [i, a] of shapes.entries()) {
    for (const [j, b] of [...shapes, halfSpace()].entries()) {
      if ((i + j) % STRIDE !== 0) continue;
      const from = { position: vector(0.8), rotation: turn() };
      const to = { position: vector(0.8), rotation: turn() };
      const name = `${i} ${j}`;
      sheet.add(`distance ${name}`, 1, columnsOf(distance(a, from, b, to)), MEASURES);
      sheet.add(
        `near ${name}`,
        1,
        columnsOf(distance(a, from, b, to, undefined, { maxDistance: 0.1 * unit })),
        MEASURES,
      );
      sheet.add(`intersect ${name}`, 1, { overlaps: [Number(intersect(a, from, b, to))] }, { overlaps: PURE });
      const move = vector(2);
      const options = { skin: 0.01 * unit };
      sheet.add(`cast ${name}`, 1, columnsOf(castShape(a, from, { move }, b, to, {}, undefined, options)), HIT);
      if (j === shapes.length) continue;
      const spin = { move, turn: [random(), random(), 0] };
      sheet.add(`turning cast ${name}`, 1, columnsOf(castShape(a, from, spin, b, to, {})), HIT);
      sheet.add(`ray ${name}`, 1, columnsOf(castRay(a, from, vector(2), vector(2))), RAY);
    }
  }
  return sheet;
}

test('all shapes with all shapes, and a half-space', () => {
  for (let seed = 1; seed <= REPEATS; seed++) {
    const plain = askPairs(seed, 1);
    expect(plain.size).toBeGreaterThan(2000 / STRIDE);
    for (const k of sweep([-10, 10], [-30, -10, -9, -7, -3, -1, 2, 5, 10, 30])) {
      expect(askPairs(seed, 2 ** k).differencesTo(plain, 2 ** k), `times 2^${k}, seed ${seed}`).toEqual([]);
    }
  }
});
