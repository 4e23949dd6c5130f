/** How many children a contact query and a step compute: by hand, for every number of workers. */
import { box, compound, createEngine, heightField, mesh } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { describe, expect, test } from 'vitest';
import { square } from '../../../scenes/surfaces.ts';

const CELLS = 4;
const MARGIN = 0.01;
const flat = () => 0;
/** Boxes in a row along x, 2 m apart: their upper sides are at y = 0. */
const row = compound([-4, -2, 0, 2, 4].map((x) => ({ shape: box(0.5, 0.5, 0.5), position: [x, -0.5, 0] as const })));
const rows = CELLS + 1;

/** Grounds, and the children that a box on x = z = 0.5 meets: the middle of a cell, a corner of a part. */
const GROUNDS = [
  ['mesh', mesh(square(CELLS, 1, flat)), 2],
  ['height field', heightField({ rows, columns: rows, spacing: [1, 1], heights: new Float32Array(rows * rows) }), 2],
  ['compound', row, 1],
] as const;

describe.each(GROUNDS)('a box on a %s', (_, ground, met) => {
  test.each([0, 2])('a query counts them, and none for a manifold that is kept: %d workers', async (workers) => {
    const engine = await createEngine({ workers });
    const { scene } = engine;
    const floor = scene.addCollider(scene.addShape(ground), { static: true });
    const shape = scene.addShape(box(0.25, 0.25, 0.25));
    const boxes = [0, 1, 2].map(() => scene.addCollider(shape, { position: [0.5, 0.25, 0.5] }));
    const stone = scene.addCollider(shape, { position: [0.5, 0.5, 0.5] });
    const list = engine.createPairList(64);
    list.set([...boxes.flatMap((id) => [floor, id]), boxes[0]!, stone]);
    // pairs whose turn it is to be computed anew are not kept
    const fresh: number[] = [];
    for (let query = 0; query < 8; query++) {
      const contacts = await engine.contacts(list, { margin: MARGIN, recycle: 0.01 });
      fresh.push(boxes.filter((_, pair) => contacts.recycled[pair] === 0).length);
      expect(contacts.childCount).toBe(met * fresh.at(-1)!);
    }
    expect(fresh[0]).toBe(3);
    expect(fresh).toContain(0);
    list.set([boxes[0]!, stone]);
    expect((await engine.contacts(list, { margin: MARGIN })).childCount).toBe(0);
    await engine.close();
  });

  test('statistics of a step have them', async () => {
    const engine = await createEngine({ workers: 0 });
    const { scene } = engine;
    const dynamics = await createDynamics(engine, { sleeping: false, margin: MARGIN, recycle: 0 });
    scene.addCollider(scene.addShape(ground), { static: true });
    dynamics.addBody(box(0.25, 0.25, 0.25), { position: [0.5, 0.25, 0.5] });
    expect(dynamics.stepSync(1 / 60).children).toBe(met);
    await engine.close();
  });
});
