/** What the visitor of the demo asks of the world: the child under the cursor, and contact points. */
import { box, createEngine, heightField } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInspector } from '../../demo/page/inspector.ts';
import { CONTACT_NUMBERS } from '../../demo/page/protocol.ts';

let dynamics: Dynamics;
let crate: number;

beforeEach(async () => {
  dynamics = await createDynamics(await createEngine({ workers: 0, capacity: { colliders: 16, pairs: 64, rays: 4 } }));
  // the crate is A of the first pair, and B of the second
  dynamics.addBody(box(0.5, 0.5, 0.5), { type: 'static', position: [9, -0.5, 0] });
  crate = dynamics.addBody(box(0.5, 0.5, 0.5), { position: [0.1, 0.499, 0.2] });
  const field = heightField({ rows: 5, columns: 5, spacing: [2, 2], heights: new Float32Array(25) });
  dynamics.addBody(field, { type: 'static' });
  dynamics.addBody(box(0.5, 0.5, 0.5), { position: [9, 0.499, 0] });
});

afterEach(() => dynamics.engine.close());

test('a ray sees the triangle of a surface, a convex body, or nothing', async () => {
  const { see } = createInspector(dynamics);
  const down = [0, -1, 0] as const;
  // cell (0, 0), beside the corner (−4, −4)
  expect(await see({ origin: [-3.9, 5, -3.9], direction: down })).toEqual({ body: 2, child: 0 });
  expect(await see({ origin: [3.9, 5, 3.9], direction: down })).toEqual({ body: 2, child: 31 });
  expect(await see({ origin: [0, 5, 0], direction: down })).toEqual({ body: crate, child: -1 });
  expect(await see({ origin: [0, 5, 0], direction: [0, 1, 0] })).toBeUndefined();
});

test('contact points are where bodies touch, with normals away from what does not move', async () => {
  const { contacts } = createInspector(dynamics);
  expect(contacts()).toHaveLength(0);
  await dynamics.step(1 / 60);
  const found = contacts();
  expect(found).toHaveLength(8 * CONTACT_NUMBERS);
  for (let k = 0; k < found.length; k += CONTACT_NUMBERS) {
    const [x, y, z, ...normal] = found.subarray(k, k + CONTACT_NUMBERS);
    const [atX, atZ] = x! > 5 ? [9, 0] : [0.1, 0.2];
    expect(Math.abs(x! - atX)).toBeCloseTo(0.5, 3);
    expect(y).toBeCloseTo(0, 2);
    expect(Math.abs(z! - atZ)).toBeCloseTo(0.5, 3);
    expect(normal.map((c) => Math.round(1000 * c) / 1000 + 0)).toEqual([0, 1, 0]);
  }
});
