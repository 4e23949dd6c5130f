/** A heap of every shape, stepped by any number of threads, in either way: the same bytes of poses, velocities and sleep. */
import { box, capsule, hull, rounded, type Shape, sphere } from 'hullstorm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ellipsoidPoints } from '../../scenes/hulls.ts';
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import { PORTABLE } from '../support/kernels.ts';
import { same } from '../support/mixedScene.ts';
import { sweep } from '../support/sweep.ts';
import { DT, World, type WorldOptions } from '../support/world.ts';

const SEED = 0x5a3e;
const COUNT = 200;
const STEPS = 200;
/** Steps whose bytes are compared; one way goes to the end, the others end earlier. */
const MARKS = [1, 10, 50, 100, 199];
const FEW_STEPS = sweep(51, STEPS);
const SCALAR_STEPS = sweep(101, STEPS);

/** A column of bodies above a pit, with some that bounce, and a stirrer. */
async function heap(options: WorldOptions): Promise<World> {
  const world = await World.create(options);
  const random = seeded(SEED);
  const r = () => between(random, 0.2, 0.4);
  const kinds: (() => Shape)[] = [
    () => sphere(r()),
    () => capsule(r(), r() / 2),
    () => box(r(), r(), r()),
    () => rounded(box(r() / 2, r() / 2, r() / 2), 0.1),
    () => hull(ellipsoidPoints(16, random)),
  ];
  world.ground();
  world.add(box(2, 0.2, 0.2), { type: 'kinematic', position: [0, 0.6, 0], spin: [0, 1, 0] });
  for (let k = 0; k < COUNT; k++) {
    const turn = new Float64Array(4);
    randomUnit(turn, 0, 4, random);
    world.add(kinds[k % kinds.length](), {
      position: [(k % 5) - 2, 0.6 + 0.7 * Math.floor(k / 25), (Math.floor(k / 5) % 5) - 2],
      rotation: turn,
      restitution: k % 7 === 0 ? 0.5 : 0,
      spin: [k % 3, 0, 0],
    });
  }
  return world;
}

async function recorded(world: World, isSync: (step: number) => boolean, steps: number): Promise<Uint8Array[]> {
  const bytes: Uint8Array[] = [];
  for (let step = 0; step < steps; step++) {
    if (isSync(step)) world.dynamics.stepSync(DT);
    else await world.dynamics.step(DT);
    if (MARKS.includes(step)) bytes.push(world.bytes());
  }
  await world.engine.close();
  return bytes;
}

describe.each(PORTABLE)(`kernel %s, seed 0x${SEED.toString(16)}`, (kernel) => {
  let want: Uint8Array[];
  beforeAll(async () => {
    const world = await heap({ kernel });
    want = await recorded(world, () => true, kernel === 'simd' ? STEPS : SCALAR_STEPS);
    const { contacts, colors } = world.dynamics.stats;
    // something is going on
    expect(contacts).toBeGreaterThan(200);
    expect(colors).toBeGreaterThan(3);
    expect(want.every((bytes, k) => k === 0 || !same(bytes, want[k - 1]))).toBe(true);
  });

  const ways: [number, string][] = [
    [0, 'step'],
    [1, 'stepSync'],
    [1, 'step'],
    [2, 'stepSync'],
    [3, 'step'],
    [3, 'both in turn'],
  ];
  test.each(sweep(kernel === 'simd' ? ways.filter((_, k) => k % 2 === 1) : [ways[4]], ways))(
    '%i workers, %s',
    async (workers, how) => {
      const steps = how === 'both in turn' ? STEPS : FEW_STEPS;
      const isSync = (step: number) => (how === 'both in turn' ? step % 2 === 0 : how === 'stepSync');
      const got = await recorded(await heap({ kernel, workers }), isSync, steps);
      expect(got.map((bytes, k) => same(bytes, want[k]))).toEqual(MARKS.filter((k) => k < steps).map(() => true));
    },
  );

  test('once more, on the same kernel', async () => {
    const got = await recorded(await heap({ kernel }), () => true, FEW_STEPS);
    expect(got.every((bytes, k) => same(bytes, want[k]))).toBe(true);
  });
});
