/** Queries that begin while another one runs, and functions that throw: a sentence, and right answers afterwards. */
import { describe, expect, test } from 'vitest';
import {
  box,
  castRay,
  castShape,
  cylinder,
  distance,
  hull,
  intersect,
  type Pose,
  rounded,
  type SupportFunction,
  support,
} from '../../src/pair.ts';

const HERE: Pose = { position: [0, 0, 0] };
const THERE: Pose = { position: [2.2, 1, 0.4], rotation: [0.1, 0.2, 0.3, 0.9] };
const crate = box(0.5, 0.5, 0.5);
const gem = rounded(hull([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]), 0.125);

/** What `hullstorm/pair` asks of an ellipsoid, and calls `before` first. */
const egg = (before: () => void) => {
  const fn: SupportFunction = ([x = 0, y = 0, z = 0], out) => {
    before();
    const share = 1 / Math.hypot(x, 0.5 * y, z);
    out.set([share * x, 0.25 * share * y, share * z]);
  };
  return support(fn, [1, 0.5, 1]);
};
type Egg = ReturnType<typeof egg>;

const CALLS: Record<string, (shape: Egg) => unknown> = {
  intersect: (shape) => intersect(shape, HERE, crate, THERE),
  distance: (shape) => distance(shape, HERE, crate, THERE),
  'distance, deep': (shape) => distance(shape, HERE, gem, { position: [0.5, 0.1, 0.2] }),
  castRay: (shape) => castRay(shape, HERE, [3, 0.25, 0.5], [-1, 0, -0.1]),
  castShape: (shape) => castShape(crate, THERE, { move: [-3, -1, 0], turn: [0, 1, 0] }, shape, HERE, {}),
};
/** Answers of queries without functions. */
const answers = () => [
  distance(crate, HERE, crate, THERE),
  distance(cylinder(1, 0.5), HERE, gem, { position: [0.5, 1, 0.25] }),
  castRay(gem, THERE, [0, 0, 0], THERE.position),
  castShape(gem, HERE, { move: [2, 1, 0] }, crate, THERE, { turn: [0, 0, 2] }),
  intersect(crate, HERE, gem, THERE),
];
const ASKED: Record<string, (pose: Pose) => unknown> = {
  intersect: (pose) => intersect(crate, HERE, crate, pose),
  distance: (pose) => distance(crate, HERE, crate, pose),
  castRay: (pose) => castRay(crate, pose, [1, 2, 3], [1, 0, 0]),
  castShape: (pose) => castShape(crate, HERE, {}, crate, pose, {}),
};

describe.each(Object.entries(CALLS))('%s', (_, call) => {
  const right = answers();
  const alone = call(egg(() => {}));

  test.each(Object.entries(ASKED))('of a function that calls %s: refused, and so is the query', (name, ask) => {
    const sentence = `${name}: expected no query in another, got one in a support function or getter`;
    const shape = egg(() => ask(THERE));
    expect(() => call(shape)).toThrow(sentence);
    expect(answers()).toEqual(right);
  });

  test.each(Object.entries(ASKED))('of a function that calls %s, and catches the error: the right answer', (_, ask) => {
    let errors = 0;
    const shape = egg(() => {
      try {
        ask(THERE);
      } catch {
        errors++;
      }
    });
    expect(call(shape)).toEqual(alone);
    expect(errors).toBeGreaterThan(0);
  });

  test('of a function that throws at any of its calls: the next queries are right', () => {
    let end = 0;
    for (let count = 0; end === 0; count += 1 + (count >> 2)) {
      let calls = 0;
      const shape = egg(() => {
        if (calls++ === count) throw new RangeError('out of eggs');
      });
      try {
        expect(call(shape)).toEqual(alone);
        end = count;
      } catch (error) {
        expect((error as Error).message).toBe(
          'support: fn: expected a function that writes a point, got an error: RangeError: out of eggs',
        );
        expect((error as Error).cause).toBeInstanceOf(RangeError);
        expect(answers()).toEqual(right);
        expect(call(egg(() => {}))).toEqual(alone);
      }
    }
    expect(end).toBeGreaterThan(0);
  });
});

test.each(Object.entries(ASKED))('%s with a getter that asks: refused, and the next query is right', (_, ask) => {
  const right = answers();
  for (const inner of Object.values(ASKED)) {
    const pose: Pose = {
      get position() {
        inner(THERE);
        return [1, 2, 3];
      },
    };
    expect(() => ask(pose)).toThrow('expected no query in another');
    expect(answers()).toEqual(right);
  }
});
