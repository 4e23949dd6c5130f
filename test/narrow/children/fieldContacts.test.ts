/** Contacts of height fields: those of a mesh of the same triangles, holes included. */
import {
  box,
  type ContactResults,
  capsule,
  compound,
  createEngine,
  type HeightFieldOptions,
  heightField,
  hull,
  mesh,
  type Shape,
  sphere,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { measureGhosts } from '../../../scenes/ghosts.ts';
import { type AddTile, hullstormWorld } from '../../../scenes/hullstormSurfaces.ts';
import { randomField, trianglesOfField } from '../../support/heightFields.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x34f1;
const PAIRS = 120;
const MARGIN = 0.05;

const BODIES: readonly Shape[] = [
  box(0.5, 0.25, 0.4),
  sphere(0.3),
  capsule(0.4, 0.2),
  hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  compound([box(0.5, 0.1, 0.1), { shape: sphere(0.3), position: [0.6, 0, 0] }]),
];

const FIELDS: readonly (readonly [name: string, make: () => HeightFieldOptions])[] = [
  ['flat', () => ({ rows: 9, columns: 9, spacing: [1, 1], heights: new Float32Array(81) })],
  ['rough', () => randomField(seeded(SEED), 9, 9, [1, 1])],
  ['holes', () => randomField(seeded(SEED + 1), 9, 9, [1, 1], 0.3)],
  ['small cells', () => randomField(seeded(SEED + 2), 31, 31, [0.125, 0.25])],
  ['4 × 20 heights, both sides', () => ({ ...randomField(seeded(SEED + 3), 4, 20, [0.5, 2], 0.1), sides: 'both' })],
];

/** Contacts of bodies at random over a field, and the same after a small motion: all but feature ids. */
async function contactsWith(ground: Shape, field: HeightFieldOptions, kernel: 'scalar' | 'simd') {
  const random = seeded(SEED + 9);
  const engine = await createEngine({ kernel, workers: 0 });
  const { scene } = engine;
  const floor = scene.addCollider(scene.addShape(ground), { static: true, position: [3, -2, 5] });
  const list = engine.createPairList(8 * PAIRS);
  const reach = [field.columns * field.spacing[0]!, 1.2, field.rows * field.spacing[1]!];
  const ids: number[] = [];
  for (let k = 0; k < PAIRS; k++) {
    const position = reach.map((length, c) => length * (random() - 0.5) + [3, -2, 5][c]!) as [number, number, number];
    const rotation = [0, 1, 2, 3].map(() => random() - 0.5) as [number, number, number, number];
    const id = scene.addCollider(scene.addShape(BODIES[k % BODIES.length]!), { position, rotation });
    ids.push(...(k % 2 === 0 ? [floor, id] : [id, floor]));
  }
  list.set(ids);
  const found = [columnsOf(engine.contactsSync(list, { margin: MARGIN }))];
  for (let k = 0; k < PAIRS; k++) scene.positions[4 * (k + 1)] += 0.01;
  found.push(columnsOf(engine.contactsSync(list, { margin: MARGIN })));
  await engine.close();
  return found;
}

function columnsOf(contacts: ContactResults) {
  const { rowCount, status, separation, pointCount, pointsA, pointsB, childA, childB, previous } = contacts;
  return {
    status: status.slice(0, rowCount),
    separation: separation.slice(0, 4 * rowCount),
    pointCount: pointCount.slice(0, rowCount),
    pointsA: pointsOf(pointsA, pointCount.subarray(0, rowCount)),
    pointsB: pointsOf(pointsB, pointCount.subarray(0, rowCount)),
    childA: childA.slice(0, rowCount),
    childB: childB.slice(0, rowCount),
    previous: previous.slice(0, 4 * rowCount),
  };
}

const pointsOf = (points: Float32Array, counts: Uint8Array) =>
  [...counts].map((count, row) => [...points.subarray(16 * row, 16 * row + 4 * count)]);

describe.each(['scalar', 'simd'] as const)(`kernel %s, seed ${SEED}`, (kernel) => {
  test.each(FIELDS)('the contacts of a mesh of the same triangles: %s', async (_, make) => {
    const field = make();
    const { positions, indices, children } = trianglesOfField(field);
    const ground = mesh({ positions, indices, weld: 0, sides: field.sides });
    const [got, want] = [
      await contactsWith(heightField(field), field, kernel),
      await contactsWith(ground, field, kernel),
    ];
    const numbered = (column: Int32Array, row: number) => (column[row]! < 0 ? -1 : children[column[row]!]!);
    let met = 0;
    for (const [round, { childA, childB, ...rest }] of want.entries()) {
      const { childA: fieldA, childB: fieldB, ...columns } = got[round]!;
      expect(columns).toEqual(rest);
      for (let row = 0; row < childA.length; row++) {
        if (rest.pointCount[row] === 0) continue;
        met++;
        // the row of a pair (field, body) or (body, field), or one of its seven behind those of all pairs
        const pair = row < PAIRS ? row : Math.floor((row - PAIRS) / 7);
        const isFieldA = pair % 2 === 0;
        expect(fieldA[row]).toBe(isFieldA ? numbered(childA, row) : childA[row]);
        expect(fieldB[row]).toBe(isFieldA ? childB[row] : numbered(childB, row));
      }
    }
    expect(met).toBeGreaterThan(PAIRS / 4);
  });
});

describe('bodies over height fields', () => {
  const addField: AddTile = (dynamics, { surface, position }, friction) => {
    const side = Math.sqrt(surface.positions.length / 3);
    const cell = surface.positions[3 * side]! - surface.positions[0]!;
    const shape = heightField({
      rows: side,
      columns: side,
      spacing: [cell, cell],
      heights: new Float32Array(side * side),
    });
    dynamics.addBody(shape, { type: 'static', position, friction });
  };
  const makeWorld = () => hullstormWorld(addField);

  test.each([
    ['box', 5, 0, [1, 0.173]],
    ['box', 30, 0, [1, 1]],
    ['hull', 1, 0, [-1, -0.01]],
    ['sphere', 5, 0.6, [1, -1]],
    ['capsule', 5, 0.6, [-0.317, 1]],
    ['compound', 5, 0, [0, 1]],
  ] as const)('a %s at %d m/s, friction %d, heading %o: no ghosts', async (body, speed, friction, heading) => {
    const row = { body, floor: 'grid', cell: 1, speed, heading, friction } as const;
    const { highest, lowest, speedLost, spin } = await measureGhosts(makeWorld, row);
    expect(highest).toBeLessThan(5e-4);
    expect(lowest).toBeGreaterThan(-5e-4);
    expect(speedLost).toBeLessThan(5e-4);
    expect(spin).toBeLessThan(0.02);
  });
});
