import { describe, expect, test } from 'vitest';
import { Scene } from '../../../src/engine/scene.ts';
import { QueryError } from '../../../src/errors.ts';
import { RowRunner } from '../../../src/narrow/rowRunner.ts';
import { scalarKernels } from '../../../src/narrow/scalarKernel.ts';
import { ProbeLists } from '../../../src/queries/probes/probeLists.ts';
import { box, capsule, halfSpace, hull, sphere } from '../../../src/shapes/spec.ts';
import { QueryTables } from '../../../src/tables/boundTables.ts';
import { NO_SHAPE } from '../../../src/tables/colliderTable.ts';
import { Status } from '../../../src/tables/distanceStatus.ts';
import { bindList, type Frame } from '../../../src/tables/frame.ts';
import { setDistance, setList } from '../../../src/tables/queryTable.ts';
import { testCapacity } from '../../support/capacity.ts';
import { seeded } from '../../support/random.ts';
import { bindFrame, frameBytes } from '../../support/wholeFrame.ts';

function fixture(planar = false): { frame: Frame; scene: Scene; lists: ProbeLists } {
  const capacity = testCapacity({ colliders: 40, probes: 40, pairs: 2000, planar });
  const frame = bindFrame(new ArrayBuffer(frameBytes(capacity)), capacity);
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  return { frame, scene, lists: new ProbeLists(frame, { checkOpen: () => {} }) };
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (cause) {
    expect(cause).toBeInstanceOf(QueryError);
    return (cause as Error).message;
  }
  throw new Error('expected an error');
}

describe('a probe list', () => {
  test('begins empty, with defaults in all columns', () => {
    const { scene, lists } = fixture();
    const probes = lists.create('create', 3);
    expect(probes.count).toBe(0);
    expect([...probes.shapes]).toEqual([NO_SHAPE, NO_SHAPE, NO_SHAPE]);
    expect([...probes.rotations.subarray(4, 8)]).toEqual([0, 0, 0, 1]);
    expect([...probes.masks]).toEqual([0xffff, 0xffff, 0xffff]);
    expect([...probes.ignored]).toEqual([-1, -1, -1]);
    const ball = scene.addShape(sphere(1));
    probes.masks[1] = 2;
    probes.ignored[1] = 5;
    probes.set([ball, ball], [1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 1, 0, 0, 0]);
    expect(probes.count).toBe(2);
    expect([...probes.positions]).toEqual([1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0, 0]);
    expect([...probes.rotations]).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    expect([probes.masks[1], probes.ignored[1]]).toEqual([0xffff, -1]);
    probes.set(ball, [7, 8, 9]);
    expect([probes.count, ...probes.rotations.subarray(0, 4)]).toEqual([1, 0, 0, 0, 1]);
    probes.count = 3;
    expect(probes.count).toBe(3);
  });

  test('takes views of its own columns', () => {
    const { scene, lists } = fixture();
    const probes = lists.create('create', 2);
    const ball = scene.addShape(sphere(1));
    probes.set(ball, [0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 1, 0, 0, 0]);
    probes.positions.set([1, 2, 3, 4, 5, 6]);
    probes.set(probes.shapes, probes.positions.subarray(0, 6), probes.rotations);
    expect([...probes.positions]).toEqual([1, 2, 3, 0, 4, 5, 6, 0]);
    expect([...probes.rotations]).toEqual([0, 0, 1, 0, 1, 0, 0, 0]);
  });

  test('lists have rows of their own, which are in no scene and no snapshot', () => {
    const { frame, scene, lists } = fixture();
    const ball = scene.addShape(sphere(1));
    const id = scene.addCollider(ball, { position: [9, 9, 9] });
    const before = scene.snapshot();
    const [one, other] = [lists.create('create', 2), lists.create('create', 38)];
    one.set(ball, [1, 0, 0, 2, 0, 0]);
    other.set(ball, [3, 0, 0]);
    expect([...one.positions]).toEqual([1, 0, 0, 0, 2, 0, 0, 0]);
    expect([...frame.placed.positions.subarray(4 * 42, 4 * 42 + 3)]).toEqual([3, 0, 0]);
    expect([scene.count, scene.rows, scene.shapes.length, scene.positions.length]).toEqual([1, 1, 40, 160]);
    expect([...scene.positions.subarray(4 * id, 4 * id + 3)]).toEqual([9, 9, 9]);
    expect(scene.snapshot()).toEqual(before);
    expect(messageOf(() => lists.create('create', 1))).toBe(
      'create: capacity: expected at most 0 more probes (raise capacity.probes, which lists share), got 1',
    );
  });

  test('refuses bad arguments with a sentence, and stays as it is', () => {
    const { scene, lists } = fixture();
    const probes = lists.create('create', 2);
    expect(messageOf(() => probes.set(0, [0, 0, 0]))).toBe(
      'probes.set: shapes: expected the id of a shape added before, got 0',
    );
    const ball = scene.addShape(sphere(1));
    probes.set(ball, [1, 1, 1]);
    const bad: [() => unknown, string][] = [
      [() => probes.set(ball, [1, 2]), 'probes.set: positions: expected x y z per probe, got 2 numbers'],
      [
        () => probes.set(ball, new Float64Array(9)),
        'probes.set: probes: expected at most 2 (raise the capacity of this list), got 3',
      ],
      [() => probes.set(1, [0, 0, 0]), 'probes.set: shapes: expected a shape id (0..0), got 1'],
      [() => probes.set([ball, 2], new Float64Array(6)), 'probes.set: shapes[1]: expected a shape id (0..0), got 2'],
      [
        () => probes.set([ball], new Float64Array(6)),
        'probes.set: shapes: expected 2 shape ids, one per position, got 1',
      ],
      [() => probes.set(ball, [0, 0, 0], [0, 0, 1]), 'probes.set: rotations: expected 4 numbers, 4 per probe, got 3'],
      [
        () => probes.set(ball, [0, 0, 0], 0 as never),
        'probes.set: rotations: expected a quaternion x y z w per probe, got 0',
      ],
      [() => (probes.count = 3), 'probes.count: expected an integer in 0..2, got 3'],
      [() => lists.create('create', 0), 'create: capacity: expected an integer in 1..2147483647, got 0'],
      [
        () => fixture(true).lists.create('create', 1),
        'create: expected an engine whose scene is in space, got one with `planar: true`',
      ],
    ];
    for (const [act, message] of bad) expect(messageOf(act)).toBe(message);
    expect([probes.count, ...probes.positions]).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0]);
    probes.lock('query');
    expect(messageOf(() => probes.set(ball, [0, 0, 0]))).toBe(
      'probes.set: expected a list that no query is running on, got one that is being queried',
    );
    probes.unlock();
    expect(messageOf(() => lists.check('query', ': probes', [] as never))).toBe(
      'query: probes: expected a probe list of this engine, got an array of 0',
    );
    expect(messageOf(() => lists.check('query', ': probes', fixture().lists.create('create', 1)))).toBe(
      "query: probes: expected a probe list of this engine, got another engine's",
    );
  });
});

test('kernels compute a collider and a probe as they compute two colliders (seed 0x9b0be)', () => {
  const random = seeded(0x9b0be);
  const { frame, scene, lists } = fixture();
  const points = Array.from({ length: 60 }, () => random() - 0.5);
  const shapes = [box(0.5, 0.4, 0.3), sphere(0.4), capsule(0.3, 0.2), hull(points)].map((s) => scene.addShape(s));
  scene.addCollider(scene.addShape(halfSpace()), { static: true });
  const probes = lists.create('create', 20);
  // the probes once more, as colliders behind the others
  for (let k = 0; k < 39; k++) scene.addCollider(shapes[k % 4]);
  for (let row = 1; row < 40; row++) {
    for (let c = 0; c < 3; c++) scene.positions[4 * row + c] = 2 * random();
    for (let c = 0; c < 4; c++) scene.rotations[4 * row + c] = random() - 0.5;
  }
  probes.shapes.set(scene.shapes.subarray(20, 40));
  probes.positions.set(scene.positions.subarray(80, 160));
  probes.rotations.set(scene.rotations.subarray(80, 160));
  const runner = new RowRunner(frame, new QueryTables(frame), 0, scalarKernels(frame));
  const lists2 = [0, 1].map((k) => bindList(frame.buffer, frame.listsBegin + k * 400_000, 800));
  for (let k = 0; k < 400; k++) {
    lists2[0].pairs.ids.set([k % 20, 20 + Math.floor(k / 20)], 2 * k);
    lists2[1].pairs.ids.set([k % 20, 40 + Math.floor(k / 20)], 2 * k);
  }
  setDistance(frame.query, true, Float64Array.of(Infinity));
  lists2[0].results.simplexEven.fill(0xffff);
  setList(frame.query, lists2[0], 800, true);
  runner.compute(false, 0, 400);
  runner.computePlaced(lists2[1], false, 400);
  const seen = new Set<number>();
  for (const column of ['status', 'separation', 'offsetA', 'offsetB'] as const) {
    expect(lists2[1].results[column].subarray(0, 400)).toEqual(lists2[0].results[column].subarray(0, 400));
  }
  for (const status of lists2[0].results.status.subarray(0, 400)) seen.add(status);
  expect([...seen].sort()).toEqual([Status.Separated, Status.Overlapping]);
  // ids of probes are no ids of user lists
  setList(frame.query, lists2[1], 800, true);
  runner.compute(true, 0, 1);
  expect(lists2[1].results.status[0]).toBe(Status.Invalid);
});
