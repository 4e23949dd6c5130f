/** Sensors in the stepper: no body moves by another bit because of them, and each touch begins and ends once. */
import { box, capsule, type Shape, sphere } from 'hullstorm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { between, seeded } from '../../scenes/random.ts';
import { PORTABLE } from '../support/kernels.ts';
import { sweep } from '../support/sweep.ts';
import { World, type WorldOptions } from '../support/world.ts';

const SEED = 0x5e25;
const BODIES = 60;
const STEPS = 240;
const CRATE = box(0.5, 0.5, 0.5);
const TURN = [0, 0, 0, 1];

/** The touches of sensors, by step. */
class Touches {
  readonly #world: World;
  /** Pairs that touch: `sensor other`. */
  readonly live = new Set<string>();
  /** All that began and ended, in order. */
  readonly log: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Reads the events of the last step. Each touch that is live must have stayed or ended, no other. */
  read(): void {
    const contacts = this.#world.dynamics.contacts!;
    const { beganCount, stayedCount, endedCount, began, stayed, endedIds, sensors, pairs, pointCount } = contacts;
    const named = (row: number) => `${pairs.ids[2 * row]} ${pairs.ids[2 * row + 1]}`;
    const before = [...this.live];
    const stays = [...stayed.subarray(0, stayedCount)].filter((row) => sensors[row] === 1).map(named);
    const ends = Array.from({ length: endedCount }, (_, k) => `${endedIds[2 * k]} ${endedIds[2 * k + 1]}`);
    const ended = ends.filter((pair) => this.live.has(pair));
    expect([...stays, ...ended].sort()).toEqual(before.sort());
    for (const pair of ended) {
      this.live.delete(pair);
      this.log.push(`ended ${pair}`);
    }
    for (const row of began.subarray(0, beganCount)) {
      if (sensors[row] === 0) continue;
      this.live.add(named(row));
      this.log.push(`began ${named(row)}`);
    }
    for (let row = 0; row < contacts.count; row++) if (sensors[row] === 1) expect(pointCount[row]).toBe(0);
  }
}

describe('poses and velocities have the same bits with and without sensors', () => {
  const SHAPES: readonly Shape[] = [box(0.3, 0.2, 0.4), sphere(0.3), capsule(0.3, 0.2), CRATE];

  function heap(world: World): void {
    const random = seeded(SEED);
    world.ground();
    for (let k = 0; k < BODIES; k++) {
      const position = [between(random, -1.5, 1.5), 0.5 + 0.12 * k, between(random, -1.5, 1.5)];
      world.add(SHAPES[k % SHAPES.length]!, { position, ...(k === 7 && { velocity: [0, -60, 0] }) });
    }
  }

  /** Bytes of all that are no sensors. */
  function bytes({ engine: { scene }, dynamics }: World): string {
    const columns = [scene.positions, scene.rotations, dynamics.velocities, dynamics.spins];
    const parts = columns.map((column) => Buffer.from(column.slice(0, 4 * (BODIES + 1)).buffer).toString('hex'));
    return [...parts, dynamics.awake.subarray(0, BODIES + 1).join('')].join(' ');
  }

  const threads = sweep([0, 1], [0, 1, 2, 3]);
  const ways = PORTABLE.flatMap((kernel) => threads.map((workers): [WorldOptions] => [{ kernel, workers }]));
  test.each(ways)('%j', async (options) => {
    const [plain, world] = [await World.create(options), await World.create(options)];
    for (const each of [plain, world]) heap(each);
    const touches = new Touches(world);
    let fixed = -1;
    let moving = -1;
    let asleep = 0;
    for (let step = 0; step < STEPS; step++) {
      if (step === 20) {
        fixed = world.add(sphere(2), { type: 'static', sensor: true, restitution: 0.9, friction: 0 });
        moving = world.add(box(1, 1, 1), {
          type: 'kinematic',
          sensor: true,
          velocity: [1, 0, 0],
          position: [-2, 1, 0],
        });
        world.add(CRATE, { type: 'static', sensor: true, position: [0, 0.5, 0] });
      }
      if (step === 90) world.dynamics.setPose(fixed, [0.5, 0, 0]);
      if (step === STEPS - 80) world.dynamics.removeBody(fixed);
      if (step === STEPS - 60) world.engine.scene.setPose(moving, [0, 0.5, 0], TURN);
      if (step === STEPS - 40) for (const each of [plain, world]) each.dynamics.applyImpulse(9, [0, 900, 0]);
      await plain.dynamics.step(1 / 60);
      await world.dynamics.step(1 / 60);
      expect(bytes(world), `step ${step}`).toBe(bytes(plain));
      const { awake, contacts, points, colors, substeps } = plain.dynamics.stats;
      expect(world.dynamics.stats, `step ${step}`).toMatchObject({ awake, contacts, points, colors, substeps });
      asleep = Math.max(asleep, BODIES - awake);
      touches.read();
    }
    expect(touches.log.length).toBeGreaterThan(40);
    expect(asleep).toBeGreaterThan(10);
    for (const each of [plain, world]) await each.engine.close();
  });
});

describe.each(PORTABLE)('events, kernel %s', (kernel) => {
  let world: World;
  let touches: Touches;
  let crate: number;
  let sensor: number;
  /** Runs until the crate sleeps in the sensor. */
  beforeEach(async () => {
    world = await World.create({ kernel });
    touches = new Touches(world);
    world.ground();
    crate = world.add(CRATE, { position: [0, 1, 0] });
    sensor = world.add(box(1, 1, 1), { type: 'static', sensor: true, position: [0, 0.5, 0] });
    run(60);
    expect(world.dynamics.awake[crate]).toBe(0);
    expect(touches.log).toEqual([`began ${crate} ${sensor}`]);
  });
  afterEach(() => world.engine.close());
  const run = (steps: number) => world.run(steps, () => touches.read());
  const all = (...more: string[]) => [`began ${crate} ${sensor}`, ...more];
  const END = () => `ended ${crate} ${sensor}`;

  test('the touch goes on while the body sleeps, wakes and sleeps again', () => {
    run(60);
    world.dynamics.wake(crate);
    run(60);
    expect(world.dynamics.awake[crate]).toBe(0);
    world.dynamics.applyImpulse(crate, [0, 500, 0]);
    run(60);
    expect(touches.log).toEqual(all());
  });

  test('it ends when the body is pushed out', () => {
    world.dynamics.setVelocity(crate, [8, 2, 0]);
    run(60);
    expect(touches.log).toEqual(all(END()));
  });

  const ends: [string, () => void][] = [
    ['the sleeping body is removed', () => world.dynamics.removeBody(crate)],
    ['its collider is removed', () => world.engine.scene.removeCollider(crate)],
    ['the sensor is removed', () => world.dynamics.removeBody(sensor)],
    ['the body is put elsewhere', () => world.dynamics.setPose(crate, [20, 0.5, 0])],
    ['the sensor is put elsewhere', () => world.dynamics.setPose(sensor, [20, 5, 0])],
    ['the sensor is moved by its columns', () => world.engine.scene.positions.set([20, 5, 0], 4 * sensor)],
    ['their groups meet no more', () => world.engine.scene.setGroups(sensor, 1, 2)],
    [
      'both are put elsewhere',
      () => {
        world.dynamics.setPose(crate, [20, 0.5, 0]);
        world.dynamics.setPose(sensor, [30, 5, 0]);
      },
    ],
  ];
  test.each(ends)('it ends once when %s', (_, act) => {
    act();
    run(90);
    expect(touches.log).toEqual(all(END()));
  });

  test('a sensor that is put onto a sleeping body, or comes to it, does not wake it', () => {
    world.dynamics.setPose(sensor, [9, 0.5, 0]);
    run(2);
    world.dynamics.setPose(sensor, [0.2, 0.5, 0]);
    run(2);
    const second = world.add(CRATE, { type: 'kinematic', sensor: true, position: [-3, 0.6, 0], velocity: [3, 0, 0] });
    run(120);
    expect(world.dynamics.awake[crate]).toBe(0);
    expect(touches.log).toEqual(
      all(END(), `began ${crate} ${sensor}`, `began ${crate} ${second}`, `ended ${crate} ${second}`),
    );
  });

  test('a begin and an end are told in a step that wakes others, and asks for contacts twice', () => {
    const sleeper = world.add(CRATE, { position: [30, 0.5, 0] });
    run(60);
    expect(world.dynamics.awake[sleeper]).toBe(0);
    world.dynamics.setPose(sensor, [60, 9, 0]);
    const other = world.add(CRATE, { position: [60, 9, 0], gravityScale: 0 });
    world.add(CRATE, { type: 'static', position: [30.9, 0.5, 0] });
    run(2);
    expect(world.dynamics.awake[sleeper]).toBe(1);
    expect(touches.log).toEqual(all(END(), `began ${sensor} ${other}`));
  });

  test('after a restore each pair that touches begins again', () => {
    const bytes = world.engine.scene.snapshot();
    run(3);
    world.engine.scene.restore(bytes);
    touches.live.clear();
    run(60);
    expect(touches.log).toEqual(all(`began ${crate} ${sensor}`));
    expect(world.dynamics.awake[crate]).toBe(0);
  });
});

test('a fast body goes through a sensor: it is not swept against it', () =>
  World.with({}, (world) => {
    world.add(box(0.005, 5, 5), { type: 'static', sensor: true });
    const bodies = [false, true].map((bullet) =>
      world.add(sphere(0.1), { position: [-3, bullet ? 1 : -1, 0], velocity: [400, 0, 0], gravityScale: 0, bullet }),
    );
    world.run(1);
    for (const id of bodies) expect(world.position(id)[0]).toBeCloseTo(-3 + 400 / 60, 4);
  }));

test('user ids and sensors are those of the scene; a dynamic sensor is refused, and adds nothing', () =>
  World.with({}, ({ dynamics, engine: { scene } }) => {
    const add = (options: object) => () => dynamics.addBody(CRATE, options);
    const id = dynamics.addBody(CRATE, { type: 'static', sensor: true, userId: 77 });
    expect([scene.sensors[id], scene.userIds[id], scene.statics[id]]).toEqual([1, 77, 1]);
    const before = [scene.count, scene.shapeCount, dynamics.stats.bodies];
    expect(add({ sensor: true })).toThrow('dynamics.addBody: sensor: expected false for a dynamic body, got true');
    expect(add({ type: 'static', sensor: 1 })).toThrow('dynamics.addBody: sensor: expected true or false, got 1');
    expect(add({ userId: -1 })).toThrow('dynamics.addBody: userId: expected an integer in 0..4294967295, got -1');
    expect([scene.count, scene.shapeCount, dynamics.stats.bodies]).toEqual(before);
  }));
