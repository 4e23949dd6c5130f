/** Every public method with what it must refuse: the whole sentence, and nothing changed. */
import { box, createEngine, type Engine, type Shape, segment } from 'hullstorm';
import { type BodyOptions, createDynamics, Dynamics, type DynamicsOptions } from 'hullstorm/dynamics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageOf } from '../support/messageOf.ts';
import { DT } from '../support/world.ts';

const CAPACITY = { shapes: 8, vertices: 64, colliders: 8, pairs: 16, passBytes: 1 << 20 };
const CRATE = box(0.5, 0.5, 0.5);
const STATIC_ID = 0;
const KINEMATIC_ID = 1;
const DYNAMIC_ID = 2;

/** A value as sentences say it. */
const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

async function rejection(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => new Error('no error'),
    (cause: unknown) => cause,
  );
  return (error as Error).message;
}

let engine: Engine;
let dynamics: Dynamics;
let crate: number;

beforeAll(async () => {
  engine = await createEngine({ workers: 0, capacity: CAPACITY });
  dynamics = await createDynamics(engine, { gravity: [0, 0, 0] });
  crate = dynamics.addShape(CRATE);
  expect(dynamics.addBody(crate, { type: 'static' })).toBe(STATIC_ID);
  expect(dynamics.addBody(crate, { type: 'kinematic', position: [10, 0, 0], velocity: [1, 0, 0] })).toBe(KINEMATIC_ID);
  expect(dynamics.addBody(crate, { position: [0, 10, 0], spin: [1, 2, 3] })).toBe(DYNAMIC_ID);
  // a collider that is no body
  expect(engine.scene.addCollider(crate, { position: [0, 0, 50] })).toBe(3);
});
afterAll(() => engine.close());

/** All that must be as before. Who is awake, counts, poses, velocities. */
function state() {
  const { scene } = engine;
  return {
    snapshot: Buffer.from(scene.snapshot()).toString('base64'),
    counts: [scene.count, scene.rows, scene.shapeCount],
    awake: [...dynamics.awake],
    motion: [...dynamics.velocities, ...dynamics.spins],
  };
}

/** Refused with this sentence, and nothing has happened; forces included. */
function refuses(act: () => unknown, sentence: string): void {
  const before = state();
  expect(messageOf(act)).toBe(sentence);
  expect(state()).toEqual(before);
}

describe('createDynamics', () => {
  const wrong: [DynamicsOptions, string][] = [
    [{ substeps: 0 }, 'substeps: expected an integer in 1..64, got 0'],
    [{ substeps: 2.5 }, 'substeps: expected an integer in 1..64, got 2.5'],
    [{ substeps: 65 }, 'substeps: expected an integer in 1..64, got 65'],
    [{ margin: -0.1 }, 'margin: expected a finite number ≥ 0, got -0.1'],
    [{ margin: Number.NaN }, 'margin: expected a finite number ≥ 0, got NaN'],
    [{ margin: '1' as unknown as number }, "margin: expected a finite number ≥ 0, got '1'"],
    [{ sleeping: 1 as unknown as boolean }, 'sleeping: expected true or false, got 1'],
    [{ recycle: -1 }, 'recycle: expected a number from 0 to 0.01, got -1'],
    [{ recycle: Number.NaN }, 'recycle: expected a number from 0 to 0.01, got NaN'],
    [{ recycle: '0' as unknown as number }, "recycle: expected a number from 0 to 0.01, got '0'"],
    [{ contacts: 0 }, 'contacts: expected an integer in 1..16, got 0'],
    [{ contacts: 17 }, 'contacts: expected an integer in 1..16, got 17'],
    [{ gravity: [0, 1] }, 'gravity: expected three numbers, got 2 numbers'],
    [{ gravity: [0, 1, 2, 3] }, 'gravity: expected three numbers, got 4 numbers'],
    [{ gravity: 9.81 as unknown as number[] }, 'gravity: expected three numbers, got 9.81'],
    [{ gravity: [0, Number.POSITIVE_INFINITY, 0] }, 'gravity[1]: expected a finite number, got Infinity'],
  ];
  test.each(wrong)('%o: createDynamics: %s', async (options, sentence) => {
    expect(await rejection(createDynamics(engine, options))).toBe(`createDynamics: ${sentence}`);
  });

  test('no room: the sentence names capacity.passBytes, and the engine goes on', async () => {
    const small = await createEngine({ workers: 0, capacity: { ...CAPACITY, passBytes: 4096 } });
    expect(await rejection(createDynamics(small))).toMatch(
      /^engine\.loadPasses: bytes: expected at most 4096, which is what is left of capacity\.passBytes \(raise it\), got \d+$/,
    );
    expect(small.findPairsSync().count).toBe(0);
    await small.close();
  });

  test('after close', async () => {
    const closed = await createEngine({ workers: 0, capacity: CAPACITY });
    await closed.close();
    expect(await rejection(createDynamics(closed))).toBe(
      'engine.loadPasses: expected an open engine, got one that is closed',
    );
  });

  test('margin 0, 64 substeps, one contact, kernel scalar: a box lands', async () => {
    const other = await createEngine({ workers: 0, kernel: 'scalar', capacity: CAPACITY });
    expect(other.info.kernel).toBe('scalar');
    const stepper = await createDynamics(other, { margin: 0, substeps: 64, contacts: 1 });
    expect(stepper).toBeInstanceOf(Dynamics);
    stepper.addBody(box(5, 1, 5), { type: 'static', position: [0, -1, 0] });
    const id = stepper.addBody(CRATE, { position: [0, 0.6, 0] });
    for (let k = 0; k < 90; k++) stepper.stepSync(DT);
    expect(other.scene.positions[4 * id + 1]).toBeCloseTo(0.5, 2);
    await other.close();
  });
});

describe('addBody', () => {
  const number = (name: string, least: number, got: unknown) =>
    `${name}: expected a finite number ≥ ${least}, got ${String(got)}`;
  const wrong: [BodyOptions, string][] = [
    [{ type: 'ghost' as 'static' }, "type: expected 'dynamic', 'kinematic' or 'static', got 'ghost'"],
    [{ type: 'toString' as 'static' }, "type: expected 'dynamic', 'kinematic' or 'static', got 'toString'"],
    [{ density: 0 }, 'density: expected a finite number > 0, got 0'],
    [{ density: Number.NaN }, 'density: expected a finite number > 0, got NaN'],
    [{ mass: -1 }, 'mass: expected a finite number > 0, got -1'],
    [{ mass: Number.POSITIVE_INFINITY }, 'mass: expected a finite number > 0, got Infinity'],
    [{ mass: 1, density: 1 }, 'mass: expected a mass or a density, got both'],
    [{ friction: -0.1 }, number('friction', 0, -0.1)],
    [{ restitution: -0.1 }, number('restitution', 0, -0.1)],
    [{ restitution: 1.1 }, 'restitution: expected a number in 0..1, got 1.1'],
    [{ linearDamping: -1 }, number('linearDamping', 0, -1)],
    [{ angularDamping: Number.NaN }, number('angularDamping', 0, 'NaN')],
    [{ gravityScale: Number.NaN }, 'gravityScale: expected a finite number, got NaN'],
    [{ velocity: [1, 2] }, 'velocity: expected three numbers, got 2 numbers'],
    [{ velocity: [1, 2, Number.NaN] }, 'velocity[2]: expected a finite number, got NaN'],
    [{ velocity: [0, 1e39, 0] }, 'velocity[1]: expected a finite number, got 1e+39'],
    [{ mass: 1e39 }, 'mass: expected a finite number > 0, got 1e+39'],
    [{ density: 1e-46 }, 'density: expected a finite number > 0, got 1e-46'],
    [{ friction: 1e39 }, 'friction: expected a finite number ≥ 0, got 1e+39'],
    [{ gravityScale: -1e39 }, 'gravityScale: expected a finite number, got -1e+39'],
    [{ spin: [0, '1', 0] as unknown as number[] }, "spin[1]: expected a finite number, got '1'"],
    [{ canSleep: 0 as unknown as boolean }, 'canSleep: expected true or false, got 0'],
  ];
  test.each(wrong)('%o', (options, sentence) => {
    refuses(() => dynamics.addBody(crate, options), `dynamics.addBody: ${sentence}`);
    refuses(() => dynamics.addBody(CRATE, options), `dynamics.addBody: ${sentence}`);
  });

  test('shapes: none, without volume, an id that this stepper did not give', () => {
    refuses(
      () => dynamics.addBody(77),
      'dynamics.addBody: shape: expected a shape, or an id of dynamics.addShape, got 77',
    );
    refuses(
      () => dynamics.addBody(77, { type: 'static' }),
      'scene.addCollider: shape: expected a shape id (0..0), got 77',
    );
    const before = state();
    expect(messageOf(() => dynamics.addBody(segment(1)))).toMatch(
      /^massProperties\(segment\): expected a body with volume/,
    );
    expect(messageOf(() => dynamics.addBody({ kind: 'cone' } as unknown as Shape))).toMatch(/expected .* got/);
    expect(messageOf(() => dynamics.addBody(box(-1, 1, 1)))).toMatch(/expected .* got -1$/);
    expect(messageOf(() => dynamics.addBody(box(-1, 1, 1), { type: 'static' }))).toMatch(/expected .* got -1$/);
    expect(state()).toEqual(before);
  });

  test('bad poses and groups leave no shape behind', () => {
    const wrongPoses: BodyOptions[] = [
      { position: [0, Number.NaN, 0] },
      { position: [0, 0] },
      { rotation: [0, 0, 0, 0] },
      { membership: -1 },
      { mask: 65_536 },
    ];
    for (const options of wrongPoses) {
      const before = state();
      expect(messageOf(() => dynamics.addBody(CRATE, options))).toMatch(/^dynamics\.addBody: .*expected .*, got /);
      expect(state()).toEqual(before);
    }
  });

  test('no room for one more: nothing is left of it, and what is there steps on', async () => {
    const full = await createEngine({ workers: 0, capacity: { ...CAPACITY, colliders: 2 } });
    const stepper = await createDynamics(full);
    stepper.addBody(CRATE);
    stepper.addBody(CRATE, { position: [3, 0, 0] });
    const shapes = full.scene.shapeCount;
    expect(messageOf(() => stepper.addBody(CRATE))).toMatch(/^dynamics\.addBody: .*raise capacity\.colliders/);
    expect([full.scene.count, full.scene.shapeCount]).toEqual([2, shapes]);
    expect(stepper.stepSync(DT)).toMatchObject({ bodies: 2, awake: 2 });
    await full.close();
  });
});

describe('ids', () => {
  type Call = (id: number) => unknown;
  const any: [string, Call][] = [
    ['removeBody', (id) => dynamics.removeBody(id)],
    ['setPose', (id) => dynamics.setPose(id, [0, 0, 0])],
    ['wake', (id) => dynamics.wake(id)],
  ];
  const moving: [string, Call][] = [['setVelocity', (id) => dynamics.setVelocity(id, [0, 0, 0])]];
  const dynamic: [string, Call][] = [
    ['applyImpulse', (id) => dynamics.applyImpulse(id, [1, 0, 0])],
    ['applyForce', (id) => dynamics.applyForce(id, [1, 0, 0])],
    ['applyTorque', (id) => dynamics.applyTorque(id, [1, 0, 0])],
  ];
  test.each([...any, ...moving, ...dynamic])('%s: no number, out of range, no body', (name, call) => {
    for (const id of [-1, 8, 1.5, Number.NaN, undefined as unknown as number, '2' as unknown as number]) {
      refuses(() => call(id), `dynamics.${name}: id: expected an integer in 0..7, got ${quoted(id)}`);
    }
    for (const id of [3, 4]) refuses(() => call(id), `dynamics.${name}: id: expected the id of a body, got ${id}`);
  });
  test.each([...moving, ...dynamic])('%s: static', (name, call) => {
    refuses(() => call(STATIC_ID), `dynamics.${name}: id: expected the id of a dynamic body, got ${STATIC_ID}`);
  });
  test.each(dynamic)('%s: kinematic', (name, call) => {
    refuses(() => call(KINEMATIC_ID), `dynamics.${name}: id: expected the id of a dynamic body, got ${KINEMATIC_ID}`);
  });
});

describe('vectors', () => {
  const calls: [string, (v: number[]) => unknown][] = [
    ['setVelocity: velocity', (v) => dynamics.setVelocity(DYNAMIC_ID, v)],
    ['setVelocity: spin', (v) => dynamics.setVelocity(DYNAMIC_ID, [0, 0, 0], v)],
    ['applyImpulse: impulse', (v) => dynamics.applyImpulse(DYNAMIC_ID, v)],
    ['applyImpulse: point', (v) => dynamics.applyImpulse(DYNAMIC_ID, [0, 0, 0], v)],
    ['applyForce: force', (v) => dynamics.applyForce(DYNAMIC_ID, v)],
    ['applyForce: point', (v) => dynamics.applyForce(DYNAMIC_ID, [0, 0, 0], v)],
    ['applyTorque: torque', (v) => dynamics.applyTorque(DYNAMIC_ID, v)],
  ];
  test.each(calls)('%s', (name, call) => {
    const where = `dynamics.${name}`;
    refuses(() => call([1, 2]), `${where}: expected three numbers, got 2 numbers`);
    refuses(() => call([1, 2, Number.NaN]), `${where}[2]: expected a finite number, got NaN`);
    refuses(() => call(5 as unknown as number[]), `${where}: expected three numbers, got 5`);
    refuses(() => call(null as unknown as number[]), `${where}: expected three numbers, got null`);
  });

  test('setPose', () => {
    refuses(
      () => dynamics.setPose(DYNAMIC_ID, [0, Number.NaN, 0]),
      'scene.setPose: position[1]: expected a finite number, got NaN',
    );
    expect(messageOf(() => dynamics.setPose(DYNAMIC_ID, [0, 0, 0], [0, 0, 0, 0]))).toMatch(
      /^scene\.setPose: rotation: expected/,
    );
  });
});

test.each([0, -DT, Number.NaN, Number.POSITIVE_INFINITY, undefined as unknown as number, '1' as unknown as number])(
  'step and stepSync: dt %s',
  async (dt) => {
    const sentence = `dt: expected a finite number > 0, got ${quoted(dt)}`;
    refuses(() => dynamics.stepSync(dt), `dynamics.stepSync: ${sentence}`);
    const before = state();
    expect(await rejection(dynamics.step(dt))).toBe(`dynamics.step: ${sentence}`);
    expect(state()).toEqual(before);
  },
);
