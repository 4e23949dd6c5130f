/** docs/queries.md names every query of an engine, and columns that its results have. */
import { box, createEngine, Engine } from 'hullstorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from './page.ts';

const { text } = readPage('docs/queries.md');
/** The first table: calls, and columns, by name. */
const ROWS = [...text.matchAll(/^\| [^|`]+ \| (`[^|]+) \| ([^|]+) \|$/gm)].map(([, calls, columns]) => ({
  calls: [...calls!.matchAll(/`(\w+)\(([^`]*)\)`/g)].map((match) => ({
    name: match[1]!,
    code: match[0]!.slice(1, -1),
  })),
  columns: [...columns!.matchAll(/`(\w+)/g)].map((match) => match[1]!),
}));

let engine: Engine;

beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
  const shape = engine.scene.addShape(box(1, 1, 1));
  engine.scene.addCollider(shape);
  engine.scene.addCollider(shape, { position: [1.5, 0, 0] });
});

afterAll(() => engine.close());

test('the table has every query that has a synchronous twin', () => {
  const names = new Set<string>();
  for (let type = Engine.prototype; type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type)) {
      if (name.endsWith('Sync')) names.add(name.slice(0, -'Sync'.length));
    }
  }
  names.delete('run'); // a program of passes
  const shown = new Set(ROWS.flatMap(({ calls }) => calls.map(({ name }) => name)));
  expect([...shown].toSorted()).toEqual([...names].toSorted());
});

test.each(ROWS.flatMap(({ calls, columns }) => calls.map(({ code }) => [code, columns] as const)))(
  '%s runs as it is written, and has the columns %j',
  async (code, columns) => {
    const casts = engine.createCastList(1);
    casts.set(0, [5, 0, 0]);
    const probes = engine.createProbeList(1);
    probes.set(0, [5, 0, 0]);
    const rays = engine.createRayList(1);
    rays.set([5, 0, 0], [-1, 0, 0]);
    const given = {
      k: 2,
      margin: 0.1,
      maxDistance: 10,
      depth: true,
      pairs: await engine.findPairs(),
      boxes: [-1, -1, -1, 1, 1, 1],
      spheres: [0, 0, 0, 1],
      points: [5, 0, 0],
      motions: new Float64Array(8 * 2),
      casts,
      probes,
      rays,
      movers: code.startsWith('moveAndSlide') ? casts : probes,
    };
    const call = new Function('engine', ...Object.keys(given), `return engine.${code};`);
    const results = (await call(engine, ...Object.values(given))) as Record<string, unknown>;
    expect(columns.length).toBeGreaterThan(0);
    for (const column of columns) expect(ArrayBuffer.isView(results[column]), column).toBe(true);
  },
);
