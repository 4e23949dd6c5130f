/**
 * Rays against meshes and compounds. Very many rays against brute force over all triangles, which is exact: no hit is
 * wrong, none is missed. Rays go through vertices, edges, seams and face planes, along axes, start on triangles, and
 * come from up to 10,000 km away.
 */
import {
  type AllRayHits,
  compound,
  createEngine,
  type Engine,
  halfSpace,
  type MeshOptions,
  mesh,
  type RayHits,
  type RayList,
  RayStatus,
  sphere,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { castRay, closestOnTriangle, type Triangles } from '../../../scenes/bruteForce.ts';
import { bake } from '../../../src/meshes/bake.ts';
import { readMesh } from '../../../src/meshes/options.ts';
import { crossOf, PARTS, placedAt, type World, worldOf } from '../../support/childWorlds.ts';
import { noteCounts } from '../../support/counts.ts';
import { seeded } from '../../support/random.ts';
import { makeSurface, SURFACE_CLASSES, type SurfaceClass } from '../../support/surfaces.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x7a5;
const PER_CLASS = sweep(700, Math.ceil(2_000_000 / SURFACE_CLASSES.length));
const PER_CALL = 20_000;
const CAPACITY = {
  shapes: 32,
  vertices: 1024,
  colliders: 64,
  pairs: 1,
  rays: PER_CALL,
  rayHits: 4 * PER_CALL,
  meshTriangles: 4096,
  meshVertices: 8192,
  compoundParts: 64,
};
/** Rays are known within this part of the distances (kernels/rays/localRay.ts). */
const SLACK = 2 ** -47;
/** Rays less than this off the plane of a triangle are in it. */
const IN_PLANE = 2 ** -48;

type Vec3 = [number, number, number];
type Random = () => number;

const KINDS = ['random', 'vertex', 'edge', 'axis', 'plane', 'far', 'start'] as const;

/** A ray of a kind: origin and direction. */
function aRay(kind: (typeof KINDS)[number], { count, corners }: Triangles, random: Random): [Vec3, Vec3] {
  const triangle = Math.floor(random() * count);
  const corner = (k: number) => [0, 1, 2].map((c) => corners[9 * triangle + 3 * (k % 3) + c]) as Vec3;
  const k = Math.floor(3 * random());
  const share = [0, 0.25, 0.5, 1][Math.floor(4 * random())];
  const between = (a: Vec3, b: Vec3, part: number) => a.map((x, c) => x + part * (b[c] - x)) as Vec3;
  // on an edge, or exactly at a vertex
  const target = kind === 'vertex' ? corner(k) : between(corner(k), corner(k + 1), share);
  const coarse = () => [0, 1, 2].map(() => Math.round(64 * (12 * random() - 6)) / 64) as Vec3;
  const from = coarse();
  const toward = (at: Vec3) => at.map((x, c) => x - from[c]) as Vec3;
  if (kind === 'random') return [from, toward(coarse())];
  if (kind === 'vertex' || kind === 'edge') return [from, toward(target)];
  if (kind === 'axis') {
    const way: Vec3 = [0, 0, 0];
    const axis = Math.floor(3 * random());
    way[axis] = random() < 0.5 ? 1 : -1;
    return [target.map((x, c) => (c === axis ? x - 8 * way[c] : x)) as Vec3, way];
  }
  if (kind === 'plane') {
    // from outside of the triangle, in its plane
    const other = between(corner(k + 2), between(corner(k), corner(k + 1), random()), 3);
    return [other, target.map((x, c) => x - other[c]) as Vec3];
  }
  if (kind === 'start') return [target, coarse()];
  const way = coarse();
  const away = 1e7 / Math.hypot(...way);
  const start = target.map((x, c) => Math.round(x - away * way[c])) as Vec3;
  return [start, target.map((x, c) => x - start[c]) as Vec3];
}

const lengthOf = (v: readonly number[]) => Math.hypot(...v);
const dotOf = (u: readonly number[], v: readonly number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
/** Sine of the angle of a direction to the plane of a triangle: its normal is (b − a) × (c − a). */
function sineTo({ corners }: Triangles, triangle: number, way: Vec3): number {
  const side = (k: number) => [0, 1, 2].map((c) => corners[9 * triangle + 3 * k + c] - corners[9 * triangle + c]);
  const normal = crossOf(side(1), side(2));
  return dotOf(normal, way) / (lengthOf(normal) * lengthOf(way));
}

interface Counts {
  hits: number;
  /** Rays in planes within rounding. */
  inPlane: number;
  /** Hits of rays that pass the surface within rounding. */
  touching: number;
  /** Worst error of a hit, as a part of what it may be. */
  worst: number;
}

/** Fails if the answer in row `row` is wrong. */
function checkHit(
  world: World,
  { status, child, t, normals, barycentrics }: RayHits,
  row: number,
  [origin, way]: [Vec3, Vec3],
  counts: Counts,
): void {
  const { triangles, sources } = world;
  const { corners } = triangles;
  let truth = castRay(triangles, origin, way);
  // what lies along the ray within rounding is not met
  if (truth && Math.abs(sineTo(triangles, truth.triangle, way)) < IN_PLANE) {
    counts.inPlane++;
    truth = castRay(triangles, origin, way, Infinity, (k) => Math.abs(sineTo(triangles, k, way)) >= IN_PLANE);
  }
  const where = `origin ${origin} direction ${way} truth ${JSON.stringify(truth)} got ${child[row]} at ${t[row]}`;
  if (status[row] !== RayStatus.Hit) {
    expect(status[row], where).toBe(RayStatus.Miss);
    expect(truth, `missed: ${where}`).toBeUndefined();
    return;
  }
  counts.hits++;
  const own = sources.indexOf(child[row]);
  const bound = normals[4 * row + 3];
  const room = SLACK * (lengthOf(origin) + 20);
  const point = origin.map((x, c) => x + t[row] * way[c]) as Vec3;
  const off = closestOnTriangle(corners, 9 * own, point).map((x, c) => x - point[c]);
  const sine = sineTo(triangles, own, way);
  const slant = Math.abs(sine) < 1e-6 ? 1 : Math.abs(sine);
  // it may be off two edges at a sharp corner
  expect(lengthOf(off), `off its triangle: ${where}`).toBeLessThan((4 * room) / slant);
  const [one, two] = [barycentrics[2 * row], barycentrics[2 * row + 1]];
  const weighted = [0, 1, 2].map((c) => {
    const [a, b, d] = [0, 1, 2].map((k) => corners[9 * own + 3 * k + c]);
    return a + one * (b - a) + two * (d - a);
  });
  const extent = lengthOf([0, 1, 2].map((c) => Math.max(...[0, 3, 6].map((k) => corners[9 * own + k + c])))) + 10;
  expect(lengthOf(weighted.map((x, c) => x - point[c])), `weights: ${where}`).toBeLessThan(1e-6 * extent + bound);
  // against the ray
  const side = -Math.sign(sine);
  const cosine = dotOf(normals.subarray(4 * row, 4 * row + 3) as unknown as Vec3, way) / lengthOf(way);
  if (Math.abs(sine) > 1e-12) expect(cosine, `normal: ${where}`).toBeCloseTo(side * sine, 5);
  if (truth) {
    const late = (t[row] - truth.t) * lengthOf(way);
    // what is met within rounding is met earlier; where it is met depends on the angle
    const blur = bound + room / Math.abs(sineTo(triangles, truth.triangle, way));
    if (Math.abs(late) > blur) expect(late, `wrong: ${where}`).toBeLessThan(0);
    else {
      counts.worst = Math.max(counts.worst, Math.abs(late) / blur);
      return;
    }
  }
  counts.touching++;
}

const rayRows = (rays: readonly [Vec3, Vec3][], part: 0 | 1) => Float64Array.from(rays.flatMap((ray) => ray[part]));

const columnsOf = (hits: RayHits, count: number) =>
  [
    hits.status.slice(0, count),
    hits.ids.slice(0, count),
    hits.t.slice(0, count),
    hits.normals.slice(0, 4 * count),
    hits.child.slice(0, count),
    hits.barycentrics.slice(0, 2 * count),
    hits.material.slice(0, count),
  ].map((column) => Buffer.from(column.buffer).toString('base64'));

/** One mesh at a place that rounds no vertex. */
async function meshEngines(options: MeshOptions, position: Vec3): Promise<Engine[]> {
  return Promise.all(
    (['scalar', 'simd'] as const).map(async (kernel) => {
      const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
      engine.scene.addCollider(engine.scene.addShape(mesh(options)), { static: true, position });
      return engine;
    }),
  );
}

test.each(SURFACE_CLASSES)(`rays against every triangle: %s (seed ${SEED})`, async (cls: SurfaceClass) => {
  const random = seeded(SEED + SURFACE_CLASSES.indexOf(cls));
  const options = { ...makeSurface(cls, random), sides: 'both', weld: 0 } as const;
  const position: Vec3 = [3, -2, 5];
  const world = worldOf(bake('test', readMesh('test', options)), position);
  const engines = await meshEngines(options, position);
  const lists = engines.map((engine) => engine.createRayList(PER_CALL));
  const counts: Counts = { hits: 0, inPlane: 0, touching: 0, worst: 0 };
  for (let done = 0; done < PER_CLASS; done += PER_CALL) {
    const count = Math.min(PER_CALL, PER_CLASS - done);
    const rays = Array.from({ length: count }, (_, k) => aRay(KINDS[k % KINDS.length], world.triangles, random));
    for (let k = 0; k < count; k++) if (lengthOf(rays[k][1]) === 0) rays[k][1] = [0, -1, 0];
    for (const list of lists) list.set(rayRows(rays, 0), rayRows(rays, 1));
    const [scalar, wide] = engines.map((engine, k) => engine.castRaysSync(lists[k]));
    for (let k = 0; k < count; k++) checkHit(world, scalar, k, rays[k], counts);
    expect(columnsOf(wide, count)).toEqual(columnsOf(scalar, count));
  }
  expect(counts.hits).toBeGreaterThan(PER_CLASS / 4);
  const { hits, inPlane, touching, worst } = counts;
  const found = { rays: PER_CLASS, hits, 'in a plane': inPlane, grazing: touching, wrong: 0, missed: 0 };
  noteCounts('rays', cls, { ...found, 'worst error, part of its bound': worst });
  for (const engine of engines) await engine.close();
});

const KERNELS = ['scalar', 'simd'] as const;
/** Two triangles over a square of 2 m at y = 0, turned up; the second one has x + z > 0. */
const SQUARE = {
  positions: [-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1],
  indices: [0, 2, 1, 1, 2, 3],
  materials: [7, 200],
};

async function withMesh(kernel: 'scalar' | 'simd', options: MeshOptions) {
  const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
  const id = engine.scene.addCollider(engine.scene.addShape(mesh(options)), { static: true });
  return { engine, id, rays: engine.createRayList(8) };
}

describe.each(KERNELS)('children of rays, %s', (kernel) => {
  test('triangle, weights and material; a miss and a convex shape have none', async () => {
    const { engine, id, rays } = await withMesh(kernel, SQUARE);
    const ball = engine.scene.addCollider(engine.scene.addShape(sphere(0.5)), { position: [5, 0, 0] });
    rays.set([0.5, 1, 0.25, -0.5, 2, -0.75, 5, 3, 0, 9, 9, 9], [0, -1, 0, 0, -2, 0, 0, -1, 0, 0, -1, 0]);
    const hits = engine.castRaysSync(rays);
    expect([...hits.ids.subarray(0, 4)]).toEqual([id, id, ball, -1]);
    expect([...hits.child.subarray(0, 4)]).toEqual([1, 0, -1, -1]);
    expect([...hits.material.subarray(0, 4)]).toEqual([200, 7, 0, 0]);
    // (0.5, 0.25) is (1, −1) + 0.25 · (−2, 2) + 0.375 · (0, 2)
    expect([...hits.barycentrics.subarray(0, 8)]).toEqual([0.25, 0.375, 0.125, 0.25, 0, 0, 0, 0]);
    expect(hits.read(0)).toMatchObject({ t: 1, point: [0.5, 0, 0.25], normal: [0, 1, 0], child: 1, material: 200 });
    await engine.close();
  });

  test('a mirrored mesh: weights are those of the vertices in the order of the user', async () => {
    const { engine, rays } = await withMesh(kernel, { ...SQUARE, scale: [-1, 1, 1] });
    rays.set([-0.5, 1, 0.25], [0, -1, 0]);
    const hits = engine.castRaysSync(rays);
    expect([hits.child[0], ...hits.barycentrics.subarray(0, 2)]).toEqual([1, 0.25, 0.375]);
    expect([...hits.normals.subarray(0, 3)]).toEqual([0, 1, 0]);
    await engine.close();
  });

  test('sides: back faces are not met, or have their normal against the ray', async () => {
    for (const sides of ['front', 'both'] as const) {
      const { engine, rays } = await withMesh(kernel, { ...SQUARE, sides });
      rays.set([0.5, 1, 0.25, 0.5, -1, 0.25], [0, -1, 0, 0, 1, 0]);
      const hits = engine.castRaysSync(rays);
      expect([...hits.status.subarray(0, 2)]).toEqual(sides === 'front' ? [1, 0] : [1, 1]);
      if (sides === 'both') expect([...hits.normals.subarray(4, 7)]).toEqual([0, -1, 0]);
      await engine.close();
    }
  });

  test('a surface has no inside: a ray that starts on it hits it at 0, one behind it sees nothing', async () => {
    const { engine, rays } = await withMesh(kernel, { ...SQUARE, sides: 'both' });
    rays.set([0.5, 0, 0.25, 0.5, -1e-9, 0.25], [0, -1, 0, 0, -1, 0]);
    for (const inside of ['hit', 'skip'] as const) {
      const { status, t } = engine.castRaysSync(rays, { inside });
      expect([...status.subarray(0, 2)]).toEqual([RayStatus.Hit, RayStatus.Miss]);
      expect(t[0]).toBe(0);
    }
    await engine.close();
  });

  test('equal t: the smaller id, then the smaller child; all: each child is a hit', async () => {
    const { engine, id, rays } = await withMesh(kernel, SQUARE);
    const shape = engine.scene.addShape(mesh({ ...SQUARE, positions: [...SQUARE.positions], sides: 'both' }));
    const [second, low] = [0, -1].map((y) => engine.scene.addCollider(shape, { static: true, position: [0, y, 0] }));
    // down through the diagonal edge of all three
    rays.set([0.5, 1, -0.5, 0.5, -5, 0.25], [0, -1, 0, 0, 1, 0]);
    const { ids, child } = engine.castRaysSync(rays);
    expect([ids[0], child[0], ids[1], child[1]]).toEqual([id, 0, low, 1]);
    const all = engine.castRaysSync(rays, { hits: 'all' });
    const found = all.read(0).map((hit) => [hit.id, hit.child, hit.t]);
    const both = [0, 1];
    expect(found).toEqual([
      ...both.map((k) => [id, k, 1]),
      ...both.map((k) => [second, k, 1]),
      ...both.map((k) => [low, k, 2]),
    ]);
    expect(all.read(1).map((hit) => [hit.id, hit.child, hit.normal[1]])).toEqual([
      [low, 1, -1],
      [second, 1, -1],
    ]);
    expect(engine.castRaysSync(rays, { hits: 'any' }).status[0]).toBe(RayStatus.Hit);
    await engine.close();
  });

  test('ends and groups: a surface beyond the end, ignored, or of no group of the ray is not met', async () => {
    const { engine, id, rays } = await withMesh(kernel, SQUARE);
    rays.set([0.5, 1, 0.25], [0, -1, 0], 1);
    expect(engine.castRaysSync(rays).status[0]).toBe(RayStatus.Hit);
    rays.set([0.5, 1, 0.25], [0, -1, 0], 0.999);
    expect(engine.castRaysSync(rays).status[0]).toBe(RayStatus.Miss);
    rays.set([0.5, 1, 0.25], [0, -1, 0]);
    rays.ignored[0] = id;
    expect(engine.castRaysSync(rays).status[0]).toBe(RayStatus.Miss);
    rays.ignored[0] = -1;
    rays.masks[0] = 2;
    expect(engine.castRaysSync(rays).status[0]).toBe(RayStatus.Miss);
    await engine.close();
  });
});

test(`parts of a compound: as the same shapes alone (seed ${SEED})`, async () => {
  const random = seeded(SEED + 50);
  const pose = { position: [3, 1, -2], rotation: [0.3, -0.2, 0.6, 0.7] } as const;
  const count = sweep(2000, 100_000);
  const rays = Array.from({ length: count }, (): [Vec3, Vec3] => {
    const from = [0, 1, 2].map((c) => pose.position[c] + 3 * (random() - 0.5)) as Vec3;
    return [from, from.map((x, c) => pose.position[c] + 2.4 * (random() - 0.5) - x) as Vec3];
  });
  const columns: unknown[] = [];
  for (const kernel of KERNELS) {
    const whole = await createEngine({ kernel, workers: 0, capacity: { ...CAPACITY, rays: count } });
    const id = whole.scene.addCollider(whole.scene.addShape(compound(PARTS)), pose);
    const parts = await createEngine({ kernel, workers: 0, capacity: { ...CAPACITY, rays: count } });
    for (const part of PARTS) parts.scene.addCollider(parts.scene.addShape(part.shape), placedAt(pose, part));
    const [one, many] = [whole, parts].map((engine) => {
      const list = engine.createRayList(count);
      list.set(rayRows(rays, 0), rayRows(rays, 1));
      return engine.castRaysSync(list);
    });
    let inside = 0;
    for (let k = 0; k < count; k++) {
      if (one.status[k] === many.status[k] && one.status[k] === RayStatus.Miss) continue;
      const where = `ray ${rays[k]}`;
      // poses of the parts alone are rounded to f32
      expect(one.status[k], where).toBe(many.status[k]);
      expect([one.ids[k], one.child[k]], where).toEqual([id, many.ids[k]]);
      expect(Math.abs(one.t[k] - many.t[k]), where).toBeLessThan(1e-4);
      if (one.status[k] === RayStatus.StartsInside) inside++;
      else for (let c = 0; c < 3; c++) expect(one.normals[4 * k + c]).toBeCloseTo(many.normals[4 * k + c], 3);
    }
    expect(inside).toBeGreaterThan(10);
    columns.push(columnsOf(one, count));
    await whole.close();
    await parts.close();
  }
  expect(columns[1]).toEqual(columns[0]);
});

function allOf({ status, starts, ids, t, normals, child, barycentrics, material }: AllRayHits, count: number) {
  const hits = starts[count];
  return [status.slice(0, count), starts.slice(0, count + 1), ids.slice(0, hits), t.slice(0, hits)]
    .concat([normals.slice(0, 4 * hits), child.slice(0, hits), barycentrics.slice(0, 2 * hits)] as never)
    .concat([material.slice(0, hits)] as never)
    .map((column) => Buffer.from(column.buffer).toString('base64'));
}

test(`the same bytes for any number of workers, and both kernels (seed ${SEED})`, async () => {
  const answers: unknown[] = [];
  for (const [kernel, workers] of [
    ['scalar', 0],
    ['scalar', 2],
    ['simd', 0],
    ['simd', 1],
    ['simd', 3],
  ] as const) {
    const random = seeded(SEED + 60);
    const tuning = { shareFrom: 0 };
    const engine = await createEngine({ kernel, workers, capacity: CAPACITY, tuning });
    const { scene } = engine;
    const surface = scene.addShape(mesh({ ...makeSurface('rough', random), sides: 'both' }));
    const chair = scene.addShape(compound(PARTS));
    const floor = scene.addShape(halfSpace());
    scene.addCollider(floor, { static: true, position: [0, -2, 0] });
    const turned = () => [0, 1, 2, 3].map(() => random() - 0.5) as [number, number, number, number];
    const somewhere = () => [0, 1, 2].map(() => 8 * (random() - 0.5)) as Vec3;
    for (let k = 0; k < 6; k++) scene.addCollider(surface, { static: true, position: somewhere(), rotation: turned() });
    for (let k = 0; k < 12; k++) scene.addCollider(chair, { position: somewhere(), rotation: turned() });
    const count = 400;
    const list: RayList = engine.createRayList(count);
    const rays = Array.from({ length: count }, (): [Vec3, Vec3] => [somewhere(), somewhere()]);
    list.set(rayRows(rays, 0), rayRows(rays, 1));
    const closest = columnsOf(await engine.castRays(list), count);
    const all = allOf(await engine.castRays(list, { hits: 'all' }), count);
    const any = [...(await engine.castRays(list, { hits: 'any' })).status.subarray(0, count)];
    answers.push([closest, all, any]);
    await engine.close();
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
