/** Casts of meshes, height fields and compounds, against the casts of all their children alone. */
import { box, CastStatus, capsule, compound, createEngine, halfSpace, hull, mesh, type Shape, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { childPose, KINDS, type KindName, kindOf } from '../../support/childKinds.ts';
import { placedAt } from '../../support/childWorlds.ts';
import { noteCounts } from '../../support/counts.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xca57;
/** Of each of nine tests. */
const COUNT = sweep(60, Math.ceil(200_000 / 9));
const KERNELS = ['scalar', 'simd'] as const;
const CAPACITY = {
  shapes: 128,
  vertices: 4096,
  colliders: 256,
  pairs: 8192,
  casts: Math.max(8192, COUNT),
  probes: Math.max(4096, COUNT),
  meshTriangles: 4096,
  meshVertices: 8192,
  heights: 4096,
  compoundParts: 64,
};
const BODIES: readonly Shape[] = [
  sphere(0.2),
  box(0.2, 0.1, 0.3),
  capsule(0.2, 0.1),
  hull([0.3, 0, 0, -0.3, 0.1, 0, 0, 0.3, 0, 0, 0, 0.4]),
  compound([
    { shape: sphere(0.2), position: [0.3, 0, 0] },
    { shape: box(0.2, 0.1, 0.1), position: [-0.3, 0.1, 0], rotation: [0.3, 0.1, -0.2, 0.9] },
  ]),
];

type Random = () => number;
type Vec3 = [number, number, number];

const vector = (random: Random, size: number): Vec3 => [0, 1, 2].map(() => 2 * size * (random() - 0.5)) as Vec3;
const turnOf = (random: Random) =>
  [...vector(random, 1), random() + 0.1].map(Math.fround) as [number, number, number, number];

/** A body somewhere around the whole, that moves through it. */
function aCase(random: Random) {
  const whole = { position: vector(random, 5), rotation: turnOf(random) };
  const away = vector(random, 1);
  const length = (3 + 2 * random()) / Math.hypot(...away);
  const position = whole.position.map((x, c) => x + length * away[c]!) as Vec3;
  const target = vector(random, 1.5);
  const move = away.map((x, c) => 1.6 * (target[c]! - length * x)) as Vec3;
  const [turnsBody, turnsWhole, hasPivots] = [random() < 0.5, random() < 0.4, random() < 0.5];
  return {
    whole,
    body: { position, rotation: turnOf(random) },
    move,
    turn: turnsBody ? vector(random, 3) : ([0, 0, 0] as Vec3),
    wholeMove: random() < 0.5 ? vector(random, 1) : ([0, 0, 0] as Vec3),
    wholeTurn: turnsWhole ? vector(random, 1) : ([0, 0, 0] as Vec3),
    pivots: hasPivots ? ([vector(random, 0.3), vector(random, 0.6)] as const) : undefined,
    isSwapped: random() < 0.5,
  };
}

type Case = ReturnType<typeof aCase>;
type Rotation = [number, number, number, number];

/** The pivot of a whole, from a child's position along the child's axes. */
function childPivot(whole: Case['whole'], child: { position: Vec3; rotation: Rotation }, pivot: Vec3): Vec3 {
  const world = placedAt(whole, { position: pivot }).position;
  const [x, y, z, w] = child.rotation;
  const between = { position: world.map((v, c) => v - child.position[c]!) };
  return placedAt({ position: [0, 0, 0], rotation: [-x, -y, -z, w] }, between).position;
}

describe.each(KERNELS)('%s', (kernel) => {
  test.each(KINDS)(`castPairs of a %s: as of each child alone (seed ${SEED})`, async (name: KindName) => {
    const random = seeded(SEED + KINDS.indexOf(name));
    const kind = kindOf(name, random);
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const body = scene.addCollider(scene.addShape(BODIES[0]!));
    const bodyShapes = BODIES.map((shape) => scene.addShape(shape));
    const whole = scene.addCollider(scene.addShape(kind.shape), { static: kind.isStatic });
    const children = kind.children.map(({ shape }) => scene.addCollider(scene.addShape(shape)));
    const list = engine.createPairList(1 + children.length);
    const motions = new Float64Array(8 * scene.rows);
    const pivots = new Float64Array(4 * scene.rows);
    let hits = 0;
    let worst = 0;
    for (let n = 0; n < COUNT; n++) {
      const given = aCase(random);
      scene.setShape(body, bodyShapes[n % BODIES.length]!);
      scene.setPose(body, given.body.position, given.body.rotation);
      scene.setPose(whole, given.whole.position, given.whole.rotation);
      motions.set([...given.move, 0, ...given.turn], 8 * body);
      const [ofBody, ofWhole]: readonly Vec3[] = given.pivots ?? [
        [0, 0, 0],
        [0, 0, 0],
      ];
      pivots.set(ofBody!, 4 * body);
      const ownMotion = [...given.wholeMove, 0, ...given.wholeTurn];
      motions.set(ownMotion, 8 * whole);
      pivots.set(ofWhole!, 4 * whole);
      const pairs = [whole, ...children].map((id) => (given.isSwapped ? [id, body] : [body, id]));
      for (const [k, child] of kind.children.entries()) {
        const pose = childPose(given.whole, child);
        scene.setPose(children[k]!, pose.position, pose.rotation);
        motions.set(ownMotion, 8 * children[k]!);
        pivots.set(childPivot(given.whole, pose, ofWhole!), 4 * children[k]!);
      }
      list.set(pairs.flat());
      const where = `${kernel} ${name} ${n}`;
      // children turn about the position of the whole
      const alone = engine.castPairsSync(list, motions, { pivots, leaving: n % 3 === 0 });
      let best = 0;
      let t = Infinity;
      for (let k = 1; k < pairs.length; k++) {
        const isMet = alone.status[k] !== CastStatus.Free;
        expect(alone.status[k], where).not.toBe(CastStatus.Invalid);
        if (isMet && alone.t[k]! < t) [best, t] = [k, alone.t[k]!];
      }
      const times = alone.t.slice(0, pairs.length);
      const brute = best > 0 ? alone.read(best) : undefined;
      const casts = given.pivots ? alone : engine.castPairsSync(list, motions, { leaving: n % 3 === 0 });
      const row = casts.read(0);
      const childOfBody = given.isSwapped ? row.childB : row.childA;
      const child = given.isSwapped ? row.childA : row.childB;
      const isCompound = n % BODIES.length === BODIES.length - 1;
      if (!isCompound || !brute) expect(childOfBody, where).toBe(-1);
      else expect([0, 1], where).toContain(childOfBody);
      if (!brute) {
        expect([row.status, row.t, child], where).toEqual([CastStatus.Free, 1, -1]);
        continue;
      }
      hits++;
      // poses of children alone are rounded to f32
      expect(Math.abs(row.t - t), where).toBeLessThan(1e-5);
      worst = Math.max(worst, Math.abs(row.t - t));
      const met = 1 + kind.children.findIndex(({ number }) => number === child);
      expect(times[met]! - t, where).toBeLessThan(1e-5);
      if (met !== best) continue;
      expect(row.status, where).toBe(brute.status);
      expect(row.distance, where).toBeCloseTo(brute.distance, 4);
      for (let c = 0; c < 3; c++) {
        expect(row.normal[c], where).toBeCloseTo(brute.normal[c]!, 2);
        if (brute.status !== CastStatus.Hit || given.turn[0] !== 0 || given.wholeTurn[0] !== 0) continue;
        expect(row.pointA[c], where).toBeCloseTo(brute.pointA[c]!, 2);
      }
    }
    expect(hits).toBeGreaterThan(COUNT / 4);
    const found = { casts: COUNT, hits, wrong: 0, 'worst error, part of the motion': worst };
    noteCounts('casts', `castPairs of a ${name}, ${kernel}`, found);
    await engine.close();
  });
});

type Columns = 'status' | 't' | 'normals' | 'offsetsA' | 'offsetsB';

const bytesOf = (results: Record<Columns, ArrayLike<number>>, own: ArrayLike<number>[], count: number) => {
  const { status, t, normals, offsetsA, offsetsB } = results;
  const wide = [normals, offsetsA, offsetsB].map((column) => Array.from(column).slice(0, 4 * count));
  return JSON.stringify([...wide, ...[status, t, ...own].map((column) => Array.from(column).slice(0, count))]);
};

describe.each(KINDS)(`castShapes against a %s (seed ${SEED})`, (name) => {
  const kind = kindOf(name, seeded(SEED + 10));
  const random = seeded(SEED + 11);
  const given = Array.from({ length: COUNT }, () => aCase(random));
  const whole = { position: [1, -2, 0.5] as Vec3, rotation: [0.1, 0.4, -0.2, 0.8].map(Math.fround) as Rotation };
  const moved = given.map(({ whole: { position: from }, body: { position } }) =>
    position.map((x, c) => x - from[c]! + whole.position[c]!),
  );

  async function world(workers: number, kernel: 'scalar' | 'simd', isAlone: boolean) {
    const engine = await createEngine({ kernel, workers, capacity: CAPACITY });
    const { scene } = engine;
    const id = scene.addCollider(scene.addShape(kind.shape), { static: kind.isStatic, ...whole });
    if (isAlone) {
      scene.removeCollider(id);
      for (const child of kind.children) scene.addCollider(scene.addShape(child.shape), childPose(whole, child));
    }
    const shapes = BODIES.map((shape) => scene.addShape(shape));
    const casts = engine.createCastList(COUNT);
    casts.count = COUNT;
    for (const [k, { body, move, turn }] of given.entries()) {
      casts.shapes[k] = shapes[k % shapes.length]!;
      casts.positions.set(moved[k]!, 4 * k);
      casts.rotations.set(body.rotation, 4 * k);
      casts.moves.set(move, 4 * k);
      casts.turns.set(turn, 4 * k);
      casts.masks[k] = 0xffff;
      casts.ignored[k] = -1;
    }
    return { engine, casts };
  }

  test('as against each child alone', async () => {
    const [one, many] = await Promise.all([world(0, 'scalar', false), world(0, 'scalar', true)]);
    const results = one!.engine.castShapesSync(one!.casts);
    const alone = many!.engine.castShapesSync(many!.casts);
    const first = many!.engine.scene.rows - kind.children.length;
    let hits = 0;
    let worst = 0;
    for (let k = 0; k < COUNT; k++) {
      const where = `cast ${k}`;
      const error = Math.abs(results.t[k]! - alone.t[k]!);
      expect(error, where).toBeLessThan(1e-5);
      worst = Math.max(worst, error);
      const isMet = alone.status[k] !== CastStatus.Free;
      expect(results.status[k] !== CastStatus.Free, where).toBe(isMet);
      expect(results.child[k]! >= 0, where).toBe(isMet);
      expect(results.ids[k], where).toBe(isMet ? 0 : -1);
      if (!isMet) continue;
      hits++;
      const { id } = alone.read(k);
      if (kind.children[id - first]?.number !== results.child[k]) continue;
      const [a, b] = [results.read(k), alone.read(k)];
      for (let c = 0; c < 3; c++) expect(a.pointB[c], where).toBeCloseTo(b.pointB[c]!, 2);
    }
    expect(hits).toBeGreaterThan(COUNT / 4);
    const found = { casts: COUNT, hits, wrong: 0, 'worst error, part of the motion': worst };
    noteCounts('casts', `castShapes against a ${name}`, found);
    await one!.engine.close();
    await many!.engine.close();
  });

  test('equal bytes by both kernels and for 0 to 3 workers, with the call that waits', async () => {
    const answers: string[] = [];
    for (const [workers, kernel] of [
      [0, 'simd'],
      [0, 'scalar'],
      [1, 'simd'],
      [3, 'simd'],
    ] as const) {
      const { engine, casts } = await world(workers, kernel, false);
      const results = await engine.castShapes(casts, { skin: 0.01 });
      answers.push(bytesOf(results, [results.ids, results.child], COUNT));
      const again = engine.castShapesSync(casts, { skin: 0.01 });
      answers.push(bytesOf(again, [again.ids, again.child], COUNT));
      await engine.close();
    }
    for (const answer of answers) expect(answer).toBe(answers[0]);
  });
});

describe.each(KERNELS)('borders of casts, %s', (kernel) => {
  test('surfaces have no cast with surfaces, and are no probes', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const ids = KINDS.map((name) => {
      const kind = kindOf(name, seeded(SEED));
      return scene.addCollider(scene.addShape(kind.shape), { static: kind.isStatic });
    });
    const list = engine.createPairList(2);
    list.set([ids[0]!, ids[1]!, ids[0]!, ids[2]!]);
    const results = engine.castPairsSync(list, new Float64Array(8 * scene.rows));
    expect(results.status[0]).toBe(CastStatus.Invalid);
    expect(results.status[1]).not.toBe(CastStatus.Invalid);
    const motions = new Float64Array(8 * scene.rows).fill(Number.NaN);
    expect(engine.castPairsSync(list, motions).status[1]).toBe(CastStatus.Invalid);
    motions.fill(0)[4] = 100;
    expect(engine.castPairsSync(list, motions).status[1]).toBe(CastStatus.Invalid);
    const casts = engine.createCastList(3);
    casts.setColliders(ids);
    const isInvalid = [...engine.castShapesSync(casts).status.slice(0, 3)].map(
      (status) => status === CastStatus.Invalid,
    );
    expect(isInvalid).toEqual([true, true, false]);
    await engine.close();
  });

  test('a triangle with one side is passed from behind; a half-space meets a compound', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const corners = { positions: [-2, 0, -2, 0, 0, 2, 2, 0, -2] };
    const floor = scene.addCollider(scene.addShape(mesh(corners)), { static: true });
    const ball = scene.addCollider(scene.addShape(sphere(0.5)), { position: [0, 3, 0] });
    const list = engine.createPairList(1);
    list.set([ball, floor]);
    const motions = new Float64Array(8 * scene.rows);
    motions[8 * ball + 1] = -10;
    const hit = engine.castPairsSync(list, motions).read(0);
    expect(hit.status).toBe(CastStatus.Hit);
    expect(hit.t).toBeCloseTo(0.25, 5);
    expect([hit.childA, hit.childB]).toEqual([-1, 0]);
    scene.setPose(ball, [0, -3, 0], [0, 0, 0, 1]);
    motions[8 * ball + 1] = 10;
    expect(engine.castPairsSync(list, motions).status[0]).toBe(CastStatus.Free);
    scene.setShape(floor, scene.addShape(mesh({ ...corners, sides: 'both' })));
    expect(engine.castPairsSync(list, motions).t[0]).toBeCloseTo(0.25, 5);
    const ground = scene.addCollider(scene.addShape(halfSpace()), { static: true, position: [0, -5, 0] });
    const two = compound([1, 0, 0].map((x) => ({ shape: sphere(0.5), position: [0, x, 0] as Vec3 })));
    scene.setShape(ball, scene.addShape(two));
    list.set([ball, ground]);
    const down = new Float64Array(8 * scene.rows);
    down[8 * ball + 1] = -3;
    const { t, childA } = engine.castPairsSync(list, down).read(0);
    expect(t).toBeCloseTo(0.5, 5);
    // the second and the third part are met at the same time
    expect(childA).toBe(1);
    const casts = engine.createCastList(1);
    casts.setColliders([ball]);
    casts.moves.set([0, -3, 0]);
    expect(engine.castShapesSync(casts).read(0)).toMatchObject({ id: ground, child: -1 });
    await engine.close();
  });
});
