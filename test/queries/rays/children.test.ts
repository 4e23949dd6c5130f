/**
 * Rays against meshes and compounds. Very many rays against brute force over all triangles, which is exact: no hit is
 * wrong, none is missed. Rays go through vertices, edges, seams and face planes, along axes, start on triangles, and
 * come from up to 10,000 km away.
 */
import { createEngine, type Engine, type RayHits, RayStatus } from 'hullstorm';
import { expect, test } from 'vitest';
import { castRay, closestOnTriangle, type Triangles } from '../../../scenes/bruteForce.ts';
import { type BakedMesh, bake } from '../../../src/meshes/bake.ts';
import { type MeshOptions, readMesh } from '../../../src/meshes/options.ts';
import { addMesh } from '../../support/childShapes.ts';
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

const baked = (options: MeshOptions) => bake('test', readMesh('test', options));

/** Triangles of a baked mesh in the order of the user's numbers, moved. */
function worldOf({ triangles, vertices }: BakedMesh, by: Vec3): { triangles: Triangles; sources: number[] } {
  const count = triangles.length / 4;
  const order = Array.from({ length: count }, (_, k) => k).sort((a, b) => triangles[4 * a + 3] - triangles[4 * b + 3]);
  const corners = new Float64Array(9 * count);
  order.forEach((triangle, k) => {
    for (let n = 0; n < 9; n++) {
      corners[9 * k + n] = vertices[4 * triangles[4 * triangle + Math.floor(n / 3)] + (n % 3)] + by[n % 3];
    }
  });
  return { triangles: { count, corners }, sources: order.map((triangle) => triangles[4 * triangle + 3]) };
}

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
const crossOf = (u: readonly number[], v: readonly number[]): Vec3 => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];

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
}

/** Fails if the answer in row `row` is wrong. */
function judge(
  mesh: { triangles: Triangles; sources: number[] },
  { status, child, t, normals, barycentrics }: RayHits,
  row: number,
  [origin, way]: [Vec3, Vec3],
  counts: Counts,
): void {
  const { triangles, sources } = mesh;
  const { corners } = triangles;
  const truth = castRay(triangles, origin, way);
  const where = `origin ${origin} direction ${way} truth ${JSON.stringify(truth)} got ${child[row]} at ${t[row]}`;
  if (status[row] !== RayStatus.Hit) {
    expect(status[row], where).toBe(RayStatus.Miss);
    if (!truth) return;
    expect(Math.abs(sineTo(triangles, truth.triangle, way)), `missed: ${where}`).toBeLessThan(IN_PLANE);
    counts.inPlane++;
    return;
  }
  counts.hits++;
  const own = sources.indexOf(child[row]);
  const bound = normals[4 * row + 3];
  const room = SLACK * (lengthOf(origin) + 20);
  const point = origin.map((x, c) => x + t[row] * way[c]) as Vec3;
  const off = closestOnTriangle(corners, 9 * own, point).map((x, c) => x - point[c]);
  expect(lengthOf(off), `off its triangle: ${where}`).toBeLessThan(bound + room);
  const [one, two] = [barycentrics[2 * row], barycentrics[2 * row + 1]];
  const weighted = [0, 1, 2].map((c) => {
    const [a, b, d] = [0, 1, 2].map((k) => corners[9 * own + 3 * k + c]);
    return a + one * (b - a) + two * (d - a);
  });
  const extent = lengthOf([0, 1, 2].map((c) => Math.max(...[0, 3, 6].map((k) => corners[9 * own + k + c])))) + 10;
  expect(lengthOf(weighted.map((x, c) => x - point[c])), `weights: ${where}`).toBeLessThan(1e-6 * extent + bound);
  const sine = sineTo(triangles, own, way);
  // against the ray
  const side = -Math.sign(sine);
  const cosine = dotOf(normals.subarray(4 * row, 4 * row + 3) as unknown as Vec3, way) / lengthOf(way);
  if (Math.abs(sine) > 1e-12) expect(cosine, `normal: ${where}`).toBeCloseTo(side * sine, 5);
  if (truth) {
    const late = (t[row] - truth.t) * lengthOf(way);
    // what is met within rounding is met earlier
    if (Math.abs(late) > bound + room) expect(late, `wrong: ${where}`).toBeLessThan(0);
    else return;
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
async function meshEngines(mesh: BakedMesh, position: Vec3): Promise<Engine[]> {
  return Promise.all(
    (['scalar', 'simd'] as const).map(async (kernel) => {
      const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
      engine.scene.addCollider(addMesh(engine, mesh), { static: true, position });
      return engine;
    }),
  );
}

test.each(SURFACE_CLASSES)(`rays against every triangle: %s (seed ${SEED})`, async (cls: SurfaceClass) => {
  const random = seeded(SEED + SURFACE_CLASSES.indexOf(cls));
  const mesh = baked({ ...makeSurface(cls, random), sides: 'both', weld: 0 });
  const position: Vec3 = [3, -2, 5];
  const world = worldOf(mesh, position);
  const engines = await meshEngines(mesh, position);
  const lists = engines.map((engine) => engine.createRayList(PER_CALL));
  const counts: Counts = { hits: 0, inPlane: 0, touching: 0 };
  for (let done = 0; done < PER_CLASS; done += PER_CALL) {
    const count = Math.min(PER_CALL, PER_CLASS - done);
    const rays = Array.from({ length: count }, (_, k) => aRay(KINDS[k % KINDS.length], world.triangles, random));
    for (let k = 0; k < count; k++) if (lengthOf(rays[k][1]) === 0) rays[k][1] = [0, -1, 0];
    for (const list of lists) list.set(rayRows(rays, 0), rayRows(rays, 1));
    const [scalar, wide] = engines.map((engine, k) => engine.castRaysSync(lists[k]));
    for (let k = 0; k < count; k++) judge(world, scalar, k, rays[k], counts);
    expect(columnsOf(wide, count)).toEqual(columnsOf(scalar, count));
  }
  expect(counts.hits).toBeGreaterThan(PER_CLASS / 4);
  for (const engine of engines) await engine.close();
});
