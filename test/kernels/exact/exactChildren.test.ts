/**
 * Contacts of shapes with children: wasm gives the bits of the host, for all shapes on a mesh, a height field and a
 * compound, apart and deep in them.
 */
import { expect, test } from 'vitest';
import { between, seeded } from '../../../scenes/random.ts';
import type { ChildState } from '../../../src/kernels/children/childState.ts';
import { ChildContacts } from '../../../src/narrow/children/childContacts.ts';
import type { ChildCalls } from '../../../src/narrow/children/childKernel.ts';
import type { ChildRows } from '../../../src/narrow/children/childRows.ts';
import { hostChildren } from '../../../src/narrow/children/hostChildren.ts';
import { RowRunner } from '../../../src/narrow/rowRunner.ts';
import { compound } from '../../../src/shapes/cores/compound.ts';
import { heightField } from '../../../src/shapes/heightFieldShape.ts';
import { mesh } from '../../../src/shapes/meshShape.ts';
import { box, sphere } from '../../../src/shapes/spec.ts';
import { QueryTables } from '../../../src/tables/boundTables.ts';
import { contactsAt, type ListTables } from '../../../src/tables/frame.ts';
import { PARTS } from '../../support/childWorlds.ts';
import { CAPACITY, exactScene, plain, SHAPES } from '../../support/exactScene.ts';
import { randomField, trianglesOfField } from '../../support/heightFields.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xc41d;

/** Many parts on one plane: more rows than are joined at once. */
const plates = compound(
  Array.from({ length: 400 }, (_, k) => ({
    shape: box(0.05, 0.05, 0.05),
    position: [(k % 20) / 10 - 1, 0, Math.trunc(k / 20) / 10 - 1],
  })),
);

async function fixture() {
  const random = seeded(SEED);
  const field = randomField(random, 8, 8, [0.3, 0.3], 0.1);
  const { positions, indices } = trianglesOfField(field);
  const flat = { positions: positions.map((x, k) => (k % 3 === 1 ? 0 : x)), indices };
  // every edge is a seam
  const loose = Float32Array.from(Array.from(indices).flatMap((k) => [...positions.subarray(3 * k, 3 * k + 3)]));
  const many = [
    mesh({ positions, indices }),
    mesh({ ...flat, sides: 'both', borders: 'joined' }),
    mesh({ positions: loose, indices: indices.map((_, k) => k), weld: 0 }),
    heightField(field),
    compound(PARTS),
    plates,
  ];
  const capacity = { ...CAPACITY, meshTriangles: 4096, meshVertices: 4096, heights: 1024, compoundParts: 512 };
  const scene = await exactScene([...many, ...SHAPES, box(0.9, 0.1, 0.9), sphere(0.8)], capacity);
  const { frame, wide } = scene;
  const rows = new RowRunner(frame, new QueryTables(frame), 0, { wide, broad: undefined as never });
  let state!: ChildState;
  let calls!: ChildCalls;
  const { table } = contactsAt(frame.buffer, frame.contactsBegin, capacity.contacts);
  const columns = {
    ...table,
    features: { from: table.featuresOdd, to: table.featuresEven, previous: table.previous },
    touches: table.touchesEven,
    margin: frame.query.maxDistance,
    touching: frame.query.touching,
  };
  const scalar = {
    children(list: ListTables, made: ChildState) {
      state = made;
      calls = hostChildren(frame, list, made, { columns } as unknown as ChildRows);
      return calls;
    },
  };
  const hostRows = { tables: rows.tables, scalar, computePlaced: rows.computePlaced.bind(rows) };
  const host = new ChildContacts(frame, hostRows as unknown as RowRunner, 0);
  const wasm = new ChildContacts(frame, rows, 0);
  wide.setContacts(table, columns);
  const written = [table.pointCount, table.pointsA, table.pointsB, table.previous, table.featuresEven];
  /** What a pair gets, and each of its manifolds. */
  function contactsOf(contacts: ChildContacts, { writeChildManifold }: ChildCalls, a: number, b: number) {
    const found = contacts.findPlaced(a, b, frame.query.maxDistance);
    const { rowCount: rows, pointCount, manifoldCount, isRound, surfaceKind } = found;
    const counts = [rows, pointCount, manifoldCount, isRound, surfaceKind].map(([number]) => number);
    const [rowCount, points, manifolds] = counts;
    for (const column of written) column.fill(7);
    for (let n = 0; n < manifolds!; n++) writeChildManifold(wide.context, n, n, n === 0 ? 3 : -1);
    return plain([
      counts,
      found.normals.subarray(0, 4 * rowCount!),
      found.childA.subarray(0, rowCount),
      found.childB.subarray(0, rowCount),
      found.numbers.subarray(0, 4 * points!),
      found.features.subarray(0, points),
      found.leaders.subarray(0, manifolds),
      ...written.map((column) => column.slice()),
    ]);
  }
  return {
    ...scene,
    random,
    wasm: (a: number, b: number) => contactsOf(wasm, wide.calls, a, b),
    host: (a: number, b: number) => contactsOf(host, calls, a, b),
    rowsOf: () => state.clusters.rowCount[0]!,
    many: many.length,
  };
}

test(`wasm gives the bits of the host (seed ${SEED})`, async () => {
  const { frame, host, many, random, rowsOf, scene, wasm } = await fixture();
  const { positions, rotations } = scene;
  const count = many + SHAPES.length + 2;
  let [contacts, most] = [0, 0];
  for (let round = 0; round < sweep(12, 600); round++) {
    frame.query.maxDistance[0] = round % 3 === 0 ? 0.2 : 0.02;
    for (let id = 0; id < count; id++) {
      for (let c = 0; c < 3; c++) positions[4 * id + c] = between(random, -0.3, 0.3) * (id < many ? 0.1 : 1);
      for (let c = 0; c < 4; c++)
        rotations[4 * id + c] = id < many || round % 4 === 0 ? Number(c === 3) : between(random, -1, 1);
    }
    for (let a = 0; a < many; a++) {
      for (let b = a + 1; b < count; b++) {
        const wanted = host(a, b);
        const rows = rowsOf();
        contacts += Number(rows > 0);
        most = Math.max(most, rows);
        expect(wasm(a, b), `round ${round}, shapes ${a} and ${b}`).toEqual(wanted);
      }
    }
  }
  expect(contacts).toBeGreaterThan(800);
  expect(most).toBeGreaterThan(100);
});
