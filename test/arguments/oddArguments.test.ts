/**
 * Every public call with every kind of value in every place: it works as documented, or throws a QueryError that names the place,
 * and nothing has changed then.
 */
import { fileURLToPath } from 'node:url';
import { QueryError } from 'hullstorm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Kind, ODD } from './oddValues.ts';
import { publicApis } from './publicCalls.ts';
import { type Argument, type Call, callsOf, type Fixture, makeFixture } from './table.ts';

const ENTRIES = {
  hullstorm: 'index.node',
  'hullstorm/pair': 'pair',
  'hullstorm/pair2d': 'pair2d',
  'hullstorm/dynamics': 'dynamics/index',
  'hullstorm/loop': 'loop/index',
  'hullstorm/three': 'three/index',
};
/** Refused in Node, whatever the arguments: test/engine/workerPort.test.ts. */
const PAGES_ONLY = new Set(['lendWorkers']);
/**
 * Users call these methods of `Scene` and `PlanarScene`; and those of an object of three.js.
 */
const INHERITED = /^(BaseScene|DebugLines)\.(?!(update|dispose)$)/;
/** Classes that users make. */
const MADE: Readonly<Record<string, readonly string[]>> = { 'hullstorm/three': ['new DebugLines'] };
const fixture: Fixture = await makeFixture();
const calls = callsOf(fixture);

beforeAll(reset);
// three.js warns of colors that it does not know
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterAll(() => Promise.all([fixture.engine, fixture.world, fixture.planar].map((engine) => engine.close())));

/** The scene and the list as they were made. */
function reset(): void {
  fixture.engine.scene.restore(fixture.snapshot);
  fixture.engine.pairs.set([0, 1, 2, 3]);
  fixture.probes.set(0, [0, 0, 0]);
  fixture.planar.scene.restore(fixture.planarSnapshot);
}

/** All that bad input must not change. A snapshot ends up in its own checksum. */
function state(): unknown {
  const { engine, world, planar, dynamics, probes } = fixture;
  const { velocities, spins, awake } = dynamics;
  return [
    ...[engine, world, planar].map(({ scene, pairs }) => [
      new DataView(scene.snapshot().buffer).getUint32(12),
      scene.count,
      scene.rows,
      scene.shapeCount,
      pairs.count,
    ]),
    [probes.count, ...probes.shapes, ...probes.positions, ...probes.rotations, ...probes.masks, ...probes.ignored],
    [...engine.pairs.ids.subarray(0, 2 * engine.pairs.count)],
    [...velocities.subarray(0, 16), ...spins.subarray(0, 16), ...awake.subarray(0, 4)],
    fixture.program.length,
  ];
}

/** Runs a call with a value in one place. @returns the error, or undefined if it took it */
async function attempt({ run, args, undo }: Call, place: number, value: unknown): Promise<unknown> {
  const given = args.map(({ good }, k) => (k === place ? value : good()));
  const before = state();
  try {
    const result = await run(...(given as never[]));
    await undo?.(result);
  } catch (error) {
    expect(state()).toEqual(before);
    return error;
  }
  reset();
  return undefined;
}

/** What is wrong with how a call met a value; undefined if nothing is. */
function objection(error: unknown, name: string, kind: Kind, odd: string): string | undefined {
  if (error === undefined) {
    return kind.takes.includes(odd) || kind.either.includes(odd) ? undefined : 'is taken';
  }
  if (!(error instanceof QueryError)) return `throws ${String(error)}`;
  if (kind.takes.includes(odd)) return `is refused: ${error.message}`;
  const isSentence =
    /^(new )?[\w.]+(\(\w+\))?: .*expected .+, got:? .+/s.test(error.message) && error.message.includes(name);
  return isSentence ? undefined : `is refused without its place, ${name}: ${error.message}`;
}

const places = Object.entries(calls).flatMap(([name, call]) => call.args.map((_, k) => [name, k] as const));
const optionPlaces = places.filter(([name, k]) => calls[name].args[k].keys);
const closedPlaces = optionPlaces.filter(([name, k]) => !calls[name].args[k].isOpen);

test.each(places)('%s, argument %i: every kind of value', async (name, place) => {
  const call = calls[name];
  const { name: argument, kind } = call.args[place];
  const found: string[] = [];
  for (const [odd, make] of Object.entries(ODD)) {
    const wrong = objection(await attempt(call, place, make()), argument, kind, odd);
    if (wrong) found.push(`${odd} ${wrong}`);
  }
  expect(found).toEqual([]);
});

describe('options', () => {
  const withKey = ({ good }: Argument, key: string, value: unknown) => ({ ...(good() as object), [key]: value });

  test.each(optionPlaces)('%s, argument %i: every kind of value at every key', async (name, place) => {
    const call = calls[name];
    const argument = call.args[place];
    const found: string[] = [];
    for (const [key, kind] of Object.entries(argument.keys!)) {
      for (const [odd, make] of Object.entries(ODD)) {
        const error = await attempt(call, place, withKey(argument, key, make()));
        const wrong = objection(error, key === 'kind' ? 'shape' : key, kind, odd);
        if (wrong) found.push(`${key}: ${odd} ${wrong}`);
      }
    }
    expect(found).toEqual([]);
  });

  test.each(closedPlaces)(
    '%s, argument %i: an unknown key is named, with the nearest known one',
    async (name, place) => {
      const call = calls[name];
      const argument = call.args[place];
      for (const key of Object.keys(argument.keys!)) {
        const typo = `${key}x`;
        const error = await attempt(call, place, withKey(argument, typo, 1));
        expect(error).toBeInstanceOf(QueryError);
        expect((error as Error).message).toMatch(`got the unknown option \`${typo}\`; did you mean \`${key}\`?`);
      }
    },
  );

  test.each(optionPlaces)(
    '%s, argument %i: each key is read once, and a getter that throws is the cause',
    async (name, place) => {
      const call = calls[name];
      const argument = call.args[place];
      for (const key of Object.keys(argument.keys!)) {
        let reads = 0;
        const value = (argument.good() as Record<string, unknown> | undefined)?.[key];
        const counting = Object.defineProperty(withKey(argument, key, value), key, {
          get: () => {
            reads++;
            return value;
          },
        });
        await attempt(call, place, counting);
        expect([key, reads]).toEqual([key, 1]);
        const cause = new Error('mine');
        const throwing = Object.defineProperty(withKey(argument, key, value), key, {
          get: () => {
            throw cause;
          },
        });
        const error = await attempt(call, place, throwing);
        expect(error).toBeInstanceOf(QueryError);
        expect((error as Error).message).toMatch(/: expected what can be read, got an error: Error: mine$/);
        expect((error as Error).cause).toBe(cause);
      }
    },
  );
});

test.each(Object.entries(calls))('%s: right arguments are taken', async (_, call) => {
  expect(await attempt(call, -1, undefined)).toBeUndefined();
});

const apis = publicApis(
  Object.values(ENTRIES).map((file) => fileURLToPath(new URL(`../../dist/src/${file}.d.ts`, import.meta.url))),
);

describe.each(Object.keys(ENTRIES).map((entry, k) => [entry, apis[k]] as const))('%s', (entry, api) => {
  test('every function and method is in the table', () => {
    const listed = Object.keys(calls).filter((name) => name.startsWith(`${entry} `));
    const declared = api.calls.filter((name) => !PAGES_ONLY.has(name) && !INHERITED.test(name));
    const wanted = [...declared, ...(MADE[entry] ?? [])];
    expect(listed.sort()).toEqual(wanted.map((name) => `${entry} ${name}`).sort());
  });

  test('every key of every options object is in the table', () => {
    const tabled = Object.entries(calls).filter(([name]) => name.startsWith(`${entry} `));
    for (const { type, keys, name } of tabled.flatMap(([, { args }]) => args)) {
      if (!type || !keys || name === 'shape') continue;
      const known = api.keys.get(type) ?? expect.fail(`${type} is not exported`);
      expect([type, ...Object.keys(keys).sort()]).toEqual([type, ...[...known].sort()]);
    }
  });
});
