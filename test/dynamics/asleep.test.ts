/**
 * A step in which nothing moves leaves its passes out. What users can read then is what a whole step gives, whatever
 * they did before: two worlds (twinWorlds.ts) go through the same random calls and writes.
 */
import { isDeepStrictEqual } from 'node:util';
import { box, createEngine, type Engine, sphere } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { between, type Random, seeded } from '../../scenes/random.ts';
import { sweep } from '../support/sweep.ts';
import { CAPACITY, GROUND, makeTwins, readTwin, type Twin, type TwinOptions } from '../support/twinWorlds.ts';

const SEEDS = sweep(
  [1, 2, 3, 4],
  Array.from({ length: 40 }, (_, k) => k + 1),
);
const STEPS = sweep(600, 2000);
/** Long steps: bodies sleep after half a second at rest. */
const DTS = [0.1, 0.1, 0.1, 0.05];
/** Steps in a row that nothing comes before, and parts of all steps that leave their passes out. */
const [LONGEST_REST, LEAST_IDLE, MOST_IDLE] = [24, 0.05, 0.95];
const MARGIN = 0.02;

const WAYS: [string, TwinOptions][] = [
  ['one thread', { workers: 0, shareFrom: 2000 }],
  ['asynchronous steps, a worker', { workers: 1, shareFrom: 0 }],
];

/** The ids in both worlds. */
interface Ids {
  dynamic: number[];
  kinematic: number[];
  /** Colliders that are no bodies and not static. */
  plain: number[];
  /** A body that flies away. */
  shot: number | undefined;
}

/** An action on one world. It is run on both, with the same random numbers. */
type Action = (twin: Twin, ids: Ids, random: Random) => void;

const CRATE = box(0.5, 0.5, 0.5);
const one = (list: readonly number[], random: Random) => list[Math.floor(random() * list.length)];
const place = (random: Random) => [between(random, -4, 4), between(random, 0.4, 2.5), between(random, -4, 4)];

/** Calls and writes of users, some of which wake sleeping bodies. */
const ACTIONS: Record<string, Action> = {
  wake: ({ dynamics }, ids, random) => dynamics.wake(one([...ids.dynamic, GROUND], random)),
  setVelocity: ({ dynamics }, { dynamic }, random) => dynamics.setVelocity(one(dynamic, random), [random(), 2, 0]),
  'write velocities': ({ dynamics }, { dynamic }, random) => {
    dynamics.velocities[4 * one(dynamic, random)] = random();
  },
  applyForce: ({ dynamics }, { dynamic }, random) => dynamics.applyForce(one(dynamic, random), [0, 9000, 0]),
  setPose: ({ dynamics }, ids, random) =>
    dynamics.setPose(one([...ids.dynamic, ...ids.kinematic], random), place(random)),
  'scene.setPose of the ground': ({ engine }, _, random) =>
    engine.scene.setPose(GROUND, [0, -1 + 0.01 * Math.floor(3 * random()), 0], [0, 0, 0, 1]),
  'write the pose of the ground': ({ engine }, _, random) => {
    engine.scene.positions[4 * GROUND + 1] = -1 - 0.01 * Math.floor(3 * random());
  },
  'write the pose of a body': ({ engine }, { dynamic }, random) =>
    engine.scene.positions.set(place(random), 4 * one(dynamic, random)),
  'write NaN, or a number': ({ engine }, { dynamic }, random) => {
    engine.scene.positions[4 * one(dynamic, random)] = random() < 0.5 ? Number.NaN : random();
  },
  'write NaN as a velocity, and wake': ({ dynamics }, { dynamic }, random) => {
    const id = one(dynamic, random);
    dynamics.velocities[4 * id] = Number.NaN;
    dynamics.wake(id);
  },
  'write good velocities': ({ dynamics }, { dynamic }) => {
    for (const id of dynamic) if (Number.isNaN(dynamics.velocities[4 * id])) dynamics.velocities[4 * id] = 0;
  },
  'a kinematic body starts': ({ dynamics }, { kinematic }, random) =>
    kinematic.length > 0 && dynamics.setVelocity(one(kinematic, random), [0, 0.3 * (random() - 0.5), 0]),
  'kinematic bodies stop': ({ dynamics }, { kinematic }) => {
    for (const id of kinematic) dynamics.setVelocity(id, [0, 0, 0]);
  },
  'write the velocity of a kinematic body': ({ dynamics }, { kinematic }, random) => {
    if (kinematic.length === 0) return;
    dynamics.spins[4 * one(kinematic, random)] = random() < 0.5 ? 0.2 : 0;
  },
  'write the pose of a kinematic body': ({ engine }, { kinematic }, random) => {
    if (kinematic.length === 0) return;
    const id = one(kinematic, random);
    engine.scene.positions.set(place(random), 4 * id);
    // of any length: the step makes it 1
    engine.scene.rotations.set([random(), random(), random(), 3], 4 * id);
  },
  'write NaN to a kinematic body, or a number': ({ engine }, { kinematic }, random) => {
    if (kinematic.length === 0) return;
    engine.scene.positions[4 * one(kinematic, random)] = random() < 0.5 ? Number.NaN : random();
  },
  setGroups: ({ engine }, { dynamic }, random) =>
    engine.scene.setGroups(one(dynamic, random), 1, random() < 0.3 ? 2 : 3),
  'write groups': ({ engine }, ids, random) => {
    engine.scene.groups[2 * one([...ids.dynamic, GROUND], random) + 1] = random() < 0.3 ? 2 : 3;
  },
  setStatic: ({ engine }, { dynamic }, random) => engine.scene.setStatic(one(dynamic, random), random() < 0.5),
  'write statics': ({ engine }, { dynamic }, random) => {
    const id = one(dynamic, random);
    engine.scene.statics[id] = 1 - engine.scene.statics[id];
  },
  'scene.setPose of a plain collider': ({ engine }, { plain }, random) =>
    plain.length > 0 && engine.scene.setPose(one(plain, random), place(random), [0, 0, 0, 1]),
  'contacts on engine.pairs': ({ engine }) => engine.contactsSync({ margin: MARGIN }),
  'contacts of a pair': ({ engine }, { dynamic }, random) => {
    engine.pairs.set([GROUND, one(dynamic, random)]);
    if (random() < 0.7) engine.contactsSync(engine.pairs, { margin: MARGIN });
  },
  'distances on engine.pairs': ({ engine }) => engine.distanceSync(),
  'pairs.resize': ({ engine }) => engine.pairs.resize(0),
  'a query elsewhere': ({ engine }) => engine.overlapSphereSync([0, 1, 0, 2]),
  'snapshot and restore': ({ engine }) => engine.scene.restore(engine.scene.snapshot()),
};

/** Actions that change `ids`, by what they add or remove. They run on both worlds at once. */
const CHANGES: Record<string, (twins: readonly Twin[], ids: Ids, random: Random) => void> = {
  'add a body': (twins, { dynamic }, random) => {
    if (dynamic.length > 12) return;
    const shape = random() < 0.5 ? CRATE : sphere(0.4);
    const options = { position: place(random), angularDamping: 9 };
    dynamic.push(both(twins, ({ dynamics }) => dynamics.addBody(shape, options)));
  },
  'add a kinematic body': (twins, { kinematic }, random) => {
    if (kinematic.length > 1) return;
    const options = { position: random() < 0.5 ? [50, 0, 0] : place(random), type: 'kinematic' } as const;
    kinematic.push(both(twins, ({ dynamics }) => dynamics.addBody(CRATE, options)));
  },
  'remove a body': (twins, ids, random) => {
    if (ids.dynamic.length < 5) return;
    const id = one(ids.dynamic, random);
    for (const { dynamics } of twins) dynamics.removeBody(id);
    ids.dynamic = ids.dynamic.filter((other) => other !== id);
  },
  'remove a kinematic body': (twins, ids) => {
    const id = ids.kinematic.pop();
    if (id !== undefined) for (const { engine } of twins) engine.scene.removeCollider(id);
  },
  'remove all kinematic bodies': (twins, ids) => {
    for (const id of ids.kinematic) for (const { dynamics } of twins) dynamics.removeBody(id);
    ids.kinematic = [];
  },
  'add a plain collider': (twins, { plain }, random) => {
    if (plain.length > 1) return;
    const position = place(random);
    plain.push(both(twins, ({ engine }) => engine.scene.addCollider(engine.scene.shapes[GROUND + 1], { position })));
  },
  'remove a plain collider': (twins, { plain }) => {
    const id = plain.pop();
    if (id !== undefined) for (const { engine } of twins) engine.scene.removeCollider(id);
  },
  'remove the bodies with bad numbers': (twins, ids) => {
    const [{ dynamics, engine }] = twins;
    const isBad = (id: number) => Number.isNaN(dynamics.velocities[4 * id] + engine.scene.positions[4 * id]);
    const bad = ids.dynamic.filter(isBad);
    ids.dynamic = ids.dynamic.filter((id) => !bad.includes(id));
    for (const id of bad) for (const twin of twins) twin.dynamics.removeBody(id);
  },
  // it stops at the ground in its first step
  'shoot at the ground': (twins, ids) => {
    const options = { position: [15, 20, 15], velocity: [0, -400, 0] };
    ids.shot ??= both(twins, ({ dynamics }) => dynamics.addBody(sphere(0.1), options));
  },
};

/** The same call on both worlds. @returns the id that both return */
function both(twins: readonly Twin[], call: (twin: Twin) => number): number {
  const [id, other] = twins.map(call);
  expect(other).toBe(id);
  return id;
}

function fill(twins: readonly Twin[]): Ids {
  const add = (...given: Parameters<Twin['dynamics']['addBody']>) =>
    both(twins, ({ dynamics }) => dynamics.addBody(...given));
  const dynamic = Array.from({ length: 8 }, (_, k) =>
    add(CRATE, { position: [1.5 * (k & 3) - 2, 0.5 + (k >> 2), 0], mask: 3 }),
  );
  return { dynamic, kinematic: [], plain: [], shot: undefined };
}

/** Steps both worlds, and takes actions between. @returns how often each came, and the steps without passes */
async function run(
  twins: readonly Twin[],
  ids: Ids,
  seed: number,
): Promise<{ taken: Map<string, number>; idle: number }> {
  const random = seeded(seed);
  const taken = new Map<string, number>();
  const names = [...Object.keys(ACTIONS), ...Object.keys(CHANGES)];
  const last: string[] = [];
  let [dt, rest, idle] = [DTS[0], 0, 0];
  for (let step = 0; step < STEPS; step++) {
    if (ids.shot !== undefined && random() < 0.5) {
      for (const { dynamics } of twins) dynamics.removeBody(ids.shot);
      ids.shot = undefined;
    }
    const acts = rest <= 0;
    for (rest--; rest < 0; rest = random() < 0.3 ? -1 : Math.floor(LONGEST_REST * random())) {
      const name = names[Math.floor(names.length * random())];
      const own = Math.floor(2 ** 31 * random());
      last.push(`${step}: ${name}`);
      taken.set(name, 1 + (taken.get(name) ?? 0));
      if (name in CHANGES) CHANGES[name](twins, ids, seeded(own));
      else for (const twin of twins) ACTIONS[name](twin, ids, seeded(own));
      dt = DTS[Math.floor(DTS.length * random())];
    }
    const isSync = random() < 0.5;
    const before = twins[0].programs;
    const wasAwake = twins[0].dynamics.stats.awake > 0 || step === 0 || acts;
    for (const { dynamics } of twins) {
      if (isSync) dynamics.stepSync(dt);
      else await dynamics.step(dt);
    }
    const isIdle = twins[0].programs === before;
    const mayMove = wasAwake || twins[0].dynamics.stats.invalid > 0 || ids.kinematic.length > 0;
    if (isIdle) idle++;
    const where = `seed ${seed}, step ${step}, after ${last.slice(-6).join('; ')}`;
    const [got, want] = twins.map(readTwin);
    // a comparison by `expect` takes as long as the steps
    if (!isDeepStrictEqual(got, want)) expect(got, where).toEqual(want);
    if (!mayMove) expect(isIdle, where).toBe(true);
  }
  return { taken, idle };
}

test.each(WAYS)('what users do to bodies that sleep: the same as with whole steps, %s', async (_, options) => {
  const taken = new Map<string, number>();
  for (const seed of SEEDS) {
    const twins = await makeTwins(options);
    const found = await run(twins, fill(twins), seed);
    for (const [name, times] of found.taken) taken.set(name, times + (taken.get(name) ?? 0));
    console.log(`seed ${seed}: ${found.idle} of ${STEPS} steps without passes`);
    expect(found.idle).toBeGreaterThan(LEAST_IDLE * STEPS);
    expect(found.idle).toBeLessThan(MOST_IDLE * STEPS);
    expect(twins[1].programs).toBe(2 * STEPS);
    for (const { engine } of twins) await engine.close();
  }
  expect([...taken.keys()].sort()).toEqual([...Object.keys(ACTIONS), ...Object.keys(CHANGES)].sort());
});

describe('beside a body that sleeps', () => {
  let engine: Engine;
  let dynamics: Dynamics;
  beforeEach(async () => {
    engine = await createEngine({ workers: 0, capacity: CAPACITY, warmUp: false });
    dynamics = await createDynamics(engine);
    dynamics.addBody(box(20, 1, 20), { type: 'static', position: [0, -1, 0] });
    dynamics.addBody(CRATE, { position: [0, 0.5, 0] });
    for (let step = 0; step < 30; step++) dynamics.stepSync(0.1);
    expect(dynamics.stats.awake).toBe(0);
  });
  afterEach(() => engine.close());

  test('a kinematic body becomes invalid, and valid again', () => {
    const lift = dynamics.addBody(CRATE, { type: 'kinematic', position: [9, 4, 0] });
    const found = [9, Number.NaN, 9].map((x) => {
      engine.scene.positions[4 * lift] = x;
      return dynamics.stepSync(0.1).invalid;
    });
    expect(found).toEqual([0, 1, 0]);
  });

  test('a body that was left out is at rest for half a second before it sleeps', () => {
    const crate = dynamics.addBody(CRATE, { position: [5, 0.5, 0] });
    for (let step = 0; step < 4; step++) dynamics.stepSync(0.1);
    const found = [Number.NaN, 5].map((x) => {
      engine.scene.positions[4 * crate] = x;
      return dynamics.stepSync(0.1).invalid;
    });
    expect([...found, dynamics.stats.awake]).toEqual([1, 0, 1]);
    let steps = 1;
    for (; dynamics.stats.awake > 0; steps++) dynamics.stepSync(0.1);
    expect(steps).toBeGreaterThan(4);
  });

  test('a static body gets the row of a fast one that has just stopped at the ground: it stays where it is', () => {
    const shot = dynamics.addBody(sphere(0.1), { position: [9, 20, 9], velocity: [0, -400, 0] });
    dynamics.stepSync(0.1);
    expect(dynamics.stats.swept).toBe(1);
    dynamics.removeBody(shot);
    expect(dynamics.addBody(CRATE, { type: 'static', position: [5, 5, 5] })).toBe(shot);
    dynamics.stepSync(0.1);
    expect([...engine.scene.positions.subarray(4 * shot, 4 * shot + 3)]).toEqual([5, 5, 5]);
  });
});
