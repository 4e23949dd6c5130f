/** Queries whose first argument may be undefined: options behind it are honoured, and arguments that none reads refused. */
import { box, createEngine } from 'hullstorm';
import { box2 } from 'hullstorm/pair2d';
import { expect, test } from 'vitest';

async function spatial() {
  const engine = await createEngine({ workers: 0, warmUp: false });
  const shape = engine.scene.addShape(box(0.5, 0.5, 0.5));
  for (const x of [0, 1.2]) engine.scene.addCollider(shape, { position: [x, 0, 0] });
  return engine;
}

async function planar() {
  const engine = await createEngine({ workers: 0, planar: true });
  const shape = engine.scene.addShape(box2(0.5, 0.5));
  for (const x of [0, 1.2]) engine.scene.addCollider(shape, { position: [x, 0] });
  return engine;
}

test.each([
  ['spatial', spatial],
  ['planar', planar],
])('%s: undefined first', async (_, make) => {
  const engine = await make();
  // calls that the types refuse, too
  const loose = engine as unknown as Record<string, (...given: unknown[]) => unknown>;
  expect(engine.contactsSync(undefined, { margin: 0.5 }).count).toBe(1);
  expect(engine.contactsSync(undefined).count).toBe(0);
  expect((await engine.contacts(undefined, { margin: 0.5 })).count).toBe(1);
  expect(engine.distanceSync(undefined, { maxDistance: 0.1 }).status[0]).toBe(2);
  expect((await engine.distance(undefined, { maxDistance: 0.1 })).status[0]).toBe(2);
  const refused: [string, unknown[], string][] = [
    ['contacts', [undefined, { recycle: 5 }], 'recycle: expected a number from 0 to 0.01, got 5'],
    ['contacts', [{}, {}], 'pairs: expected a pair list or undefined before the options, got an object'],
    ['contacts', [undefined, {}, 1], 'expected no argument after options, got 1'],
    ['distance', [undefined, {}, 1], 'expected no argument after options, got 1'],
    ['intersect', [undefined, {}, 1], 'expected no argument after options, got 1'],
    ['findPairs', [undefined, {}], 'expected no argument after options, got an object'],
  ];
  for (const [name, given, sentence] of refused) {
    const message = (where: string) => `engine.${where}: ${sentence}`;
    expect(() => loose[`${name}Sync`](...given)).toThrow(message(`${name}Sync`));
    await expect(loose[name](...given)).rejects.toThrow(message(name));
  }
  await engine.close();
});
