/** The scenes of rigid bodies: as many as asked for, all of it numbers, nothing inside of anything, and the same again. */
import { createEngine, type Shape, Status } from 'hullstorm';
import { describe, expect, it } from 'vitest';
import { type BodyScene, isDynamic } from '../../scenes/bodies.ts';
import { BODY_SCENES, createBodyScene } from '../../scenes/bodyScenes.ts';
import { createHeap } from '../../scenes/heap.ts';

const COUNTS = [2, 100, 777, 3000];

function dynamic({ bodies }: BodyScene) {
  return bodies.filter(isDynamic);
}

/** Every number of a scene, typed arrays as plain ones. */
function numbers(scene: BodyScene): number[] {
  const found: number[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'number') found.push(value);
    else if (ArrayBuffer.isView(value)) for (const one of value as unknown as Iterable<number>) found.push(one);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(scene);
  return found;
}

async function overlaps({ bodies }: BodyScene): Promise<string[]> {
  const capacity = { colliders: bodies.length, shapes: bodies.length, pairs: 64 * bodies.length };
  const engine = await createEngine({ workers: 0, capacity });
  const ids = new Map<Shape, number>();
  for (const { shape, position, rotation, type } of bodies) {
    const id = ids.get(shape) ?? engine.scene.addShape(shape);
    ids.set(shape, id);
    engine.scene.addCollider(id, { position, static: type === 'static', ...(rotation ? { rotation } : {}) });
  }
  const pairs = await engine.findPairs();
  const { status } = await engine.intersect(pairs);
  const found: string[] = [];
  for (let p = 0; p < pairs.count; p++) {
    if (status[p] !== Status.Separated) found.push(`${pairs.ids[2 * p]} and ${pairs.ids[2 * p + 1]}: ${status[p]}`);
  }
  await engine.close();
  return found;
}

describe.each(BODY_SCENES)('%s', (name) => {
  it.each(COUNTS)('has %i bodies that move, and what they fall on', async (count) => {
    const scene = await createBodyScene(name, count, 1);
    expect(scene.name).toBe(name);
    expect(dynamic(scene)).toHaveLength(count);
    expect(scene.bodies.length).toBeGreaterThan(count);
    expect(numbers(scene).every(Number.isFinite)).toBe(true);
    for (const { position, rotation = [0, 0, 0, 1] } of dynamic(scene)) {
      expect(position[1]).toBeGreaterThan(0);
      expect(Math.abs(Math.hypot(...rotation) - 1)).toBeLessThan(1e-12);
    }
  });

  it.each(COUNTS)('starts with nothing inside of anything, of %i', async (count) => {
    expect(await overlaps(await createBodyScene(name, count, 3))).toEqual([]);
  });

  it('is the same for the same seed, and another for another', async () => {
    const bytes = async (seed: number) => JSON.stringify(numbers(await createBodyScene(name, 500, seed)));
    expect(await bytes(5)).toBe(await bytes(5));
    expect(await bytes(5)).not.toBe(await bytes(6));
  });

  it('shares its shapes, so that there are few to draw', async () => {
    const { bodies } = await createBodyScene(name, 2000, 1);
    const hulls = new Set(bodies.map(({ shape }) => shape).filter(({ kind }) => kind === 'hull'));
    expect(hulls.size).toBeLessThanOrEqual(8);
  });

  it('is looked at where things are', async () => {
    const { bodies, center, radius } = await createBodyScene(name, 2000, 1);
    const near = bodies.filter(({ position: [x, y, z] }) => {
      return Math.hypot(x - center[0], y - center[1], z - center[2]) < 1.5 * radius;
    });
    expect(near.length).toBeGreaterThan(0.5 * bodies.length);
  });
});

it.each([
  [1, 5],
  [10_000, 5],
  [20_000, 7],
  [40_000, 10],
])('a heap of %i is stepped in %i parts', (count, substeps) => {
  expect(createHeap(count, 1).stepping).toEqual({ substeps });
});
