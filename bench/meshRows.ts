/** What a triangle costs a query of contacts: bodies that touch a terrain, ns per triangle that is computed. */

import { frameStats } from '../scenes/frameStats.ts';
import { between, seeded } from '../scenes/random.ts';
import { terrain } from '../scenes/surfaces.ts';
import { box, createEngine, hull, mesh, type Shape, sphere } from './library.ts';

const TRIANGLES = 20_000;
const BODIES = 1000;
const RUNS = 100;
/** m */
const SIZE = 0.4;
const MARGIN = 0.02;

/** A hull of 16 points on a ball. */
function hull16(random: () => number): Shape {
  const points: number[] = [];
  while (points.length < 48) {
    const point = [0, 1, 2].map(() => between(random, -1, 1));
    const length = Math.hypot(...point);
    if (length > 0.1 && length < 1) points.push(...point.map((c) => (SIZE * c) / length));
  }
  return hull(points);
}

/** Rows of box, hull and sphere. No manifold is kept from the query before. */
export async function contactRows(seed: number): Promise<object[]> {
  const random = seeded(seed);
  const shapes = { box: box(SIZE, SIZE, SIZE), 'hull 16': hull16(random), sphere: sphere(SIZE) };
  const surface = terrain(TRIANGLES, seed);
  const vertices = surface.positions.length / 3;
  const rows: object[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const engine = await createEngine({ workers: 0 });
    const { scene } = engine;
    const ground = scene.addCollider(scene.addShape(mesh(surface)), { static: true });
    const id = scene.addShape(shape);
    const bodies = Array.from({ length: BODIES }, () => {
      const vertex = 3 * Math.floor(vertices * random());
      const [x, y, z] = surface.positions.subarray(vertex, vertex + 3);
      const position = [x! + between(random, -0.5, 0.5), y! + 0.9 * SIZE, z! + between(random, -0.5, 0.5)] as const;
      return scene.addCollider(id, { position });
    });
    const list = engine.createPairList(8 * BODIES);
    list.set(bodies.flatMap((body) => [ground, body]));
    const options = { margin: MARGIN, recycle: 0 };
    const { childCount } = engine.contactsSync(list, options);
    const times = Float64Array.from({ length: RUNS }, () => {
      const begin = performance.now();
      engine.contactsSync(list, options);
      return (1e6 * (performance.now() - begin)) / childCount;
    });
    const { p50, p99 } = frameStats(times);
    const { rowCount, pointCount } = engine.contactsSync(list, options);
    rows.push({
      body: name,
      triangles: childCount,
      points: pointCount.subarray(0, rowCount).reduce((sum, count) => sum + count, 0),
      'ns per triangle, p50': Math.round(p50),
      p99: Math.round(p99),
      'µs per body': Number(((p50 * childCount) / BODIES / 1000).toFixed(2)),
    });
    await engine.close();
  }
  return rows;
}
