/** Engines of `hullstorm/core`: each query alone answers as an engine with all of them does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { box, createEngine as createWhole, type Engine, hull, QueryError, sphere } from 'hullstorm';
import * as core from 'hullstorm/core';
import { createDynamics } from 'hullstorm/dynamics';
import { afterAll, describe, expect, test } from 'vitest';
import { METHODS } from '../../src/engine/coreEngine.ts';
import { seeded } from '../support/random.ts';

const { createEngine } = core;
type Name = keyof typeof METHODS;
const NAMES = Object.keys(METHODS) as Name[];
const QUERIES: Readonly<Record<Name, core.QuerySet>> = { ...core };
/** What a step of `hullstorm/dynamics` asks. */
const STEP = [core.contacts, core.overlaps, core.castPairs, core.passes];
const COLLIDERS = 300;
const CAPACITY = { shapes: 8, vertices: 64, colliders: COLLIDERS, pairs: 20_000, polytopes: 100 };

/** An engine with all queries, by its type: what it has not is refused. */
const engineWith = async (queries: readonly core.QuerySet[], options: object = {}): Promise<Engine> =>
  (await createEngine({ queries, workers: 0, capacity: CAPACITY, ...options })) as unknown as Engine;

function fill(engine: Engine): void {
  const random = seeded(7);
  const corners = Float64Array.from({ length: 36 }, () => random() - 0.5);
  const shapes = [box(0.3, 0.4, 0.5), hull(corners), sphere(0.4)].map((shape) => engine.scene.addShape(shape));
  for (let k = 0; k < COLLIDERS; k++) {
    const position = [6 * random(), 6 * random(), 6 * random()] as const;
    const rotation = [random(), random(), random(), 1] as const;
    engine.scene.addCollider(shapes[k % 3], { position, rotation, sensor: k % 9 === 0 });
  }
}

/** The columns of results: the numbers that are compared. */
const columnsOf = (results: object): unknown[] => {
  const own = results as Record<string, unknown>;
  const names = [
    'count',
    'status',
    'ids',
    't',
    'distances',
    'separation',
    'offsetA',
    'offsetB',
    'pointCount',
    'sensors',
    'counts',
  ];
  return [...names, 'starts', 'pushes', 'displacements'].map((name) => {
    const value = own[name];
    return ArrayBuffer.isView(value) ? [...(value as Float32Array).subarray(0, 200)] : value;
  });
};

const POINTS = Float64Array.from({ length: 60 }, (_, k) => (k * 0.37) % 6);

function probesOf(engine: Engine) {
  const probes = engine.createProbeList(20);
  probes.set(0, POINTS);
  return probes;
}

function castsOf(engine: Engine) {
  const casts = engine.createCastList(20);
  casts.set(0, POINTS);
  for (let k = 0; k < 20; k++) casts.moves.set([2, k / 10, -1], 4 * k);
  return casts;
}

/** A call of each query that answers at once: the first one of its engine. */
const ASK: Record<Exclude<Name, 'passes'>, (engine: Engine) => object> = {
  contacts: (engine) => engine.contactsSync({ margin: 0.05 }),
  rays(engine) {
    const rays = engine.createRayList(20);
    rays.set(
      POINTS,
      POINTS.map((c) => c - 3),
    );
    return engine.castRaysSync(rays);
  },
  overlaps: (engine) => engine.overlapBoxSync([0, 0, 0, 2, 2, 2]),
  overlapShapes: (engine) => engine.overlapShapesSync(probesOf(engine)),
  closestPoints: (engine) => engine.closestPointsSync(POINTS),
  separate: (engine) => engine.separateSync(probesOf(engine)),
  castShapes: (engine) => engine.castShapesSync(castsOf(engine)),
  castPairs(engine) {
    engine.findPairsSync({ margin: 0.5 });
    return engine.castPairsSync(
      engine.pairs,
      Float64Array.from({ length: 8 * COLLIDERS }, (_, k) => (k % 7) / 10),
    );
  },
  moveAndSlide: (engine) => engine.moveAndSlideSync(castsOf(engine)),
  nearest: (engine) => engine.nearestSync({ k: 2 }),
};
const ASKED = Object.keys(ASK) as (keyof typeof ASK)[];

describe.each(['simd', 'scalar'] as const)('%s', (kernel) => {
  test('pairs, flags and distances need no query', async () => {
    const least = await engineWith([], { kernel });
    const whole = await createWhole({ workers: 0, kernel, capacity: CAPACITY });
    const answers = [least, whole].map((engine) => {
      fill(engine);
      const pairs = engine.findPairsSync({ margin: 0.3 });
      const flags = [...engine.intersectSync().status.subarray(0, pairs.count)];
      return [[...pairs.ids.subarray(0, 2 * pairs.count)], flags, columnsOf(engine.distanceSync())];
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]![1]).toContain(1);
    expect(least.info.kernel).toBe(kernel);
    await Promise.all([least.close(), whole.close()]);
  });

  test.each(ASKED)('%s alone answers as among all queries', async (name) => {
    const alone = await engineWith([QUERIES[name]], { kernel });
    const whole = await createWhole({ workers: 0, kernel, capacity: CAPACITY });
    const [own, all] = [alone, whole].map((engine) => {
      fill(engine);
      return columnsOf(ASK[name](engine));
    });
    expect(own).toEqual(all);
    expect(own!.some((column) => Array.isArray(column) && column.some((value) => value > 0))).toBe(true);
    await Promise.all([alone.close(), whole.close()]);
  });
});

test('passes alone load code', async () => {
  const engine = await createEngine({ queries: [core.passes], workers: 0, capacity: { ...CAPACITY, passBytes: 64 } });
  const code = 'export function set(begin, end, at, thread, buffer) { new Int32Array(buffer, at)[0] = end; }';
  const passes = await engine.loadPasses(`data:text/javascript,${encodeURIComponent(code)}`, { bytes: 64 });
  const program = passes.createProgram();
  program.add('set', 5, 5, passes.byteOffset);
  passes.runSync(program);
  expect(new Int32Array(passes.buffer, passes.byteOffset)[0]).toBe(5);
  await engine.close();
});

describe('queries that an engine has not', () => {
  test('each method of the library belongs to a query, or to every engine', async () => {
    const whole = await createWhole({ workers: 0, capacity: CAPACITY });
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(whole)).filter((name) => {
      const { value } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(whole), name)!;
      return typeof value === 'function' && !name.endsWith('Sync');
    });
    const always = [
      'constructor',
      'isShared',
      'refuses',
      'compilePiece',
      'close',
      'createPairList',
      'intersect',
      'distance',
      'findPairs',
    ];
    expect(methods.sort()).toEqual([...always, ...Object.values(METHODS).flat()].sort());
    await whole.close();
  });

  test('are refused with the import that is missing', async () => {
    const engine = await engineWith([core.rays]);
    const missing = (call: string, query: string) =>
      `engine.${call}: expected an engine with the query ${query} (import { ${query} } from 'hullstorm/core', ` +
      `then createEngine({ queries: [${query}] })), got one without it`;
    for (const name of NAMES.filter((each) => each !== 'rays')) {
      for (const method of METHODS[name]) {
        const own = engine as unknown as Record<string, () => unknown>;
        if (method.startsWith('create'))
          expect(() => own[method]!(), method).toThrow(new QueryError(missing(method, name)));
        else await expect(own[method]!(), method).rejects.toThrow(new QueryError(missing(method, name)));
        if (/^(create|load)/.test(method)) continue;
        expect(() => own[`${method}Sync`]!(), method).toThrow(new QueryError(missing(`${method}Sync`, name)));
      }
    }
    await engine.close();
  });

  test.each<[object, string]>([
    [{ queries: core.rays[0] }, 'queries: expected an array of queries of hullstorm/core, got an object'],
    [
      { queries: [core.rays, 'nearest'] },
      "queries[1]: expected a query of hullstorm/core, such as rays, got 'nearest'",
    ],
    [{ queries: [[{}]] }, 'queries[0]: expected a query of hullstorm/core, such as rays, got an array'],
    [{ planar: true }, 'planar: expected false (planar engines are made by hullstorm), got true'],
    [{ kernel: 'relaxed' }, "kernel: expected 'auto', 'simd' or 'scalar', got 'relaxed', which hullstorm has"],
    [
      { capacity: { points: 3 } },
      'capacity: expected shapes, vertices, parts, colliders, meshTriangles, meshVertices, heights, compoundParts, pairs, polytopes, got the',
    ],
  ])('%o is refused', async (options, message) => {
    await expect(createEngine(options as never)).rejects.toThrow(QueryError);
    await expect(createEngine(options as never)).rejects.toThrow(`createEngine: ${message}`);
  });

  test('dynamics takes engines with the queries of a step, and no other', async () => {
    const [least, enough] = [await engineWith([core.contacts]), await engineWith(STEP)];
    await expect(createDynamics(least)).rejects.toThrow(
      'createDynamics: engine: expected an engine with the queries contacts, overlaps, castPairs, passes, ' +
        'got one without overlaps, castPairs, passes',
    );
    const dynamics = await createDynamics(enough);
    // fast enough to be swept
    const id = dynamics.addBody(box(0.1, 0.1, 0.1), { velocity: [0, -100, 0], position: [0, 10, 0] });
    dynamics.addBody(box(5, 0.01, 5), { type: 'static' });
    for (let n = 0; n < 60; n++) dynamics.stepSync(1 / 60);
    expect(enough.scene.positions[4 * id + 1]).toBeGreaterThan(0);
    await Promise.all([least.close(), enough.close()]);
  });

  test('a query that is named twice is there once', async () => {
    const engine = await createEngine({ queries: [core.separate, core.overlapShapes, core.separate], workers: 0 });
    expect(engine.createProbeList(3).capacity).toBe(3);
    await engine.close();
  });
});

describe('workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hullstorm-core-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const SERVE = new URL('../../dist/workers/core.node.js', import.meta.url).href;

  /** Makes workers that run `text` after the import of `serve`. */
  function workerOf(text: string): () => Worker {
    const file = join(folder, `${text.length}.mjs`);
    writeFileSync(file, `import * as core from ${JSON.stringify(SERVE)};\n${text}`);
    return () => new Worker(pathToFileURL(file));
  }

  test.each<[string, object]>([
    ['with all queries', { workers: 2 }],
    [
      'with those that they serve',
      { workers: 2, createWorker: workerOf('core.serve([core.nearest, core.contacts]);') },
    ],
  ])('%s: the same bytes', async (_, options) => {
    const queries = [core.contacts, core.nearest];
    const [alone, shared] = [
      await engineWith(queries),
      await engineWith(queries, { ...options, tuning: { shareFrom: 1 } }),
    ];
    const [own, all] = [alone, shared].map((engine) => {
      fill(engine);
      return [columnsOf(engine.contactsSync({ margin: 0.05 })), columnsOf(engine.nearestSync({ k: 2 }))];
    });
    expect(all).toEqual(own);
    expect(shared.info.threads).toBe(3);
    await Promise.all([alone.close(), shared.close()]);
  });

  test('without a query of the engine do not start', async () => {
    const createWorker = workerOf('core.serve([core.contacts]); // only');
    await expect(engineWith([core.nearest], { workers: 1, createWorker })).rejects.toThrow(
      "worker: expected the query 'probes' among its queries, got distance, findPairs, contacts",
    );
  });

  test('serve takes queries of hullstorm/core/worker alone', async () => {
    const failed = (text: string) => new Promise<Error>((resolve) => workerOf(text)().once('error', resolve));
    const message = "serve: queries[0]: expected a query of hullstorm/core/worker, such as rays, got 'rays'";
    expect((await failed("core.serve(['rays']);")).message).toBe(message);
    expect((await failed('core.serve(core.rays);')).message).toBe(
      'serve: queries: expected an array of queries of hullstorm/core/worker, got an object',
    );
  });
});
