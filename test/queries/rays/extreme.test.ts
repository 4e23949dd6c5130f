/** Rays from far away, and along directions with nearly nothing along an axis: right, and the same in both kernels. */
import { createEngine, type Engine, halfSpace, type RayList } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PORTABLE } from '../../support/kernels.ts';
import { everyShape } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const RAYS = sweep(1500, 50_000);
const BODIES = 60;
const SIDE = 4;
const CAPACITY = { shapes: 32, vertices: 2048, colliders: 64, rays: RAYS, rayHits: 32 * RAYS };
const PARTS = [0, 1e-17, 1e-60, 1e-139, 1e-141, 1e-200, 1e-310];

/** Engines by kernel, each with its list of rays. */
const runs: { engine: Engine; rays: RayList }[] = [];

beforeAll(async () => {
  for (const kernel of PORTABLE) {
    const engine = await createEngine({ workers: 0, kernel, capacity: CAPACITY });
    const { scene } = engine;
    const random = seeded(9);
    const shapes = everyShape().map((shape) => scene.addShape(shape));
    for (let k = 0; k < BODIES; k++) {
      const position = [SIDE * random(), SIDE * random(), SIDE * random()];
      const turned = [random() - 0.5, random() - 0.5, random() - 0.5, random()];
      // a third of the frames have the axes of the world
      scene.addCollider(shapes[k % shapes.length]!, { position, rotation: k % 3 === 0 ? [0, 0, 0, 1] : turned });
    }
    scene.addCollider(scene.addShape(halfSpace()), { position: [0, -1, 0], static: true });
    runs.push({ engine, rays: engine.createRayList(RAYS) });
  }
});

afterAll(() => Promise.all(runs.map(({ engine }) => engine.close())));

/** Directions, of which some have a small part along an axis: a factor of PARTS. */
function directionsOf(random: () => number): number[][] {
  return Array.from({ length: RAYS }, () => {
    const direction = [random() - 0.5, random() - 0.5, random() - 0.5];
    const kept = Math.floor(3 * random());
    const parts = direction.map((part, c) =>
      c !== kept && random() < 0.5 ? part * PARTS[Math.floor(PARTS.length * random())]! : part,
    );
    return parts;
  });
}

/** Sets rays to points among the bodies, from up to `far` away (m). */
function setRays(rays: RayList, directions: readonly number[][], far: number, random: () => number): void {
  const origins = directions.flatMap((direction) => {
    const away = far * random();
    const length = Math.hypot(...direction);
    return direction.map((part) => SIDE * random() - away * (part / length));
  });
  rays.set(origins, directions.flat());
}

const bytesOf = (column: ArrayBufferView) =>
  Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('base64');

function answersOf({ engine, rays }: (typeof runs)[number]) {
  const closest = engine.castRaysSync(rays);
  const columns = [closest.status, closest.ids, closest.t, closest.normals].map(bytesOf);
  const any = bytesOf(engine.castRaysSync(rays, { hits: 'any' }).status);
  const all = engine.castRaysSync(rays, { hits: 'all' });
  const total = all.starts[RAYS]!;
  const hits = [all.ids.subarray(0, total), all.t.subarray(0, total), all.normals.subarray(0, 4 * total)].map(bytesOf);
  return { columns: [...columns, any, bytesOf(all.starts), ...hits], starts: all.starts.slice(), ids: all.ids.slice() };
}

describe.each([3, 1e12, 1e30, 1e45, 1e60, 1e150, 1e300])('from up to %s m away (seed 5)', (far) => {
  test('the same bytes in both kernels, and no body twice', () => {
    const answers = runs.map((run) => {
      const random = seeded(5);
      setRays(run.rays, directionsOf(random), far, random);
      return answersOf(run);
    });
    const [first] = answers;
    // compared as flags: a difference would print megabytes
    for (const { columns } of answers)
      expect(columns.map((column, k) => column === first!.columns[k])).not.toContain(false);
    for (let ray = 0; ray < RAYS; ray++) {
      const ids = first!.ids.subarray(first!.starts[ray], first!.starts[ray + 1]);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(first!.starts[RAYS]).toBeGreaterThan(RAYS / 2);
  });
});

test('a part of 1e-60 of a direction counts as none (seed 6)', () => {
  for (const { engine, rays } of runs) {
    const random = seeded(6);
    const directions = directionsOf(random).map((direction) =>
      direction.map((part) => (Math.abs(part) < 1e-50 ? 0 : part)),
    );
    const small = directions.map((direction) => direction.map((part) => part || 1e-311 * (random() - 0.5)));
    const found = [directions, small].map((each) => {
      setRays(rays, each, 3, seeded(7));
      const { status, ids } = engine.castRaysSync(rays);
      return { status: [...status], ids: [...ids] };
    });
    expect(found[1]).toEqual(found[0]);
  }
});
