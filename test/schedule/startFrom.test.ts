import { expect, test } from 'vitest';
import { QueryError } from '../../src/errors.ts';
import type { Spawn, WorkerSource } from '../../src/schedule/protocol.ts';
import { startFrom } from '../../src/schedule/startFrom.ts';

const BLOCKED = new Error('blocked');

/** A source whose `prepare` gives a spawn of this name, at once or later, or fails. */
function source(name: string, { hasRun = false, fails = false, isLate = false } = {}): WorkerSource {
  return {
    name,
    hasRun,
    prepare() {
      if (fails) throw new Error(`${name} does not load`);
      const spawn = (() => name) as unknown as Spawn;
      return isLate ? Promise.resolve(spawn) : spawn;
    },
  };
}

/** Starts from sources; those of `bad` do not start. @returns what was started, or the error */
async function outcome(sources: readonly WorkerSource[], bad: Record<string, Error> = {}): Promise<unknown> {
  const start = async (spawn: Spawn) => {
    const name = (spawn as unknown as () => string)();
    if (bad[name]) throw bad[name];
    return name;
  };
  return startFrom(sources, start).catch((error) => error);
}

test('the first source that starts serves, whether it loads at once or later', async () => {
  expect(await outcome([source('file'), source('text')])).toBe('file');
  expect(await outcome([source('file', { fails: true }), source('text')])).toBe('text');
  expect(await outcome([source('file'), source('text', { isLate: true })], { file: BLOCKED })).toBe('text');
});

test('the first one starts before the call returns, unless it has to load something', () => {
  const started: string[] = [];
  const start = async (spawn: Spawn) => void started.push((spawn as unknown as () => string)());
  void startFrom([source('late', { isLate: true })], start);
  expect(started).toEqual([]);
  void startFrom([source('file')], start);
  expect(started).toEqual(['file']);
});

test('a source that has run is the last one tried: its failure is the error, as it is', async () => {
  expect(await outcome([source('file', { hasRun: true }), source('text')], { file: BLOCKED })).toBe(BLOCKED);
  const later = [source('file'), source('text', { hasRun: true }), source('third')];
  expect(await outcome(later, { file: new Error('other'), text: BLOCKED })).toBe(BLOCKED);
});

test("if none starts, the error has the first one's reason and the names of all", async () => {
  const error = (await outcome([source('file'), source('text')], { file: BLOCKED, text: new Error('other') })) as Error;
  expect(error).toBeInstanceOf(QueryError);
  expect(error.message).toBe(
    'createEngine: expected workers to start, got: blocked (tried file, then text; createWorker can make workers of' +
      ' hullstorm/worker in another way)',
  );
  expect(error.cause).toBe(BLOCKED);
});

test('a sentence of the library is not put into another one', async () => {
  const sentence = new QueryError('createEngine: createWorker: expected a worker, got null');
  // the only source, which the user has given
  expect(await outcome([source('own')], { own: sentence })).toBe(sentence);
  const other = (await outcome([source('own')], { own: BLOCKED })) as Error;
  expect(other.message).toMatch(/^createEngine: expected workers to start, got: blocked \(tried own; /);
  const two = (await outcome([source('file'), source('text')], { file: sentence, text: BLOCKED })) as Error;
  expect(two).not.toBe(sentence);
  expect(two.message).toMatch(/^createEngine: createWorker: expected a worker, got null \(tried file, then text; /);
});
