/** One step of a bundle of contacts by the wide passes, against dense matrices in f64; and lanes that do not see their neighbors. */
import { describe, expect, test } from 'vitest';
import { between, type Random, randomUnit, seeded } from '../../scenes/random.ts';
import { AWAKE, IS_CARRIED, KINEMATIC, STATIC } from '../../src/dynamics/wide/context.ts';
import { BOUNCES_PER_STEP } from '../../src/dynamics/wide/limits.ts';
import { type DenseBody, type DenseContact, denseFinish, denseStep, type Matrix } from '../support/denseStep.ts';
import { compilePasses, PassFixture, SETTINGS } from '../support/dynamicsTables.ts';
import { RELAXED, STRICT } from '../support/lanesFixture.ts';

const SEEDS = Array.from({ length: 40 }, (_, k) => 0xb0d1e5 + k);
/** f32 through some hundred operations, masses up to 1 : 50: of the fastest speed, and of the largest impulse. */
const PART = 3e-5;
const builds = new Map([
  ['strict', compilePasses(STRICT)],
  ['relaxed', compilePasses(RELAXED)],
] as const);

const KINDS = { dynamic: AWAKE, kinematic: KINEMATIC, static: STATIC } as const;

function matrixOf([x, y, z, w]: readonly number[]): Matrix {
  const n = x! * x! + y! * y! + z! * z! + w! * w!;
  const column = (v: number[]) => {
    // q v q* / |q|²
    const [a, b, c] = v as [number, number, number];
    const t = [y! * c - z! * b, z! * a - x! * c, x! * b - y! * a] as [number, number, number];
    const u = [y! * t[2] - z! * t[1], z! * t[0] - x! * t[2], x! * t[1] - y! * t[0]];
    return v.map((value, k) => value + (2 * (w! * t[k] + u[k])) / n);
  };
  const columns = [column([1, 0, 0]), column([0, 1, 0]), column([0, 0, 1])];
  return [0, 1, 2].map((r) => columns.map((c) => c[r]));
}

interface Case {
  readonly bodies: readonly (DenseBody & { quaternion: number[]; axesQuaternion: number[] })[];
  readonly contacts: readonly DenseContact[];
}

/** `count` contacts of two bodies each, at least one of which is dynamic. */
function createCase(count: number, seed: number): Case {
  const random: Random = seeded(seed);
  const r = (low: number, high: number) => Math.fround(between(random, low, high));
  const three = (most: number) => [r(-most, most), r(-most, most), r(-most, most)];
  const unit = (size: number) => {
    const out = new Float32Array(size);
    randomUnit(out, 0, size, random);
    return [...out];
  };
  const body = (kind: DenseBody['kind']): Case['bodies'][number] => {
    const [quaternion, axesQuaternion] = [unit(4), unit(4)];
    const mass = r(1, 50);
    const dynamic = kind === 'dynamic';
    return {
      kind,
      mass,
      moments: [mass * r(0.02, 0.1), mass * r(0.02, 0.1), mass * r(0.02, 0.1)],
      quaternion,
      axesQuaternion,
      rotation: matrixOf(quaternion),
      axes: matrixOf(axesQuaternion),
      center: dynamic ? three(0.2) : [0, 0, 0],
      position: three(5),
      velocity: kind === 'static' ? [0, 0, 0] : three(3),
      spin: kind === 'static' ? [0, 0, 0] : three(4),
      force: dynamic ? three(200) : [0, 0, 0],
      torque: dynamic ? three(20) : [0, 0, 0],
      friction: r(0, 1),
      restitution: random() < 0.5 ? 0 : r(0, 1),
      linearDamping: r(0, 1),
      angularDamping: r(0, 1),
      gravityScale: r(-1, 2),
    };
  };
  const bodies: Case['bodies'][number][] = [];
  const contacts: DenseContact[] = [];
  for (let k = 0; k < count; k++) {
    const other = (['dynamic', 'dynamic', 'static', 'kinematic'] as const)[Math.floor(4 * random())];
    const pair = random() < 0.5 ? (['dynamic', other] as const) : ([other, 'dynamic'] as const);
    bodies.push(body(pair[0]), body(pair[1]));
    // about one of four normals is along an axis, where tangents are easiest to get wrong
    const axis = [
      [0, 0, 1],
      [0, 0, -1],
      [0, 1, 0],
      [1, 0, 0],
    ][Math.floor(4 * random())];
    const normal = random() < 0.25 ? axis : unit(3);
    const warm = random() < 0.6;
    const points = Array.from({ length: 1 + Math.floor(4 * random()) }, () => {
      const gap = r(-0.02, 0.02);
      const a = three(0.5);
      // B's offset is any: positions do not enter
      return { a, b: three(0.5), gap, impulse: warm ? r(0, 3) : 0 };
    });
    const along = three(0.5);
    contacts.push({
      a: 2 * k,
      b: 2 * k + 1,
      normal,
      points,
      friction: warm ? along : [0, 0, 0],
      twist: warm ? r(-0.1, 0.1) : 0,
    });
  }
  return { bodies, contacts };
}

/** Writes a case. @param order contact rows, four per bundle */
function fill(fixture: PassFixture, { bodies, contacts }: Case, order: readonly number[]): void {
  const { memory } = fixture;
  for (const [id, b] of bodies.entries()) {
    const dynamic = b.kind === 'dynamic';
    fixture.positions.set(b.position, 4 * id);
    fixture.rotations.set(b.quaternion, 4 * id);
    const roots = dynamic ? [...b.moments.map((m) => 1 / Math.sqrt(m)), 1 / Math.sqrt(b.mass)] : [0, 0, 0, 0];
    const axes = dynamic ? b.axesQuaternion : [0, 0, 0, 1];
    memory.mass.set(
      [...axes, ...roots, ...b.center, b.friction, b.restitution, b.linearDamping, b.angularDamping, b.gravityScale],
      16 * id,
    );
    memory.velocities.set(b.velocity, 4 * id);
    memory.spins.set(b.spin, 4 * id);
    memory.forces.set(b.force, 4 * id);
    memory.torques.set(b.torque, 4 * id);
    memory.kinds[id] = KINDS[b.kind];
    memory.timers[id] = 0.25;
  }
  // places of points that do not exist hold what was there before
  fixture.pointsA.fill(777);
  fixture.pointsB.fill(-555);
  for (const [k, contact] of contacts.entries()) {
    fixture.ids.set([contact.a, contact.b], 2 * k);
    fixture.separation.set([...contact.normal, Math.min(...contact.points.map(({ gap }) => gap))], 4 * k);
    fixture.pointCount[k] = contact.points.length;
    // the last step had these contacts in the opposite order, and its points too
    const last = contacts.length - 1 - k;
    for (const [p, point] of contact.points.entries()) {
      fixture.pointsA.set([...point.a, point.gap], 16 * k + 4 * p);
      fixture.pointsB.set([...point.b, 0], 16 * k + 4 * p);
      fixture.previous[4 * k + p] = 4 * last + (3 - p);
      fixture.before(last)[3 - p] = point.impulse;
    }
    fixture.before(last).set([...contact.friction, contact.twist], 4);
  }
  memory.order.set(order);
}

const SUBSTEPS = 3;

function step(fixture: PassFixture, bodies: number, bundles: number): void {
  const groups = Math.ceil(bodies / 4);
  fixture.pass('beginBodies', 0, groups);
  fixture.pass('prepare', 0, bundles);
  for (let substep = 0; substep < SUBSTEPS; substep++) {
    fixture.pass('accelerate', 0, bodies);
    if (substep === 0) fixture.pass('warmStart', 0, bundles);
    fixture.pass('solve', 0, bundles);
    fixture.pass('move', 0, bodies);
    fixture.pass('relax', 0, bundles);
  }
  fixture.pass('prepareRestitution', 0, bundles);
  for (let k = 0; k < BOUNCES_PER_STEP; k++) fixture.pass('applyRestitution', 0, bundles);
  fixture.pass('storeImpulses', 0, bundles);
  fixture.pass('finishBodies', 0, groups);
}

const orders: [string, number, number[]][] = [
  ['a full bundle', 4, [0, 1, 2, 3]],
  ['another order', 4, [2, 0, 3, 1]],
  ['three, and an empty lane', 3, [0, 1, 2, -1]],
  ['one alone', 1, [0, -1, -1, -1]],
  ['two bundles', 7, [0, 1, 2, 3, 4, 5, 6, -1]],
];

describe.each([...builds.keys()])('the %s build', (name) => {
  test.each(orders)('%s: velocities, poses and impulses are those of dense matrices', (_, count, order) => {
    const faults: string[] = [];
    let [loaded, slid, bounced, undecided] = [0, 0, 0, 0];
    for (const seed of SEEDS) {
      const world = createCase(count, seed);
      const fixture = new PassFixture(builds.get(name as 'strict')!, 2 * count, count);
      fill(fixture, world, order);
      step(fixture, 2 * count, order.length / 4);
      const want = denseStep(world.bodies, world.contacts, SETTINGS, SUBSTEPS);
      const check = (what: string, got: ArrayLike<number>, wanted: readonly number[], scale: number) => {
        const off = Math.hypot(...wanted.map((c, k) => c - got[k]));
        if (!(off <= PART * scale)) faults.push(`seed ${seed}: ${what} is off by ${off / scale} of ${scale}`);
      };
      for (const [id, body] of world.bodies.entries()) {
        const at = (column: Float32Array | Float64Array) => column.subarray(4 * id, 4 * id + 3);
        if (body.kind !== 'dynamic') {
          expect([...at(fixture.memory.velocities)]).toEqual(body.velocity);
          continue;
        }
        if (want.contacts[id >> 1].undecided) continue;
        const end = denseFinish(body, want.motion[id], want.way[id], 4 * SETTINGS.h);
        const speed = 5 + Math.hypot(...end.velocity);
        check(`body ${id}: velocity`, at(fixture.memory.velocities), end.velocity, speed);
        check(`body ${id}: spin`, at(fixture.memory.spins), end.spin, 20 + Math.hypot(...end.spin));
        check(`body ${id}: position`, at(fixture.positions), end.position, 1);
        const rotation = matrixOf([...fixture.rotations.subarray(4 * id, 4 * id + 4)]);
        check(`body ${id}: rotation`, rotation.flat(), end.rotation.flat(), 1);
        expect([...at(fixture.memory.forces), ...at(fixture.memory.torques)]).toEqual([0, 0, 0, 0, 0, 0]);
      }
      for (const [k, contact] of want.contacts.entries()) {
        if (contact.undecided) {
          undecided++;
          continue;
        }
        const kept = fixture.kept(k);
        const scale = 10 + contact.points.reduce((s, { impulse }) => s + impulse, 0);
        const impulses = [0, 1, 2, 3].map((p) => contact.points[p]?.impulse ?? 0);
        check(`contact ${k}: impulses`, kept, impulses, scale);
        const [x, y, twist] = contact.friction;
        check(
          `contact ${k}: friction`,
          kept.subarray(4, 7),
          contact.first.map((c, i) => x * c + y * contact.second[i]),
          scale,
        );
        check(`contact ${k}: twist`, kept.subarray(7), [twist], scale);
        const load = impulses.reduce((s, i) => s + i, 0);
        if (load > 0) loaded++;
        if (load > 0 && Math.hypot(x, y) > 0.999 * contact.coefficient * load) slid++;
        if (contact.restitution > 0 && contact.points.some(({ meeting }) => meeting < -1)) bounced++;
      }
    }
    expect(faults).toEqual([]);
    expect(undecided / (SEEDS.length * count)).toBeLessThan(0.15);
    // cases that all miss would prove nothing
    const all = SEEDS.length * count;
    for (const share of [loaded / all, slid / all, bounced / all]) {
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.95);
    }
  });

  test('a bundle of four gives the same bits as four bundles of one', () => {
    for (const seed of SEEDS) {
      const world = createCase(4, seed);
      const [together, apart] = [0, 1].map(() => new PassFixture(builds.get(name as 'strict')!, 8, 16)) as [
        PassFixture,
        PassFixture,
      ];
      fill(together, world, [0, 1, 2, 3]);
      fill(apart, world, [3, -1, -1, -1, 1, -1, -1, -1, 0, -1, -1, -1, 2, -1, -1, -1]);
      step(together, 8, 1);
      step(apart, 8, 4);
      const columns = (fixture: PassFixture) => {
        const { memory, positions, rotations } = fixture;
        return [
          [...positions],
          [...rotations],
          [...memory.velocities],
          [...memory.spins],
          [...memory.timers],
          ...[0, 1, 2, 3].map((row) => [...fixture.kept(row)]),
        ];
      };
      expect(columns(apart), `seed ${seed}`).toEqual(columns(together));
    }
  });
});

test('impulses are not taken when others have asked in between', () => {
  const world = createCase(4, SEEDS[0]);
  const cold = {
    ...world,
    contacts: world.contacts.map((c) => ({
      ...c,
      points: c.points.map((p) => ({ ...p, impulse: 0 })),
      friction: [0, 0, 0],
      twist: 0,
    })),
  };
  const [stale, none] = [0, 1].map(() => new PassFixture(builds.get('strict')!, 8, 4)) as [PassFixture, PassFixture];
  fill(
    stale,
    {
      ...world,
      contacts: world.contacts.map((c) => ({
        ...c,
        points: c.points.map((p) => ({ ...p, impulse: 100 })),
        friction: [9, 9, 9],
        twist: 9,
      })),
    },
    [0, 1, 2, 3],
  );
  fill(none, cold, [0, 1, 2, 3]);
  stale.memory.words[IS_CARRIED] = 0;
  step(stale, 8, 1);
  step(none, 8, 1);
  expect([...stale.memory.velocities]).toEqual([...none.memory.velocities]);
  expect([...stale.memory.spins]).toEqual([...none.memory.spins]);
});
